"""Many rounds, exactly: the chance of being ahead, and the risk of ruin, from the distribution of one round.

One round's results are whole numbers of units (half-Antes, as a rule) with known chances. Many rounds are
its repeated convolution, done by Fourier transform; ruin looks at every round in between, so it is worked
backwards round by round. A session that ends when it is ruined is in `croupier.lab.chance.session_end`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.chance.run import BatchResult, RoundsDone, Run, Track, curve_step, played_batches, stream
from croupier.lab.kernel import kernel

FULL_BET = 6
"""Antes that a player must be able to lose in a round: Ante, Blind and a 4x Play."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_ROUNDS = 10_000_000
MOST_RUIN_ROUNDS = 50_000
TAIL = 1e-13


class BadRun(Refused):
    """A number of rounds or a bankroll that nobody can play."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What one round may bring: results in units, rising, and the chance of each.

    `unit` is how many units make an Ante: 2, because a flush pays the Blind 3 to 2.
    """

    results: NDArray[np.int64]
    chances: NDArray[np.float64]
    unit: int = 2

    @classmethod
    def of(cls, ways: Mapping[int, int], unit: int = 2) -> Outcomes:
        """From exact counts: how many of all deals bring each result."""
        deals = sum(ways.values())
        results = sorted(result for result, count in ways.items() if count)
        return cls(np.array(results, np.int64), np.array([ways[result] / deals for result in results]), unit)

    @property
    def mean(self) -> float:
        return float(self.results @ self.chances)

    @property
    def standard_deviation(self) -> float:
        return sqrt(float((self.results - self.mean) ** 2 @ self.chances))


def drawn_rounds(outcomes: Outcomes, rounds: int, seed: int, progress: RoundsDone | None = None) -> Run:
    """Rounds whose results are drawn from their exact chances, where no kernel deals the game card by card."""
    every = curve_step(rounds, seed)
    counts, track = np.zeros(outcomes.results.size, np.int64), Track()

    def play(batch: int, many: int) -> BatchResult:
        places = np.random.default_rng(int(stream(seed, batch))).choice(outcomes.results.size, many, p=outcomes.chances)
        totals = outcomes.results[places].cumsum()
        return BatchResult(
            rounds=many, net=int(totals[-1]), lowest=min(0, int(totals.min())), curve=totals[every - 1 :: every],
            counts=np.bincount(places, minlength=outcomes.results.size),
        )  # fmt: skip

    for batch in played_batches(play, rounds, track, progress):
        counts += batch.counts
    came = counts > 0
    return Run(
        seed=seed, rounds=rounds, unit=outcomes.unit, net=outcomes.results[came], rounds_of_net=counts[came],
        curve=track.curve, curve_every=every, total=track.total, lowest=track.lowest,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where a player stands after `rounds` rounds. Amounts are Antes; `error` bounds every chance's error."""

    rounds: int
    ahead: float
    even: float
    behind: float
    mean: float
    standard_deviation: float
    quantiles: tuple[float, ...]
    error: float
    results: NDArray[np.float64]
    chances: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        rounds: int,
        results: NDArray[np.int64],
        chances: NDArray[np.float64],
        unit: int,
        *,
        mean: float,
        standard_deviation: float,
    ) -> Ahead:
        """From the chance of every total, rising, and its mean and deviation, all in units."""
        places = np.minimum(np.searchsorted(np.cumsum(chances), QUANTILES), results.size - 1)
        return cls(
            rounds=rounds,
            ahead=float(chances[results > 0].sum()),
            even=float(chances[results == 0].sum()),
            behind=float(chances[results < 0].sum()),
            mean=mean / unit,
            standard_deviation=standard_deviation / unit,
            quantiles=tuple(float(results[place]) / unit for place in places),
            error=2 * TAIL + rounds * 1e-15,
            results=results / unit,
            chances=chances,
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "ahead": self.ahead,
            "even": self.even,
            "behind": self.behind,
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "quantiles": {f"{q:g}": value for q, value in zip(QUANTILES, self.quantiles, strict=True)},
            "error": self.error,
        }


