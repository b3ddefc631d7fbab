"""`croupier hold`: a whole table from the house's side."""

from __future__ import annotations

from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer
from croupier.cli.figures.seat import STAKED, Strategy, playing_by
from croupier.cli.options import Chart, GameKey, Json
from croupier.cli.parameters import Option
from croupier.lab.capabilities import whole_table_game
from croupier.money import parse_dollars
from croupier.studies.hold import TableHold


@app.command()
def hold(
    game: GameKey = None,
    players: Annotated[int, Option(help="Seats in play, all on one board.")] = 6,
    ante: Annotated[str, Option(help="What each puts on the Ante, in dollars.")] = "25",
    trips: Annotated[str | None, Option(metavar=STAKED, help="Each also bets Trips.")] = None,
    bad_beat: Annotated[str | None, Option(metavar=STAKED, help="Each also bets Bad Beat.")] = None,
    strategy: Strategy = "optimal",
    rounds_per_hour: Annotated[int, Option(help="How many rounds the dealer deals.")] = 30,
    hours: Annotated[int, Option(help="How long a shift is.")] = 8,
    risk: Annotated[float, Option(help="Percent of shifts in which the tray may run out.")] = 0.1,
    shifts: Annotated[int, Option(min=1, max=10_000_000, help="Shifts dealt at random to find the tray.")] = 50_000,
    seed: Annotated[int, Option(min=0, help="The same seed deals the same shifts.")] = 0,
    chart: Chart = None,
    json: Json = False,
) -> None:
    """Say what a full table wins for the house, how much it swings, and how many chips its tray needs."""
    check_chart(chart)
    played = whole_table_game(game)
    question = TableHold(
        playing=playing_by(played, strategy, trips=trips, bad_beat=bad_beat), players=players, ante=parse_dollars(ante),
        rounds_per_hour=rounds_per_hour, hours=hours, risk=risk, seed=seed, shifts=shifts,
    )  # fmt: skip
    show_answer(question, json=json, chart=chart, what="the count")
