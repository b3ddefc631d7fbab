"""What the best four of four, five or six cards are worth (F2). Four of a kind is at the top, and a flush beats a
straight.

A strength is one whole number: the category, then up to four ranks that decide within it, four bits each.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations

from croupier.cards import Card
from croupier.hands.five import MANY, ONE, Strength
from croupier.hands.ranking import Ranking


class FourCards(IntEnum):
    """The eight categories of F2, low to high."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7

    @property
    def key(self) -> str:
        """The name in files and records: `three_of_a_kind`."""
        return self.name.lower()

    @property
    def words(self) -> str:
        """The name in a sentence: `three of a kind`."""
        return self.key.replace("_", " ")


_CATEGORY_SHIFT = 16
_WHEEL = (12, 2, 1, 0)
"""Ace, four, three, deuce: the lowest straight, whose highest card is the four."""


def strength(cards: Sequence[Card]) -> Strength:
    """The strength of the best four of four, five or six cards."""
    return max(_of_four(four) for four in combinations(cards, 4))


def _of_four(cards: Sequence[Card]) -> Strength:
    ranks = sorted((card.rank for card in cards), reverse=True)
    # The rank that is there most often comes first, so the order of this list is the order in which hands compare.
    by_count = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))
    suited = len({card.suit for card in cards}) == 1
    match [ranks.count(rank) for rank in by_count]:
        case [4]:
            return _packed(FourCards.FOUR_OF_A_KIND, by_count)
        case [3, 1]:
            return _packed(FourCards.THREE_OF_A_KIND, by_count)
        case [2, 2]:
            return _packed(FourCards.TWO_PAIR, by_count)
        case [2, 1, 1]:
            return _packed(FourCards.PAIR, by_count)
    top = 2 if tuple(ranks) == _WHEEL else ranks[0] if ranks[0] - ranks[3] == 3 else None
    if top is not None:
        return _packed(FourCards.STRAIGHT_FLUSH if suited else FourCards.STRAIGHT, [top])
    return _packed(FourCards.FLUSH if suited else FourCards.HIGH_CARD, ranks)


def _packed(category: FourCards, ranks: list[int]) -> Strength:
    packed = int(category)
    for rank in [*ranks, 0, 0, 0][:4]:
        packed = packed << 4 | rank
    return packed


def category(strength: Strength) -> FourCards:
    """The category of F2 that a strength belongs to."""
    return FourCards(strength >> _CATEGORY_SHIFT)


def first_rank(strength: Strength) -> int:
    """The rank that decides first within the category: of the pair, of the four, of the highest card."""
    return strength >> 12 & 15


def describe(strength: Strength) -> str:
    """What a hand is, in words a dealer would call out: `straight, nine to queen`."""
    kind, first, second = category(strength), first_rank(strength), strength >> 8 & 15
    match kind:
        case FourCards.STRAIGHT_FLUSH | FourCards.STRAIGHT:
            return f"{kind.words}, {ONE[12] if first == 2 else ONE[first - 3]} to {ONE[first]}"
        case FourCards.FOUR_OF_A_KIND | FourCards.THREE_OF_A_KIND:
            return f"{kind.words}, {MANY[first]}"
        case FourCards.FLUSH:
            return f"flush, {ONE[first]} high"
        case FourCards.TWO_PAIR:
            return f"two pair, {MANY[first]} and {MANY[second]}"
        case FourCards.PAIR:
            return f"pair of {MANY[first]}"
        case FourCards.HIGH_CARD:
            return f"{ONE[first]} high"


FOUR = Ranking(strength=strength, category=category, describe=describe, least=4)
"""The best four cards."""

LINES = tuple(kind.key for kind in sorted(FourCards, reverse=True) if kind > FourCards.PAIR)
"""The categories above a pair, highest first, as pay tables list them; which pairs pay, each bet says."""
