"""Rivers priced and summed by flop: what every game on these boards shares, whatever its rules.

A row is a hole on a collapsed board. Three numbers are carried of each (`croupier.lab.uth.sums` says which in the
house game); the rows of flush boards hold only what a flush adds to the same ranks without one.

Flush boards are worked through in blocks with the same ranks outside the suit: counted, priced and summed while they
are in the cache, and no row of them is kept. A suit's view of a flop needs the rows of all boards that it can become;
those that differ in one rank of the suit are summed first, since many views share them. Two such steps meet every board
with two more ranks twice, once for each order in which they come, so what they add up to is halved.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.shapes import PAIRS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE, shapes
from croupier.lab.hands.starts import hole_pairs
from croupier.lab.kernel import kernel, spread
from croupier.lab.uth.boards import BLOCKS, LARGEST, Block, Counted, Counts, boards, no_counts
from croupier.lab.uth.flops import CLASSES, FLOPS, flops
from croupier.lab.uth.sums import Money, gather, side_by_side, subtract_plain, sum_plain, weigh
from croupier.lab.uth.views import ALL, FLOP_RANKS, ONE, ONE_OF_THREE, ONE_OF_TWO, THREE, TWO, TWO_OUTSIDE, VIEWS, views

Values: TypeAlias = tuple[Money, Money, NDArray[np.int32]]
"""Three numbers of every row."""
PLAIN_ROWS = (PLAIN_BOARDS, PLAIN_PAIRS)
"""The shape of the rows of plain boards."""
_CHECKED = 1
"""Which of the three numbers is that of a check on the flop."""
Pricing: TypeAlias = Callable[[Block, Counts, Values], None]
"""Fills the rows of a block of flush boards from their counts."""


def no_values(rows: tuple[int, int], money: type[np.signedinteger[Any]]) -> Values:
    """Rows that are not priced yet."""
    return np.zeros(rows, money), np.zeros(rows, money), np.zeros(rows, np.int32)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What one core writes on: a block's counts and rows, sums on the way, and its share of the sums by view.

    two, three   of the views with two and with three cards in the suit, a table for each of the three numbers
    """

    counts: Counts
    values: Values
    once: NDArray[np.int64]
    twice: NDArray[np.int64]
    two: NDArray[np.int64]
    three: NDArray[np.int64]


def _sheet(money: type[np.signedinteger[Any]]) -> _Sheet:
    return _Sheet(
        no_counts(LARGEST, STRIDE),
        no_values((LARGEST, STRIDE), money),
        np.empty((715, STRIDE), np.int64),
        np.empty((THREE, STRIDE), np.int64),
        np.zeros((3, TWO, STRIDE), np.int64),
        np.zeros((3, THREE, STRIDE), np.int64),
    )


