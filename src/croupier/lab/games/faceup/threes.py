"""Three Card Poker dealt face up, exactly: one set of seen cards at a time, every hand of the player and the dealer.

The duels are counted as `duels` counts them for the whole deck, with the seen cards out of it: the hands that are left
are added in order of their grade, and an alternating sum over a hand's cards says how many it beats.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.faceup import BEST, BET, CHANGED, COLUMNS, COUNTED, FIXED
from croupier.lab.games.faceup.unions import Looked
from croupier.lab.games.grades import three_cards
from croupier.lab.hands.cardsets import all_sets
from croupier.lab.kernel import kernel


def over(seen: int) -> int:
    """The deals of one set of seen cards."""
    return comb(52 - seen, 3) * comb(49 - seen, 3)


def add_up(game: Looked, seen: NDArray[np.uint8], chart: NDArray[np.uint8] | None = None) -> NDArray[np.int64]:
    """The columns of each set of seen cards; `chart` as in `unions.add_up`."""
    totals = np.zeros((len(seen), len(COLUMNS)), np.int64)
    rule = np.zeros((0, game.grades), np.uint8) if chart is None else chart
    sets, order = _by_grade()
    _sets(seen, sets, order, game.own, game.qualifies, game.net, game.bet, game.base[0], game.weights[0], rule, totals)
    return totals


@cache
def _by_grade() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    order = np.argsort(three_cards().of_set, kind="stable")
    return all_sets(3), order


@kernel
def _avoiding(a: int, b: int, c: int, every: int, ones: NDArray[np.int64], twos: NDArray[np.int64]) -> int:
    """Hands so far that hold none of three cards, but for the one that is all three."""
    return int(
        every
        - ones[a]
        - ones[b]
        - ones[c]
        + twos[a + b * (b - 1) // 2]
        + twos[a + c * (c - 1) // 2]
        + twos[b + c * (c - 1) // 2]
    )


@kernel
def _sets(
    sets: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    order: NDArray[np.int64],
    grade_of: NDArray[np.uint16],
    qualifies: int,
    net: NDArray[np.int64],
    bet: NDArray[np.int64],
    base: NDArray[np.uint8],
    weights: NDArray[np.int64],
    chart: NDArray[np.uint8],
    totals: NDArray[np.int64],
) -> None:
    ones, twos = np.zeros(52, np.int64), np.zeros(1326, np.int64)
    live, worse = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    unqualified, dead = np.zeros(len(hands), np.int64), np.zeros(52, np.bool_)
    choices = len(net)
    for row in range(len(sets)):
        dead[:] = False
        count = 0
        for card in sets[row]:
            dead[card] = True
            count += weights[card]
        left = 0
        for hand in order:
            if not (dead[hands[hand, 0]] or dead[hands[hand, 1]] or dead[hands[hand, 2]]):
                live[left] = hand
                left += 1
        ones[:], twos[:] = 0, 0
        every, first, marked = 0, 0, False
        dealers = np.int64(0)
        while first < left:
            grade = grade_of[live[first]]
            stop = first
            while stop < left and grade_of[live[stop]] == grade:
                stop += 1
            if not marked and grade >= qualifies:
                marked = True
                for at in range(left):
                    a, b, c = hands[live[at], 0], hands[live[at], 1], hands[live[at], 2]
                    itself = 1 if at < first else 0
                    unqualified[live[at]] = _avoiding(a, b, c, every, ones, twos) - itself
            for at in range(first, stop):
                a, b, c = hands[live[at], 0], hands[live[at], 1], hands[live[at], 2]
                worse[live[at]] = _avoiding(a, b, c, every, ones, twos)
            for at in range(first, stop):
                a, b, c = np.int64(hands[live[at], 0]), np.int64(hands[live[at], 1]), np.int64(hands[live[at], 2])
                every += 1
                ones[a] += 1
                ones[b] += 1
                ones[c] += 1
                twos[a + b * (b - 1) // 2] += 1
                twos[a + c * (c - 1) // 2] += 1
                twos[b + c * (c - 1) // 2] += 1
            for at in range(first, stop):
                a, b, c = hands[live[at], 0], hands[live[at], 1], hands[live[at], 2]
                # Kept as worse and equal in one: how many are equal is what has been added since.
                worse[live[at]] |= (_avoiding(a, b, c, every, ones, twos) - 1 - worse[live[at]]) << 32
            first = stop
        dealers = np.int64((52 - sets.shape[1] - 3) * (51 - sets.shape[1] - 3) * (50 - sets.shape[1] - 3) // 6)
        for at in range(left):
            hand = live[at]
            grade = grade_of[hand]
            idle = unqualified[hand]
            beaten, equal = np.int64(0), np.int64(0)
            if grade >= qualifies:
                beaten = (worse[hand] & 0xFFFFFFFF) - idle
                equal = worse[hand] >> 32
            better = dealers - idle - beaten - equal
            fixed = np.int64(base[hand])
            sight = count + weights[hands[hand, 0]] + weights[hands[hand, 1]] + weights[hands[hand, 2]]
            counted = np.int64(chart[sight, grade]) if len(chart) else fixed
            most, chosen = np.int64(0), 0
            for choice in range(choices):
                worth = (
                    net[choice, grade, 0] * idle
                    + net[choice, grade, 1] * beaten
                    + net[choice, grade, 2] * equal
                    + net[choice, grade, 3] * better
                )
                if choice == 0 or worth > most:
                    most, chosen = worth, choice
                if choice == fixed:
                    totals[row, FIXED] += worth
                if choice == counted:
                    totals[row, COUNTED] += worth
            totals[row, BEST] += most
            totals[row, BET] += bet[chosen] * dealers
            totals[row, CHANGED] += chosen != fixed
