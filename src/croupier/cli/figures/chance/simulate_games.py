"""What `croupier simulate --game` answers for the six games other than Ultimate Texas Hold'em."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

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
from croupier.lab.chance.ruin import check_ruin
from croupier.lab.games.chance.session import full_bet
from croupier.lab.games.chance.simulate import GameRun
from croupier.lab.games.solution import Solution
from croupier.rules.game import Game
from croupier.studies.evening import GameEvening, Session, game_evening
from croupier.studies.playing import way_by


class Asked(NamedTuple):
    """The rounds that are dealt, and the session that is answered exactly beside them."""

    rounds: int
    seed: int
    session: int
    bankroll: int
    chart: Path | None


def simulate_other(game: Game, strategy: str, paytable: Path | None, asked: Asked, *, json: bool) -> None:
    """Deal rounds at random, and lay the exact answers beside them."""
    check_ruin(asked.bankroll, asked.session, full_bet(game))
    with interruptible("the run"):
        made, way = way_by(game, strategy, read_designs(paytable))
        with progress_bar() as progress:
            found = game_evening(made, way, asked.rounds, asked.seed, Session(asked.session, asked.bankroll), progress)
        if asked.chart is not None:
            _draw(found, asked.chart)
    if json:
        print_json(found.to_dict(strategy))
        return
    _page(found, strategy)
    if asked.chart is not None:
        print(f"\nChart in {asked.chart}")


def _draw(found: GameEvening, chart: Path) -> None:
    from croupier.lab.charts import draw_run

    run, solution = found.run, found.solution
    mean, deviation = float(solution.value), solution.standard_deviation
    unit = base_unit(run.game)
    write_whole(
        chart,
        lambda path: draw_run(
            run.curve / run.unit, run.curve_every, mean, deviation, path, found.ahead, found.ruin, unit
        ),
    )


def _page(found: GameEvening, strategy: str) -> None:
    run, solution = found.run, found.solution
    console, game, unit = Console(highlight=False), run.game, base_unit(run.game)
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
    print_session(console, found.ahead, found.ruin, base_bets(game), unit)


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
