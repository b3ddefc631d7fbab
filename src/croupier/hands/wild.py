"""What five cards are worth with deuces and the joker wild (D2).

A wild card is whatever makes the best hand; in a flush it is the highest rank that the hand has not. It may be a deuce
in A-2-3-4-5, and nowhere else is that the best it can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from croupier.cards import JOKER, RANKS, Card
from croupier.hands.ranking import HandCategory, Ranking, Strength, hand_words, packed

_DEUCE, _FIVE, _ACE = RANKS.index("2"), RANKS.index("5"), RANKS.index("A")


class WildCards(HandCategory):
    """The twelve categories of D2, low to high."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9
    ROYAL_FLUSH = 10
    FIVE_WILDS = 11


def is_wild(card: Card) -> bool:
    """Whether a card stands for any other: a deuce or the joker."""
    return card.rank == _DEUCE or card == JOKER


def strength(cards: Sequence[Card]) -> Strength:
    """The strength of five cards, of which any number may be wild."""
    plain = [card for card in cards if not is_wild(card)]
    wild = len(cards) - len(plain)
    if not plain:
        return packed(WildCards.FIVE_WILDS, [], 5)
    counts = Counter(card.rank for card in plain)
    # The most cards of a rank first, of as many the higher: wild cards join the first.
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    most = counts[ranks[0]] + wild
    suited = len({card.suit for card in plain}) == 1
    top = _straight_top(ranks) if len(ranks) == len(plain) else None
    if suited and top == _ACE:
        return packed(WildCards.ROYAL_FLUSH, [], 5)
    if most == 5:
        return packed(WildCards.FIVE_OF_A_KIND, ranks, 5)
    if suited and top is not None:
        return packed(WildCards.STRAIGHT_FLUSH, [top], 5)
    if most == 4:
        return packed(WildCards.FOUR_OF_A_KIND, ranks, 5)
    if len(ranks) == 2:
        return packed(WildCards.FULL_HOUSE, ranks, 5)
    if suited:
        return packed(WildCards.FLUSH, _filled(ranks, wild), 5)
    if top is not None:
        return packed(WildCards.STRAIGHT, [top], 5)
    if most == 3:
        return packed(WildCards.THREE_OF_A_KIND, ranks, 5)
    if len(ranks) == 3:
        return packed(WildCards.TWO_PAIR, ranks, 5)
    return packed(WildCards.PAIR if most == 2 else WildCards.HIGH_CARD, ranks, 5)


def _straight_top(ranks: Sequence[int]) -> int | None:
    """The highest card of the best straight that different ranks can be part of; that of A-2-3-4-5 is its five."""
    high, low = max(ranks), min(ranks)
    if high - low < 5:
        return min(low + 4, _ACE)
    below_five = all(rank <= _FIVE or rank == _ACE for rank in ranks)
    return _FIVE if below_five else None


def _filled(ranks: Sequence[int], wild: int) -> list[int]:
    """The ranks of a flush with so many wild cards, each the highest that is not there."""
    missing = [rank for rank in range(_ACE, -1, -1) if rank not in ranks]
    return sorted([*ranks, *missing[:wild]], reverse=True)


def category(strength: Strength) -> WildCards:
    """The category of D2 that a strength belongs to."""
    return WildCards(strength >> 20)


def describe(strength: Strength) -> str:
    """What a hand is, in words a dealer would call out: `five of a kind, nines`."""
    return hand_words(category(strength), strength, 5)


WILD = Ranking(strength=strength, category=category, describe=describe, least=5, kinds=tuple(WildCards))
"""Five cards with deuces and the joker wild."""

LINES = tuple(kind.key for kind in sorted(WildCards, reverse=True))
"""The categories, highest first, as pay tables list them."""
