"""Rounds dealt at random and played by decision tables, millions a second.

    from croupier.lab.uth.solve import solve_game
    from croupier.lab.chance.simulate import SideStake, simulate

    run = simulate(solve_game().decisions, 10_000_000, seed=7)
    run.mean, run.confidence()                  # Antes a round, and the interval at 95 %
    run.net, run.rounds_of_net                  # the histogram of what a round netted

Side bets ride along: `side_bets=[SideStake(table), …]` for tables of Trips, Bad Beat and Pairs. What a meter
pays does not change how a hand is played, so a run keeps what a meter needs: `first_five` counts rounds by
decision and category of hole and flop, and `hits` lists, in order, every round with four of a kind or better
in the first five cards or a royal flush in all seven. Between hits a meter grows by the same amount a round.

Rounds are dealt in batches, each with its own stream made from seed and batch number: the same seed gives
the same rounds on any number of cores.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.bets.stakes import SideStake, Staked, staked
from croupier.lab.chance.deal import CELLS, play_rounds
from croupier.lab.hands.evaluator import tables
from croupier.lab.hands.shapes import shapes
from croupier.lab.hands.starts import start_of_hole
from croupier.lab.kernel import in_order
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import flops
from croupier.lab.uth.playout import Outcome
from croupier.rules.paytables import Paytable

__all__ = ["SideStake", "Simulation", "simulate"]

BATCH = 1 << 18
_HITS_A_BATCH = 4096
RoundsDone: TypeAlias = Callable[[int, int], None]
"""Told how many rounds are played, and how many there will be."""


class NotRounds(Refused):
    """A number of rounds that cannot be played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """What a run of rounds came to. Money is in units of 1/`unit` Ante unless it says Antes.

    net, rounds_of_net   the histogram of a round's net result, all bets together, lowest first
    by_bet       the same for one bet: `base` (Ante, Blind and Play), and side bets by the table's name
    outcome      rounds by decision, player, dealer and result, as `croupier.lab.uth.playout` counts deals
    first_five   rounds by decision and category of the first five cards
    hits         (round, first five, seven, decided, royal on the board) of rounds a meter may pay
    curve        the running total after every `curve_every` rounds
    lowest       the lowest running total, 0 if it never fell below the start
    """

    seed: int
    rounds: int
    unit: int
    net: NDArray[np.int64]
    rounds_of_net: NDArray[np.int64]
    by_bet: dict[str, tuple[NDArray[np.int64], NDArray[np.int64]]]
    outcome: Outcome
    first_five: NDArray[np.int64]
    hits: NDArray[np.int64]
    curve: NDArray[np.int64]
    curve_every: int
    total: int
    lowest: int

    @property
    def mean(self) -> float:
        """The average net result of a round, in Antes."""
        return self.total / (self.unit * self.rounds)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net result, in Antes."""
        return _deviation(self.net, self.rounds_of_net) / self.unit

    def confidence(self, level: float = 0.95, bet: str | None = None) -> tuple[float, float]:
        """The interval that holds the true mean with probability `level`, in Antes; of one bet if named."""
        net, rounds = (self.net, self.rounds_of_net) if bet is None else self.by_bet[bet]
        mean = float((net * rounds).sum()) / self.rounds
        reach = NormalDist().inv_cdf(0.5 + level / 2) * _deviation(net, rounds) / math.sqrt(self.rounds)
        return (mean - reach) / self.unit, (mean + reach) / self.unit

    def mean_of(self, bet: str) -> float:
        """The average net result of one bet, in Antes."""
        net, rounds = self.by_bet[bet]
        return float((net * rounds).sum()) / (self.unit * self.rounds)

    def to_dict(self) -> dict[str, object]:
        """The figures, histogram and curve, in Antes."""
        return {
            "seed": self.seed,
            "rounds": self.rounds,
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "confidence_95": list(self.confidence()),
            "frequencies": {name: float(share) for name, share in self.outcome.frequencies.items()},
            "bets": {
                bet: {"mean": self.mean_of(bet), "confidence_95": list(self.confidence(bet=bet))} for bet in self.by_bet
            },
            "lowest": self.lowest / self.unit,
            "histogram": [
                {"net": int(net) / self.unit, "rounds": int(n)}
                for net, n in zip(self.net, self.rounds_of_net, strict=True)
            ],
            "curve_every": self.curve_every,
            "curve": (self.curve / self.unit).tolist(),
        }


def _deviation(net: NDArray[np.int64], rounds: NDArray[np.int64]) -> float:
    every = int(rounds.sum())
    pairs = [(int(value), int(n)) for value, n in zip(net, rounds, strict=True)]
    mean = Fraction(sum(value * n for value, n in pairs), every)
    return math.sqrt(Fraction(sum(value * value * n for value, n in pairs), every) - mean**2)


def _stream(seed: int, batch: int) -> np.uint64:
    """The start of a batch's random stream."""
    return np.uint64(np.random.SeedSequence([seed, batch]).generate_state(1, np.uint64)[0])


