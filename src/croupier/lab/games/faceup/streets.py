"""Let It Ride and Mississippi Stud dealt face up: one set of seen cards at a time, all that can be dealt beside it.

What four cards pay on average is known for the whole deck; a seen card takes away the one fifth card that it is. So
with m cards seen each four cards cost m look-ups instead of 48, and the streets before follow from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.faceup import COLUMNS
from croupier.lab.games.faceup.street_sums import sum_mississippi, sum_rides
from croupier.lab.games.let_it_ride import let_it_ride
from croupier.lab.games.mississippi import mississippi
from croupier.lab.hands.cardsets import CHOOSE
from croupier.lab.hands.starts import STARTS, start_of_hole

MATCHES = 7
"""Seen cards that can have one of two ranks, and none."""


@dataclass(frozen=True, slots=True)
class Streets:
    """What the sums need to know of a game whose bets pay by five cards.

    pays, fours   what a bet nets in units by five cards, and in all over the 48 fifth cards of four
    base          the base game's best play: by street, as the game's own module has it, flat
    """

    key: str
    own_size: int
    unit: int
    pays: NDArray[np.int32]
    fours: NDArray[np.int32]
    base: tuple[NDArray[np.uint8], ...]

    def over(self, players: int) -> int:
        """The deals of one set of seen cards."""
        left = 52 - (players - 1) * self.own_size
        return comb(left, self.own_size) * _drawn(left - self.own_size, 5 - self.own_size)


def _drawn(left: int, cards: int) -> int:
    """The orders in which so many cards can come."""
    ways = 1
    for gone in range(cards):
        ways *= left - gone
    return ways


@cache
def streets(key: str) -> Streets:
    """The tables of one of the two games that its face-up runs share."""
    if key == "mississippi":
        stud = mississippi()
        return Streets(key, 2, stud.unit, stud.pays, stud.fours.astype(np.int32), stud.best())
    ride = let_it_ride()
    first, second = (rides.astype(np.uint8) for rides in ride.best())
    return Streets(key, 3, ride.unit, ride.pays, ride.fours.astype(np.int32), (first, second))


def add_up(game: Streets, seen: NDArray[np.uint8], chart: NDArray[np.uint8] | None = None) -> NDArray[np.int64]:
    """The columns of each set of seen cards.

    `chart` is the counting rule by seen cards of one's own ranks. In Mississippi Stud it is the bet on 3rd Street with
    each starting hand; later streets are played without looking. In Let It Ride it says with which pairs bet 1 rides;
    bet 2 rides by counting outs.
    """
    totals = np.zeros((len(seen), len(COLUMNS)), np.int64)
    _one_game(game, seen, np.zeros((0, MATCHES), np.uint8) if chart is None else chart, totals, _NO_CELLS)
    return totals


def learn(game: Streets, seen: NDArray[np.uint8]) -> NDArray[np.int64]:
    """What the choices of a counting rule net in all, by starting hand or pair, seen cards of its ranks, and bet."""
    cells = empty_cells(game)
    totals = np.zeros((len(seen), len(COLUMNS)), np.int64)
    _one_game(game, seen, np.zeros((0, MATCHES), np.uint8), totals, cells)
    return cells


_NO_CELLS = np.zeros((0, 0, 0), np.int64)


def empty_cells(game: Streets) -> NDArray[np.int64]:
    """Room for what `learn` adds up: fold, 1x, 2x and 3x in Mississippi Stud; pull and ride in Let It Ride."""
    return np.zeros((STARTS, MATCHES, 4) if game.key == "mississippi" else (13, MATCHES, 2), np.int64)


def _one_game(
    game: Streets, seen: NDArray[np.uint8], rule: NDArray[np.uint8], totals: NDArray[np.int64], cells: NDArray[np.int64]
) -> None:
    if game.key == "mississippi":
        third, fourth, fifth = game.base
        sum_mississippi(
            seen, game.pays, game.fours, third, fourth, fifth, game.unit, CHOOSE, start_of_hole(), rule, totals, cells
        )
    else:
        first, second = game.base
        sum_rides(seen, game.pays, game.fours, first, second, game.unit, CHOOSE, rule, totals, cells)