def after(outcomes: Outcomes, rounds: int) -> Ahead:
    """The exact distribution of the total of that many rounds.

    The transform is as long as the total's range, or, for long runs, as the window outside which it falls
    with a chance of less than 2 · 10⁻¹³ (Chernoff); rounding adds about `rounds` · 10⁻¹⁵.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadRun(f"{rounds:,} rounds cannot be added up; want 1 to {MOST_ROUNDS:,}")
    low = max(rounds * int(outcomes.results[0]), reach(outcomes, rounds, -1))
    high = min(rounds * int(outcomes.results[-1]), reach(outcomes, rounds, +1))
    size = 1 << max(1, int(np.ceil(log2(high - low + 1))))
    one = np.zeros(size)
    np.add.at(one, outcomes.results % size, outcomes.chances)
    total = np.fft.irfft(np.fft.rfft(one) ** rounds, size)
    # The transform counts modulo its size; turn it so that the window begins at `low`.
    chances = np.clip(np.roll(total, -(low % size))[: high - low + 1], 0.0, None)
    results = np.arange(low, high + 1)
    return Ahead.of(
        rounds, results, chances, outcomes.unit,
        mean=rounds * outcomes.mean, standard_deviation=sqrt(rounds) * outcomes.standard_deviation,
    )  # fmt: skip


def reach(outcomes: Outcomes, rounds: int, sign: int, *, ever: bool = False) -> int:
    """A total beyond which, on that side, `rounds` rounds end with a chance below the tail; or `ever` come on their
    way."""
    results = sign * outcomes.results
    best = np.inf
    for tilt in np.geomspace(1e-6, 600 / max(1, int(np.abs(results).max())), 400):
        moment = float(np.log(outcomes.chances @ np.exp(tilt * results)))
        grown = rounds * max(moment, 0.0) if ever else rounds * moment
        best = min(best, (grown - np.log(TAIL)) / tilt)
    return sign * int(np.ceil(best))


@dataclass(frozen=True, slots=True)
class Ruin:
    """The risk of falling below `need` Antes within `rounds` rounds, from each bankroll up to the one asked."""

    bankroll: int
    rounds: int
    need: int
    risk: float
    bankrolls: NDArray[np.float64]
    risks: NDArray[np.float64]

    def to_dict(self) -> dict[str, Any]:
        return {"bankroll": self.bankroll, "rounds": self.rounds, "need": self.need, "risk": self.risk}


def ruin(outcomes: Outcomes, bankroll: int, rounds: int, need: int = FULL_BET) -> Ruin:
    """The risk that a bankroll of so many Antes falls below `need` within `rounds` rounds.

    Below `need` a player can no longer make the bets that the distribution assumes. Exact up to chances
    below 10⁻¹³ a round. Without a limit of rounds the risk is 1 for any bankroll, as long as the house has
    an edge.
    """
    check_ruin(bankroll, rounds, need)
    size = (bankroll - need) * outcomes.unit + 1
    risks = _backwards(outcomes.results, outcomes.chances, size, rounds, TAIL)
    return Ruin(
        bankroll=bankroll,
        rounds=rounds,
        need=need,
        risk=float(risks[size - 1]),
        bankrolls=need + np.arange(size) / outcomes.unit,
        risks=risks[:size],
    )


def check_ruin(bankroll: int, rounds: int, need: int) -> None:
    """Refuse a bankroll or a number of rounds that `ruin` cannot answer for."""
    if not 1 <= rounds <= MOST_RUIN_ROUNDS:
        raise BadRun(f"ruin is followed round by round, up to {MOST_RUIN_ROUNDS:,} rounds; not {rounds:,}")
    if not 0 <= need <= bankroll <= 1_000_000:
        raise BadRun(f"a bankroll of {bankroll:,} Antes cannot be played down to {need:,}; want more, up to 1,000,000")


@kernel
def _backwards(
    results: NDArray[np.int64], chances: NDArray[np.float64], size: int, rounds: int, small: float
) -> NDArray[np.float64]:
    """Risk of ruin by units above the need, after `rounds` rounds.

    results, chances  one round's results in units, rising, and their chances
    size              how many bankrolls the caller wants, from the need up
    small             a risk below this counts as none: it bounds the region that has to be worked out

    Oracle: the sum over all sequences of results, in the tests.
    """
    deepest, highest = -results[0], max(results[-1], 0)
    if deepest <= 0:
        return np.zeros(size)
    # Cells below `deepest` are ruin; cells above the active region are safe, and stay zero.
    room = deepest + max(size, min(rounds * deepest, 64 * size + 200_000)) + highest + 2
    now = np.zeros(room)
    then = np.zeros(room)
    now[:deepest] = 1.0
    then[:deepest] = 1.0
    active = deepest
    for _ in range(rounds):
        end = min(active + deepest, room - highest - 1)
        for cell in range(deepest, end):
            then[cell] = 0.0
        for i in range(results.size):
            shift, chance = results[i], chances[i]
            for cell in range(deepest, end):
                then[cell] += chance * now[cell + shift]
        while end > deepest and then[end - 1] < small:
            then[end - 1] = 0.0
            end -= 1
        for cell in range(end, active):
            then[cell] = 0.0
        active = max(end, deepest)
        now, then = then, now
    return now[deepest : deepest + size].copy()
