"""Where sessions end that stop when they are ruined, at a loss or at a win, exactly, from the results of one round.

    stops = Stops(above=(100 - FULL_BET) * outcomes.unit, goal=50 * outcomes.unit)
    (end,) = session_ends(outcomes, [300], stops)
    end.total.ahead, end.ruined                         # ruined sessions are among those that end behind

The chances of every total are followed forwards, round by round; what is stopped stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chance.ruin import MOST_RUIN_ROUNDS, Ahead, BadRun, Outcomes, reach
from croupier.lab.kernel import kernel

MOST_TOTALS = 20_000_000
BLOCK = 128
NEXT_TO_NOTHING = 1e-24
"""A rare result where hardly a session stands: left out, block by block. A thousand results at 100,000 totals in
500 rounds leave out less than 10⁻¹³ in all, and take a seventh of the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stops:
    """When a session ends before its last round, in units won or lost since its start.

    above  what the bankroll has above a full round: who has lost more cannot bet any longer, and is ruined
    loss   the loss at which the player gets up
    goal   the win at which the player gets up
    """

    above: int
    loss: int | None = None
    goal: int | None = None

    def __post_init__(self) -> None:
        if self.above < 0:
            raise BadRun("the bankroll does not cover a round; want a larger one, or a smaller bet")
        if any(limit is not None and limit < 1 for limit in (self.loss, self.goal)):
            raise BadRun("a session that stops where it starts; want a stop-loss and a win goal above nothing")

    @property
    def lowest(self) -> int:
        """The lowest result with which the session goes on."""
        return -self.above if self.loss is None else max(-self.above, 1 - self.loss)


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """Where sessions of at most so many rounds end, those that were stopped among them.

    total                     what they have come to
    ruined, at_loss, at_goal  the shares of sessions that were stopped for each reason; the others played all rounds
    played                    rounds that a session has on average
    """

    total: Ahead
    ruined: float
    at_loss: float
    at_goal: float
    played: float

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.total.to_dict(),
            "ruined": self.ruined,
            "stopped_at_loss": self.at_loss,
            "stopped_at_goal": self.at_goal,
            "rounds_played": self.played,
        }


def session_ends(outcomes: Outcomes, moments: Sequence[int], stops: Stops) -> list[SessionEnd]:
    """Where sessions stand after each of some numbers of rounds, rising; those that were stopped stay where they are.

    Totals so high that they are reached with a chance below 10⁻¹³ (Doob) are left out.
    """
    rounds = moments[-1]
    if not 1 <= rounds <= MOST_RUIN_ROUNDS:
        raise BadRun(f"a session is followed round by round, up to {MOST_RUIN_ROUNDS:,} rounds; not {rounds:,}")
    deepest, highest = min(0, int(outcomes.results[0])), max(0, int(outcomes.results[-1]))
    low = max(stops.lowest + deepest, rounds * deepest)
    highest_ever = min(rounds * highest, reach(outcomes, rounds, +1, ever=True))
    # A total is beyond the goal by at most one round's result.
    top = highest_ever if stops.goal is None else min(highest_ever, stops.goal - 1)
    size = max(top, 0) + highest - low + 1
    if size > MOST_TOTALS:
        raise BadRun(f"a session that may stand at {size:,} different totals; want fewer rounds or a smaller bankroll")
    totals = np.zeros((len(moments), size))
    played = np.zeros(len(moments))
    _forwards(
        outcomes.results, outcomes.chances, -low, max(stops.lowest, low) - low, max(top, 0) - low,
        np.array(moments, np.int64), totals, played,
    )  # fmt: skip
    results = np.arange(low, low + size)
    return [
        _session_end(many, results, chances, stops, outcomes.unit, float(average))
        for many, chances, average in zip(moments, totals, played, strict=True)
    ]


def _session_end(
    rounds: int, results: NDArray[np.int64], chances: NDArray[np.float64], stops: Stops, unit: int, played: float
) -> SessionEnd:
    ruined = results < -stops.above
    at_loss = ~ruined & (results < stops.lowest)
    at_goal = results >= stops.goal if stops.goal is not None else np.zeros_like(ruined)
    there = np.flatnonzero(chances)
    kept = slice(there[0], there[-1] + 1)
    mean = float(results @ chances)
    deviation = sqrt(max(0.0, float((results - mean) ** 2 @ chances)))
    return SessionEnd(
        total=Ahead.of(rounds, results[kept], chances[kept], unit, mean=mean, standard_deviation=deviation),
        ruined=float(chances[ruined].sum()),
        at_loss=float(chances[at_loss].sum()),
        at_goal=float(chances[at_goal].sum()),
        played=played,
    )


@kernel
def _forwards(
    results: NDArray[np.int64],
    chances: NDArray[np.float64],
    start: int,
    first: int,
    last: int,
    moments: NDArray[np.int64],
    totals: NDArray[np.float64],
    played: NDArray[np.float64],
) -> None:
    """Chances of every total after some numbers of rounds, for sessions that stop outside `first` to `last`.

    results, chances  one round's results in units, rising, and their chances
    start             the cell in which a session begins; a cell is a total
    first, last       the cells in which a session goes on
    moments           numbers of rounds to look at, rising
    totals            filled: by moment and cell, the chance to stand there, stopped or not
    played            filled: by moment, the rounds played so far on average

    Oracle: the sum over all sequences of results, in the tests.
    """
    cells = totals.shape[1]
    now, then, ended = np.zeros(cells), np.zeros(cells), np.zeros(cells)
    now[start] = 1.0
    low = high = start
    at = 0
    average = 0.0
    for number in range(1, moments[-1] + 1):
        begin, end = max(0, low + results[0]), min(cells - 1, high + results[-1])
        for cell in range(begin, end + 1):
            then[cell] = 0.0
        for block in range(low // BLOCK, high // BLOCK + 1):
            left, right = max(low, block * BLOCK), min(high + 1, (block + 1) * BLOCK)
            most = 0.0
            for cell in range(left, right):
                average += now[cell]
                most = max(most, now[cell])
            for i in range(results.size):
                shift, chance = results[i], chances[i]
                if chance * most < NEXT_TO_NOTHING:
                    continue
                for cell in range(max(left, -shift), min(right, cells - shift)):
                    then[cell + shift] += chance * now[cell]
        for cell in range(begin, min(first, end + 1)):
            ended[cell] += then[cell]
        for cell in range(max(begin, last + 1), end + 1):
            ended[cell] += then[cell]
        # Cells that next to no session stands in are passed over.
        low, high = max(begin, first), min(end, last)
        while low < high and then[low] < 1e-22:
            then[low] = 0.0
            low += 1
        while high > low and then[high] < 1e-22:
            then[high] = 0.0
            high -= 1
        now, then = then, now
        if number == moments[at]:
            for cell in range(cells):
                totals[at, cell] = ended[cell]
            for cell in range(low, high + 1):
                totals[at, cell] += now[cell]
            played[at] = average
            at += 1
