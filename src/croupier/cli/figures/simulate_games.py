"""What `croupier simulate --game` answers for the six games other than Ultimate Texas Hold'em."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console

from croupier.cli.figures.output import (
    interruptible,
    percent,
    plain_table,
    print_json,
    progress_bar,
    read_designs,
    write_whole,
)
from croupier.cli.figures.words import base_bets, base_unit, print_session, shares_words
from croupier.errors import Refused
from croupier.lab.chance.ruin import Ahead, Ruin, after, check_ruin, ruin
from croupier.lab.games.chance.session import full_bet, round_outcomes
from croupier.lab.games.chance.simulate import GameRun, simulate_game
from croupier.lab.games.solution import Solution
from croupier.lab.games.solve import Playable, Way, play, playable
from croupier.rules.game import Game
from croupier.strategy.games.readable import NoSuchStrategy, readable
from croupier.strategy.games.strategy import way_of


class Evening(NamedTuple):
    """The rounds that are dealt, and the session that is answered exactly beside them."""

    rounds: int
    seed: int
    session: int
    bankroll: int
    chart: Path | None


class _Exact(NamedTuple):
    """The same way to play over every deal, and a session of it."""

    solution: Solution
    ahead: Ahead
    ruin: Ruin

    def to_dict(self) -> dict[str, Any]:
        return {**self.solution.to_dict(), "session": self.ahead.to_dict(), "ruin": self.ruin.to_dict()}


def simulate_other(game: Game, strategy: str, paytable: Path | None, evening: Evening, *, json: bool) -> None:
    """Deal rounds at random, and lay the exact answers beside them."""
    check_ruin(evening.bankroll, evening.session, full_bet(game))
    with interruptible("the run"):
        made = playable(game, read_designs(paytable))
        way = _way(game, strategy, made)
        with progress_bar() as progress:
            run = simulate_game(
                made, way, evening.rounds, seed=evening.seed,
                progress=lambda done, of: progress(f"{done:,} rounds", done / of),
            )  # fmt: skip
        exact = _exact(made, way, evening)
        if evening.chart is not None:
            _draw(run, exact, evening.chart)
    if json:
        print_json(run.to_dict() | {"strategy": strategy, "exact": exact.to_dict()})
        return
    _page(run, strategy, exact)
    if evening.chart is not None:
        print(f"\nChart in {evening.chart}")


def _way(game: Game, strategy: str, made: Playable) -> Way:
    if strategy == "optimal":
        return made.best()
    try:
        return way_of(readable(game, strategy), made)
    except NoSuchStrategy as unknown:
        raise Refused(f"{unknown}, and optimal") from None


def _exact(made: Playable, way: Way, evening: Evening) -> _Exact:
    solution = play(made, way)
    outcomes = round_outcomes(solution)
    need = full_bet(solution.game)
    return _Exact(solution, after(outcomes, evening.session), ruin(outcomes, evening.bankroll, evening.session, need))


def _draw(run: GameRun, exact: _Exact, chart: Path) -> None:
    from croupier.lab.charts import draw_run

    mean, deviation = float(exact.solution.value), exact.solution.standard_deviation
    unit = base_unit(run.game)
    write_whole(
        chart,
        lambda path: draw_run(
            run.curve / run.unit, run.curve_every, mean, deviation, path, exact.ahead, exact.ruin, unit
        ),
    )


def _page(run: GameRun, strategy: str, exact: _Exact) -> None:
    console, game, unit = Console(highlight=False), run.game, base_unit(run.game)
    solution = exact.solution
    console.print(
        f"[bold]{run.rounds:,} rounds[/bold] of {game.name}, strategy {strategy}, seed {run.seed}; results in {unit}s"
    )
    console.print()
    table = plain_table("", "a round", "95 % between", "and", "exact")
    figures = (run.mean, *run.confidence(), float(solution.value))
    table.add_row(base_bets(game), *(f"{figure:+.5f}" for figure in figures))
    console.print(table)
    console.print()
    streets = {street.words: shares_words(run.frequencies[street.key]) for street in game.streets}
    deviation = f"{run.standard_deviation:.4f} a round, {solution.standard_deviation:.4f} exactly"
    ends = f"{run.total / run.unit:+,.1f}; lowest on the way {run.lowest / run.unit:+,.1f}"
    lines = {**streets, "standard dev.": deviation, "in the end": ends}
    width = max(map(len, lines)) + 2
    for name, words in lines.items():
        console.print(f"  {name:<{width}}{words}")
    console.print()
    _distribution(console, run, solution, unit)
    print_session(console, exact.ahead, exact.ruin, base_bets(game), unit)


def _distribution(console: Console, run: GameRun, solution: Solution, unit: str) -> None:
    """Every result that a round can have: how often exactly, and how often in the run."""
    found = dict(zip(run.net.tolist(), run.rounds_of_net.tolist(), strict=True))
    table = plain_table(f"a round nets, {unit}s", "exactly", "one in", "here")
    for net, ways in zip(solution.net.tolist(), solution.ways.tolist(), strict=True):
        table.add_row(
            f"{net / solution.unit:+,g}",
            percent(ways / solution.deals, 4),
            f"{solution.deals / ways:,.1f}",
            percent(found.get(net, 0) / run.rounds, 4),
        )
    console.print(table)
