"""The kernels that turn counts into values and values into sums.

Four numbers are carried for every hole on every board, and summed over the boards a flop can become:

    bet2     what betting 2x on the flop returns, over all dealer hands
    river    what the better of a 1x bet and a fold returns
    margin   dealer hands beaten less dealer hands that beat: what one more Ante of Play returns
    plays    1 where the river is bet, 0 where it is folded

Money is in units of 1/`unit` Ante, whole numbers throughout. The last two share one number, margin × 2,048 +
plays: a flop becomes 1,081 boards, so the plays never carry into the margin, and the sum of the packed
numbers is the packed sums.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel

Money: TypeAlias = NDArray[np.signedinteger[Any]]
"""Rows in units: 32 bits wide where the pay table allows, else 64."""


@kernel
def price(
    start: int,
    stop: int,
    pairs: int,
    unit: int,
    fold: int,
    bonus: NDArray[np.int64],
    category: NDArray[np.uint8],
    win: NDArray[np.int16],
    win_qualified: NDArray[np.int16],
    lose: NDArray[np.int16],
    lose_qualified: NDArray[np.int16],
    bet2: Money,
    river: Money,
    packed: NDArray[np.int32],
    plays: NDArray[np.bool_],
) -> None:
    """The values of every hole on the boards `start` to `stop`; the last four arrays are filled.

    unit   how many units make an Ante
    fold   what folding against every dealer hand returns, in units
    bonus  what a winning Blind pays in units, by category

    Impossible holes are worth nothing. Oracle: R20, summed over the dealer's hands one at a time in
    `proofs/reference.py`.
    """
    for board in range(start, stop):
        for p in range(pairs):
            kind = category[board, p]
            won, lost = np.int64(win[board, p]), np.int64(lose[board, p])
            margin = won - lost
            ante_and_blind = (
                unit * (np.int64(win_qualified[board, p]) - lost - lose_qualified[board, p]) + won * bonus[kind]
            )
            bet1 = ante_and_blind + unit * margin
            bets = bet1 >= fold and kind != 255
            bet2[board, p] = bet1 + unit * margin
            river[board, p] = max(bet1, fold)
            packed[board, p] = margin * 2048 + np.int64(bets)
            plays[board, p] = bets


@kernel
def subtract_plain(
    start: int,
    stop: int,
    pairs: int,
    plain_of: NDArray[np.int32],
    rank_pair: NDArray[np.uint8],
    category: NDArray[np.uint8],
    plain: Money,
    rows: Money,
) -> None:
    """Turn the values of flush boards into what they differ by from the same ranks without a flush."""
    for board in range(start, stop):
        same_ranks = plain_of[board]
        for p in range(pairs):
            less = plain[same_ranks, rank_pair[p]]
            rows[board, p] -= less if category[board, p] != 255 else 0


@kernel
def sum_views(
    start: int,
    stop: int,
    column: int,
    view_start: NDArray[np.int32],
    view_board: NDArray[np.int32],
    view_kind: NDArray[np.uint8],
    times: NDArray[np.int16],
    rows: Money,
    sums: NDArray[np.int64],
) -> None:
    """Sum the rows of the boards each view becomes into `sums[view, pair, column]`."""
    # Arrays are indexed in place: a slice would be reference-counted, and both cores would fight for it.
    width = rows.shape[1]
    total = np.empty(width, np.int64)
    for view in range(start, stop):
        total[:] = 0
        for entry in range(view_start[view], view_start[view + 1]):
            board = np.uint64(view_board[entry])
            kind = np.uint64(view_kind[entry])
            if kind == 0:
                for p in range(width):
                    total[p] += rows[board, p]
            else:
                for p in range(width):
                    total[p] += np.int64(times[kind, p]) * np.int64(rows[board, p])
        for p in range(width):
            sums[view, p, column] = total[p]


@kernel
def sum_plain(
    column: int,
    plain_board: NDArray[np.int16],
    plain_times: NDArray[np.int8],
    rows: Money,
    sums: NDArray[np.int64],
) -> None:
    """Sum the rows of the plain boards each flop by rank becomes into `sums[ranks, pair, column]`."""
    for ranks in range(plain_board.shape[0]):
        sums[ranks, :, column] = 0
        for drawn in range(plain_board.shape[1]):
            board = np.uint64(plain_board[ranks, drawn])
            for p in range(plain_times.shape[2]):
                often = np.int64(plain_times[ranks, drawn, p])
                sums[ranks, p, column] += often * np.int64(rows[board, p])


@kernel
def sum_classes(
    start: int,
    stop: int,
    chunk: int,
    flop_start: NDArray[np.int32],
    flop_ranks: NDArray[np.int16],
    view_of: NDArray[np.int16],
    class_hole: NDArray[np.uint16],
    class_weight: NDArray[np.int64],
    hole_pair: NDArray[np.int16],
    start_of_hole: NDArray[np.uint8],
    plain: NDArray[np.int64],
    views: NDArray[np.int64],
    bet2: NDArray[np.int64],
    check: NDArray[np.int64],
    margin: NDArray[np.int32],
    plays: NDArray[np.int16],
    completions: int,
    totals: NDArray[np.int64],
) -> None:
    """The sums of every class of the flops `start` to `stop`: bet 2x, check, margin, river bets.

    `totals[chunk, starting hand]` gains the weighted sums of the better of the two, of bet2, of margin, and
    how many (flop, turn, river) end in a 2x bet and in a 1x bet.
    """
    for flop in range(start, stop):
        ranks = np.uint64(flop_ranks[flop])
        for number in range(flop_start[flop], flop_start[flop + 1]):
            hole = class_hole[number]
            p = np.uint64(hole_pair[hole, 4])
            bets = plain[ranks, p, 0]
            checks = plain[ranks, p, 1]
            packed = plain[ranks, p, 2]
            for suit in range(4):
                view = np.uint64(view_of[flop, suit])
                p = np.uint64(hole_pair[hole, suit])
                bets += views[view, p, 0]
                checks += views[view, p, 1]
                packed += views[view, p, 2]
            bet2[number] = bets
            check[number] = checks
            margin[number] = packed >> 11
            plays[number] = packed & 2047
            weight = class_weight[number]
            hand = start_of_hole[hole]
            if bets >= checks:
                totals[chunk, hand, 0] += weight * bets
                totals[chunk, hand, 3] += weight * completions
            else:
                totals[chunk, hand, 0] += weight * checks
                totals[chunk, hand, 4] += weight * (packed & 2047)
            totals[chunk, hand, 1] += weight * bets
            totals[chunk, hand, 2] += weight * (packed >> 11)
