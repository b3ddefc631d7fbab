"""The kernels that deal rounds of the six games at random and play them by tables of decisions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chance.deal import deal_cards
from croupier.lab.kernel import inlined, kernel


@inlined
def _number(deck: NDArray[np.int64], start: int, size: int, choose: NDArray[np.int64], hand: NDArray[np.int64]) -> int:
    """The number of the set of `size` cards from `start` on, which are put in order into `hand`."""
    for i in range(size):
        card = deck[start + i]
        place = i
        while place > 0 and hand[place - 1] > card:
            hand[place] = hand[place - 1]
            place -= 1
        hand[place] = card
    number = 0
    for i in range(size):
        number += choose[hand[i], i + 1]
    return number


@kernel
def play_duels(
    state: np.uint64,
    rounds: int,
    every: int,
    own_size: int,
    dealer_size: int,
    up: int,
    row: NDArray[np.int32],
    naming: NDArray[np.uint8],
    renamed: NDArray[np.uint8],
    own: NDArray[np.uint8],
    chosen: NDArray[np.uint8],
    own_grade: NDArray[np.uint16],
    dealer_grade: NDArray[np.uint16],
    kind: NDArray[np.int64],
    qualifies: int,
    cells: NDArray[np.int64],
    choose: NDArray[np.int64],
    counts: NDArray[np.int64],
    curve: NDArray[np.int64],
) -> tuple[int, int]:
    """Play rounds with one decision; the net in units, and the lowest on the way.

    row, naming, renamed  where a hand stands in `own`, as `croupier.lab.games.simulate` has it
    chosen     the choice by row and card shown, in the order of the cards that are not in the hand
    kind       of each grade, the kind of hand that is settled alike
    cells      what is netted by choice, kind, and dealer's hand (not qualified, worse, equal, better)
    counts     gains the rounds that ended in each cell

    Oracle: `croupier.lab.games.one_decision`, in the mean.
    """
    deck, hand = np.arange(renamed.shape[1]).astype(np.int64), np.zeros(8, np.int64)
    net, lowest = 0, 0
    for played in range(rounds):
        state = deal_cards(deck, own_size + dealer_size, state)
        number = _number(deck, 0, own_size, choose, hand)
        at, column = row[number], np.int64(0)
        if up:
            up_card = np.int64(renamed[naming[number], deck[own_size + dealer_size - 1]])
            column = up_card
            for place in range(own_size):
                if own[at, place] < up_card:
                    column -= 1
        choice = chosen[at, column]
        mine = own_grade[number]
        theirs = dealer_grade[_number(deck, own_size, dealer_size, choose, hand)]
        outcome = 0 if theirs < qualifies else 1 if theirs < mine else 2 if theirs == mine else 3
        counts[choice, kind[mine], outcome] += 1
        net += cells[choice, kind[mine], outcome]
        lowest = min(lowest, net)
        if (played + 1) % every == 0:
            curve[(played + 1) // every - 1] = net
    return net, lowest


@kernel
def play_rides(
    state: np.uint64,
    rounds: int,
    every: int,
    first: NDArray[np.bool_],
    second: NDArray[np.bool_],
    grade: NDArray[np.uint16],
    cells: NDArray[np.int64],
    choose: NDArray[np.int64],
    counts: NDArray[np.int64],
    curve: NDArray[np.int64],
) -> tuple[int, int]:
    """Play rounds of Let It Ride; the net in units, and the lowest on the way.

    first, second  which three cards let bet 1 ride, and which four bet 2
    cells          what is netted by the two decisions and the grade of the five cards

    Oracle: `croupier.lab.games.let_it_ride`, in the mean.
    """
    deck, hand = np.arange(52).astype(np.int64), np.zeros(8, np.int64)
    net, lowest = 0, 0
    for played in range(rounds):
        state = deal_cards(deck, 5, state)
        rode = np.int64(first[_number(deck, 0, 3, choose, hand)])
        also = np.int64(second[_number(deck, 0, 4, choose, hand)])
        five = grade[_number(deck, 0, 5, choose, hand)]
        counts[rode, also, five] += 1
        net += cells[rode, also, five]
        lowest = min(lowest, net)
        if (played + 1) % every == 0:
            curve[(played + 1) // every - 1] = net
    return net, lowest


@kernel
def play_streets(
    state: np.uint64,
    rounds: int,
    every: int,
    third: NDArray[np.uint8],
    fourth: NDArray[np.uint8],
    fifth: NDArray[np.uint8],
    grade: NDArray[np.uint16],
    cells: NDArray[np.int64],
    choose: NDArray[np.int64],
    counts: NDArray[np.int64],
    curve: NDArray[np.int64],
) -> tuple[int, int]:
    """Play rounds of Mississippi Stud; the net in units, and the lowest on the way.

    third, fourth, fifth  the bet of each street by bets down and cards in sight, 0 for a fold
    cells                 what is netted by the three bets, written as a number of base four, and the grade

    Oracle: `croupier.lab.games.mississippi`, in the mean.
    """
    deck, hand = np.arange(52).astype(np.int64), np.zeros(8, np.int64)
    net, lowest = 0, 0
    for played in range(rounds):
        state = deal_cards(deck, 5, state)
        bets, more, most = np.int64(third[1, _number(deck, 0, 2, choose, hand)]), np.int64(0), np.int64(0)
        if bets:
            more = np.int64(fourth[1 + bets, _number(deck, 0, 3, choose, hand)])
        if more:
            most = np.int64(fifth[1 + bets + more, _number(deck, 0, 4, choose, hand)])
        five = grade[_number(deck, 0, 5, choose, hand)]
        line = (bets * 4 + more) * 4 + most
        counts[line, five] += 1
        net += cells[line, five]
        lowest = min(lowest, net)
        if (played + 1) % every == 0:
            curve[(played + 1) // every - 1] = net
    return net, lowest
