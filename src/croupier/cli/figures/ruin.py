"""`croupier ruin`: how long a bankroll lasts, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer
from croupier.cli.figures.seat import Strategy, game_played, playing_by
from croupier.cli.options import Chart, GameKey, Json, OwnBase, OwnBets, OwnRules
from croupier.cli.parameters import Option
from croupier.cli.paytable_options import side_bet_options
from croupier.money import parse_dollars
from croupier.studies.ruin import Bankroll, Stay


@app.command()
@side_bet_options
def ruin(
    game: GameKey = None,
    bankroll: Annotated[str, Option(help="What is brought, in dollars.")] = "1000",
    ante: Annotated[str, Option(help="The Ante, or the base bet, in dollars.")] = "10",
    hours: Annotated[int, Option(help="How long the session is.")] = 4,
    rounds_per_hour: Annotated[int, Option(help="How many rounds are dealt.")] = 40,
    stop_loss: Annotated[str | None, Option(help="Stop after losing so much, in dollars.")] = None,
    win_goal: Annotated[str | None, Option(help="Stop after winning so much, in dollars.")] = None,
    strategy: Strategy = "optimal",
    paytable: OwnBase = None,
    variant: OwnRules = None,
    side_bet: OwnBets = None,
    chart: Chart = None,
    json: Json = False,
    *,
    sides: Mapping[str, str],
) -> None:
    """Say how likely a bankroll lasts a session, and where sessions end; exactly, over every deal.

    A session is over when the money left does not cover a whole round.
    """
    check_chart(chart)
    played, rules = game_played(game, variant)
    playing = playing_by(played, strategy, paytable, sides=sides, own=side_bet, variant=rules)
    stay = Stay(
        bankroll=parse_dollars(bankroll), ante=parse_dollars(ante), rounds=max(0, hours) * rounds_per_hour,
        stop_loss=None if stop_loss is None else parse_dollars(stop_loss),
        win_goal=None if win_goal is None else parse_dollars(win_goal),
    )  # fmt: skip
    show_answer(Bankroll(playing, stay, hours), json=json, chart=chart, what="the count")
