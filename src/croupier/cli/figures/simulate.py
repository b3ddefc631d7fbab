"""`croupier simulate`: rounds by the million, with the exact answers beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer
from croupier.cli.figures.progressive import levels_of, table_of
from croupier.cli.figures.seat import Strategy, game_played, playing_by
from croupier.cli.options import Chart, Contribution, GameKey, Json, OwnBase, OwnBets, OwnRules
from croupier.cli.parameters import Argument, Option
from croupier.cli.paytable_options import side_bet_options
from croupier.errors import Refused
from croupier.games.uth import UTH
from croupier.lab.bets import progressive as lab
from croupier.lab.bets.progressive import ProgressivePrice
from croupier.money import parse_dollars
from croupier.studies.ruin import Stay
from croupier.studies.simulate import Rounds


@app.command()
@side_bet_options
def simulate(
    rounds: Annotated[int, Argument(help="How many rounds.")] = 1_000_000,
    game: GameKey = None,
    seed: Annotated[int, Option(help="The same seed deals the same rounds.")] = 0,
    strategy: Strategy = "optimal",
    progressive: Annotated[str | None, Option(metavar="PAYTABLE", help="Also bet on this progressive table.")] = None,
    stake: Annotated[str, Option(help="The progressive wager, in dollars.")] = "1",
    meter: Annotated[list[str] | None, Option(help="What its meter shows: AMOUNT or LEVEL=AMOUNT.")] = None,
    reseed: Annotated[list[str] | None, Option(help="What it restarts from, likewise.")] = None,
    contribution: Contribution = None,
    reserve: Annotated[list[str] | None, Option(help="Percent kept for the next seed, likewise.")] = None,
    paytable: OwnBase = None,
    variant: OwnRules = None,
    side_bet: OwnBets = None,
    bad_beat_on_fold: Annotated[bool, Option(help="Whether a folded Bad Beat stays in action.")] = True,
    progressive_on_fold: Annotated[bool, Option(help="Whether a folded progressive does.")] = True,
    session: Annotated[int, Option(help="Rounds of the session answered exactly.")] = 500,
    bankroll: Annotated[str, Option(help="What is brought to it, in dollars.")] = "2000",
    ante: Annotated[str, Option(help="The Ante, or the base bet, in dollars.")] = "10",
    chart: Chart = None,
    json: Json = False,
    *,
    sides: Mapping[str, str],
) -> None:
    """Play rounds at random, and say exactly how a session of them ends."""
    check_chart(chart)
    played, rules = game_played(game, variant)
    playing = playing_by(played, strategy, paytable, sides=sides, own=side_bet, on_fold=bad_beat_on_fold, variant=rules)
    wagered = {
        "progressive": progressive, "meter": meter, "reseed": reseed, "contribution": contribution, "reserve": reserve,
    }  # fmt: skip
    if played is not UTH and (options := [name for name, text in wagered.items() if text]):
        raise Refused(f"only {UTH.name} is simulated with a progressive; leave --{options[0]} out for {played.name}")
    bet = None
    if progressive is not None:
        if side_bet is not None or rules is not None:
            raise Refused(
                "a progressive is simulated with the house's rules and side bets; leave --side-bet and --variant out, "
                "or --progressive"
            )
        levels = (meter or [], reseed or [], contribution or [], reserve or [])
        bet = _progressive(progressive, stake, levels, on_fold=progressive_on_fold)
    stay = Stay(bankroll=parse_dollars(bankroll), ante=parse_dollars(ante), rounds=session)
    question = Rounds(playing, rounds, seed, stay, bet)
    show_answer(question, json=json, what="the run", chart=chart)


def _progressive(
    name: str, stake: str, levels: tuple[list[str], list[str], list[str], list[str]], *, on_fold: bool
) -> ProgressivePrice:
    table = table_of(name, UTH)
    bet = lab.progressive(table, stake=parse_dollars(stake), levels=levels_of(table, *levels))
    # The exact figures beside the run need no folds here; the run itself knows which hands were folded.
    return replace(bet, on_fold=on_fold)
