"""The loops of the general solver: hands that meet on a board, worth that goes back street by street, play that goes
forward. Each is checked against plain dealing (`croupier.lab.solver.plain`) on short decks.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import inlined, kernel


@kernel
def meet(
    own_grade: NDArray[np.uint16],
    dealer_grade: NDArray[np.uint16],
    own: NDArray[np.int32],
    dealer: NDArray[np.int32],
    evens: int,
    has_lowest: NDArray[np.bool_],
    runs: NDArray[np.int32],
    bands: NDArray[np.int64],
    every: int,
    counts: NDArray[np.int32],
) -> None:
    """Count the dealer's hands against each of the player's on some boards.

    own_grade, dealer_grade  by board and number of the set, 65535 where a card of it lies on the board
    own, dealer              by number of the set, the numbers of its subsets; of the own sets' those of an even number
                             of cards first, which are `evens`
    has_lowest               which of these subsets have the set's lowest card
    runs                     where own sets begin that differ in their lowest card alone, and how many there are
    bands                    the grades at which the bands begin, and one beyond the last grade
    every                    all of the dealer's hands that go with a hand of the player's
    counts                   by board, own set, band: below, equal, above; zero before
    """
    top = bands[-1]
    holds = np.zeros(max(own.max(), dealer.max()) + 1, np.int32)
    own_at, dealer_at = np.zeros(len(own), np.int32), np.zeros(len(dealer), np.int32)
    begin, free = np.zeros(top + 2, np.int32), np.zeros(64, np.int32)
    for board in range(len(own_grade)):
        holds[:] = 0
        many = _sorted(own_grade[board], top, begin, own_at)
        theirs = _sorted(dealer_grade[board], top, begin, dealer_at)
        added, band, at = 0, 0, 0
        while at < many:
            grade = int(own_grade[board, own_at[at]])
            # Whole bands below this hand: everyone learns how many hands lie below where the next one begins.
            while band + 1 < len(bands) - 1 and bands[band + 1] <= grade:
                band += 1
                added = _add(dealer_grade[board], dealer, dealer_at, added, theirs, bands[band], holds)
                _free_of_all(own_grade[board], own, evens, has_lowest, runs, holds, free, counts[board, :, band, 0])
            added = _add(dealer_grade[board], dealer, dealer_at, added, theirs, grade, holds)
            stop = at
            while stop < many and own_grade[board, own_at[stop]] == grade:
                counts[board, own_at[stop], 0, 1] = _free(own, own_at[stop], evens, holds)
                stop += 1
            added = _add(dealer_grade[board], dealer, dealer_at, added, theirs, grade + 1, holds)
            for one in range(at, stop):
                counts[board, own_at[one], 0, 2] = _free(own, own_at[one], evens, holds)
            at = stop
        while band + 1 < len(bands) - 1:
            band += 1
            added = _add(dealer_grade[board], dealer, dealer_at, added, theirs, bands[band], holds)
            _free_of_all(own_grade[board], own, evens, has_lowest, runs, holds, free, counts[board, :, band, 0])
        for one in range(many):
            hand = own_at[one]
            _spread(counts[board, hand], int(own_grade[board, hand]), bands, every)


@kernel
def _spread(counts: NDArray[np.int32], grade: int, bands: NDArray[np.int64], every: int) -> None:
    """From what lies below each band and below the hand to what lies in each band, below, equal and above the hand."""
    lower, no_better = counts[0, 1], counts[0, 2]
    last = len(bands) - 2
    for band in range(last + 1):
        below = 0 if band == 0 else counts[band, 0]
        end = every if band == last else counts[band + 1, 0]
        if bands[band + 1] <= grade:
            worse, equal, better = end - below, 0, 0
        elif bands[band] > grade:
            worse, equal, better = 0, 0, end - below
        else:
            worse, equal, better = lower - below, no_better - lower, end - no_better
        counts[band, 0], counts[band, 1], counts[band, 2] = worse, equal, better


@kernel
def _sorted(grades: NDArray[np.uint16], top: int, begin: NDArray[np.int32], at: NDArray[np.int32]) -> int:
    """The sets that can be held, the worst first; how many they are."""
    begin[:] = 0
    many = 0
    for number in range(len(grades)):
        if grades[number] != 65535:
            begin[grades[number] + 1] += 1
            many += 1
    for grade in range(1, top + 2):
        begin[grade] += begin[grade - 1]
    for number in range(len(grades)):
        if grades[number] != 65535:
            at[begin[grades[number]]] = number
            begin[grades[number]] += 1
    return many


@inlined
def _add(
    grades: NDArray[np.uint16],
    subsets: NDArray[np.int32],
    order: NDArray[np.int32],
    added: int,
    many: int,
    below: int,
    holds: NDArray[np.int32],
) -> int:
    """Add the dealer's hands below a grade to the subsets of their cards; how many have been added then."""
    while added < many and grades[order[added]] < below:
        for place in range(subsets.shape[1]):
            holds[subsets[order[added], place]] += 1
        added += 1
    return added


