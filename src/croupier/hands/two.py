"""What two cards are worth: a pair, or their ranks. Suits and rows are for whoever counts them to ask about.

A strength is one whole number: the category, then two ranks, four bits each.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from croupier.cards import Card
from croupier.hands.five import MANY, ONE, Strength
from croupier.hands.ranking import Ranking


class TwoCards(IntEnum):
    """The two categories of two cards, low to high."""

    HIGH_CARD = 0
    PAIR = 1

    @property
    def key(self) -> str:
        """The name in files and records."""
        return self.name.lower()

    @property
    def words(self) -> str:
        """The name in a sentence."""
        return self.key.replace("_", " ")


_CATEGORY_SHIFT = 8


def strength(cards: Sequence[Card]) -> Strength:
    """The strength of two cards."""
    low, high = sorted(card.rank for card in cards)
    return TwoCards.PAIR << _CATEGORY_SHIFT | high << 4 if low == high else high << 4 | low


def category(strength: Strength) -> TwoCards:
    """The category that a strength belongs to."""
    return TwoCards(strength >> _CATEGORY_SHIFT)


def describe(strength: Strength) -> str:
    """What two cards are, in words: `pair of aces`, `king high`."""
    first = strength >> 4 & 15
    return f"pair of {MANY[first]}" if category(strength) is TwoCards.PAIR else f"{ONE[first]} high"


TWO = Ranking(strength=strength, category=category, describe=describe, least=2)