def sum_rivers(counted: Counted, plain: Values, price: Pricing) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows summed over the boards of each flop by rank and of each view of a flop by a suit.

    plain   the rows of the plain boards
    price   asked for those of every block of flush boards
    """
    table, shape = views(), shapes()
    by_ranks = np.zeros((FLOP_RANKS, PLAIN_PAIRS, 4), np.int64)
    by_view = np.empty((VIEWS + 1, STRIDE, 4), np.int64)
    by_view[VIEWS] = 0
    spread(
        lambda start, stop: sum_plain(start, stop, table.plain_board, table.plain_times, *plain, by_ranks),
        FLOP_RANKS,
        57,
    )
    sheets: deque[_Sheet] = deque()

    def work(start: int, stop: int) -> None:
        # As many sheets as cores, whichever threads those are.
        sheet = sheets.pop() if sheets else _sheet(plain[0].dtype.type)
        for block in BLOCKS[start:stop]:
            counts = counted.block(block, sheet.counts)
            bet2, river, packed = (rows[: block.stop - block.start] for rows in sheet.values)
            price(block, counts, (bet2, river, packed))
            same_ranks = shape.plain_of[block.start : block.stop]
            subtract_plain(PAIRS, same_ranks, shape.rank_pair, counts.category, *plain, bet2, river, packed)
            _add_up(block, (bet2, river, packed), sheet, by_view)
        sheets.append(sheet)

    spread(work, len(BLOCKS), 1)
    first, *others = sheets
    for sheet in others:
        first.two[:] += sheet.two
        first.three[:] += sheet.three
    side_by_side(first.two[0], first.two[1], first.two[2], by_view[ONE:])
    side_by_side(first.three[0], first.three[1], first.three[2], by_view[ONE + TWO :])
    return by_ranks, by_view


def _add_up(block: Block, values: Values, sheet: _Sheet, by_view: NDArray[np.int64]) -> None:
    """Add the rows of a block to the sums of every view that can become one of its boards."""
    table = views()
    one_more, times = table.one_more, table.times
    match block.suited:
        case 3:
            ones = np.empty((3, 13, STRIDE), np.int64)
            low, high = int(shapes().low[block.outside]), int(shapes().high[block.outside])
            for number, rows in enumerate(values):
                from_two = sheet.once[:78]
                gather(one_more[2], 0, rows, from_two)
                gather(one_more[1], 1, from_two, ones[number])
                if low == high:
                    weigh(times[ONE_OF_TWO + low], from_two, sheet.two[number, low * 78 : (low + 1) * 78])
                else:
                    for on_flop, drawn in ((low, high), (high, low)):
                        of_rank = sheet.two[number, on_flop * 78 : (on_flop + 1) * 78]
                        weigh(times[ONE_OF_THREE + drawn], from_two, of_rank)
                weigh(times[TWO_OUTSIDE + block.outside], rows, sheet.three[number])
            side_by_side(ones[0], ones[1], ones[2], by_view[block.outside * 13 :])
        case 4:
            rank = block.outside
            for number, rows in enumerate(values):
                from_three, from_two = sheet.once[:THREE], sheet.twice[:78]
                gather(one_more[3], 0, rows, from_three)
                gather(one_more[2], 1, from_three, from_two)
                weigh(times[ONE_OF_THREE + rank], from_three, sheet.three[number])
                weigh(times[ALL], from_two, sheet.two[number, rank * 78 : (rank + 1) * 78])
        case _:
            for number, rows in enumerate(values):
                gather(one_more[4], 0, rows, sheet.once)
                gather(one_more[3], 1, sheet.once, sheet.twice)
                weigh(times[ALL], sheet.twice, sheet.three[number])


def check_sums(plain: Money, flush: Money) -> NDArray[np.int64]:
    """Of each class of (hole, flop), the sum over its 1,081 boards of what the rows are worth.

    So a check on the flop is priced where the river is played in some given way.
    """

    def price(block: Block, _: Counts, values: Values) -> None:
        for number, rows in enumerate(values):
            rows[:] = flush[block.start : block.stop] if number == _CHECKED else 0

    rows = np.zeros_like(plain), plain, np.zeros(plain.shape, np.int32)
    by_ranks, by_view = sum_rivers(boards(), rows, price)
    sums, known, table = np.empty(CLASSES, np.int64), flops(), views()

    def work(start: int, stop: int) -> None:
        _by_class(
            start, stop, known.start, known.ranks, table.of_flop, known.hole, hole_pairs(), by_ranks, by_view, sums
        )

    spread(work, FLOPS, 64)
    return sums


@kernel
def _by_class(
    start: int,
    stop: int,
    flop_start: NDArray[np.int32],
    flop_ranks: NDArray[np.int16],
    view_of: NDArray[np.int16],
    class_hole: NDArray[np.uint16],
    hole_pair: NDArray[np.int16],
    plain: NDArray[np.int64],
    by_view: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """The sums of every class of the flops `start` to `stop`. Oracle: `flop_check` of the solved game."""
    for flop in range(start, stop):
        ranks = np.uint64(flop_ranks[flop])
        for number in range(flop_start[flop], flop_start[flop + 1]):
            hole = class_hole[number]
            total = plain[ranks, np.uint64(hole_pair[hole, 4]), 1]
            for suit in range(4):
                total += by_view[np.uint64(view_of[flop, suit]), np.uint64(hole_pair[hole, suit]), 1]
            sums[number] = total
