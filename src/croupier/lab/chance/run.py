"""A run of rounds dealt at random: what it came to, and how its batches are made and joined.

Rounds are dealt in batches, each with its own stream made from seed and batch number: the same seed gives the same
rounds on any number of cores.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import NormalDist
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.kernel import in_order

BATCH = 1 << 18
RoundsDone: TypeAlias = Callable[[int, int], None]
"""Called with how many rounds are played, and how many there will be."""


class NotRounds(Refused):
    """A number of rounds that cannot be played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What a run of rounds came to. Money is in units of 1/`unit` base bet unless it says otherwise.

    net, rounds_of_net   the histogram of a round's net result, all bets together, lowest first
    curve        the running total after every `curve_every` rounds
    lowest       the lowest running total, 0 if it never fell below the start
    """

    seed: int
    rounds: int
    unit: int
    net: NDArray[np.int64]
    rounds_of_net: NDArray[np.int64]
    curve: NDArray[np.int64]
    curve_every: int
    total: int
    lowest: int

    @property
    def mean(self) -> float:
        """The average net result of a round, in base bets."""
        return self.total / (self.unit * self.rounds)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net result, in base bets."""
        return deviation(self.net, self.rounds_of_net) / self.unit

    def confidence(self, level: float = 0.95) -> tuple[float, float]:
        """The interval that holds the true mean with probability `level`, in base bets."""
        return interval(self.net, self.rounds_of_net, self.unit, level)

    def to_dict(self) -> dict[str, object]:
        """The figures, histogram and curve, in base bets."""
        return {
            "seed": self.seed,
            "rounds": self.rounds,
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "confidence_95": list(self.confidence()),
            "lowest": self.lowest / self.unit,
            "histogram": [
                {"net": int(net) / self.unit, "rounds": int(n)}
                for net, n in zip(self.net, self.rounds_of_net, strict=True)
            ],
            "curve_every": self.curve_every,
            "curve": (self.curve / self.unit).tolist(),
        }


def deviation(net: NDArray[np.int64], rounds: NDArray[np.int64]) -> float:
    """The standard deviation of a histogram of results."""
    every = int(rounds.sum())
    pairs = [(int(value), int(n)) for value, n in zip(net, rounds, strict=True)]
    mean = Fraction(sum(value * n for value, n in pairs), every)
    return math.sqrt(Fraction(sum(value * value * n for value, n in pairs), every) - mean**2)


def interval(net: NDArray[np.int64], rounds: NDArray[np.int64], unit: int, level: float) -> tuple[float, float]:
    """The interval that holds the true mean of a histogram with probability `level`, in base bets."""
    every = int(rounds.sum())
    mean = float((net * rounds).sum()) / every
    reach = NormalDist().inv_cdf(0.5 + level / 2) * deviation(net, rounds) / math.sqrt(every)
    return (mean - reach) / unit, (mean + reach) / unit


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchResult:
    """One batch of rounds, played: what it netted, its lowest point, its curve, and how often each cell came up."""

    rounds: int
    net: int
    lowest: int
    curve: NDArray[np.int64]
    counts: NDArray[np.int64]


AnyBatch = TypeVar("AnyBatch", bound=BatchResult)


@dataclass(slots=True)
class Track:
    """The batches so far, one after the other."""

    rounds: int = 0
    total: int = 0
    lowest: int = 0
    _curves: list[NDArray[np.int64]] = field(default_factory=list)

    def add(self, batch: BatchResult) -> None:
        self._curves.append(batch.curve + self.total)
        self.lowest = min(self.lowest, self.total + batch.lowest)
        self.total += batch.net
        self.rounds += batch.rounds

    @property
    def curve(self) -> NDArray[np.int64]:
        return np.concatenate(self._curves)


MOST_ROUNDS = 1_000_000_000_000
"""Of a run; days on any machine."""


def stream(seed: int, batch: int) -> np.uint64:
    """The start of a batch's random stream."""
    return np.uint64(np.random.SeedSequence([seed, batch]).generate_state(1, np.uint64)[0])


def curve_step(rounds: int, seed: int, wanted: int | None = None) -> int:
    """Rounds between two points of the curve, by default so that there are a few thousand; a bad run is refused."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise NotRounds(f"cannot play {rounds} rounds; want at least 1, at most {MOST_ROUNDS:,}")
    if seed < 0:
        raise NotRounds(f"cannot start from seed {seed}; want 0 or more")
    every = wanted or max(1, 2 ** max(0, math.ceil(math.log2(rounds / 2048))))
    if every < 1 or (every & (every - 1) and rounds > BATCH):
        raise NotRounds(f"cannot draw a curve every {every} rounds; want a power of two")
    return min(every, BATCH)


def played_batches(
    play: Callable[[int, int], AnyBatch], rounds: int, track: Track, progress: RoundsDone | None = None
) -> Iterator[AnyBatch]:
    """The batches of a run in order, each put onto the track once the caller has seen it."""
    jobs = [(batch, min(BATCH, rounds - batch * BATCH)) for batch in range(-(-rounds // BATCH))]
    for batch in in_order(lambda job: play(*job), jobs):
        yield batch
        track.add(batch)
        if progress is not None:
            progress(track.rounds, rounds)
