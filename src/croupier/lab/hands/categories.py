"""The category of two to four cards, and of five, for whole arrays of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.hands import Category

_FOUR_OF_A_KIND, _THREE_OF_A_KIND = 7, 3


def few_categories(cards: NDArray[np.uint8]) -> NDArray[np.int8]:
    """What two to four cards are already: nothing, a pair, two pair, three or four of a kind."""
    ranks = np.sort(cards >> 2, axis=-1)
    same = ranks[..., 1:] == ranks[..., :-1]
    pairs = same.sum(axis=-1)
    threes = (same[..., 1:] & same[..., :-1]).sum(axis=-1)
    categories = np.select([threes == 2, threes == 1], [_FOUR_OF_A_KIND, _THREE_OF_A_KIND], pairs)
    return np.asarray(categories, np.int8)


_WHEEL = (0, 1, 2, 3, 12)


def five_card_categories(cards: NDArray[np.integer]) -> NDArray[np.uint8]:
    """The category of each row of five different cards.

    Oracle: `croupier.hands.strength`, one hand at a time.
    """
    cards = np.asarray(cards, np.int16)
    ranks = np.sort(cards >> 2, axis=1)
    equal = ranks[:, 1:] == ranks[:, :-1]
    pairs = equal.sum(axis=1)
    threes = (equal[:, 1:] & equal[:, :-1]).sum(axis=1)
    suited = ((cards & 3) == (cards & 3)[:, :1]).all(axis=1)
    wheel = (ranks == _WHEEL).all(axis=1)
    straight = (pairs == 0) & ((ranks[:, 4] - ranks[:, 0] == 4) | wheel)
    # Equal neighbours, and equal neighbours of those: 1 and 0 are a pair, 2 and 0 two pair, 2 and 1 three of
    # a kind, 3 and 1 a full house, 3 and 2 four of a kind.
    kinds = [
        (straight & suited & (ranks[:, 0] == 8), Category.ROYAL_FLUSH),
        (straight & suited, Category.STRAIGHT_FLUSH),
        (threes == 2, Category.FOUR_OF_A_KIND),
        (pairs == 3, Category.FULL_HOUSE),
        (suited, Category.FLUSH),
        (straight, Category.STRAIGHT),
        (threes == 1, Category.THREE_OF_A_KIND),
        (pairs == 2, Category.TWO_PAIR),
        (pairs == 1, Category.PAIR),
    ]
    return np.select([which for which, _ in kinds], [int(kind) for _, kind in kinds], 0).astype(np.uint8)
