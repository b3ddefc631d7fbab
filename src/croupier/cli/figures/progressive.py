"""`croupier progressive`: a progressive bet at its meters, and what the meters do meanwhile."""

from __future__ import annotations

from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer
from croupier.cli.files import is_file
from croupier.cli.options import Chart, Contribution, GameKey, Json
from croupier.cli.parameters import Argument, Option
from croupier.cli.paytable_options import paytable_of
from croupier.errors import Refused
from croupier.lab.bets.examples import example_level
from croupier.lab.bets.progressive import MeterTerms
from croupier.lab.capabilities import counted_game
from croupier.money import NotAPercentage, parse_basis_points, parse_dollars
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.progressive import ProgressiveWager

_MOST_WAGERS = 1_000_000_000
_LEVEL_HELP = "an amount, or LEVEL=AMOUNT for each level"


@app.command()
def progressive(
    paytable: Annotated[
        str | None, Argument(help="UTH-P01, MGL-01, MGL-ML01, MGL-ML03 or a TOML file; the game's first.")
    ] = None,
    game: GameKey = None,
    stake: Annotated[str, Option(help="The wager, in dollars.")] = "1",
    meter: Annotated[list[str] | None, Option(help=f"What the meter shows: {_LEVEL_HELP}.")] = None,
    reseed: Annotated[list[str] | None, Option(help=f"What it restarts from: {_LEVEL_HELP}.")] = None,
    contribution: Contribution = None,
    reserve: Annotated[list[str] | None, Option(help="Percent of each wager kept for the next seed.")] = None,
    preconfigured: Annotated[list[str] | None, Option(help="The contribution it was delivered with (R42).")] = None,
    players: Annotated[int, Option(help="Players with the bet at this table, for envy.")] = 1,
    tax: Annotated[str, Option(help="Percent of every meter pay that a tax takes.")] = "0",
    wagers_per_hour: Annotated[int | None, Option(help="Wagers an hour on the whole link.")] = None,
    fixed_off_meter: Annotated[bool, Option("--fixed-off-meter", help="Fixed pays come off it too.")] = False,
    on_fold: Annotated[bool, Option(help="Whether a folded wager stays in action (R40).")] = True,
    bankroll: Annotated[
        str | None, Option(help="Say which share of this bankroll the wager is worth (Kelly), in dollars.")
    ] = None,
    ante: Annotated[str, Option(help="The Ante that is bet beside it, in dollars; with --bankroll.")] = "5",
    chart: Chart = None,
    json: Json = False,
) -> None:
    """Price a progressive bet at its meters: return, break-even, envy, growth and time to a hit."""
    check_chart(chart)
    if wagers_per_hour is not None and not 0 < wagers_per_hour <= _MOST_WAGERS:
        raise Refused(f"{wagers_per_hour} wagers an hour cannot be; want 1 to {_MOST_WAGERS:,}")
    if bankroll is not None and parse_dollars(bankroll) < 1:
        raise Refused("a bankroll of nothing has no share to bet; want a positive one, such as 10000")
    played = counted_game(game)
    table = table_of(paytable, played)
    question = ProgressiveWager(
        game=played, table=table, stake=parse_dollars(stake),
        levels=levels_of(table, meter or [], reseed or [], contribution or [], reserve or []),
        tax_bp=_basis_points(tax, "tax"), players=players, fixed_off_meter=fixed_off_meter, on_fold=on_fold,
        wagers_per_hour=wagers_per_hour, preconfigured=_preconfigured(table, preconfigured or []),
        bankroll=None if bankroll is None else parse_dollars(bankroll), ante=parse_dollars(ante),
    )  # fmt: skip
    show_answer(question, json=json, chart=chart)


def table_of(name: str | None, game: Game) -> Paytable:
    """The progressive table of that name that the game offers, or in that TOML file; without a name its first."""
    offered = dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(PROGRESSIVE, ()))
    if not offered:
        raise Refused(f"{game.name} offers no progressive; want a game that can be on a link, such as uth")
    name = name or next(iter(offered))
    table = paytable_of(name, PROGRESSIVE)
    if not is_file(name) and name not in offered:
        raise Refused(f"{game.name} does not offer {name}; it has {', '.join(offered)}")
    return table


def levels_of(
    table: Paytable,
    meter: list[str],
    reseed: list[str],
    contribution: list[str],
    reserve: list[str],
) -> dict[str, MeterTerms]:
    """The levels that the options describe; an example's figures where they are silent."""
    # An example of each level, for whoever gives no figures; the page says what was assumed.
    example = {level: example_level(level) for level in table.levels}
    meters = _by_level(table, "meter", meter, {level: one.meter.replace(",", "") for level, one in example.items()})
    seeds = _by_level(table, "reseed", reseed, {level: one.seed.replace(",", "") for level, one in example.items()})
    rates = _by_level(table, "contribution", contribution, {level: one.contribution for level, one in example.items()})
    reserves = _by_level(table, "reserve", reserve, {level: one.reserve for level, one in example.items()})
    return {
        level: MeterTerms(
            meter=parse_dollars(meters[level]),
            seed=parse_dollars(seeds[level]),
            contribution_bp=_basis_points(rates[level], "contribution"),
            reserve_bp=_basis_points(reserves[level], "reserve"),
        )
        for level in table.levels
    }


def _by_level(table: Paytable, option: str, texts: list[str], otherwise: dict[str, str]) -> dict[str, str]:
    """The option's text for each level of the table."""
    by_level = {level: otherwise[level] for level in table.levels}
    example = " ".join(f"--{option} {level}={otherwise[level]}" for level in table.levels)
    for text in texts:
        level, equals, value = text.partition("=")
        if not equals:
            if len(table.levels) != 1:
                raise Refused(f"--{option} {text}: {table.name} has {len(table.levels)} meters; want {example}")
            level, value = table.levels[0], text
        if level not in by_level:
            raise Refused(f"--{option} {text}: {table.name} has no {level!r} meter; want {example}")
        by_level[level] = value
    return by_level


def _basis_points(text: str, option: str) -> int:
    """The basis points of an option's percentage, at most all of the wager."""
    try:
        points = parse_basis_points(text)
    except NotAPercentage as refused:
        raise Refused(f"--{option}: {refused}") from None
    if points > 10_000:
        raise Refused(f"--{option} {text}: want 0 to 100 with at most two decimals")
    return points


def _preconfigured(table: Paytable, texts: list[str]) -> dict[str, int]:
    """The delivered rate of each level that was told, in basis points."""
    unknown = dict.fromkeys(table.levels, "")
    rates = _by_level(table, "preconfigured", texts, unknown)
    return {level: _basis_points(text, "preconfigured") for level, text in rates.items() if text}
