"""`croupier banking`: the player-dealer's side of a California table."""

from __future__ import annotations

from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer
from croupier.cli.figures.seat import Strategy, playing_by
from croupier.cli.options import Chart, GameKey, Json
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import STAKED
from croupier.games.uth import TRIPS
from croupier.lab.capabilities import counted_game
from croupier.money import parse_dollars
from croupier.studies.banking import PlayerBank, check_banked


@app.command()
def banking(
    game: GameKey = None,
    players: Annotated[int, Option(help="Seats that oppose the bank.")] = 5,
    ante: Annotated[str, Option(help="What each puts on the Ante, in dollars.")] = "25",
    trips: Annotated[str | None, Option(metavar=STAKED, help="Each also bets Trips.")] = None,
    wager: Annotated[list[str] | None, Option(help="The bank's wager, in dollars; may be repeated.")] = None,
    strategy: Strategy = "optimal",
    rounds: Annotated[int, Option(min=1, max=100_000, help="Rounds that the player banks in a session.")] = 60,
    bankroll: Annotated[str, Option(help="What the player brings to bank with, in dollars.")] = "2000",
    sessions: Annotated[int, Option(min=1, max=10_000_000, help="Sessions dealt at random.")] = 20_000,
    seed: Annotated[int, Option(min=0, help="The same seed deals the same sessions.")] = 0,
    chart: Chart = None,
    json: Json = False,
) -> None:
    """Say what it is worth to bank in California, after the collection, under both schedules."""
    check_chart(chart)
    played = counted_game(game)
    check_banked(played)
    question = PlayerBank(
        playing=playing_by(played, strategy, sides={} if trips is None else {TRIPS: trips}),
        players=players, ante=parse_dollars(ante),
        wagers=tuple(parse_dollars(text) for text in wager or ("100", "500", "2000")), rounds=rounds,
        bankroll=parse_dollars(bankroll), seed=seed, sessions=sessions,
    )  # fmt: skip
    show_answer(question, json=json, chart=chart, what="the count")
