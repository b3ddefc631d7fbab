"""What two cards are worth: a pair, or their ranks. Suits and straights are not ranked; whoever counts them asks the
cards.

A strength is one whole number: the category, then two ranks, four bits each.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Card
from croupier.hands.ranking import MANY, ONE, HandCategory, Ranking, Strength, hand_words, packed


class TwoCards(HandCategory):
    """The two categories of two cards, low to high."""

    HIGH_CARD = 0
    PAIR = 1


def strength(cards: Sequence[Card]) -> Strength:
    """The strength of two cards."""
    low, high = sorted(card.rank for card in cards)
    return packed(TwoCards.PAIR, [high], 2) if low == high else packed(TwoCards.HIGH_CARD, [high, low], 2)


def category(strength: Strength) -> TwoCards:
    """The category that a strength belongs to."""
    return TwoCards(strength >> 8)


def describe(strength: Strength) -> str:
    """What two cards are, in words: `pair of aces`, `king high`."""
    return hand_words(category(strength), strength, 2)


def start_words(hole: Sequence[Card]) -> str:
    """Two cards before there is a board, as players say them: `ace king suited`."""
    first, second = hole
    if first.rank == second.rank:
        return f"pair of {MANY[first.rank]}"
    high, low = sorted((first.rank, second.rank), reverse=True)
    return f"{ONE[high]} {ONE[low]} {'suited' if first.suit == second.suit else 'unsuited'}"


TWO = Ranking(strength=strength, category=category, describe=describe, least=2)
