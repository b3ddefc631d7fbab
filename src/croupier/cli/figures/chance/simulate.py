"""`croupier simulate`: rounds by the million, with the exact answers beside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.app import app
from croupier.cli.figures.riding import TABLE, decisions_of, sides_of
from croupier.cli.options import Contribution, GameKey, Json, OwnBase
from croupier.cli.parameters import Argument, Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from croupier.lab.bets.progressive import Progressive
    from croupier.lab.chance.replay import MeterRun
    from croupier.lab.chance.simulate import SideStake, Simulation
    from croupier.studies.evening import Exact


@app.command()
def simulate(
    rounds: Annotated[int, Argument(help="How many rounds.")] = 1_000_000,
    game: GameKey = None,
    seed: Annotated[int, Option(help="The same seed deals the same rounds.")] = 0,
    strategy: Annotated[
        str, Option(help="optimal, a readable one (croupier strategy --list), or a TOML file.")
    ] = "optimal",
    trips: Annotated[str | None, Option(help=f"Also bet Trips: {TABLE}.")] = None,
    bad_beat: Annotated[str | None, Option(help=f"Also bet Bad Beat: {TABLE}.")] = None,
    pairs: Annotated[str | None, Option(help=f"Also bet Pairs: {TABLE}.")] = None,
    progressive: Annotated[str | None, Option(help="Also bet on this progressive table.")] = None,
    stake: Annotated[str, Option(help="The progressive wager, in dollars.")] = "1",
    meter: Annotated[list[str] | None, Option(help="What its meter shows: AMOUNT or LEVEL=AMOUNT.")] = None,
    reseed: Annotated[list[str] | None, Option(help="What it restarts from, likewise.")] = None,
    contribution: Contribution = None,
    reserve: Annotated[list[str] | None, Option(help="Percent kept for the next seed, likewise.")] = None,
    paytable: OwnBase = None,
    bad_beat_on_fold: Annotated[bool, Option(help="Whether a folded Bad Beat stays in action.")] = True,
    progressive_on_fold: Annotated[bool, Option(help="Whether a folded progressive does.")] = True,
    session: Annotated[int, Option(help="Rounds of the session answered exactly.")] = 500,
    bankroll: Annotated[int, Option(help="Antes brought to it.")] = 200,
    chart: Annotated[Path | None, Option(help="Draw the bankroll curve (.png or .svg).")] = None,
    json: Json = False,
) -> None:
    """Play rounds at random, and say exactly how a session of them ends."""
    from croupier.cli.figures.output import (
        check_chart,
        interruptible,
        own_blind,
        print_json,
        progress_bar,
        write_whole,
    )
    from croupier.errors import Refused
    from croupier.games.uth import UTH
    from croupier.lab.solved import answered_game
    from croupier.studies.evening import Session, check_session, evening

    check_chart(chart)
    played = answered_game(game)
    if played is not UTH:
        from croupier.cli.figures.chance.simulate_games import Asked, simulate_other

        options = {
            "trips": trips, "bad-beat": bad_beat, "pairs": pairs, "progressive": progressive, "meter": meter,
            "reseed": reseed, "contribution": contribution, "reserve": reserve,
        }  # fmt: skip
        if given := [name for name, value in options.items() if value]:
            raise Refused(f"only {UTH.name} is simulated with other bets; leave --{given[0]} out for {played.name}")
        simulate_other(played, strategy, paytable, Asked(rounds, seed, session, bankroll, chart), json=json)
        return
    sides = sides_of(trips, bad_beat, pairs)
    blind = own_blind(paytable)
    bet = None
    if progressive is not None:
        bet = _progressive(
            progressive, stake, meter or [], reseed or [], contribution or [], reserve or [], progressive_on_fold
        )
    asked = Session(session, bankroll)
    check_session(asked, sides)
    with interruptible("the run"):
        decisions = decisions_of(strategy, blind)
        with progress_bar() as progress:
            played_out = evening(
                decisions, rounds, seed, asked, progress, blind=blind, sides=sides, on_fold=bad_beat_on_fold
            )
        run, exact = played_out.run, played_out.exact
        meters = None
        if bet is not None:
            from croupier.lab.chance.replay import replay

            meters = replay(bet, run)
        if chart is not None:
            from croupier.lab.charts import draw_run

            # Pairs is not in the exact round; where it is bet, the band is drawn around the run's own figures.
            own = any(map(_is_pairs, sides))
            mean, deviation = (run.mean, run.standard_deviation) if own else (exact.mean, exact.deviation)
            curve = run.curve / run.unit
            write_whole(
                chart,
                lambda path: draw_run(curve, run.curve_every, mean, deviation, path, exact.ahead, exact.ruin),
            )
    if json:
        told: dict[str, Any] = played_out.to_dict(strategy)
        told["progressive"] = None if meters is None else meters.to_dict()
        print_json(told)
    else:
        _page(run, strategy, sides, exact, bet, meters)
        if chart is not None:
            print(f"\nChart in {chart}")


def _progressive(
    name: str, stake: str, meter: list[str], seed: list[str], contribution: list[str], reserve: list[str], on_fold: bool
) -> Progressive:
    from dataclasses import replace

    from croupier.cli.figures.progressive import levels_of, table_of
    from croupier.games.uth import UTH
    from croupier.lab.bets import progressive as lab
    from croupier.money import parse_dollars

    table = table_of(name, UTH)
    levels = levels_of(table, meter, seed, contribution, reserve, seed_option="reseed")
    # The exact figures beside the run need no folds here; the run itself knows which hands were folded.
    return replace(lab.progressive(table, stake=parse_dollars(stake), levels=levels), on_fold=on_fold)


def _is_pairs(side: SideStake) -> bool:
    return side.table.bet == "pairs"


def _page(
    run: Simulation,
    strategy: str,
    sides: Sequence[SideStake],
    exact: Exact,
    bet: Progressive | None,
    meters: MeterRun | None,
) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import percent_each, plain_table
    from croupier.cli.figures.words import print_session

    console = Console(highlight=False)
    console.print(f"[bold]{run.rounds:,} rounds[/bold], strategy {strategy}, seed {run.seed}; results in Antes")
    console.print()
    table = plain_table("bet", "a round", "95 % between", "and", "exact")
    for name in run.by_bet:
        figures = (run.mean_of(name), *run.confidence_of(name), exact.means[name])
        table.add_row(name, *(f"{figure:+.5f}" for figure in figures))
    if len(run.by_bet) > 1:
        figures = (run.mean, *run.confidence(), sum(exact.means.values()))
        table.add_row("all together", *(f"{figure:+.5f}" for figure in figures), style="bold")
    console.print(table)
    console.print(f"\n  decided by     {percent_each(run.outcome.frequencies)}")
    console.print(f"  standard dev.  {run.standard_deviation:.4f} a round")
    console.print(f"  in the end     {run.total / run.unit:+,.1f}; lowest on the way {run.lowest / run.unit:+,.1f}")
    if bet is not None and meters is not None:
        _meters(console, bet, meters)
    what = "Ante, Blind and Play" + "".join(f", {side.table.name}" for side in sides if not _is_pairs(side))
    without = "; without Pairs" if any(map(_is_pairs, sides)) else ""
    print_session(console, exact.ahead, exact.ruin, f"{what}{without}", "Ante")


def _meters(console: Console, bet: Progressive, meters: MeterRun) -> None:
    from croupier.cli.figures.output import percent
    from croupier.money import dollars
    from croupier.rules.paytables import line_words

    low, high = meters.confidence()
    console.print(f"\n[bold]{meters.paytable}[/bold], {dollars(meters.stake)} every round")
    console.print(f"  returned       {percent(meters.mean)} of the wagers (95 %: {percent(low)} to {percent(high)})")
    if bet.on_fold:
        console.print(f"                 {percent(bet.returns())} exactly, at the meters as they stood at the start")
    by_line: dict[str, list[int]] = {}
    for award in meters.awards:
        by_line.setdefault(award.line, []).append(award.cents)
    for line, cents in by_line.items():
        most = f", the largest {dollars(max(cents))}" if len(cents) > 1 else ""
        console.print(f"  {line_words(line)}: {len(cents):,} for {dollars(sum(cents))}{most}")
    now = ", ".join(f"{name} {dollars(amount)}" for name, amount in meters.meters.items())
    console.print(f"  meters now     {now}")
