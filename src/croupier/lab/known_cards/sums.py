"""The kernels that add the rows of `croupier.lab.known_cards.rows` up, by view of a suit, by flop and by hole.

`TOTALS` numbers are kept for each hole, summed over its flops:

    BEST      the better of a 2x bet and a check, played best from there
    ALL_BET2  what betting 2x on every flop returns
    MARGIN    what one more Ante of Play returns, in Antes
    AS_FIXED  flop and river as the fixed strategy has them
    RIVER_BEST   the flop as the fixed strategy has it, the river played best
    FLOPS_CHANGED    flops on which the fixed decision is the worse one
    RIVERS_CHANGED   boards after a best check on which the fixed decision is the worse one
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel

TOTALS = 7
BEST, ALL_BET2, MARGIN, AS_FIXED, RIVER_BEST, FLOPS_CHANGED, RIVERS_CHANGED = range(TOTALS)


@kernel
def sum_ranks(
    start: int,
    stop: int,
    dead: NDArray[np.int8],
    on_table: NDArray[np.int8],
    drawn: NDArray[np.uint8],
    plain_board: NDArray[np.int32],
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    rows: NDArray[np.int32],
    sums: NDArray[np.int32],
) -> None:
    """Sum the plain rows of each multiset of known ranks into `sums[ranks, pair, column]`; `dead` is by rank."""
    left = np.empty(13, np.int64)
    for known in range(start, stop):
        for p in range(91):
            for r in range(13):
                held = (1 if low[p] == r else 0) + (1 if high[p] == r else 0)
                left[r] = max(4 - np.int64(on_table[known, r]) - dead[r] - held, 0)
            a = b = c = d = np.int64(0)
            for i in range(drawn.shape[0]):
                u, v = drawn[i, 0], drawn[i, 1]
                if v == 255:
                    often = left[u]
                elif u == v:
                    often = left[u] * (left[u] - 1) // 2
                else:
                    often = left[u] * left[v]
                if often > 0:
                    board = plain_board[known, i]
                    a += often * rows[0, board, p]
                    b += often * rows[1, board, p]
                    c += often * rows[2, board, p]
                    d += often * rows[3, board, p]
            sums[known, p, 0] = a
            sums[known, p, 1] = b
            sums[known, p, 2] = c
            sums[known, p, 3] = d


@kernel
def sum_views(
    start: int,
    stop: int,
    view_start: NDArray[np.int32],
    view_board: NDArray[np.int32],
    view_kind: NDArray[np.uint8],
    times: NDArray[np.int16],
    rows: NDArray[np.int32],
    sums: NDArray[np.int32],
) -> None:
    """Sum the flush rows of the boards each view becomes into `sums[view, pair, column]`."""
    width = rows.shape[2]
    total = np.empty(width, np.int32)
    for view in range(start, stop):
        for column in range(4):
            total[:] = 0
            for entry in range(view_start[view], view_start[view + 1]):
                board = np.uint64(view_board[entry])
                kind = np.uint64(view_kind[entry])
                if kind == 0:
                    for p in range(width):
                        total[p] += rows[column, board, p]
                else:
                    for p in range(width):
                        total[p] += np.int32(times[kind, p]) * rows[column, board, p]
            for p in range(width):
                sums[view, p, column] = total[p]


@kernel
def sum_flops(
    start: int,
    stop: int,
    chunk: int,
    seen: np.uint64,
    flop_view: NDArray[np.int32],
    flop_ranks: NDArray[np.int32],
    flop_cards: NDArray[np.uint64],
    flop_number: NDArray[np.int32],
    fixed_bets: NDArray[np.bool_],
    hole_bits: NDArray[np.uint64],
    hole_pair: NDArray[np.int16],
    by_ranks: NDArray[np.int32],
    by_view_0: NDArray[np.int32],
    by_view_1: NDArray[np.int32],
    by_view_2: NDArray[np.int32],
    by_view_3: NDArray[np.int32],
    totals: NDArray[np.int64],
) -> None:
    """Add the flops `start` to `stop` to `totals[chunk, hole]`; flops that hold a seen card are passed over.

    seen        the seen cards as bits
    fixed_bets  the fixed strategy's decision for each of the 22,100 flops and 1,326 holes
    by_view_0 … by_view_3   the sums of each suit
    """
    for flop in range(start, stop):
        if flop_cards[flop] & seen:
            continue
        gone = flop_cards[flop] | seen
        number = np.uint64(flop_number[flop])
        ranks = np.uint64(flop_ranks[flop])
        view_0 = np.uint64(flop_view[flop, 0])
        view_1 = np.uint64(flop_view[flop, 1])
        view_2 = np.uint64(flop_view[flop, 2])
        view_3 = np.uint64(flop_view[flop, 3])
        for h in range(np.uint64(hole_bits.size)):
            if hole_bits[h] & gone:
                continue
            p = np.uint64(hole_pair[h, 4])
            p0 = np.uint64(hole_pair[h, 0])
            p1 = np.uint64(hole_pair[h, 1])
            p2 = np.uint64(hole_pair[h, 2])
            p3 = np.uint64(hole_pair[h, 3])
            bet2 = (
                by_ranks[ranks, p, 0] + by_view_0[view_0, p0, 0] + by_view_1[view_1, p1, 0]
                + by_view_2[view_2, p2, 0] + by_view_3[view_3, p3, 0]
            )  # fmt: skip
            river = (
                by_ranks[ranks, p, 1] + by_view_0[view_0, p0, 1] + by_view_1[view_1, p1, 1]
                + by_view_2[view_2, p2, 1] + by_view_3[view_3, p3, 1]
            )  # fmt: skip
            fixed = (
                by_ranks[ranks, p, 2] + by_view_0[view_0, p0, 2] + by_view_1[view_1, p1, 2]
                + by_view_2[view_2, p2, 2] + by_view_3[view_3, p3, 2]
            )  # fmt: skip
            packed = (
                np.int64(by_ranks[ranks, p, 3]) + by_view_0[view_0, p0, 3] + by_view_1[view_1, p1, 3]
                + by_view_2[view_2, p2, 3] + by_view_3[view_3, p3, 3]
            )  # fmt: skip
            margin = packed // 1082
            bets = fixed_bets[number, h]
            totals[chunk, h, 0] += max(bet2, river)
            totals[chunk, h, 1] += bet2
            totals[chunk, h, 2] += margin
            totals[chunk, h, 3] += bet2 if bets else fixed
            totals[chunk, h, 4] += bet2 if bets else river
            if bets:
                totals[chunk, h, 5] += 1 if river > bet2 else 0
            else:
                totals[chunk, h, 5] += 1 if bet2 > river else 0
            if bet2 < river:
                totals[chunk, h, 6] += packed - margin * 1082
