"""`croupier hold`: a whole table from the house's side."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.app import app
from croupier.cli.figures.riding import TABLE, decisions_of, sides_of
from croupier.cli.options import Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.bets.stakes import SideStake, Staked
    from croupier.lab.house.hold import Hold, Tray
    from croupier.lab.house.shifts import Shifts
    from croupier.lab.house.two_seats import TwoSeats
    from croupier.lab.uth.decisions import Decisions

OPTIMAL = "optimal"


@app.command()
def hold(
    players: Annotated[int, typer.Option(help="Seats in play, all on one board.")] = 6,
    ante: Annotated[str, typer.Option(help="What each puts on the Ante, in dollars.")] = "25",
    trips: Annotated[str | None, typer.Option(help=f"Each also bets Trips: {TABLE}.")] = None,
    bad_beat: Annotated[str | None, typer.Option(help=f"Each also bets Bad Beat: {TABLE}.")] = None,
    strategy: Annotated[
        str, typer.Option(help="How they play: optimal, a readable one (croupier strategy --list), or a TOML file.")
    ] = OPTIMAL,
    rounds_per_hour: Annotated[int, typer.Option(help="How many rounds the dealer deals.")] = 30,
    hours: Annotated[int, typer.Option(help="How long a shift is.")] = 8,
    risk: Annotated[float, typer.Option(help="Percent of shifts in which the tray may run out.")] = 0.1,
    shifts: Annotated[int, typer.Option(help="Shifts dealt at random to find the tray.")] = 50_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same shifts.")] = 0,
    json: Json = False,
) -> None:
    """Say what a full table wins for the house, how much it swings, and how many chips its tray needs."""
    from croupier.cli.figures.output import interruptible, print_json
    from croupier.lab.bets.stakes import staked
    from croupier.lab.house.hold import Hold, tray
    from croupier.money import parse_dollars

    sides = sides_of(trips, bad_beat, None)
    stakes = staked(None, tuple(sides), bad_beat_on_fold=True)
    with interruptible("the count"):
        decisions = decisions_of(strategy, None)
        seats = _seats(decisions, stakes, usual=strategy == OPTIMAL and not sides)
        cents = parse_dollars(ante)
        table = Hold(seats=seats, players=players, ante=cents, rounds_per_hour=rounds_per_hour, hours=hours)
        played = _shifts(decisions, stakes, table, shifts, seed)
        needed = tray(played, Fraction(cents, stakes.unit), risk / 100)
    if json:
        print_json(_told(table, needed))
    else:
        _page(table, needed, sides, strategy)


def _seats(decisions: Decisions, stakes: Staked, *, usual: bool) -> TwoSeats:
    from croupier.cli.figures.output import progress_bar
    from croupier.lab.house.hold import known_seats
    from croupier.lab.house.two_seats import two_seats

    if usual:
        return known_seats()
    with progress_bar() as progress:
        return two_seats(decisions, stakes.cell_net, stakes.unit, progress=progress)


def _shifts(decisions: Decisions, stakes: Staked, table: Hold, shifts: int, seed: int) -> Shifts:
    from croupier.cli.figures.output import progress_bar
    from croupier.lab.house.shifts import play_shifts

    with progress_bar() as progress:
        return play_shifts(
            decisions, stakes.cell_net[None], players=table.players, rounds=table.rounds, shifts=shifts, seed=seed,
            progress=lambda done, of: progress(f"{done:,} shifts", done / of),
        )  # fmt: skip


def _told(table: Hold, needed: Tray) -> dict[str, Any]:
    from dataclasses import asdict

    told = asdict(needed).items()
    spans = {"round": 1, "hour": table.rounds_per_hour, "shift": table.rounds}
    return {
        "players": table.players,
        "ante_cents": table.ante,
        "edge_of_ante": float(-table.seats.value),
        "variance": float(table.seats.variance),
        "covariance_of_two_seats": float(table.seats.covariance),
        "correlation_of_two_seats": table.seats.correlation,
        "expected_cents": {name: table.expected(rounds) for name, rounds in spans.items()},
        "standard_deviation_cents": {name: table.deviation(rounds) for name, rounds in spans.items()},
        "rounds_to_be_ahead": table.rounds_to_be_ahead,
        "tray": {f"{key}_cents" if isinstance(value, int) and key != "shifts" else key: value for key, value in told},
    }


def _page(table: Hold, needed: Tray, sides: Sequence[SideStake], strategy: str) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import percent, plain_table
    from croupier.money import dollars

    console = Console(highlight=False)
    also = "".join(f", {side.table.name} at {side.stake}" for side in sides)
    console.print(
        f"[bold]{table.players} players, {dollars(table.ante)} on the Ante{also}[/bold], strategy {strategy}\n"
    )
    rows = plain_table("the house", "wins", "give or take")
    for name, rounds in (("a round", 1), ("an hour", table.rounds_per_hour), ("a shift", table.rounds)):
        rows.add_row(name, *(dollars(round(cents)) for cents in (table.expected(rounds), table.deviation(rounds))))
    console.print(rows)
    seats = table.seats
    alone = table.players * float(seats.variance)
    wider = float(table.round_variance) / alone
    console.print(
        f"\n  two seats      correlation {seats.correlation:.4f}, covariance {float(seats.covariance):.4f} Antes²"
    )
    if table.players > 1:
        console.print(f"                 a round varies {wider:.2f} times as much as {table.players} seats apart would")
    if table.rounds_to_be_ahead:
        days = table.rounds_to_be_ahead / table.rounds
        console.print(f"  edge and luck  the edge is two standard deviations after {days:,.0f} shifts")
    console.print(f"  tray           {dollars(needed.needed)} lasts but for {percent(needed.risk, 3)} of shifts")
    console.print(f"                 95 % between {dollars(needed.least)} and {dollars(needed.most)}")
    console.print(f"  behind         {percent(needed.behind)} of {needed.shifts:,} shifts")
