"""What the best four of four, five or six cards are worth (F2). Four of a kind is at the top, and a flush beats a
straight.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from croupier.cards import Card
from croupier.hands.ranking import HandCategory, Ranking, Strength, hand_words, packed, straight_top


class FourCards(HandCategory):
    """The eight categories of F2, low to high."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


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
            return packed(FourCards.FOUR_OF_A_KIND, by_count, 4)
        case [3, 1]:
            return packed(FourCards.THREE_OF_A_KIND, by_count, 4)
        case [2, 2]:
            return packed(FourCards.TWO_PAIR, by_count, 4)
        case [2, 1, 1]:
            return packed(FourCards.PAIR, by_count, 4)
    top = straight_top(ranks)
    if top is not None:
        return packed(FourCards.STRAIGHT_FLUSH if suited else FourCards.STRAIGHT, [top], 4)
    return packed(FourCards.FLUSH if suited else FourCards.HIGH_CARD, ranks, 4)


def category(strength: Strength) -> FourCards:
    """The category of F2 that a strength belongs to."""
    return FourCards(strength >> 16)


def first_rank(strength: Strength) -> int:
    """The rank that decides first within the category: of the pair, of the four, of the highest card."""
    return strength >> 12 & 15


def describe(strength: Strength) -> str:
    """What a hand is, in words a dealer would call out: `straight, nine to queen`."""
    return hand_words(category(strength), strength, 4)


FOUR = Ranking(strength=strength, category=category, describe=describe, least=4)
"""The best four cards."""

LINES = tuple(kind.key for kind in sorted(FourCards, reverse=True) if kind > FourCards.PAIR)
"""The categories above a pair, highest first, as pay tables list them; which pairs pay, each bet says."""
