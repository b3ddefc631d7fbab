"""The category of two to four cards, for whole arrays of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_FOUR_OF_A_KIND, _THREE_OF_A_KIND = 7, 3


def few_categories(cards: NDArray[np.uint8]) -> NDArray[np.int8]:
    """What two to four cards are already: nothing, a pair, two pair, three or four of a kind."""
    ranks = np.sort(cards >> 2, axis=-1)
    same = ranks[..., 1:] == ranks[..., :-1]
    pairs = same.sum(axis=-1)
    threes = (same[..., 1:] & same[..., :-1]).sum(axis=-1)
    categories = np.select([threes == 2, threes == 1], [_FOUR_OF_A_KIND, _THREE_OF_A_KIND], pairs)
    return np.asarray(categories, np.int8)
