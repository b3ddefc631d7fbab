"""`croupier hold`: a whole table from the house's side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from croupier.cli.app import app
from croupier.cli.figures.riding import TABLE, decisions_of, sides_of
from croupier.cli.options import Json
from croupier.cli.parameters import Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.bets.stakes import SideStake
    from croupier.lab.house.hold import Hold, Tray


@app.command()
def hold(
    players: Annotated[int, Option(help="Seats in play, all on one board.")] = 6,
    ante: Annotated[str, Option(help="What each puts on the Ante, in dollars.")] = "25",
    trips: Annotated[str | None, Option(help=f"Each also bets Trips: {TABLE}.")] = None,
    bad_beat: Annotated[str | None, Option(help=f"Each also bets Bad Beat: {TABLE}.")] = None,
    strategy: Annotated[
        str, Option(help="How they play: optimal, a readable one (croupier strategy --list), or a TOML file.")
    ] = "optimal",
    rounds_per_hour: Annotated[int, Option(help="How many rounds the dealer deals.")] = 30,
    hours: Annotated[int, Option(help="How long a shift is.")] = 8,
    risk: Annotated[float, Option(help="Percent of shifts in which the tray may run out.")] = 0.1,
    shifts: Annotated[int, Option(help="Shifts dealt at random to find the tray.")] = 50_000,
    seed: Annotated[int, Option(help="The same seed deals the same shifts.")] = 0,
    json: Json = False,
) -> None:
    """Say what a full table wins for the house, how much it swings, and how many chips its tray needs."""
    from croupier.cli.figures.output import interruptible, print_json, progress_bar
    from croupier.money import parse_dollars
    from croupier.studies.house.hold import table_run
    from croupier.studies.playing import OPTIMAL

    sides = sides_of(trips, bad_beat, None)
    with interruptible("the count"):
        decisions = decisions_of(strategy, None)
        with progress_bar() as progress:
            found = table_run(
                decisions, sides, usual=strategy == OPTIMAL and not sides, players=players, ante=parse_dollars(ante),
                rounds_per_hour=rounds_per_hour, hours=hours, risk=risk, shifts=shifts, seed=seed, progress=progress,
            )  # fmt: skip
    if json:
        print_json(found.to_dict())
    else:
        _page(found.table, found.tray, sides, strategy)


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
