"""The most cards of one suit, deuces wild (G2): what a hand is worth in Flushes Gone Wild.

A strength is the number of cards and then their ranks, a bit each: of as many cards the higher ranks are the higher
number. A deuce is of any suit, and is the highest rank that the flush has not.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import Card
from croupier.hands.ranking import ONE, HandCategory, Ranking, Strength

_RANKS = 13
_DEUCE = 0


class FlushCards(HandCategory):
    """How many cards of one suit there are, low to high."""

    ONE_CARD_FLUSH = 1
    TWO_CARD_FLUSH = 2
    THREE_CARD_FLUSH = 3
    FOUR_CARD_FLUSH = 4
    FIVE_CARD_FLUSH = 5
    SIX_CARD_FLUSH = 6
    SEVEN_CARD_FLUSH = 7

    @property
    def words(self) -> str:
        """The name in a sentence: `four-card flush`."""
        number, _, _ = self.key.split("_")
        return f"{number}-card flush"


def strength(cards: Sequence[Card]) -> Strength:
    """The strength of the best flush among some cards, seven at most."""
    ranks = [0, 0, 0, 0]
    wild = 0
    for card in cards:
        if card.rank == _DEUCE:
            wild += 1
        else:
            ranks[card.suit] |= 1 << card.rank
    return max(filled.bit_count() << _RANKS | filled for filled in (_filled(one, wild) for one in ranks))


def _filled(ranks: int, wild: int) -> int:
    """The ranks of a flush with so many deuces in it, each the highest that is not there."""
    rank = _RANKS - 1
    while wild:
        if not ranks >> rank & 1:
            ranks |= 1 << rank
            wild -= 1
        rank -= 1
    return ranks


def category(strength: Strength) -> FlushCards:
    """How many cards the flush has."""
    return FlushCards(strength >> _RANKS)


def describe(strength: Strength) -> str:
    """What a hand is, in words a dealer would call out: `four-card flush, ace king high`."""
    return f"{category(strength).words}, {' '.join(ONE[rank] for rank in _ranks(strength)[:2])} high"


def _ranks(strength: Strength) -> list[int]:
    return [rank for rank in range(_RANKS - 1, -1, -1) if strength >> rank & 1]


FLUSH = Ranking(
    strength=strength, category=category, describe=describe, least=5, kinds=tuple(FlushCards), deciding=_ranks
)
"""The most cards of one suit, deuces wild."""

LINES = tuple(kind.key for kind in sorted(FlushCards, reverse=True))
"""The categories, highest first, as pay tables list them."""
