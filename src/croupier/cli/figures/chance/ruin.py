"""`croupier ruin`: how long a bankroll lasts, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.app import app
from croupier.cli.figures.riding import TABLE, decisions_of, sides_of
from croupier.cli.options import GameKey, Json, OwnBase
from croupier.cli.parameters import Option

if TYPE_CHECKING:
    from croupier.lab.chance.ruin import Outcomes
    from croupier.rules.game import Game


@app.command()
def ruin(
    game: GameKey = None,
    bankroll: Annotated[str, Option(help="What is brought, in dollars.")] = "1000",
    ante: Annotated[str, Option(help="The Ante, or the base bet, in dollars.")] = "10",
    hours: Annotated[int, Option(help="How long the session is.")] = 4,
    rounds_per_hour: Annotated[int, Option(help="How many rounds are dealt.")] = 40,
    strategy: Annotated[
        str, Option(help="optimal, a readable one (croupier strategy --list), or a TOML file.")
    ] = "optimal",
    trips: Annotated[str | None, Option(help=f"Also bet Trips: {TABLE}.")] = None,
    bad_beat: Annotated[str | None, Option(help=f"Also bet Bad Beat: {TABLE}.")] = None,
    paytable: OwnBase = None,
    json: Json = False,
) -> None:
    """Say how likely a bankroll lasts a session, and where sessions end; exactly, over every deal."""
    from croupier.cli.figures.output import interruptible, print_json
    from croupier.errors import Refused
    from croupier.games.uth import UTH
    from croupier.lab.solved import answered_game
    from croupier.money import parse_dollars
    from croupier.studies.ruin import Stay, session_told

    played = answered_game(game)
    if played is not UTH and (trips or bad_beat):
        raise Refused(f"only {UTH.name} is answered with side bets; leave them out for {played.name}")
    stay = Stay(
        bankroll=parse_dollars(bankroll), ante=parse_dollars(ante), hours=hours, rounds_per_hour=rounds_per_hour
    )
    if stay.ante < 1 or hours < 1 or rounds_per_hour < 1:
        raise Refused("a session without a bet or without rounds has nothing to tell; want positive ones")
    with interruptible("the count"):
        if played is UTH:
            outcomes, need = _uth(strategy, trips, bad_beat, paytable)
        else:
            outcomes, need = _other(played, strategy, paytable)
        told = {"game": played.key, "strategy": strategy, **session_told(outcomes, need, stay)}
    print_json(told) if json else _page(told, played)


def _uth(strategy: str, trips: str | None, bad_beat: str | None, paytable: Any) -> tuple[Outcomes, int]:
    from croupier.cli.figures.output import own_blind
    from croupier.lab.chance.session import full_bet
    from croupier.studies.evening import uth_outcomes

    sides, blind = sides_of(trips, bad_beat, None), own_blind(paytable)
    return uth_outcomes(decisions_of(strategy, blind), blind, sides), full_bet(sides)


def _other(game: Game, strategy: str, paytable: Any) -> tuple[Outcomes, int]:
    from croupier.cli.figures.output import read_designs
    from croupier.lab.games.chance.session import full_bet, round_outcomes
    from croupier.lab.games.solve import play
    from croupier.studies.playing import way_by

    return round_outcomes(play(*way_by(game, strategy, read_designs(paytable)))), full_bet(game)


def _page(told: dict[str, Any], game: Game) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import percent, plain_table
    from croupier.money import dollars

    console, ante, end = Console(highlight=False), told["ante_cents"], told["session"]
    console.print(
        f"[bold]{dollars(told['bankroll_cents'])} at {game.name}[/bold], {dollars(ante)} bets, "
        f"{told['rounds']:,} rounds, strategy {told['strategy']}\n"
    )
    gone = f"falls below {dollars(told['need'] * ante)}, a full round's bets"
    console.print(f"  risk of ruin   [bold]{percent(told['risk'])}[/bold]: the bankroll {gone}")
    console.print(f"  ends           ahead {percent(end['ahead'])}, even {percent(end['even'])}")
    console.print(f"  on average     {dollars(round(end['mean'] * ante))}\n")
    quantiles = list(end["quantiles"])
    rows = plain_table("rounds", "ahead", "ruined", *(f"{float(q) * 100:g} % below" for q in quantiles))
    for one in told["by_rounds"]:
        ends = (dollars(round(value * ante)) for value in one["quantiles"].values())
        rows.add_row(f"{one['rounds']:,}", percent(one["ahead"]), percent(one["risk"]), *ends)
    console.print(rows)
    console.print()
    for risk, cut in told["bankroll_for_risk"].items():
        if cut is not None:
            console.print(f"  {percent(float(risk), 0):>5} risk with {dollars(round(cut * ante))}")
