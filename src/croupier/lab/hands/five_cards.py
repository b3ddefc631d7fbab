"""The category of five cards, for whole arrays of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands import Category
from croupier.lab.kernel import kernel

_STRAIGHT, _FLUSH = int(Category.STRAIGHT), int(Category.FLUSH)
_STRAIGHT_FLUSH, _ROYAL_FLUSH = int(Category.STRAIGHT_FLUSH), int(Category.ROYAL_FLUSH)
_WHEEL, _TEN = 0b1000000001111, 1 << 8
"""The ranks of ace to five, and that of a ten, a bit each."""


def five_card_categories(cards: NDArray[np.integer]) -> NDArray[np.uint8]:
    """The category of each row of five different cards.

    Oracle: `croupier.hands.strength`, one hand at a time.
    """
    categories = np.empty(len(cards), np.uint8)
    _of_five(np.ascontiguousarray(cards, np.uint8), _by_same_ranks(), categories)
    return categories


def _by_same_ranks() -> NDArray[np.uint8]:
    """What five cards are by how many two of them are of one rank, beside straights and flushes."""
    found = np.zeros(7, np.uint8)
    found[[1, 2, 3, 4, 6]] = (
        Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND
    )  # fmt: skip
    return found


@kernel
def _of_five(cards: NDArray[np.uint8], by_same_ranks: NDArray[np.uint8], categories: NDArray[np.uint8]) -> None:
    """The category of each row of `cards`."""
    for row in range(len(cards)):
        same, ranks, suited = 0, 0, True
        for place in range(5):
            card = int(cards[row, place])
            ranks |= 1 << (card >> 2)
            suited &= (card & 3) == (cards[row, 0] & 3)
            for other in range(place):
                same += (card >> 2) == (cards[row, other] >> 2)
        if same:
            categories[row] = by_same_ranks[same]
            continue
        # Five ranks one after the other are 31 times the lowest's bit.
        low = ranks & -ranks
        straight = ranks == 31 * low or ranks == _WHEEL
        if straight and suited:
            categories[row] = _ROYAL_FLUSH if low == _TEN else _STRAIGHT_FLUSH
        elif suited:
            categories[row] = _FLUSH
        else:
            categories[row] = _STRAIGHT if straight else 0
