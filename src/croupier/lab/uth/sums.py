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

from croupier.lab.kernel import inlined, kernel

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
    money = bet2.dtype.type
    blind = np.empty(pairs, bet2.dtype)
    for board in range(start, stop):
        for p in range(pairs):
            blind[p] = bonus[category[board, p]]
        # No look-up and no number wider than its rows in this loop: so it is done many at a time.
        for p in range(pairs):
            won, lost = money(win[board, p]), money(lose[board, p])
            margin = money(won - lost)
            qualified = money(win_qualified[board, p] - lose_qualified[board, p])
            bet1 = money(money(unit) * money(qualified - lost + margin) + won * blind[p])
            bets = (bet1 >= money(fold)) & (category[board, p] != 255)
            bet2[board, p] = bet1 + money(unit) * margin
            river[board, p] = max(bet1, money(fold))
            packed[board, p] = np.int32(margin) * np.int32(2048) + np.int32(bets)
            plays[board, p] = bets


@kernel
def subtract_plain(
    pairs: int,
    plain_of: NDArray[np.int32],
    rank_pair: NDArray[np.uint8],
    category: NDArray[np.uint8],
    plain_bet2: Money,
    plain_river: Money,
    plain_packed: NDArray[np.int32],
    bet2: Money,
    river: Money,
    packed: NDArray[np.int32],
) -> None:
    """Turn the values of flush boards into what they differ by from the same ranks without a flush."""
    for board in range(plain_of.shape[0]):
        same_ranks = plain_of[board]
        for p in range(pairs):
            ranks = rank_pair[p]
            there = category[board, p] != 255
            bet2[board, p] = bet2[board, p] - plain_bet2[same_ranks, ranks] if there else 0
            river[board, p] = river[board, p] - plain_river[same_ranks, ranks] if there else 0
            packed[board, p] = packed[board, p] - plain_packed[same_ranks, ranks] if there else 0


@kernel
def gather(listed: NDArray[np.int64], halved: int, rows: Money, sums: NDArray[np.int64]) -> None:
    """`sums[i]` is the sum of the rows listed in `listed[i]`, halved so often."""
    width = rows.shape[1]
    total = np.empty(width, np.int64)
    for i in range(listed.shape[0]):
        total[:] = 0
        for place in range(listed.shape[1]):
            row = np.uint64(listed[i, place])
            for p in range(width):
                total[p] += rows[row, p]
        for p in range(width):
            sums[i, p] = total[p] >> halved


@kernel
def weigh(times: NDArray[np.int16], rows: Money, sums: NDArray[np.int64]) -> None:
    """Add each row to the sums of the same number, every pair of types so many times."""
    for i in range(sums.shape[0]):
        for p in range(sums.shape[1]):
            sums[i, p] += times[p] * rows[i, p]


@kernel
def side_by_side(
    first: NDArray[np.int64], second: NDArray[np.int64], third: NDArray[np.int64], sums: NDArray[np.int64]
) -> None:
    """Three numbers of each hand beside each other, as they are looked up."""
    for i in range(first.shape[0]):
        for p in range(first.shape[1]):
            sums[i, p, 0] = first[i, p]
            sums[i, p, 1] = second[i, p]
            sums[i, p, 2] = third[i, p]


@kernel
def sum_plain(
    start: int,
    stop: int,
    plain_board: NDArray[np.int16],
    plain_times: NDArray[np.int8],
    bet2: Money,
    river: Money,
    packed: NDArray[np.int32],
    sums: NDArray[np.int64],
) -> None:
    """Sum the rows of the plain boards that each flop by rank becomes into `sums[ranks, pair]`."""
    bets, checks, packs = np.empty(91, np.int64), np.empty(91, np.int64), np.empty(91, np.int64)
    for ranks in range(start, stop):
        bets[:] = 0
        checks[:] = 0
        packs[:] = 0
        for drawn in range(plain_board.shape[1]):
            board = np.uint64(plain_board[ranks, drawn])
            for p in range(91):
                often = np.int64(plain_times[ranks, drawn, p])
                bets[p] += often * np.int64(bet2[board, p])
                checks[p] += often * np.int64(river[board, p])
                packs[p] += often * np.int64(packed[board, p])
        for p in range(91):
            sums[ranks, p, 0] = bets[p]
            sums[ranks, p, 1] = checks[p]
            sums[ranks, p, 2] = packs[p]


@inlined
def class_sums(
    flop: int,
    hole: int,
    ranks: np.uint64,
    view_of: NDArray[np.int16],
    hole_pair: NDArray[np.int16],
    plain: NDArray[np.int64],
    views: NDArray[np.int64],
) -> tuple[int, int, int]:
    """The three sums of a hole on a flop: those of its ranks, and what each suit adds where it can flush."""
    p = np.uint64(hole_pair[hole, 4])
    first, second, third = plain[ranks, p, 0], plain[ranks, p, 1], plain[ranks, p, 2]
    for suit in range(4):
        view = np.uint64(view_of[flop, suit])
        p = np.uint64(hole_pair[hole, suit])
        first += views[view, p, 0]
        second += views[view, p, 1]
        third += views[view, p, 2]
    return first, second, third


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
            bets, checks, packed = class_sums(flop, hole, ranks, view_of, hole_pair, plain, views)
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
