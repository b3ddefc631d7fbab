"""The 1,326 holes and the 169 starting hands they are, suits aside.

A hole of cards a < b has index a + b(b-1)/2. Starting hands are numbered as the chart is read: row by row
from aces down, suited to the right of the diagonal of pairs, offsuit below it.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS
from croupier.errors import Refused
from croupier.lab.hands.shapes import pair_indices

HOLES = 1326
STARTS = 169


class NotAStart(Refused):
    """Text that names none of the 169 starting hands."""

    def __init__(self, text: object) -> None:
        super().__init__(f"not a starting hand: {text!r}; want such as 'AKs', 'T9o' or '77'")
        self.text = text


def hole_index(a: int, b: int) -> int:
    """The index of the hole of two different cards."""
    return a + b * (b - 1) // 2 if a < b else b + a * (a - 1) // 2


@cache
def hole_cards() -> NDArray[np.uint8]:
    """The two cards of each hole, the lower first."""
    high = np.repeat(np.arange(52), np.arange(52))
    low = np.concatenate([np.arange(n) for n in range(52)])
    return np.stack([low, high], axis=1).astype(np.uint8)


@cache
def hole_bits() -> NDArray[np.uint64]:
    """The two cards of each hole as bits."""
    return np.asarray(np.bitwise_or.reduce(np.uint64(1) << hole_cards().astype(np.uint64), axis=1))


@cache
def hole_pairs() -> NDArray[np.int16]:
    """Of each hole, its pair of types as each suit sees it, and last its pair of ranks."""
    low, high = hole_cards().T.astype(np.int64)
    pairs = np.empty((HOLES, 5), np.int16)
    for suit in range(5):
        a, b = (card // 4 + 13 * (card % 4 == suit) for card in (low, high))
        pairs[:, suit] = pair_indices(a, b)
    return pairs


@cache
def start_of_hole() -> NDArray[np.uint8]:
    """The starting hand of each hole."""
    low, high = hole_cards().T.astype(np.int64)
    row, column = 12 - (high >> 2), 12 - (low >> 2)
    suited = (low & 3) == (high & 3)
    starts: NDArray[np.uint8] = np.where(suited, row * 13 + column, column * 13 + row).astype(np.uint8)
    return starts


@cache
def combos() -> NDArray[np.int64]:
    """How many holes each starting hand has: 6 pairs, 4 suited, 12 offsuit."""
    return np.bincount(start_of_hole(), minlength=STARTS)


def start_name(start: int) -> str:
    """The name of a starting hand.

    >>> start_name(0), start_name(1), start_name(13)
    ('AA', 'AKs', 'AKo')
    """
    row, column = divmod(start, 13)
    names = RANKS[::-1]
    if row == column:
        return names[row] * 2
    return f"{names[row]}{names[column]}s" if row < column else f"{names[column]}{names[row]}o"


@cache
def _by_name() -> dict[str, int]:
    return {start_name(start): start for start in range(STARTS)}


def parse_start(text: str) -> int:
    """The starting hand that `text` names, such as `AKs`."""
    try:
        return _by_name()[text]
    except (KeyError, TypeError):
        raise NotAStart(text) from None
