"""Every hand counted on every collapsed board.

For each board of `croupier.lab.hands.shapes` all possible pairs of types are sorted by grade and swept once. With
`less` hands below the present grade, of which `less_with[t]` use one given card of type t, a hand of types
(a, b) beats less - less_with[a] - less_with[b] hands of the dealer, and likewise for ties. Nothing here
depends on a pay table, so one `Boards` serves every Blind.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.evaluator import RANK_KEYS, tables
from croupier.lab.hands.shapes import (
    FLUSH_BOARDS,
    PAIRS,
    PLAIN_BOARDS,
    PLAIN_PAIRS,
    STRIDE,
    shapes,
)
from croupier.lab.kernel import kernel, spread

NO_HAND = 255
"""The category of a pair of types of which the board leaves no two cards."""
PLAYS = 16
"""A bit of a category, where the house's rule does not say who qualifies: the hand itself would."""
ALL_RANKS = (1 << 13) - 1


@dataclass(frozen=True, slots=True)
class Counts:
    """What each hole meets on each board: numbers of dealer hands, by board and pair of types.

    Ties are the rest of `dealers`. Impossible holes count nothing and have category `NO_HAND`.
    """

    win: NDArray[np.int16]
    win_qualified: NDArray[np.int16]
    lose: NDArray[np.int16]
    lose_qualified: NDArray[np.int16]
    category: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Boards:
    """The counts of every collapsed board of a deck with all four suits of each rank in `ranks`."""

    ranks: int
    dealers: int
    plain: Counts
    flush: Counts


_KEYS_V1 = np.array(RANK_KEYS, np.int32)


@kernel
def _count(
    start: int,
    stop: int,
    first_row: int,
    pairs: int,
    dealers: int,
    qualifies: int,
    mask: NDArray[np.uint16],
    copies: NDArray[np.int8],
    key: NDArray[np.int32],
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    category: NDArray[np.uint8],
    win: NDArray[np.int16],
    win_qualified: NDArray[np.int16],
    lose: NDArray[np.int16],
    lose_qualified: NDArray[np.int16],
    categories: NDArray[np.uint8],
) -> None:
    """Count the boards `start` to `stop`; the last five arrays are the rows to fill.

    first_row   number of the board that row 0 of the output stands for
    pairs       351 for flush boards, 91 for plain ones
    dealers     how many holes the dealer can have, 990 of a full deck
    qualifies   the lowest grade with which the dealer plays
    """
    grade = np.empty(pairs, np.int32)
    order = np.empty(pairs, np.int32)
    spare = np.empty(pairs, np.int32)
    bucket = np.empty(129, np.int32)
    less_with = np.empty(26, np.int32)
    same_with = np.empty(26, np.int32)
    weak_with = np.empty(26, np.int32)
    for board in range(start, stop):
        row = board - first_row
        left = copies[board]
        suited = np.int64(mask[row]) if pairs == 351 else np.int64(0)
        less_with[:] = 0
        same_with[:] = 0
        weak_with[:] = 0
        weak = np.int32(0)
        n = 0
        for p in range(pairs):
            a, b = low[p], high[p]
            if left[a] <= 0 or left[b] <= 0 or (a == b and left[a] < 2):
                continue
            rank_a = a - 13 if a >= 13 else a
            rank_b = b - 13 if b >= 13 else b
            hand = suited
            if a >= 13:
                hand |= 1 << rank_a
            if b >= 13:
                hand |= 1 << rank_b
            flush = by_flush[hand]
            # No mask of fewer than five ranks has a grade, and grade 0 is no flush.
            grade[p] = flush if flush else by_ranks[key[board] + _KEYS_V1[rank_a] + _KEYS_V1[rank_b]]
            order[n] = p
            n += 1
            if grade[p] < qualifies:
                if a == b:
                    weak += np.int32(left[a]) * (left[a] - 1) // 2
                    weak_with[a] += left[a] - 1
                else:
                    weak += np.int32(left[a]) * left[b]
                    weak_with[a] += left[b]
                    weak_with[b] += left[a]
        # Two passes of counting sort, seven bits of the grade each.
        for shift in (0, 7):
            bucket[:] = 0
            for i in range(n):
                bucket[((grade[order[i]] >> shift) & 127) + 1] += 1
            for i in range(128):
                bucket[i + 1] += bucket[i]
            for i in range(n):
                digit = (grade[order[i]] >> shift) & 127
                spare[bucket[digit]] = order[i]
                bucket[digit] += 1
            order, spare = spare, order
        less = np.int32(0)
        i = 0
        while i < n:
            here = grade[order[i]]
            same = np.int32(0)
            j = i
            while j < n and grade[order[j]] == here:
                a, b = low[order[j]], high[order[j]]
                if a == b:
                    same += np.int32(left[a]) * (left[a] - 1) // 2
                    same_with[a] += left[a] - 1
                else:
                    same += np.int32(left[a]) * left[b]
                    same_with[a] += left[b]
                    same_with[b] += left[a]
                j += 1
            kind = category[here]
            for k in range(i, j):
                p = order[k]
                a, b = low[p], high[p]
                wins = less - less_with[a] - less_with[b]
                # The hand itself is among the equals, once in each of the three terms.
                losses = dealers - wins - (same - same_with[a] - same_with[b] + 1)
                unqualified = weak - weak_with[a] - weak_with[b]
                win[row, p] = wins
                lose[row, p] = losses
                if here < qualifies:
                    win_qualified[row, p] = 0
                    lose_qualified[row, p] = dealers - (unqualified + 1)
                else:
                    win_qualified[row, p] = wins - unqualified
                    lose_qualified[row, p] = losses
                categories[row, p] = kind
            for k in range(i, j):
                a, b = low[order[k]], high[order[k]]
                less_with[a] += same_with[a]
                same_with[a] = 0
                less_with[b] += same_with[b]
                same_with[b] = 0
            less += same
            i = j


