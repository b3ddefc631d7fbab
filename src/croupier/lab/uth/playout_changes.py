"""How every deal ends when some decisions change, from how it ended before.

`play_out` counts the whole game. Where a designed Blind turns only a few decisions it is enough to count those:
the classes that are decided otherwise are moved from one column to another on the rows where they arrive, and the
river rows that turn are met by the dealer once as they were and once as they are. Oracle: `play_out`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.shapes import shapes
from croupier.lab.hands.starts import hole_pairs, start_of_hole
from croupier.lab.kernel import kernel
from croupier.lab.uth.boards import boards
from croupier.lab.uth.compare import Habit
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import flops
from croupier.lab.uth.playout import Arrived, Outcome, meet_dealers, play_out
from croupier.lab.uth.views import NO_VIEW, views

_MOST_CLASSES = 100_000
"""From here on the whole game is counted as quickly."""


def play_out_changes(habit: Habit, now: Decisions) -> Outcome:
    """`play_out(now)`, from the outcome of the habit."""
    before = habit.solution.decisions
    was, is_ = _decided(before), _decided(now)
    turned = np.flatnonzero(was != is_)
    if turned.size > _MOST_CLASSES:
        return play_out(now)
    plain = _unmoved(before.river_plain, now.river_plain, habit.river_plain)
    flush = _unmoved(before.river_flush, now.river_flush, habit.river_flush)
    _move_all(turned, was, is_, plain, flush)
    return Outcome(habit.outcome.joint + meet_dealers(plain, flush))


def _unmoved(before: NDArray[np.bool_], now: NDArray[np.bool_], rivers: NDArray[np.int32]) -> Arrived:
    """What changes on plain or flush boards before any class is moved: the river rows that turn."""
    return Arrived(
        arrivals=np.zeros((*now.shape, 4), np.int32),
        plays=now,
        rows=(before != now) & (rivers != 0),
        rivers=rivers,
        before=before,
    )


def _decided(decisions: Decisions) -> NDArray[np.int8]:
    """How each class is decided so far: 0 to 3 for 4x, 3x, 2x, or checked twice."""
    first = decisions.preflop[start_of_hole()[flops().hole]]
    return np.select([first == 4, first == 3, decisions.flop], [0, 1, 2], 3).astype(np.int8)


def _move_all(
    turned: NDArray[np.int64], was: NDArray[np.int8], is_: NDArray[np.int8], plain: Arrived, flush: Arrived
) -> None:
    table, view, shape = flops(), views(), shapes()
    assert plain.rows is not None, "a change says which rows it touches"
    assert flush.rows is not None, "a change says which rows it touches"
    _move(
        turned, was, is_, table.flop, table.hole, table.class_weight, table.ranks, view.of_flop, hole_pairs(),
        view.start, view.board, view.kind, view.times, boards().flush.category, view.plain_board, view.plain_times,
        shape.plain_of, shape.rank_pair, plain.arrivals, flush.arrivals, plain.rows, flush.rows,
    )  # fmt: skip


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
    hole_pair: NDArray[np.int16],
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
        by_rank = np.int64(hole_pair[hole, 4])
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
            p = np.int64(hole_pair[hole, suit])
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