@inlined
def _free(own: NDArray[np.int32], hand: int, evens: int, holds: NDArray[np.int32]) -> int:
    """Of the dealer's hands added so far, those that hold none of a player's cards."""
    free = 0
    for place in range(evens):
        free += holds[own[hand, place]]
    for place in range(evens, own.shape[1]):
        free -= holds[own[hand, place]]
    return free


@kernel
def _free_of_all(
    grades: NDArray[np.uint16],
    own: NDArray[np.int32],
    evens: int,
    has_lowest: NDArray[np.bool_],
    runs: NDArray[np.int32],
    holds: NDArray[np.int32],
    free: NDArray[np.int32],
    into: NDArray[np.int32],
) -> None:
    """`_free` of every own set. Where sets differ in their lowest card alone, the subsets that have it follow each
    other in `holds`, so that a run of sets is a few sums of neighbours."""
    for run in range(len(runs) - 1):
        first, many = runs[run], runs[run + 1] - runs[run]
        fixed = 0
        for place in range(own.shape[1]):
            if not has_lowest[place]:
                each = holds[own[first, place]]
                fixed += each if place < evens else -each
        for one in range(many):
            free[one] = fixed
        for place in range(own.shape[1]):
            if has_lowest[place]:
                begin = own[first, place]
                if place < evens:
                    for one in range(many):
                        free[one] += holds[begin + one]
                else:
                    for one in range(many):
                        free[one] -= holds[begin + one]
        for one in range(many):
            if grades[first + one] != 65535:
                into[first + one] = free[one]


@kernel
def line_totals(kind: NDArray[np.int16], counts: NDArray[np.int32], net: NDArray[np.int64]) -> NDArray[np.int64]:
    """What a line nets in all over the dealer's hands, by position."""
    totals = np.zeros(kind.shape, np.int64)
    for row in range(kind.shape[0]):
        for column in range(kind.shape[1]):
            if kind[row, column] >= 0:
                total = 0
                for band in range(counts.shape[2]):
                    for how in range(3):
                        total += counts[row, column, band, how] * net[kind[row, column], band, how]
                totals[row, column] = total
    return totals


@inlined
def _bits(cards: NDArray[np.uint8]) -> np.uint64:
    """Cards as bits."""
    bits = np.uint64(0)
    for place in range(len(cards)):
        bits |= np.uint64(1) << np.uint64(cards[place])
    return bits


@inlined
def _part_number(cards: NDArray[np.uint8], places: NDArray[np.int64], choose: NDArray[np.int64]) -> int:
    """The number of the set that some of the cards are, which lie at those places."""
    number = 0
    for place in range(len(places)):
        number += choose[cards[places[place]], place + 1]
    return number


@kernel
def push_down(
    boards: NDArray[np.uint8],
    weight: NDArray[np.int64],
    worth: NDArray[np.int64],
    own: NDArray[np.uint64],
    parts: NDArray[np.int64],
    row: NDArray[np.int32],
    naming: NDArray[np.uint8],
    moved: NDArray[np.int32],
    choose: NDArray[np.int64],
    total: NDArray[np.int64],
) -> None:
    """Add what each position is worth to the positions on every part of its board."""
    for board in range(len(boards)):
        cards = _bits(boards[board])
        for part in range(len(parts)):
            number = _part_number(boards[board], parts[part], choose)
            there, names = row[number], naming[number]
            for hand in range(len(own)):
                if not own[hand] & cards:
                    total[there, moved[names, hand]] += weight[board] * worth[board, hand]