def _empty(rows: int, width: int) -> Counts:
    return Counts(
        win=np.zeros((rows, width), np.int16),
        win_qualified=np.zeros((rows, width), np.int16),
        lose=np.zeros((rows, width), np.int16),
        lose_qualified=np.zeros((rows, width), np.int16),
        category=np.full((rows, width), NO_HAND, np.uint8),
    )


def count_boards(ranks: int = ALL_RANKS, qualifies: int | None = None) -> Boards:
    """The counts of every board of the deck whose ranks are the bits of `ranks`.

    A short deck (fewer ranks, all four suits) is for the tests: boards and holes it cannot deal count
    nothing. Where the dealer `qualifies` with another grade than the house's, the category of a hand that would
    itself qualify has the bit `PLAYS` set: no category tells that there.
    """
    shape, table = shapes(), tables()
    categories, least = table.category, table.first_pair
    if qualifies is not None:
        plays = np.arange(len(categories)) >= qualifies
        categories, least = categories | np.where(plays, PLAYS, 0).astype(np.uint8), qualifies
    dealers = comb(4 * ranks.bit_count() - 7, 2)
    missing = np.array([not ranks >> rank & 1 for rank in range(13)] * 2)
    copies = np.where(missing, 0, shape.copies).astype(np.int8)
    # A board that needs a missing rank, or five of one rank, leaves nothing at all.
    needs = np.where(np.arange(26) < 13, shape.copies < 3, shape.copies < 1)
    needs[FLUSH_BOARDS:] = shape.copies[FLUSH_BOARDS:] < 4
    needs[FLUSH_BOARDS:, 13:] = False
    impossible = (needs & missing).any(axis=1) | (shape.copies < 0).any(axis=1)
    copies[impossible] = 0
    flush, plain = _empty(FLUSH_BOARDS, STRIDE), _empty(PLAIN_BOARDS, PLAIN_PAIRS)
    fixed = (shape.mask, copies, shape.key, shape.low, shape.high, table.by_ranks, table.by_flush)

    def work(start: int, stop: int) -> None:
        for first, size, width, rows in (
            (0, FLUSH_BOARDS, PAIRS, flush),
            (FLUSH_BOARDS, PLAIN_BOARDS, PLAIN_PAIRS, plain),
        ):
            begin, end = max(start, first), min(stop, first + size)
            if begin < end:
                _count(
                    begin, end, first, width, dealers, least, *fixed, categories,
                    rows.win, rows.win_qualified, rows.lose, rows.lose_qualified, rows.category,
                )  # fmt: skip

    spread(work, FLUSH_BOARDS + PLAIN_BOARDS, 1024)
    return Boards(ranks=ranks, dealers=dealers, plain=plain, flush=flush)


@cache
def boards() -> Boards:
    """The boards of the full deck, counted once a process: 120 MB that serve every Blind."""
    return count_boards()
