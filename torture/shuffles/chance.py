"""What chance gives: exact distributions of what an order of 52 cards can show, and Pearson's test against them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

CARDS: Final = 52
_LEAST: Final = 10.0
"""Cells that would hold fewer than this are counted together with their neighbours."""

Chances = NDArray[np.float64]


@cache
def fixed_points_exactly(cards: int = CARDS) -> Chances:
    """How likely each number of cards in their own place is: choose them, and derange the others."""
    deranged = [1, 0]
    while len(deranged) <= cards:
        deranged.append((len(deranged) - 1) * (deranged[-1] + deranged[-2]))
    return _shares([math.comb(cards, kept) * deranged[cards - kept] for kept in range(cards + 1)])


@cache
def cycles_exactly(cards: int = CARDS) -> Chances:
    """How likely each number of cycles is: a further card begins one of its own, or joins behind one before it."""
    ways = [1]
    for before in range(cards):
        ways = [(ways[k - 1] if k else 0) + (before * ways[k] if k < len(ways) else 0) for k in range(len(ways) + 1)]
    return _shares(ways)


@cache
def inversions_exactly(cards: int = CARDS) -> Chances:
    """How likely each number of pairs in the wrong order is: a further card passes none to all of those before it."""
    ways = [1]
    for before in range(1, cards):
        ways = [sum(ways[max(0, k - before) : k + 1]) for k in range(len(ways) + before)]
    return _shares(ways)


@cache
def descents_exactly(cards: int = CARDS) -> Chances:
    """How likely each number of places is where the next card is lower: Euler's triangle."""
    ways = [1]
    for now in range(2, cards + 1):
        ways = [(k + 1) * (ways[k] if k < len(ways) else 0) + (now - k) * (ways[k - 1] if k else 0) for k in range(now)]
    return _shares([*ways, 0])


def _shares(ways: Sequence[int]) -> Chances:
    whole = sum(ways)
    return np.array([way / whole for way in ways])


def goodness(counts: NDArray[np.int64], expected: Chances) -> float:
    """Pearson's test, both tails: rare outcomes at either end are put together until they are worth counting."""
    if expected.sum() < _LEAST:
        return 1.0
    if counts.sum() != round(expected.sum()):
        return 0.0  # something was counted that cannot be
    seen, due = _joined(counts, expected)
    if len(due) < 2:
        return 1.0
    return two_sided(float(((seen - due) ** 2 / due).sum()), len(due) - 1)


def _joined(counts: NDArray[np.int64], expected: Chances) -> tuple[Chances, Chances]:
    seen, due, rest_seen, rest_due = [], [], 0.0, 0.0
    for count, mean in zip(counts.tolist(), expected.tolist(), strict=True):
        rest_seen, rest_due = rest_seen + count, rest_due + mean
        if rest_due >= _LEAST:
            seen.append(rest_seen)
            due.append(rest_due)
            rest_seen = rest_due = 0.0
    if due:
        seen[-1] += rest_seen
        due[-1] += rest_due
    return np.array(seen), np.array(due)


def two_sided(square: float, freedom: int) -> float:
    """How often chi-square with so many degrees of freedom lies as far out as this, in its nearer tail, doubled."""
    above = chi_square_above(square, freedom)
    return min(1.0, 2 * min(above, 1 - above))


def chi_square_above(square: float, freedom: int) -> float:
    """The chance that chi-square is at least this large.

    >>> round(chi_square_above(3.841, 1), 3), round(chi_square_above(18.307, 10), 3), round(chi_square_above(9, 10), 4)
    (0.05, 0.05, 0.5321)
    """
    a, x = freedom / 2, square / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, 100_000):
            term *= x / (a + n)
            total += term
            if term < total * 1e-15:
                break
        return 1 - scale * total
    # The continued fraction of the upper incomplete gamma function, from the front.
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for n in range(1, 100_000):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return scale * fraction