@kernel
def pull_up(
    boards: NDArray[np.uint8],
    earlier: NDArray[np.int64],
    own: NDArray[np.uint64],
    parts: NDArray[np.int64],
    row: NDArray[np.int32],
    naming: NDArray[np.uint8],
    moved: NDArray[np.int32],
    choose: NDArray[np.int64],
    total: NDArray[np.int64],
) -> None:
    """Add to each position how often the positions on the parts of its board come about: `push_down` the other way."""
    for board in range(len(boards)):
        cards = _bits(boards[board])
        for part in range(len(parts)):
            number = _part_number(boards[board], parts[part], choose)
            there, names = row[number], naming[number]
            for hand in range(len(own)):
                if not own[hand] & cards:
                    total[board, hand] += earlier[there, moved[names, hand]]


@kernel
def follow(
    first: int,
    kind: NDArray[np.int16],
    counts: NDArray[np.int32],
    weight: NDArray[np.int64],
    boards: NDArray[np.uint8],
    chains: NDArray[np.int64],
    root: int,
    children: NDArray[np.int64],
    level_of: NDArray[np.int64],
    choice: NDArray[np.uint8],
    place: NDArray[np.int64],
    offset: NDArray[np.int64],
    row: NDArray[np.int32],
    naming: NDArray[np.uint8],
    moved: NDArray[np.int32],
    by_row: bool,
    choose: NDArray[np.int64],
    ends: NDArray[np.int64],
    went: NDArray[np.int64],
) -> None:
    """Play every position in every way in which its board can have come, and count where it ends.

    ends  deals by node, kind of hand, band of the dealer's and how the two compare
    went  by node and action, how many of them took it, the dealer's hands not counted
    """
    top = chains.shape[1] - 1
    there, names = np.zeros((len(chains), top + 1), np.int64), np.zeros((len(chains), top + 1), np.int64)
    times = np.zeros(len(children), np.int64)
    for board in range(len(kind)):
        if not by_row:
            for chain in range(len(chains)):
                for level in range(top + 1):
                    number, picked = 0, 0
                    for card in range(boards.shape[1]):
                        if chains[chain, level] >> card & 1:
                            picked += 1
                            number += choose[boards[board, card], picked]
                    there[chain, level] = row[offset[level] + number]
                    names[chain, level] = naming[offset[level] + number]
        for hand in range(kind.shape[1]):
            if kind[board, hand] < 0:
                continue
            times[:] = 0
            for chain in range(len(chains)):
                at = root
                while children[at, 0] >= 0:
                    level = level_of[at]
                    if by_row:
                        where = place[at, 0] + (first + board) * place[at, 1] + hand
                    else:
                        where = place[at, 0] + there[chain, level] * place[at, 1] + moved[names[chain, level], hand]
                    taken = choice[where]
                    went[at, taken] += weight[board]
                    at = children[at, taken]
                times[at] += 1
            # Most ways to the same end have the same dealers, so they are added once, times how many they are.
            for at in range(len(children)):
                if times[at]:
                    often = weight[board] * times[at]
                    for band in range(counts.shape[2]):
                        for how in range(3):
                            ends[at, kind[board, hand], band, how] += often * counts[board, hand, band, how]


def ways_to_come(levels: tuple[int, ...]) -> NDArray[np.int64]:
    """Every way in which the cards of a board can have come, level by level: by way and level, the places that lay
    there, as bits."""
    ways = [[(1 << levels[-1]) - 1]]
    for earlier in reversed(levels[:-1]):
        grown = []
        for way in ways:
            there = [place for place in range(levels[-1]) if way[0] >> place & 1]
            grown += [[sum(1 << place for place in part), *way] for part in combinations(there, earlier)]
        ways = grown
    return np.array(ways, np.int64)
