"""Where a dealt hand stands in a table of hands that are told apart up to the names of the suits only."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.cardsets import numbers


@dataclass(frozen=True, slots=True)
class Places:
    """By the number of a set of cards: its row, and the names of the suits under which it is that row's hand.

    renamed  by names of the suits, what each card is called
    """

    row: NDArray[np.int32]
    naming: NDArray[np.uint8]
    renamed: NDArray[np.uint8]


def places_of(hands: NDArray[np.uint8]) -> Places:
    """The places of every hand in a table with one row for all that differ in the names of the suits."""
    sets = comb(52, hands.shape[1])
    row, naming = np.zeros(sets, np.int32), np.zeros(sets, np.uint8)
    cards, rows = np.arange(52), np.arange(len(hands), dtype=np.int32)
    renamed = np.array([4 * (cards >> 2) + np.array(names)[cards & 3] for names in permutations(range(4))], np.uint8)
    back = np.argsort(renamed, axis=1).astype(np.uint8)
    for way in range(len(renamed)):
        twins = numbers(back[way][hands])
        row[twins] = rows
        naming[twins] = way
    return Places(row, naming, renamed)
