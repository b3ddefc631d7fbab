"""`croupier banking`: the player-dealer's side of a California table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.app import app
from croupier.cli.figures.riding import TABLE, decisions_of, sides_of
from croupier.cli.options import Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.bets.stakes import SideStake
    from croupier.lab.house.banking import Banking, BankRun
    from croupier.lab.uth.decisions import Decisions
    from croupier.rules.collection import Schedule

ANTES = (500, 1000, 2500, 5000)
"""What the limits of California allow, from end to end (R32)."""


@app.command()
def banking(
    players: Annotated[int, typer.Option(help="Seats that oppose the bank.")] = 5,
    ante: Annotated[str, typer.Option(help="What each puts on the Ante, in dollars.")] = "25",
    trips: Annotated[str | None, typer.Option(help=f"Each also bets Trips: {TABLE}.")] = None,
    wager: Annotated[list[str] | None, typer.Option(help="The bank's wager, in dollars; may be repeated.")] = None,
    strategy: Annotated[
        str, typer.Option(help="How the seats play: optimal, a readable one, or a TOML file.")
    ] = "optimal",
    rounds: Annotated[int, typer.Option(help="Rounds that the player banks in a session.")] = 60,
    bankroll: Annotated[str, typer.Option(help="What the player brings to bank with, in dollars.")] = "2000",
    sessions: Annotated[int, typer.Option(help="Sessions dealt at random.")] = 20_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same sessions.")] = 0,
    json: Json = False,
) -> None:
    """Say what it is worth to bank in California, after the collection, under both schedules."""
    from croupier.cli.figures.output import interruptible, print_json
    from croupier.lab.house.banking import Banking
    from croupier.money import parse_dollars

    sides = sides_of(trips, None, None)
    with interruptible("the count"):
        decisions = decisions_of(strategy, None)
        edge = _edge(decisions, sides)
        stake = sum(side.stake for side in sides)
        table = Banking(edge=edge, players=players, ante=parse_dollars(ante), sides=stake)
        brought = parse_dollars(bankroll)
        wagers = [parse_dollars(text) for text in wager or ("100", "500", "2000")]
        runs = [
            _Row(cents, *_runs(table, decisions, sides, cents, rounds, brought, sessions, seed)) for cents in wagers
        ]
    if json:
        print_json(_told(table, runs, rounds, brought))
    else:
        _page(table, runs, rounds, brought)


class _Row:
    """One wager: what each coverage and schedule made of it."""

    def __init__(self, wager: int, *runs: tuple[str, Schedule, BankRun]) -> None:
        self.wager, self.runs = wager, runs


def _edge(decisions: Decisions, sides: Sequence[SideStake]) -> Fraction:
    """The exact edge of a seat's bets, in Antes."""
    from croupier.lab.chance.session import bet_means
    from croupier.lab.uth.playout import play_out

    return -sum(bet_means(play_out(decisions), sides, None, bad_beat_on_fold=True).values(), start=Fraction(0))


def _runs(
    table: Banking,
    decisions: Decisions,
    sides: Sequence[SideStake],
    wager: int,
    rounds: int,
    bankroll: int,
    sessions: int,
    seed: int,
) -> list[tuple[str, Schedule, BankRun]]:
    from croupier.cli.figures.output import progress_bar
    from croupier.lab.house.banking import bank_run, bets_in_cents
    from croupier.lab.house.shifts import Cover, play_shifts
    from croupier.rules.bank import Coverage
    from croupier.rules.collection import Schedule

    bets = bets_in_cents(table.ante, sides)
    found: list[tuple[str, Schedule, BankRun]] = []
    with progress_bar() as progress:
        for coverage in Coverage:
            for schedule in Schedule:
                progress(f"{coverage.value} coverage, schedule {schedule.value}", len(found) / 4)
                played = play_shifts(
                    decisions, bets, players=table.players, rounds=rounds, shifts=sessions, seed=seed,
                    cover=Cover(wager, coverage, table.fee(schedule)),
                )  # fmt: skip
                found.append((coverage.value, schedule, bank_run(played, rounds, bankroll)))
    return found


def _told(table: Banking, rows: Sequence[_Row], rounds: int, bankroll: int) -> dict[str, Any]:
    from dataclasses import asdict

    from croupier.rules.collection import Schedule

    return {
        "players": table.players,
        "ante_cents": table.ante,
        "edge_of_a_seat": float(table.edge),
        "before_fees_cents": float(table.before_fees),
        "schedules": {
            str(schedule.value): {
                "fee_cents": table.fee(schedule),
                "bank_cents_a_round": float(table.worth(schedule)),
                "player_cost_cents_a_round": float(table.cost(schedule)),
            }
            for schedule in Schedule
        },
        "rounds": rounds,
        "bankroll_cents": bankroll,
        "wagers": [
            {"wager_cents": row.wager, "coverage": coverage, "schedule": schedule.value, **asdict(run)}
            for row in rows
            for coverage, schedule, run in row.runs
        ],
    }


def _page(table: Banking, rows: Sequence[_Row], rounds: int, bankroll: int) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import percent, plain_table
    from croupier.money import dollars
    from croupier.rules.collection import Schedule

    console = Console(highlight=False)
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
    for row in rows:
        for coverage, schedule, found in row.runs:
            run.add_row(
                dollars(row.wager), coverage, str(schedule.value), f"{_money(found.a_round)} ± {found.error / 100:.2f}",
                dollars(round(found.deviation)), percent(found.lost),
            )  # fmt: skip
    console.print(run)
    console.print(
        f"\nThe last table: {rows[0].runs[0][2].sessions:,} sessions of {rounds} rounds, {dollars(bankroll)} brought. "
        "What a wager does not cover goes back to its player."
    )


def _money(cents: Fraction | float) -> str:
    """Money with its sign, to the cent: fees and edges are small."""
    return f"{float(cents) / 100:+,.2f}"
