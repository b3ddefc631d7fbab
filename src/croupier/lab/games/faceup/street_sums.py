"""The sums of Let It Ride and Mississippi Stud over all that can be dealt beside each set of seen cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.community import with_one
from croupier.lab.games.faceup import BEST, BET, CHANGED, COUNTED, FIXED
from croupier.lab.kernel import kernel


@kernel
def _live(seen: NDArray[np.uint8], live: NDArray[np.int64]) -> int:
    left = 0
    for card in range(52):
        there = False
        for one in seen:
            there = there or one == card
        if not there:
            live[left] = card
            left += 1
    return left


@kernel
def _four_left(
    four: NDArray[np.int64],
    number: int,
    seen: NDArray[np.uint8],
    pays: NDArray[np.int32],
    fours: NDArray[np.int32],
    choose: NDArray[np.int64],
    five: NDArray[np.int64],
) -> int:
    """What a bet nets in all over the fifth cards that have not been seen."""
    worth = int(fours[number])
    for card in seen:
        worth -= int(pays[with_one(four, 4, card, choose, five)])
    return worth


@kernel
def sum_rides(
    sets: NDArray[np.uint8],
    pays: NDArray[np.int32],
    fours: NDArray[np.int32],
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    unit: int,
    choose: NDArray[np.int64],
    chart: NDArray[np.uint8],
    totals: NDArray[np.int64],
    cells: NDArray[np.int64],
) -> None:
    """Fill the columns of each set in Let It Ride; by pair and match, `cells` get what a riding bet 1 nets."""
    live, four, five = np.zeros(52, np.int64), np.zeros(4, np.int64), np.zeros(5, np.int64)
    threes = np.zeros(len(first), np.int64)
    ranks = np.zeros(13, np.int64)
    for row in range(len(sets)):
        seen = sets[row]
        left = _live(seen, live)
        ranks[:] = 0
        for card in seen:
            ranks[card >> 2] += 1
        threes[:] = 0
        best, fixed, rode = np.int64(0), np.int64(0), np.int64(0)
        for d in range(3, left):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        four[0], four[1], four[2], four[3] = live[a], live[b], live[c], live[d]
                        ab = four[0] + choose[four[1], 2]
                        abc = ab + choose[four[2], 3]
                        number = abc + choose[four[3], 4]
                        worth = _four_left(four, number, seen, pays, fours, choose, five)
                        # Any of the four can be the first community card.
                        if worth >= 0:
                            best += 4 * worth
                            rode += 4 * (left - 4)
                        if second[number]:
                            fixed += 4 * worth
                        threes[abc] += worth
                        threes[ab + choose[four[3], 3]] += worth
                        threes[four[0] + choose[four[2], 2] + choose[four[3], 3]] += worth
                        threes[four[1] + choose[four[2], 2] + choose[four[3], 3]] += worth
        counted = best
        draws = (left - 3) * (left - 4)
        deals = np.int64(0)
        for c in range(2, left):
            for b in range(1, c):
                for a in range(b):
                    number = live[a] + choose[live[b], 2] + choose[live[c], 3]
                    worth = threes[number]
                    deals += draws
                    best += worth + max(worth, 0)
                    if worth >= 0:
                        rode += draws
                    fixed += worth
                    counted += worth
                    if first[number]:
                        fixed += worth
                    x, y, z = live[a] >> 2, live[b] >> 2, live[c] >> 2
                    rides = np.int64(first[number])
                    if (x == y) != (y == z):
                        match = ranks[x] + ranks[z]
                        if len(chart):
                            rides = np.int64(chart[y, match])
                        if len(cells):
                            cells[y, match, 1] += worth
                    if rides:
                        counted += worth
                    if (worth >= 0) != (first[number] != 0):
                        totals[row, CHANGED] += 1
        totals[row, BEST], totals[row, FIXED], totals[row, COUNTED] = best, fixed, counted
        totals[row, BET] = (deals + rode) * unit


@kernel
def sum_mississippi(
    sets: NDArray[np.uint8],
    pays: NDArray[np.int32],
    fours: NDArray[np.int32],
    third: NDArray[np.uint8],
    fourth: NDArray[np.uint8],
    fifth: NDArray[np.uint8],
    unit: int,
    choose: NDArray[np.int64],
    start: NDArray[np.uint8],
    chart: NDArray[np.uint8],
    totals: NDArray[np.int64],
    cells: NDArray[np.int64],
) -> None:
    """Fill the columns of each set in Mississippi Stud; by starting hand and match, `cells` get what each bet nets."""
    live, four, five = np.zeros(52, np.int64), np.zeros(4, np.int64), np.zeros(5, np.int64)
    # By bets down and cards in sight: best play, money bet by it, and play without looking, summed over the next card.
    threes = np.zeros((fourth.shape[1], 3, 3), np.int64)
    twos = np.zeros((third.shape[1], 2, 3), np.int64)
    ranks = np.zeros(13, np.int64)
    into = np.zeros(4, np.int64)
    for row in range(len(sets)):
        seen = sets[row]
        left = _live(seen, live)
        ranks[:] = 0
        for card in seen:
            ranks[card >> 2] += 1
        threes[:], twos[:] = 0, 0
        last = left - 4
        for d in range(3, left):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        four[0], four[1], four[2], four[3] = live[a], live[b], live[c], live[d]
                        ab = four[0] + choose[four[1], 2]
                        into[0] = ab + choose[four[2], 3]
                        into[1] = ab + choose[four[3], 3]
                        into[2] = four[0] + choose[four[2], 2] + choose[four[3], 3]
                        into[3] = four[1] + choose[four[2], 2] + choose[four[3], 3]
                        number = into[0] + choose[four[3], 4]
                        worth = _four_left(four, number, seen, pays, fours, choose, five)
                        for place in range(3):
                            down = 3 + 2 * place
                            best, bet = -down * last * unit, down
                            if (down + 1) * worth >= best:
                                best, bet = (down + 1) * worth, down + 1
                            if (down + 3) * worth >= best:
                                best, bet = (down + 3) * worth, down + 3
                            times = np.int64(fifth[down, number])
                            fixed = (down + times) * worth if times else -down * last * unit
                            for smaller in into:
                                threes[smaller, place, 0] += best
                                threes[smaller, place, 1] += bet * last
                                threes[smaller, place, 2] += fixed
        draws = (left - 3) * last
        for c in range(2, left):
            for b in range(1, c):
                for a in range(b):
                    x, y, z = live[a], live[b], live[c]
                    number = x + choose[y, 2] + choose[z, 3]
                    into[0], into[1], into[2] = x + choose[y, 2], x + choose[z, 2], y + choose[z, 2]
                    for place in range(2):
                        down = 2 + 2 * place
                        best, bet = -down * draws * unit, down * draws
                        if threes[number, place, 0] >= best:
                            best, bet = threes[number, place, 0], threes[number, place, 1]
                        if threes[number, place + 1, 0] >= best:
                            best, bet = threes[number, place + 1, 0], threes[number, place + 1, 1]
                        times = np.int64(fourth[down, number])
                        fixed = threes[number, place + times // 2, 2] if times else -down * draws * unit
                        for at in range(3):
                            twos[into[at], place, 0] += best
                            twos[into[at], place, 1] += bet
                            twos[into[at], place, 2] += fixed
        draws *= left - 2
        for b in range(1, left):
            for a in range(b):
                number = live[a] + choose[live[b], 2]
                best, bet, chosen = -draws * unit, draws, 0
                for place in range(2):
                    if twos[number, place, 0] >= best:
                        best, bet, chosen = twos[number, place, 0], twos[number, place, 1], 1 + 2 * place
                times = np.int64(third[1, number])
                unseen = (-draws * unit, twos[number, 0, 2], np.int64(0), twos[number, 1, 2])
                high, low = live[b] >> 2, live[a] >> 2
                match = ranks[high] if high == low else ranks[high] + ranks[low]
                totals[row, BEST] += best
                totals[row, BET] += bet * unit
                totals[row, FIXED] += unseen[times]
                totals[row, COUNTED] += unseen[chart[start[number], match] if len(chart) else times]
                totals[row, CHANGED] += chosen != times
                for one in range(cells.shape[2]):
                    cells[start[number], match, one] += unseen[one]