@dataclass(frozen=True, slots=True)
class _Batch:
    rounds: int
    counts: NDArray[np.int64]
    first_five: NDArray[np.int64]
    curve: NDArray[np.int64]
    hits: NDArray[np.int32]
    net: int
    lowest: int


def simulate(
    decisions: Decisions,
    rounds: int,
    *,
    seed: int = 0,
    blind: Paytable | None = None,
    side_bets: Sequence[SideStake] = (),
    bad_beat_on_fold: bool = True,
    curve_every: int | None = None,
    progress: RoundsDone | None = None,
) -> Simulation:
    """Play `rounds` rounds by `decisions`, one Ante and one Blind each, with any side bets.

    `curve_every` is how many rounds lie between two points of the bankroll curve; by default there are at
    most a few thousand points. `progress` is called after every batch, in order.
    """
    if rounds < 1:
        raise NotRounds(f"cannot play {rounds} rounds; want at least 1")
    if seed < 0:
        raise NotRounds(f"cannot start from seed {seed}; want 0 or more")
    every = curve_every or max(1, 2 ** max(0, math.ceil(math.log2(rounds / 2048))))
    if every < 1 or (every & (every - 1) and rounds > BATCH):
        raise NotRounds(f"cannot draw a curve every {every} rounds; want a power of two")
    every = min(every, BATCH)
    stakes = staked(blind, tuple(side_bets), bad_beat_on_fold=bad_beat_on_fold)
    play = _player(decisions, stakes, every, seed)
    jobs = [(batch, min(BATCH, rounds - batch * BATCH)) for batch in range(-(-rounds // BATCH))]
    counts = np.zeros((len(stakes.code_net), CELLS), np.int64)
    first_five = np.zeros((5, 10), np.int64)
    curves, hits, total, lowest, done = [], [], 0, 0, 0
    for part in in_order(lambda job: play(*job), jobs):
        counts += part.counts
        first_five += part.first_five
        curves.append(part.curve + total)
        moved = part.hits.astype(np.int64)
        moved[:, 0] += done
        hits.append(moved)
        lowest = min(lowest, total + part.lowest)
        total += part.net
        done += part.rounds
        if progress is not None:
            progress(done, rounds)
    net, rounds_of_net = stakes.histogram(counts)
    return Simulation(
        seed=seed,
        rounds=rounds,
        unit=stakes.unit,
        net=net,
        rounds_of_net=rounds_of_net,
        by_bet=stakes.histograms_by_bet(counts),
        outcome=Outcome(counts.sum(axis=0).reshape(5, 10, 10, 3)),
        first_five=first_five,
        hits=np.concatenate(hits),
        curve=np.concatenate(curves),
        curve_every=every,
        total=total,
        lowest=lowest,
    )


def _player(decisions: Decisions, stakes: Staked, every: int, seed: int) -> Callable[[int, int], _Batch]:
    """What plays one batch, given its number and its rounds."""
    flop, table, shape = flops(), tables(), shapes()
    flop_bets = decisions.flop[np.maximum(flop.class_of, 0)]
    preflop = decisions.preflop[start_of_hole()]

    def play(batch: int, rounds: int) -> _Batch:
        counts = np.zeros((len(stakes.code_net), CELLS), np.int64)
        first_five = np.zeros((5, 10), np.int64)
        curve = np.zeros(rounds // every, np.int64)
        hits = np.zeros((_HITS_A_BATCH, 5), np.int32)
        logged, net, lowest = play_rounds(
            _stream(seed, batch), rounds, every, preflop, flop_bets, flop.canonical, flop.naming, flop.renamed,
            decisions.river_plain, decisions.river_flush, shape.set_index, table.by_ranks, table.by_flush,
            table.category, stakes.hole_code, stakes.cell_net, stakes.code_net, counts,
            first_five, curve, hits,
        )  # fmt: skip
        return _Batch(rounds, counts, first_five, curve, hits[:logged], net, lowest)

    return play
