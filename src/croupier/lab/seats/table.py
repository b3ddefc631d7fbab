"""A whole table of any game, dealt at random: all its seats play one board and one hand of the dealer's.

shifts = deal_shifts(made, players=6, rounds=240, shifts=20_000)
shifts.final, shifts.lowest                     # of each shift, in units, as the house sees them
shifts.covariance, shifts.covariance_error      # of two seats' rounds, in base bets squared
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from croupier.lab.chance.run import stream
from croupier.lab.chance.shifts import Shifts
from croupier.lab.games.simulate import dealt
from croupier.lab.kernel import in_order
from croupier.lab.seats.rounds import RoundPlay

_ROUNDS_A_BATCH = 1 << 16


@dataclass(frozen=True, slots=True)
class DealtShifts(Shifts):
    """Shifts of a table, with what they say of two seats; nothing where one seat plays alone."""

    covariance: float | None
    covariance_error: float | None


def deal_shifts(
    made: RoundPlay,
    *,
    players: int,
    rounds: int,
    shifts: int,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> DealtShifts:
    """Deal so many shifts of `rounds` rounds, in which all seats play alike and make the same side bets."""
    game = made.seat.game
    final, lowest = np.zeros(shifts, np.int64), np.zeros(shifts, np.int64)
    size = max(1, _ROUNDS_A_BATCH // rounds)
    starts = list(range(0, shifts, size))
    own = game.layout.own

    def play(start: int) -> tuple[int, float, float, float]:
        stop = min(start + size, shifts)
        cards = dealt(game, stream(seed, start // size), (stop - start) * rounds, players)
        shared = cards[:, players * own :]
        seats, squares = np.zeros(len(cards), np.int64), np.zeros(len(cards), np.int64)
        for seat in range(players):
            mine = np.ascontiguousarray(np.hstack((cards[:, seat * own : (seat + 1) * own], shared)))
            net = made.totals[made.play(mine)[1]]
            seats += net
            squares += net * net
        house = -np.cumsum(seats.reshape(stop - start, rounds), axis=1)
        final[start:stop] = house[:, -1]
        lowest[start:stop] = np.minimum(0, house.min(axis=1))
        # What all pairs of seats of a round come to, each multiplied with the other.
        pairs = (seats * seats - squares).astype(np.float64)
        return stop, float(seats.sum()), float(pairs.sum()), float(pairs @ pairs)

    total = products = again = 0.0
    for stop, won, of_pairs, of_squares in in_order(play, starts):
        total, products, again = total + won, products + of_pairs, again + of_squares
        if progress is not None:
            progress(stop, shifts)
    if players == 1:
        return DealtShifts(final, lowest, None, None)
    many, each = shifts * rounds, players * (players - 1) * made.unit**2
    average = products / many
    covariance = average / each - (total / (players * many * made.unit)) ** 2
    return DealtShifts(final, lowest, covariance, math.sqrt((again / many - average**2) / many) / each)
