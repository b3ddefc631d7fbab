"""`croupier banking`: the player-dealer's side of a California table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from croupier.cli.app import app
from croupier.cli.figures.riding import TABLE, decisions_of, sides_of
from croupier.cli.options import Json
from croupier.cli.parameters import Option

if TYPE_CHECKING:
    from croupier.studies.house.banking import BankTable


@app.command()
def banking(
    players: Annotated[int, Option(help="Seats that oppose the bank.")] = 5,
    ante: Annotated[str, Option(help="What each puts on the Ante, in dollars.")] = "25",
    trips: Annotated[str | None, Option(help=f"Each also bets Trips: {TABLE}.")] = None,
    wager: Annotated[list[str] | None, Option(help="The bank's wager, in dollars; may be repeated.")] = None,
    strategy: Annotated[str, Option(help="How the seats play: optimal, a readable one, or a TOML file.")] = "optimal",
    rounds: Annotated[int, Option(help="Rounds that the player banks in a session.")] = 60,
    bankroll: Annotated[str, Option(help="What the player brings to bank with, in dollars.")] = "2000",
    sessions: Annotated[int, Option(help="Sessions dealt at random.")] = 20_000,
    seed: Annotated[int, Option(help="The same seed deals the same sessions.")] = 0,
    json: Json = False,
) -> None:
    """Say what it is worth to bank in California, after the collection, under both schedules."""
    from croupier.cli.figures.output import interruptible, print_json, progress_bar
    from croupier.money import parse_dollars
    from croupier.studies.house.banking import bank_table

    sides = sides_of(trips, None, None)
    wagers = [parse_dollars(text) for text in wager or ("100", "500", "2000")]
    with interruptible("the count"):
        decisions = decisions_of(strategy, None)
        with progress_bar() as progress:
            found = bank_table(
                decisions, sides, players=players, ante=parse_dollars(ante), wagers=wagers, rounds=rounds,
                bankroll=parse_dollars(bankroll), sessions=sessions, seed=seed, progress=progress,
            )  # fmt: skip
    print_json(found.to_dict()) if json else _page(found)


def _page(found: BankTable) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import percent, plain_table
    from croupier.money import dollars
    from croupier.rules.collection import Schedule
    from croupier.studies.house.banking import ANTES

    console, table = Console(highlight=False), found.table
    console.print(f"[bold]{table.players} seats with {dollars(table.ante)} on the Ante against the bank[/bold]\n")
    console.print(f"  before fees    {_money(table.before_fees)} a round, exactly, where the wager covers everything\n")
    worth = plain_table("bank, a round after its fee", *(f"{dollars(ante)} Antes" for ante in ANTES))
    for schedule in Schedule:
        for players in range(1, 6):
            cells = [_money(replace(table, players=players, ante=ante).worth(schedule)) for ante in ANTES]
            worth.add_row(f"schedule {schedule.value}, {players} seat{'s' * (players > 1)}", *cells)
    console.print(worth)
    cost = plain_table("\na player, a round with the fee", *(f"\n{dollars(ante)} Antes" for ante in ANTES))
    for schedule in Schedule:
        cost.add_row(
            f"schedule {schedule.value}", *(_money(-replace(table, ante=ante).cost(schedule)) for ante in ANTES)
        )
    console.print(cost)
    run = plain_table("\nwager", "\ncoverage", "\nschedule", "\na round", "\ngive or take", "\nbankroll gone")
    for one in found.runs:
        run.add_row(
            dollars(one.wager), one.coverage, str(one.schedule.value),
            f"{_money(one.run.a_round)} ± {one.run.error / 100:.2f}", dollars(round(one.run.deviation)),
            percent(one.run.lost),
        )  # fmt: skip
    console.print(run)
    console.print(
        f"\nThe last table: {found.runs[0].run.sessions:,} sessions of {found.rounds} rounds, "
        f"{dollars(found.bankroll)} brought. What a wager does not cover goes back to its player."
    )


def _money(cents: Fraction | float) -> str:
    """Money with its sign, to the cent: fees and edges are small."""
    return f"{float(cents) / 100:+,.2f}"
