"""A round of any game, played in some way: what it nets over every deal, and rounds of it dealt at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from croupier.games.uth import PAIRS
from croupier.lab.capabilities import NotCounted, is_learnt_first
from croupier.lab.chance import session as holdem
from croupier.lab.chance.ruin import Outcomes, drawn_rounds
from croupier.lab.chance.run import Run
from croupier.lab.chance.simulate import simulate
from croupier.lab.games.simulate import GameRun, full_bet, round_outcomes, simulate_seat
from croupier.lab.games.solution import Solution, by_street, holdem_solution
from croupier.lab.seats.rounds import bets_together, simulate_rounds
from croupier.lab.solver import solver
from croupier.lab.uth.distribution import distribution_of
from croupier.lab.uth.playout import play_out
from croupier.lab.variants.solve import best_play
from croupier.lab.work import Progress
from croupier.rules.variants.variant import Variant
from croupier.rules.wagers import BASE
from croupier.studies.playing import Playing

Shares: TypeAlias = Mapping[str, Mapping[str, Fraction]]
"""By street: the share of all rounds in which each choice is made."""


class Mean(NamedTuple):
    """What a bet came to in a round, and the interval that holds its true worth in 95 of 100 runs; in base bets."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class RandomRounds:
    """Rounds dealt at random, with what each bet came to and how often each choice was made."""

    run: Run
    bets: Mapping[str, Mean]
    frequencies: Shares


@dataclass(frozen=True, slots=True)
class ExactRound:
    """A round over every deal.

    solution  the base game
    means     what each bet is worth, in base bets
    outcomes  what a round nets, all bets together
    need      base bets that a player must be able to lose in one round
    deal      deals so many rounds at random, from a seed
    measured  rounds that were dealt to see how the bets go together; none where every deal was looked at
    """

    solution: Solution
    means: Mapping[str, Fraction]
    outcomes: Outcomes
    need: int
    deal: Callable[[int, int, Progress], RandomRounds]
    measured: int = 0

    @property
    def value(self) -> Fraction:
        """What a round is worth to the player, all bets together, in base bets."""
        return sum(self.means.values(), start=Fraction(0))


def need_of(playing: Playing) -> int:
    """Base bets that a player must be able to lose in one round."""
    own = playing.own_stake * len(playing.own)
    if playing.variant is None and is_learnt_first(playing.game):
        return holdem.full_bet(playing.sides) + own
    game = playing.game if playing.variant is None else playing.variant.game
    return full_bet(game) + sum(side.stake for side in playing.sides) + own


def round_of(playing: Playing, progress: Progress) -> ExactRound:
    """A round of somebody who plays in that way."""
    if playing.own or (playing.sides and (playing.variant is not None or not is_learnt_first(playing.game))):
        return _with_bets(playing, progress)
    if playing.variant is not None:
        return _variant(playing, playing.variant, progress)
    return _holdem(playing, progress) if is_learnt_first(playing.game) else _other(playing, progress)


def _with_bets(playing: Playing, progress: Progress) -> ExactRound:
    """A round of any game with side bets, dealt card by card."""
    made, solution = playing.dealt_round(progress), _solution(playing, progress)
    together = bets_together(made, solution, progress)

    def deal(rounds: int, seed: int, progress: Progress) -> RandomRounds:
        run = simulate_rounds(made, rounds, seed=seed, progress=_counted(progress))
        bets = {bet: Mean(run.mean_of(bet), *run.confidence_of(bet)) for bet in run.by_bet}
        return RandomRounds(run, bets, run.frequencies)

    return ExactRound(solution, together.means, together.outcomes, need_of(playing), deal, together.rounds)


def _solution(playing: Playing, progress: Progress) -> Solution:
    """The base game over every deal."""
    if playing.variant is not None:
        return best_play(playing.variant, progress)
    if playing.strategy is None:
        return solver(playing.game).solve(playing.designs, progress)
    model, way = playing.way()
    return model.play(way)


def _variant(playing: Playing, variant: Variant, progress: Progress) -> ExactRound:
    """A round by rules of one's own, played best; drawn by how it ends where it is not dealt card by card."""
    solution = best_play(variant, progress)

    def deal(rounds: int, seed: int, progress: Progress) -> RandomRounds:
        try:
            seat = playing.seat(progress)
        except NotCounted:
            return _dealt(drawn_rounds(round_outcomes(solution), rounds, seed, _counted(progress)))
        return _dealt(simulate_seat(seat, rounds, seed=seed, progress=_counted(progress)))

    return _round(playing, solution, deal)


def _holdem(playing: Playing, progress: Progress) -> ExactRound:
    blind, sides = playing.table, playing.sides
    decisions = playing.decisions(progress)
    outcome = play_out(decisions)
    solution = holdem_solution(distribution_of(outcome, blind))
    # What Pairs goes with, the counts of the game do not say: it is decided by the very cards that are decided by.
    together = None
    if any(side.table.bet == PAIRS for side in sides):
        together = bets_together(playing.dealt_round(progress), solution, progress)

    def deal(rounds: int, seed: int, progress: Progress) -> RandomRounds:
        run = simulate(
            decisions, rounds, seed=seed, blind=blind, side_bets=sides, bad_beat_on_fold=playing.on_fold,
            progress=_counted(progress),
        )  # fmt: skip
        bets = {bet: Mean(run.mean_of(bet), *run.confidence_of(bet)) for bet in run.by_bet}
        return RandomRounds(run, bets, by_street(run.outcome.frequencies))

    return ExactRound(
        solution=solution,
        means=holdem.bet_means(outcome, sides, blind, bad_beat_on_fold=playing.on_fold),
        outcomes=together.outcomes
        if together
        else holdem.round_outcomes(outcome, sides, blind, bad_beat_on_fold=playing.on_fold),
        need=need_of(playing),
        deal=deal,
        measured=together.rounds if together else 0,
    )


def _other(playing: Playing, progress: Progress) -> ExactRound:
    if playing.strategy is None:
        return _best(playing, progress)
    model, way = playing.way()

    def deal(rounds: int, seed: int, progress: Progress) -> RandomRounds:
        return _dealt(model.deal(way, rounds, seed, _counted(progress)))

    return _round(playing, model.play(way), deal)


def _best(playing: Playing, progress: Progress) -> ExactRound:
    """A round of any game, played best."""
    game_solver, tables = solver(playing.game), playing.designs
    solution = game_solver.solve(tables, progress)

    def deal(rounds: int, seed: int, progress: Progress) -> RandomRounds:
        run = game_solver.simulate(rounds, seed=seed, designs=tables, progress=_counted(progress))
        return _dealt(run)

    return _round(playing, solution, deal)


def _dealt(run: Run) -> RandomRounds:
    frequencies = run.frequencies if isinstance(run, GameRun) else {}
    return RandomRounds(run, {BASE: Mean(run.mean, *run.confidence())}, frequencies)


def _round(playing: Playing, solution: Solution, deal: Callable[[int, int, Progress], RandomRounds]) -> ExactRound:
    return ExactRound(solution, {BASE: solution.value}, round_outcomes(solution), need_of(playing), deal)


def _counted(progress: Progress) -> Callable[[int, int], None]:
    return lambda done, of: progress(f"{done:,} rounds", done / of)
