"""How every deal ends when some decisions change, from how it ended before.

`play_out` counts the whole game. Where a designed Blind turns only a few decisions it is enough to count those:
the classes that are decided otherwise are moved from one column to another on the rows where they arrive, and the
river rows that turn are met by the dealer once as they were and once as they are. Oracle: `play_out`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE, shapes
from croupier.lab.hands.starts import hole_cards, start_of_hole
from croupier.lab.kernel import kernel, spread
from croupier.lab.uth.boards import Counts, boards
from croupier.lab.uth.compare import Habit
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import flops
from croupier.lab.uth.playout import Outcome, play_out
from croupier.lab.uth.views import NO_VIEW, views

_CHUNK = 512
_MOST_CLASSES = 100_000
"""From here on the whole game is counted as quickly."""


def shifted(habit: Habit, now: Decisions) -> Outcome:
    """`play_out(now)`, from the outcome of the habit."""
    before = habit.solution.decisions
    was, is_ = _decided(before), _decided(now)
    turned = np.flatnonzero(was != is_)
    if turned.size > _MOST_CLASSES:
        return play_out(now)
    plain, flush = _Moved.nowhere(PLAIN_BOARDS, PLAIN_PAIRS), _Moved.nowhere(FLUSH_BOARDS, STRIDE)
    _move_all(turned, was, is_, plain, flush)
    plain.rows[(before.river_plain != now.river_plain) & (habit.river_plain != 0)] = True
    flush.rows[(before.river_flush != now.river_flush) & (habit.river_flush != 0)] = True
    counted, copies = boards(), shapes().copies
    joint = habit.outcome.joint.copy()
    joint += _met(PLAIN_PAIRS, counted.plain, copies[FLUSH_BOARDS:], plain, habit.river_plain,
                  before.river_plain, now.river_plain)  # fmt: skip
    joint += _met(PAIRS, counted.flush, copies[:FLUSH_BOARDS], flush, habit.river_flush,
                  before.river_flush, now.river_flush)  # fmt: skip
    return Outcome(joint)


@dataclass(frozen=True, slots=True)
class _Moved:
    """What the arrivals at each row change by, and which rows that, or a turned river, touches."""

    arrivals: NDArray[np.int32]
    rows: NDArray[np.bool_]

    @classmethod
    def nowhere(cls, boards: int, pairs: int) -> _Moved:
        return cls(np.zeros((boards, pairs, 4), np.int32), np.zeros((boards, pairs), np.bool_))


def _decided(decisions: Decisions) -> NDArray[np.int8]:
    """How each class is decided so far: 0 to 3 for 4x, 3x, 2x, or checked twice."""
    first = decisions.preflop[start_of_hole()[flops().hole]]
    return np.select([first == 4, first == 3, decisions.flop], [0, 1, 2], 3).astype(np.int8)


def _move_all(
    turned: NDArray[np.int64], was: NDArray[np.int8], is_: NDArray[np.int8], plain: _Moved, flush: _Moved
) -> None:
    table, view, shape = flops(), views(), shapes()
    _move(
        turned, was, is_, table.flop, table.hole, table.class_weight, table.ranks, view.of_flop, hole_cards(),
        view.start, view.board, view.kind, view.times, boards().flush.category, view.plain_board, view.plain_times,
        shape.plain_of, shape.rank_pair, plain.arrivals, flush.arrivals, plain.rows, flush.rows,
    )  # fmt: skip


def _met(
    pairs: int,
    counts: Counts,
    copies: NDArray[np.int8],
    moved: _Moved,
    rivers: NDArray[np.int32],
    was: NDArray[np.bool_],
    is_: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """What the outcome changes by on plain or on flush boards."""
    shape, dealers = shapes(), boards().dealers
    parts = np.zeros((len(rivers) // _CHUNK + 1, 5, 10, 10, 3), np.int64)

    def work(start: int, stop: int) -> None:
        _meet(
            start, stop, pairs, dealers, start // _CHUNK, copies, shape.low, shape.high, counts.category, counts.win,
            counts.lose, moved.rows, moved.arrivals, rivers, was, is_, parts,
        )  # fmt: skip

    spread(work, len(rivers), _CHUNK)
    total: NDArray[np.int64] = parts.sum(axis=0)
    return total


@kernel
def _meet(
    start: int,
    stop: int,
    pairs: int,
    dealers: int,
    chunk: int,
    copies: NDArray[np.int8],
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    category: NDArray[np.uint8],
    win: NDArray[np.int16],
    lose: NDArray[np.int16],
    rows: NDArray[np.bool_],
    moved: NDArray[np.int32],
    rivers: NDArray[np.int32],
    was: NDArray[np.bool_],
    is_: NDArray[np.bool_],
    joint: NDArray[np.int64],
) -> None:
    """Let the dealer meet what changes on the touched rows of the boards `start` to `stop`.

    rows      which rows are touched
    moved     what the arrivals change by, by how they were decided so far
    rivers    arrivals that had checked twice, before
    was, is_  whether such a row bets 1x, before and now
    joint     changes of the outcome, added to in its part `chunk`

    Oracle: the same of `croupier.lab.uth.playout`, whole.
    """
    count = np.empty(10, np.int64)
    count_with = np.empty((10, 26), np.int64)
    weights = np.empty(5, np.int64)
    for board in range(start, stop):
        touched = False
        for p in range(pairs):
            if rows[board, p]:
                touched = True
                break
        if not touched:
            continue
        count[:] = 0
        count_with[:] = 0
        for p in range(pairs):
            kind = category[board, p]
            if kind != 255:
                a, b = low[p], high[p]
                left_a, left_b = np.int64(copies[board, a]), np.int64(copies[board, b])
                if a == b:
                    count[kind] += left_a * (left_a - 1) >> 1
                    count_with[kind, a] += left_a - 1
                else:
                    count[kind] += left_a * left_b
                    count_with[kind, a] += left_b
                    count_with[kind, b] += left_a
        for p in range(pairs):
            kind = category[board, p]
            if not rows[board, p] or kind == 255:
                continue
            weights[0], weights[1], weights[2] = moved[board, p, 0], moved[board, p, 1], moved[board, p, 2]
            weights[3] = weights[4] = 0
            now = 3 if is_[board, p] else 4
            weights[now] += moved[board, p, 3]
            if was[board, p] != is_[board, p]:
                weights[now] += rivers[board, p]
                weights[7 - now] -= rivers[board, p]
            a, b = low[p], high[p]
            won, lost = np.int64(win[board, p]), np.int64(lose[board, p])
            tied = dealers - won - lost
            for column in range(5):
                weight = weights[column]
                if weight == 0:
                    continue
                won_here, lost_here = won, lost
                for dealer in range(10):
                    if dealer != kind and count[dealer] > 0:
                        hands = count[dealer] - count_with[dealer, a] - count_with[dealer, b]
                        if dealer < kind:
                            joint[chunk, column, kind, dealer, 0] += weight * hands
                            won_here -= hands
                        else:
                            joint[chunk, column, kind, dealer, 2] += weight * hands
                            lost_here -= hands
                joint[chunk, column, kind, kind, 0] += weight * won_here
                joint[chunk, column, kind, kind, 1] += weight * tied
                joint[chunk, column, kind, kind, 2] += weight * lost_here


@kernel
def _move(
    turned: NDArray[np.int64],
    was: NDArray[np.int8],
    is_: NDArray[np.int8],
    class_flop: NDArray[np.uint16],
    class_hole: NDArray[np.uint16],
    class_weight: NDArray[np.int64],
    flop_ranks: NDArray[np.int16],
    view_of: NDArray[np.int16],
    hole_cards: NDArray[np.uint8],
    view_start: NDArray[np.int32],
    view_board: NDArray[np.int32],
    view_kind: NDArray[np.uint8],
    times: NDArray[np.int16],
    category: NDArray[np.uint8],
    plain_board: NDArray[np.int16],
    plain_times: NDArray[np.int8],
    plain_of: NDArray[np.int32],
    rank_pair: NDArray[np.uint8],
    plain: NDArray[np.int32],
    flush: NDArray[np.int32],
    plain_rows: NDArray[np.bool_],
    flush_rows: NDArray[np.bool_],
) -> None:
    """Move each turned class from the column `was` to `is_`, on every row it arrives at.

    turned    the classes
    plain, flush             changes of the arrivals, added to
    plain_rows, flush_rows   rows with a change, marked

    Oracle: the difference of two `croupier.lab.uth.arrivals.arrivals`.
    """
    for i in range(turned.size):
        number = turned[i]
        flop, hole, weight = class_flop[number], class_hole[number], class_weight[number]
        old, new = was[number], is_[number]
        a, b = hole_cards[hole, 0], hole_cards[hole, 1]
        rank_a, rank_b = np.int64(a >> 2), np.int64(b >> 2)
        by_rank = rank_a + (rank_b * (rank_b + 1) >> 1)
        ranks = flop_ranks[flop]
        for drawn in range(91):
            often = np.int32(plain_times[ranks, drawn, by_rank] * weight)
            if often != 0:
                board = np.int64(plain_board[ranks, drawn])
                plain[board, by_rank, old] -= often
                plain[board, by_rank, new] += often
                plain_rows[board, by_rank] = True
        for suit in range(4):
            view = view_of[flop, suit]
            if view == NO_VIEW:
                continue
            low = rank_a + (13 if (a & 3) == suit else 0)
            high = rank_b + (13 if (b & 3) == suit else 0)
            if low > high:
                low, high = high, low
            p = low + (high * (high + 1) >> 1)
            for entry in range(view_start[view], view_start[view + 1]):
                board = np.int64(view_board[entry])
                often = np.int32(times[view_kind[entry], p] * weight)
                if often != 0 and category[board, p] != 255:
                    flush[board, p, old] -= often
                    flush[board, p, new] += often
                    flush_rows[board, p] = True
                    # What turned out a flush board was counted among the plain ones above.
                    same = np.int64(plain_of[board])
                    plain[same, rank_pair[p], old] += often
                    plain[same, rank_pair[p], new] -= often
                    plain_rows[same, rank_pair[p]] = True
