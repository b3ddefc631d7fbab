"""Rounds dealt at random with the exact answers beside them, of any game: what `croupier simulate` and the Lab tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.games.uth import PAIRS
from croupier.lab.bets.stakes import SideStake
from croupier.lab.chance import session as uth_session
from croupier.lab.chance.ruin import Ahead, Outcomes, Ruin, after, check_ruin, ruin
from croupier.lab.chance.simulate import Simulation, simulate
from croupier.lab.games.chance.session import full_bet, round_outcomes
from croupier.lab.games.chance.simulate import GameRun, simulate_game
from croupier.lab.games.solution import Solution
from croupier.lab.games.solve import Playable, Way, play
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.playout import play_out
from croupier.rules.paytables import Paytable
from croupier.studies.asked import Progress


@dataclass(frozen=True, slots=True)
class Session:
    """How many rounds are answered exactly, and with how many base bets."""

    rounds: int
    bankroll: int


@dataclass(frozen=True, slots=True)
class Exact:
    """The session's exact answers, and a round's: Pairs is in `means` only."""

    ahead: Ahead
    ruin: Ruin
    means: dict[str, float]
    mean: float
    deviation: float

    def to_dict(self) -> dict[str, Any]:
        """The figures, for machines."""
        return {
            "means": self.means,
            "mean": self.mean,
            "standard_deviation": self.deviation,
            "session": self.ahead.to_dict(),
            "ruin": self.ruin.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Evening:
    """A run of Ultimate Texas Hold'em, and the same exactly."""

    run: Simulation
    exact: Exact

    def to_dict(self, strategy: str) -> dict[str, Any]:
        """The figures, for machines."""
        return {**self.run.to_dict(), "strategy": strategy, "exact": self.exact.to_dict()}


def in_the_count(sides: Sequence[SideStake]) -> list[SideStake]:
    """The side bets that the exact round has: Pairs is not among them."""
    return [side for side in sides if side.table.bet != PAIRS]


def check_session(session: Session, sides: Sequence[SideStake]) -> None:
    """Refuse a session that cannot be answered before any round is played."""
    check_ruin(session.bankroll, session.rounds, uth_session.full_bet(in_the_count(sides)))


def uth_outcomes(
    decisions: Decisions, blind: Paytable | None, sides: Sequence[SideStake], *, on_fold: bool = True
) -> Outcomes:
    """What a round of Ultimate Texas Hold'em nets, exactly, but for Pairs."""
    return uth_session.round_outcomes(play_out(decisions), in_the_count(sides), blind, bad_beat_on_fold=on_fold)


def evening(
    decisions: Decisions,
    rounds: int,
    seed: int,
    session: Session,
    progress: Progress,
    *,
    blind: Paytable | None = None,
    sides: Sequence[SideStake] = (),
    on_fold: bool = True,
) -> Evening:
    """Play so many rounds, and work the session out."""
    run = simulate(
        decisions, rounds, seed=seed, blind=blind, side_bets=sides, bad_beat_on_fold=on_fold,
        progress=lambda done, of: progress(f"{done:,} rounds", done / of),
    )  # fmt: skip
    outcome = play_out(decisions)
    kept = in_the_count(sides)
    outcomes = uth_session.round_outcomes(outcome, kept, blind, bad_beat_on_fold=on_fold)
    means = uth_session.bet_means(outcome, sides, blind, bad_beat_on_fold=on_fold)
    exact = Exact(
        ahead=after(outcomes, session.rounds),
        ruin=ruin(outcomes, session.bankroll, session.rounds, uth_session.full_bet(kept)),
        means={name: float(mean) for name, mean in means.items()},
        mean=outcomes.mean / outcomes.unit,
        deviation=outcomes.standard_deviation / outcomes.unit,
    )
    return Evening(run, exact)


@dataclass(frozen=True, slots=True)
class GameEvening:
    """A run of one of the six other games; the same way to play over every deal, and a session of it."""

    run: GameRun
    solution: Solution
    ahead: Ahead
    ruin: Ruin

    def to_dict(self, strategy: str) -> dict[str, Any]:
        """The figures, for machines."""
        exact = {**self.solution.to_dict(), "session": self.ahead.to_dict(), "ruin": self.ruin.to_dict()}
        return {**self.run.to_dict(), "strategy": strategy, "exact": exact}


def game_evening(made: Playable, way: Way, rounds: int, seed: int, session: Session, progress: Progress) -> GameEvening:
    """Play so many rounds of another game, and work the session out."""
    run = simulate_game(made, way, rounds, seed=seed, progress=lambda done, of: progress(f"{done:,} rounds", done / of))
    solution = play(made, way)
    outcomes = round_outcomes(solution)
    need = full_bet(solution.game)
    return GameEvening(
        run, solution, after(outcomes, session.rounds), ruin(outcomes, session.bankroll, session.rounds, need)
    )
