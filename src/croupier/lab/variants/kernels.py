"""The kernels of Ultimate Texas Hold'em under any rules: what a hole is worth on a board, and how every deal ends.

What a hand nets against one dealer's hand depends on how the two compare, on whether each would qualify, and on the
hand's own category; five outcomes tell all that apart:

    0  wins, the dealer qualifies        3  loses to a dealer who qualifies
    1  wins, the dealer does not         4  loses to one who does not
    2  ties: then both qualify or neither does, as the category says

A round is linear in the Play bet, so of all bets that a street offers only the largest and the smallest matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import inlined, kernel
from croupier.lab.uth.sums import Money, class_sums

HIGH, LOW, CHECK, FOLD = range(4)
"""What is chosen on a street: its largest bet, its smallest, or one of the two others. At the river a check is a bet
of nothing, hence the smallest."""
NEVER = -(1 << 62)
"""What a choice is worth that is not offered."""


@inlined
def with_bets(best: int, which: int, rest: int, more: int, unit: int, high: int, low: int) -> tuple[int, int]:
    """The best so far, or the smaller or the larger bet of the street where it is worth as much; where equal, bet."""
    if low >= 0:
        value = rest + low * unit * more
        if value >= best:
            best, which = value, 1
        value = rest + high * unit * more
        if value >= best:
            best, which = value, 0
    return best, which


@kernel
def price_rows(
    start: int,
    stop: int,
    pairs: int,
    dealers: int,
    unit: int,
    high: int,
    low: int,
    fold: int,
    base: NDArray[np.int64],
    play: NDArray[np.int64],
    category: NDArray[np.uint8],
    win: NDArray[np.int16],
    win_qualified: NDArray[np.int16],
    lose: NDArray[np.int16],
    lose_qualified: NDArray[np.int16],
    without: Money,
    river: Money,
    margin: NDArray[np.int32],
    chosen: NDArray[np.uint8],
) -> None:
    """The values of every hole on the boards `start` to `stop`; the last four arrays are filled.

    unit       how many units make an Ante
    high, low  the largest and the smallest bet that the river offers, in Antes; less than nothing where it has none
    fold       what folding against every dealer hand returns, in units, or `NEVER`
    base       what all bets but the Play net, in units, by category and outcome
    play       what a Play bet of one Ante nets, in Antes, likewise
    without    what the hole nets with no Play bet; `margin` what each Ante of Play adds, in Antes
    river      what the best choice at the river is worth, `chosen` which it is

    Impossible holes are worth nothing. Oracle: `proofs/variants.py`, one dealer hand at a time.
    """
    for board in range(start, stop):
        for p in range(pairs):
            kind = category[board, p]
            if kind == 255:
                without[board, p] = 0
                river[board, p] = 0
                margin[board, p] = 0
                continue
            won, lost = np.int64(win[board, p]), np.int64(lose[board, p])
            good, bad = np.int64(win_qualified[board, p]), np.int64(lose_qualified[board, p])
            tied = dealers - won - lost
            rest = (
                good * base[kind, 0]
                + (won - good) * base[kind, 1]
                + tied * base[kind, 2]
                + bad * base[kind, 3]
                + (lost - bad) * base[kind, 4]
            )
            more = (
                good * play[kind, 0]
                + (won - good) * play[kind, 1]
                + tied * play[kind, 2]
                + bad * play[kind, 3]
                + (lost - bad) * play[kind, 4]
            )
            best, which = fold, 3
            best, which = with_bets(best, which, rest, more, unit, high, low)
            without[board, p] = rest
            river[board, p] = best
            margin[board, p] = more
            chosen[board, p] = which


@kernel
def decide_flops(
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
    unit: int,
    high: int,
    low: int,
    checks: bool,
    fold: int,
    sums: NDArray[np.int64],
    chosen: NDArray[np.uint8],
    totals: NDArray[np.int64],
) -> None:
    """The sums of every class of the flops `start` to `stop`, with no Play bet, played on, and the margin.

    `chosen` is the best choice; `totals[chunk, starting hand]` gains the weighted sums of its worth, of no Play bet,
    and of the margin. `high`, `low` and `fold` are the flop's, as those of `price_rows`; `checks` is whether one may.
    """
    for flop in range(start, stop):
        ranks = np.uint64(flop_ranks[flop])
        for number in range(flop_start[flop], flop_start[flop + 1]):
            hole = class_hole[number]
            rest, after, more = class_sums(flop, hole, ranks, view_of, hole_pair, plain, views)
            sums[number, 0], sums[number, 1], sums[number, 2] = rest, after, more
            best, which = fold, 3
            if checks and after >= best:
                best, which = after, 2
            best, which = with_bets(best, which, rest, more, unit, high, low)
            chosen[number] = which
            weight, hand = class_weight[number], start_of_hole[hole]
            totals[chunk, hand, 0] += weight * best
            totals[chunk, hand, 1] += weight * rest
            totals[chunk, hand, 2] += weight * more


@kernel
def count_ends(
    start: int,
    stop: int,
    pairs: int,
    chunk: int,
    dealers: int,
    category: NDArray[np.uint8],
    win: NDArray[np.int16],
    win_qualified: NDArray[np.int16],
    lose: NDArray[np.int16],
    lose_qualified: NDArray[np.int16],
    chosen: NDArray[np.uint8],
    arrivals: NDArray[np.int32],
    way: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> None:
    """Count how the deals of those who arrive at the boards `start` to `stop` end.

    arrivals  how many come to each row, in four columns; `way` says how each column was decided so far: any of the
              first ways of `ends`, or less than nothing for those who decide now, by `chosen`
    ends      counts by way, category and outcome, added to in its part `chunk`; the river's ways are its last four
    """
    last = ends.shape[1] - 4
    for board in range(start, stop):
        for p in range(pairs):
            kind = category[board, p]
            if kind == 255:
                continue
            won, lost = np.int64(win[board, p]), np.int64(lose[board, p])
            good, bad = np.int64(win_qualified[board, p]), np.int64(lose_qualified[board, p])
            for column in range(4):
                often = np.int64(arrivals[board, p, column])
                if often == 0:
                    continue
                at = way[column] if way[column] >= 0 else last + chosen[board, p]
                ends[chunk, at, kind, 0] += often * good
                ends[chunk, at, kind, 1] += often * (won - good)
                ends[chunk, at, kind, 2] += often * (dealers - won - lost)
                ends[chunk, at, kind, 3] += often * bad
                ends[chunk, at, kind, 4] += often * (lost - bad)
