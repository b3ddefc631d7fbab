"""What three cards are worth (T2). A straight beats a flush here, for it is rarer."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Card
from croupier.hands.ranking import HandCategory, Ranking, Strength, hand_words, packed, straight_top


class ThreeCards(HandCategory):
    """The six categories of T2, low to high."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


def strength(cards: Sequence[Card]) -> Strength:
    """The strength of three cards."""
    high, middle, low = ranks = sorted((card.rank for card in cards), reverse=True)
    suited = len({card.suit for card in cards}) == 1
    if high == middle == low:
        return packed(ThreeCards.THREE_OF_A_KIND, [high], 3)
    if high == middle or middle == low:
        return packed(ThreeCards.PAIR, [middle, low if high == middle else high], 3)
    top = straight_top(ranks)
    if top is not None:
        return packed(ThreeCards.STRAIGHT_FLUSH if suited else ThreeCards.STRAIGHT, [top], 3)
    return packed(ThreeCards.FLUSH if suited else ThreeCards.HIGH_CARD, ranks, 3)


def category(strength: Strength) -> ThreeCards:
    """The category of T2 that a strength belongs to."""
    return ThreeCards(strength >> 12)


def describe(strength: Strength) -> str:
    """What a hand is, in words a dealer would call out: `straight, ten to queen`."""
    return hand_words(category(strength), strength, 3)


THREE = Ranking(strength=strength, category=category, describe=describe, least=3)

LINES = tuple(kind.key for kind in sorted(ThreeCards, reverse=True) if kind is not ThreeCards.HIGH_CARD)
"""The categories from a pair on, highest first, as pay tables list them."""
