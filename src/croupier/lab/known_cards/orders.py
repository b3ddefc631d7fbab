"""The order of all hands on every board, which no seen card can change.

Seen cards change how many cards of each type are left, never which hand beats which. So the pairs of types
are sorted by grade once, for the full deck, and every set of seen cards only sweeps the same order with
other numbers of copies.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.evaluator import RANK_KEYS, tables
from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE, shapes
from croupier.lab.uth.decisions import Decisions

NO_GRADE = 0xFFFF
PLAIN_STRIDE = 96
NEW_GRADE = 1 << 9
"""Set in the word of the first of several equal hands."""
BETS = 1 << 10
"""Set where the fixed strategy bets the river rather than fold."""
CATEGORY_SHIFT = 11
_CHUNK = 4096


@dataclass(frozen=True, slots=True)
class PairGrades:
    """The grade of every pair of types on every board; `NO_GRADE` where the board leaves no such two cards."""

    plain: NDArray[np.uint16]
    flush: NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class PairOrder:
    """The pairs of each board from the weakest to the strongest, one 16-bit word each.

    word   the pair's index, then `NEW_GRADE`, `BETS`, and the category from `CATEGORY_SHIFT` up
    size   how many pairs the board has
    high   how many of them have no pair, so that a dealer does not qualify (R20)
    """

    word: NDArray[np.uint16]
    size: NDArray[np.int16]
    high: NDArray[np.int16]


@cache
def grades() -> PairGrades:
    """The grades of the full deck, worked out once a process."""
    return PairGrades(
        plain=_graded(FLUSH_BOARDS, PLAIN_BOARDS, PLAIN_PAIRS, PLAIN_STRIDE),
        flush=_graded(0, FLUSH_BOARDS, PAIRS, STRIDE),
    )


def _graded(first: int, boards: int, pairs: int, stride: int) -> NDArray[np.uint16]:
    shape, table = shapes(), tables()
    low, high = shape.low[:pairs].astype(np.int64), shape.high[:pairs].astype(np.int64)
    keys = np.array(RANK_KEYS, np.int64)
    two = keys[low % 13] + keys[high % 13]
    inside = np.where(low >= 13, 1 << (low % 13), 0) | np.where(high >= 13, 1 << (high % 13), 0)
    grades = np.full((boards, stride), NO_GRADE, np.uint16)
    for start in range(0, boards, _CHUNK):
        stop = min(start + _CHUNK, boards)
        copies = shape.copies[first + start : first + stop]
        here = (copies[:, low] >= 1) & (copies[:, high] >= np.where(low == high, 2, 1))
        here &= np.asarray((copies >= 0).all(axis=1))[:, None]
        key = np.where(here, shape.key[first + start : first + stop, None] + two, 0)
        grade = table.by_ranks[key]
        if pairs == PAIRS:
            flush = table.by_flush[shape.mask[start:stop, None].astype(np.int64) | inside]
            grade = np.where(flush > 0, flush, grade)
        grades[start:stop, :pairs] = np.where(here, grade, NO_GRADE)
    return grades


def pair_order(grade: NDArray[np.uint16], bets: NDArray[np.bool_]) -> PairOrder:
    """The order of boards with these grades; `bets` is the fixed strategy's river decision by pair."""
    table = tables()
    pair = np.argsort(grade, axis=1, kind="stable")
    ranked = np.take_along_axis(grade, pair, axis=1)
    new = np.ones(ranked.shape, np.bool_)
    new[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    category = table.category[np.minimum(ranked, len(table.category) - 1)]
    padded = np.zeros(grade.shape, np.bool_)
    padded[:, : bets.shape[1]] = bets[:, : grade.shape[1]]
    bet = np.take_along_axis(padded, pair, axis=1)
    word = pair | np.where(new, NEW_GRADE, 0) | np.where(bet, BETS, 0)
    word |= category.astype(np.int64) << CATEGORY_SHIFT
    return PairOrder(
        word=word.astype(np.uint16),
        size=(grade != NO_GRADE).sum(axis=1).astype(np.int16),
        high=(grade < table.first_pair).sum(axis=1).astype(np.int16),
    )


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders of the plain and of the flush boards, marked with a fixed strategy's river decisions."""

    plain: PairOrder
    flush: PairOrder


def orders(decisions: Decisions) -> Orders:
    """The orders of all boards, marked with the river decisions of `decisions`."""
    grade = grades()
    return Orders(
        plain=pair_order(grade.plain, decisions.river_plain),
        flush=pair_order(grade.flush, decisions.river_flush),
    )
