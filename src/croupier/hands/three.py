"""What three cards are worth (T2). A straight beats a flush here, for it is rarer.

A strength is one whole number: the category, then up to three ranks that decide within it, four bits each.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from croupier.cards import Card
from croupier.hands.five import MANY, ONE, Strength
from croupier.hands.ranking import Ranking


class ThreeCards(IntEnum):
    """The six categories of T2, low to high."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5

    @property
    def key(self) -> str:
        """The name in files and records: `three_of_a_kind`."""
        return self.name.lower()

    @property
    def words(self) -> str:
        """The name in a sentence: `three of a kind`."""
        return self.key.replace("_", " ")


_CATEGORY_SHIFT = 12
_WHEEL = (12, 1, 0)
"""Ace, three, deuce: the lowest straight, whose highest card is the three."""


def strength(cards: Sequence[Card]) -> Strength:
    """The strength of three cards."""
    high, middle, low = ranks = tuple(sorted((card.rank for card in cards), reverse=True))
    suited = len({card.suit for card in cards}) == 1
    if high == middle == low:
        return _packed(ThreeCards.THREE_OF_A_KIND, high)
    if high == middle or middle == low:
        return _packed(ThreeCards.PAIR, middle, low if high == middle else high)
    top = 1 if ranks == _WHEEL else high if high - low == 2 else None
    if top is not None:
        return _packed(ThreeCards.STRAIGHT_FLUSH if suited else ThreeCards.STRAIGHT, top)
    return _packed(ThreeCards.FLUSH if suited else ThreeCards.HIGH_CARD, *ranks)


def _packed(category: ThreeCards, first: int, second: int = 0, third: int = 0) -> Strength:
    return category << _CATEGORY_SHIFT | first << 8 | second << 4 | third


def category(strength: Strength) -> ThreeCards:
    """The category of T2 that a strength belongs to."""
    return ThreeCards(strength >> _CATEGORY_SHIFT)


def describe(strength: Strength) -> str:
    """What a hand is, in words a dealer would call out: `straight, ten to queen`."""
    kind, first = category(strength), strength >> 8 & 15
    match kind:
        case ThreeCards.STRAIGHT_FLUSH | ThreeCards.STRAIGHT:
            return f"{kind.words}, {ONE[12] if first == 1 else ONE[first - 2]} to {ONE[first]}"
        case ThreeCards.THREE_OF_A_KIND:
            return f"three of a kind, {MANY[first]}"
        case ThreeCards.FLUSH:
            return f"flush, {ONE[first]} high"
        case ThreeCards.PAIR:
            return f"pair of {MANY[first]}"
        case ThreeCards.HIGH_CARD:
            return f"{ONE[first]} high"


THREE = Ranking(strength=strength, category=category, describe=describe, least=3)
