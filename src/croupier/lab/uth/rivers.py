"""Rivers priced and summed by flop: what every game on these boards shares, whatever its rules.

A row is a hole on a collapsed board. Three numbers are carried of each (`croupier.lab.uth.sums` says which in the
house game); the rows of flush boards hold only what a flush adds to the same ranks without one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE, shapes
from croupier.lab.hands.starts import hole_pairs
from croupier.lab.kernel import kernel, spread
from croupier.lab.uth.boards import Boards, boards
from croupier.lab.uth.flops import CLASSES, FLOPS, flops
from croupier.lab.uth.sums import Money, subtract_plain, sum_plain, sum_views
from croupier.lab.uth.views import FLOP_RANKS, VIEWS, views

Values: TypeAlias = tuple[Money, Money, NDArray[np.int32]]
"""Three numbers of every row."""
PLAIN_ROWS, FLUSH_ROWS = (PLAIN_BOARDS, PLAIN_PAIRS), (FLUSH_BOARDS, STRIDE)
"""The shapes of the rows of plain and of flush boards."""
Pricing: TypeAlias = Callable[[int, int], None]
"""Fills the rows of the boards from one number to another."""


def no_values(rows: tuple[int, int], money: type[np.signedinteger[Any]]) -> Values:
    """Rows that are not priced yet."""
    return np.zeros(rows, money), np.zeros(rows, money), np.zeros(rows, np.int32)


def price_rivers(
    counted: Boards, price_plain: Pricing, plain_values: Values, price_flush: Pricing, flush_values: Values
) -> None:
    """Price all rows, and take from those of flush boards what the same ranks are worth without a flush."""
    shape = shapes()

    def work(start: int, stop: int) -> None:
        price_flush(start, stop)
        for values, same_ranks in zip(flush_values, plain_values, strict=True):
            subtract_plain(
                start, stop, PAIRS, shape.plain_of, shape.rank_pair, counted.flush.category, same_ranks, values
            )

    price_plain(0, PLAIN_BOARDS)
    spread(work, FLUSH_BOARDS, 512)


def sum_rivers(plain: Values, flush: Values) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows summed over the boards of each flop by rank and of each view of a flop by a suit."""
    table = views()
    by_ranks = np.zeros((FLOP_RANKS, PLAIN_PAIRS, 4), np.int64)
    by_view = np.zeros((VIEWS + 1, STRIDE, 4), np.int64)
    for column, rows in enumerate(plain):
        sum_plain(column, table.plain_board, table.plain_times, rows, by_ranks)

    def work(start: int, stop: int) -> None:
        for column, rows in enumerate(flush):
            sum_views(start, stop, column, table.start, table.board, table.kind, table.times, rows, by_view)

    spread(work, VIEWS, 39)
    return by_ranks, by_view


def check_sums(plain: Money, flush: Money) -> NDArray[np.int64]:
    """Of each class of (hole, flop), the sum over its 1,081 boards of what the rows are worth; `flush` is used up.

    So a check on the flop is priced where the river is played in some given way.
    """
    table, shape, category = views(), shapes(), boards().flush.category

    def work(start: int, stop: int) -> None:
        subtract_plain(start, stop, PAIRS, shape.plain_of, shape.rank_pair, category, plain, flush)

    spread(work, FLUSH_BOARDS, 512)
    by_ranks = np.zeros((FLOP_RANKS, PLAIN_PAIRS, 1), np.int64)
    by_view = np.zeros((VIEWS + 1, STRIDE, 1), np.int64)
    sum_plain(0, table.plain_board, table.plain_times, plain, by_ranks)

    def add(start: int, stop: int) -> None:
        sum_views(start, stop, 0, table.start, table.board, table.kind, table.times, flush, by_view)

    spread(add, VIEWS, 39)
    found = np.empty(CLASSES, np.int64)
    known = flops()

    def gather(start: int, stop: int) -> None:
        _gather(
            start, stop, known.start, known.ranks, table.of_flop, known.hole, hole_pairs(), by_ranks, by_view, found
        )

    spread(gather, FLOPS, 64)
    return found


@kernel
def _gather(
    start: int,
    stop: int,
    flop_start: NDArray[np.int32],
    flop_ranks: NDArray[np.int16],
    view_of: NDArray[np.int16],
    class_hole: NDArray[np.uint16],
    hole_pair: NDArray[np.int16],
    plain: NDArray[np.int64],
    by_view: NDArray[np.int64],
    found: NDArray[np.int64],
) -> None:
    """The sums of every class of the flops `start` to `stop`. Oracle: `flop_check` of the solved game."""
    for flop in range(start, stop):
        ranks = np.uint64(flop_ranks[flop])
        for number in range(flop_start[flop], flop_start[flop + 1]):
            hole = class_hole[number]
            total = plain[ranks, np.uint64(hole_pair[hole, 4]), 0]
            for suit in range(4):
                total += by_view[np.uint64(view_of[flop, suit]), np.uint64(hole_pair[hole, suit]), 0]
            found[number] = total
