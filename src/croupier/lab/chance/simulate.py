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
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.lab.bets.stakes import RoundStakes, SideStake, round_stakes
from croupier.lab.chance.deal import CELLS, play_rounds
from croupier.lab.chance.run import BatchResult, RoundsDone, Run, Track, curve_step, interval, played_batches, stream
from croupier.lab.hands.evaluator import tables
from croupier.lab.hands.shapes import shapes
from croupier.lab.hands.starts import start_of_hole
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import flops
from croupier.lab.uth.playout import Outcome
from croupier.rules.paytables import Paytable

__all__ = ["SideStake", "Simulation", "simulate"]

_HITS_A_BATCH = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation(Run):
    """A run of Ultimate Texas Hold'em, in Antes.

    by_bet       net and rounds_of_net of one bet: `base` (Ante, Blind and Play), and side bets by the table's name
    outcome      rounds by decision, player, dealer and result, as `croupier.lab.uth.playout` counts deals
    first_five   rounds by decision and category of the first five cards
    hits         (round, first five, seven, decided, royal on the board) of rounds a meter may pay
    """

    by_bet: dict[str, tuple[NDArray[np.int64], NDArray[np.int64]]]
    outcome: Outcome
    first_five: NDArray[np.int64]
    hits: NDArray[np.int64]

    def confidence_of(self, bet: str, level: float = 0.95) -> tuple[float, float]:
        """The interval that holds the true mean of one bet with probability `level`, in Antes."""
        return interval(*self.by_bet[bet], self.unit, level)

    def mean_of(self, bet: str) -> float:
        """The average net result of one bet, in Antes."""
        net, rounds = self.by_bet[bet]
        return float((net * rounds).sum()) / (self.unit * self.rounds)

    def to_dict(self) -> dict[str, object]:
        """The figures, histogram and curve, in Antes."""
        # By name: a class with slots is made anew, and `super()` would look for the old one.
        return Run.to_dict(self) | {
            "frequencies": {name: float(share) for name, share in self.outcome.frequencies.items()},
            "bets": {
                bet: {"mean": self.mean_of(bet), "confidence_95": list(self.confidence_of(bet))} for bet in self.by_bet
            },
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class _HoldemBatch(BatchResult):
    first_five: NDArray[np.int64]
    hits: NDArray[np.int32]


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
    every = curve_step(rounds, seed, curve_every)
    stakes = round_stakes(blind, tuple(side_bets), bad_beat_on_fold=bad_beat_on_fold)
    counts = np.zeros((len(stakes.code_net), CELLS), np.int64)
    first_five = np.zeros((5, 10), np.int64)
    hits, track = [], Track()
    for part in played_batches(_player(decisions, stakes, every, seed), rounds, track, progress):
        counts += part.counts
        first_five += part.first_five
        moved = part.hits.astype(np.int64)
        moved[:, 0] += track.rounds
        hits.append(moved)
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
        curve=track.curve,
        curve_every=every,
        total=track.total,
        lowest=track.lowest,
    )


def _player(decisions: Decisions, stakes: RoundStakes, every: int, seed: int) -> Callable[[int, int], _HoldemBatch]:
    """What plays one batch, given its number and its rounds."""
    flop, table, shape = flops(), tables(), shapes()
    flop_bets = decisions.flop[np.maximum(flop.class_of, 0)]
    preflop = decisions.preflop[start_of_hole()]

    def play(batch: int, rounds: int) -> _HoldemBatch:
        counts = np.zeros((len(stakes.code_net), CELLS), np.int64)
        first_five = np.zeros((5, 10), np.int64)
        curve = np.zeros(rounds // every, np.int64)
        hits = np.zeros((_HITS_A_BATCH, 5), np.int32)
        logged, net, lowest = play_rounds(
            stream(seed, batch), rounds, every, preflop, flop_bets, flop.canonical, flop.naming, flop.renamed,
            decisions.river_plain, decisions.river_flush, shape.set_index, table.by_ranks, table.by_flush,
            table.category, stakes.hole_code, stakes.cell_net, stakes.code_net, counts,
            first_five, curve, hits,
        )  # fmt: skip
        return _HoldemBatch(
            rounds=rounds,
            net=net,
            lowest=lowest,
            curve=curve,
            counts=counts,
            first_five=first_five,
            hits=hits[:logged],
        )

    return play
