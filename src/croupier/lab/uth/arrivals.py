"""How many (hole, flop, turn and river) arrive at each river row, and how they were decided.

The sums of `croupier.lab.uth.sums` run backwards here: instead of adding up what a flop's boards are worth, each
board counts how many flops and holes arrive at it. A class hands its weight to its ranks and its views,
views hand theirs to boards with the same multiplicities, and what a flush board took is taken off the plain
board with the same ranks.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE, shapes
from croupier.lab.hands.starts import hole_pairs, start_of_hole
from croupier.lab.kernel import kernel, spread
from croupier.lab.uth.boards import Boards, boards
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import flops
from croupier.lab.uth.views import FLOP_RANKS, VIEWS, views

_CHUNK = 1024


@kernel
def _arrive_at_views(
    class_flop: NDArray[np.uint16],
    class_hole: NDArray[np.uint16],
    class_weight: NDArray[np.int64],
    flop_ranks: NDArray[np.int16],
    view_of: NDArray[np.int16],
    hole_pair: NDArray[np.int16],
    ways: NDArray[np.uint8],
    by_ranks: NDArray[np.int32],
    by_view: NDArray[np.int32],
) -> None:
    """Count, for every flop by rank and every view, the weight of the classes that have it.

    The last index says in which way they were decided so far; a way beyond the last stays away.
    """
    for number in range(class_hole.size):
        flop, hole = class_flop[number], class_hole[number]
        weight = class_weight[number]
        decided = ways[number]
        if decided >= by_ranks.shape[2]:
            continue
        by_ranks[flop_ranks[flop], hole_pair[hole, 4], decided] += weight
        for suit in range(4):
            by_view[view_of[flop, suit], hole_pair[hole, suit], decided] += weight


@kernel
def _arrive_at_flush_boards(
    start: int,
    stop: int,
    board_start: NDArray[np.int64],
    entry_view: NDArray[np.int16],
    entry_kind: NDArray[np.uint8],
    times: NDArray[np.int32],
    category: NDArray[np.uint8],
    by_view: NDArray[np.int32],
    arrivals: NDArray[np.int32],
) -> None:
    """Count how many (hole, flop) arrive at each row of the flush boards `start` to `stop`.

    Pairs and the ways in which they were decided are one index, here and in the counts: one long loop is a quick one.
    """
    ways = times.shape[1] // 351
    for board in range(start, stop):
        for entry in range(board_start[board], board_start[board + 1]):
            view = np.uint64(entry_view[entry])
            kind = np.uint64(entry_kind[entry])
            for p in range(times.shape[1]):
                arrivals[board, p] += times[kind, p] * by_view[view, p]
        for p in range(351):
            if category[board, p] == 255:
                for decided in range(ways):
                    arrivals[board, p * ways + decided] = 0


@kernel
def _arrive_at_plain_boards(
    plain_board: NDArray[np.int16],
    plain_times: NDArray[np.int8],
    plain_of: NDArray[np.int32],
    rank_pair: NDArray[np.uint8],
    by_ranks: NDArray[np.int32],
    flush: NDArray[np.int32],
    arrivals: NDArray[np.int32],
) -> None:
    """The same for plain boards: all that have those ranks, less those that turned out flush boards."""
    ways = arrivals.shape[1] // 91
    for ranks in range(plain_board.shape[0]):
        for drawn in range(91):
            board = np.uint64(plain_board[ranks, drawn])
            for p in range(arrivals.shape[1]):
                arrivals[board, p] += np.int32(plain_times[ranks, drawn, p]) * by_ranks[ranks, p]
    for flush_board in range(plain_of.size):
        same_ranks = np.uint64(plain_of[flush_board])
        for p in range(351):
            for decided in range(ways):
                arrivals[same_ranks, rank_pair[p] * ways + decided] -= flush[flush_board, p * ways + decided]


@cache
def _views_by_board() -> tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.uint8]]:
    """The completions of `views()` listed by board instead of by view."""
    table = views()
    order = np.argsort(table.board, kind="stable")
    view = np.repeat(np.arange(VIEWS), np.diff(table.start)).astype(np.int16)
    start = np.concatenate([[0], np.cumsum(np.bincount(table.board, minlength=FLUSH_BOARDS))])
    return start, view[order], table.kind[order]


def arrivals(decisions: Decisions) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """How many concrete (hole, flop, turn and river) arrive at each row of the plain and flush boards.

    The last index says how they were decided so far: 4x, 3x, 2x, or checked twice.
    """
    first = decisions.preflop[start_of_hole()[flops().hole]]
    # After 4x and 3x nothing is decided on the flop any more.
    later = np.where(decisions.flop, np.uint8(2), np.uint8(3))
    return arrive(np.select([first == 4, first == 3], [np.uint8(0), np.uint8(1)], later))


def arrive(
    decided: NDArray[np.uint8], counted: Boards | None = None, ways: int = 4
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The same, where each class of (hole, flop) is decided in one of so many ways; any other number stays away.

    The boards may be counted with any dealer's qualifying hand: which rows are possible is the same for all.
    """
    table, view, shape, counted = flops(), views(), shapes(), counted or boards()
    by_ranks = np.zeros((FLOP_RANKS, PLAIN_PAIRS, ways), np.int32)
    by_view = np.zeros((VIEWS + 1, STRIDE, ways), np.int32)
    _arrive_at_views(
        table.flop, table.hole, table.class_weight, table.ranks, view.of_flop, hole_pairs(), decided, by_ranks, by_view
    )  # fmt: skip
    flush = np.zeros((FLUSH_BOARDS, STRIDE, ways), np.int32)
    by_board, times = _views_by_board(), np.repeat(view.times[:, :PAIRS].astype(np.int32), ways, axis=1)
    flat, flat_view = flush.reshape(FLUSH_BOARDS, -1), by_view.reshape(VIEWS + 1, -1)

    def work(start: int, stop: int) -> None:
        _arrive_at_flush_boards(start, stop, *by_board, times, counted.flush.category, flat_view, flat)

    spread(work, FLUSH_BOARDS, _CHUNK)
    plain = np.zeros((PLAIN_BOARDS, PLAIN_PAIRS, ways), np.int32)
    plain_times = view.plain_times if ways == 1 else np.repeat(view.plain_times, ways, axis=2)
    _arrive_at_plain_boards(
        view.plain_board, plain_times, shape.plain_of, shape.rank_pair, by_ranks.reshape(FLOP_RANKS, -1), flat,
        plain.reshape(PLAIN_BOARDS, -1),
    )  # fmt: skip
    return plain, flush
