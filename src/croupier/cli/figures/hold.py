"""`croupier hold`: a whole table from the house's side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer
from croupier.cli.figures.seat import Strategy, game_played, playing_by
from croupier.cli.options import Chart, GameKey, Json, OwnBase, OwnBets, OwnRules
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import side_bet_options
from croupier.lab.capabilities import check_whole_tables
from croupier.money import parse_dollars
from croupier.studies.hold import TableHold


@app.command()
@side_bet_options
def hold(
    game: GameKey = None,
    players: Annotated[int, Option(help="Seats in play, all against one dealer.")] = 6,
    ante: Annotated[str, Option(help="What each puts on the Ante, or the base bet, in dollars.")] = "25",
    strategy: Strategy = "optimal",
    paytable: OwnBase = None,
    variant: OwnRules = None,
    side_bet: OwnBets = None,
    rounds_per_hour: Annotated[int, Option(help="How many rounds the dealer deals.")] = 30,
    hours: Annotated[int, Option(help="How long a shift is.")] = 8,
    risk: Annotated[float, Option(help="Percent of shifts in which the tray may run out.")] = 0.1,
    shifts: Annotated[int, Option(min=1, max=10_000_000, help="Shifts dealt at random to find the tray.")] = 50_000,
    seed: Annotated[int, Option(min=0, help="The same seed deals the same shifts.")] = 0,
    chart: Chart = None,
    json: Json = False,
    *,
    sides: Mapping[str, str],
) -> None:
    """Say what a full table wins for the house, how much it swings, and how many chips its tray needs."""
    check_chart(chart)
    played, rules = game_played(game, variant)
    check_whole_tables(played)
    question = TableHold(
        playing=playing_by(played, strategy, paytable, sides=sides, own=side_bet, variant=rules),
        players=players, ante=parse_dollars(ante),
        rounds_per_hour=rounds_per_hour, hours=hours, risk=risk, seed=seed, shifts=shifts,
    )  # fmt: skip
    show_answer(question, json=json, chart=chart, what="the count")
