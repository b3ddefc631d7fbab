"""`croupier progressive`: a progressive bet at its meters, and what the meters do meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.app import app
from croupier.cli.options import Contribution, GameKey, Json
from croupier.cli.parameters import Argument, Option

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.lab.bets.progressive import Level, Progressive
    from croupier.lab.bets.ways import Folded
    from croupier.rules.game import Game
    from croupier.rules.paytables import Paytable

_LEVEL_HELP = "an amount, or LEVEL=AMOUNT for each level"


@app.command()
def progressive(
    paytable: Annotated[
        str | None, Argument(help="UTH-P01, MGL-01, MGL-ML01, MGL-ML03 or a TOML file; the game's first.")
    ] = None,
    game: GameKey = None,
    stake: Annotated[str, Option(help="The wager, in dollars.")] = "1",
    meter: Annotated[list[str] | None, Option(help=f"What the meter shows: {_LEVEL_HELP}.")] = None,
    seed: Annotated[list[str] | None, Option(help=f"What it restarts from: {_LEVEL_HELP}.")] = None,
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
    chart: Annotated[Path | None, Option(help="Draw return against meter (.png or .svg).")] = None,
    json: Json = False,
) -> None:
    """Price a progressive bet at its meters: return, break-even, envy, growth and time to a hit."""
    from fractions import Fraction

    from croupier.cli.figures.output import check_chart, interruptible, print_json, write_whole
    from croupier.errors import Refused
    from croupier.lab.solved import answered_game
    from croupier.money import parse_dollars
    from croupier.studies.bets.kelly import base_edge_of, kelly_told
    from croupier.studies.bets.progressive import progressive_told

    check_chart(chart)
    if wagers_per_hour is not None and wagers_per_hour <= 0:
        raise Refused(f"{wagers_per_hour} wagers an hour never hit; want a positive number")
    if bankroll is not None and parse_dollars(bankroll) < 1:
        raise Refused("a bankroll of nothing has no share to bet; want a positive one, such as 10000")
    played = answered_game(game)
    table = table_of(paytable, played)
    levels = levels_of(table, meter or [], seed or [], contribution or [], reserve or [])
    with interruptible("the computation"):
        from croupier.lab.bets import progressive as lab

        lost = None
        if not on_fold:
            lost = _folded(table, played)
        bet = lab.progressive(
            table, stake=parse_dollars(stake), levels=levels, players=players, folded=lost, game=played,
            tax=Fraction(_basis_points(tax, "tax"), 10_000), fixed_off_meter=fixed_off_meter,
        )  # fmt: skip
        told = progressive_told(bet, wagers_per_hour, _preconfigured(table, preconfigured or []))
        if bankroll is not None:
            told["kelly"] = kelly_told(bet, parse_dollars(bankroll), parse_dollars(ante), base_edge_of(played))
        if chart is not None:
            from croupier.lab.charts import draw_returns

            write_whole(chart, lambda path: draw_returns(bet, path))
    if json:
        print_json(told)
    else:
        _page(bet, told, played.name)
        if chart is not None:
            print(f"\nChart in {chart}")


def table_of(name: str | None, game: Game) -> Paytable:
    """The progressive table of that name that the game offers, or in that TOML file; without a name its first."""
    from croupier.cli.figures.output import is_file, paytable_of
    from croupier.errors import Refused
    from croupier.rules.wagers import PROGRESSIVE

    offered = dict.fromkeys(name for rules in game.rule_sets for name in rules.tables.get(PROGRESSIVE, ()))
    if not offered:
        raise Refused(f"{game.name} offers no progressive; want a game that can be on a link, such as uth")
    name = name or next(iter(offered))
    table = paytable_of(name, PROGRESSIVE)
    if not is_file(name) and name not in offered:
        raise Refused(f"{game.name} does not offer {name}; it has {', '.join(offered)}")
    return table


def _folded(table: Paytable, game: Game) -> Folded:
    """What is folded away under the best play of the game."""
    from croupier.games.uth import UTH

    if game is not UTH:
        from croupier.lab.games.folds import folded_hands

        return folded_hands(game)
    from croupier.lab.bets.folds import folded
    from croupier.lab.known import solved

    return folded(table, solved())


def levels_of(
    table: Paytable,
    meter: list[str],
    seed: list[str],
    contribution: list[str],
    reserve: list[str],
    seed_option: str = "seed",
) -> dict[str, Level]:
    """The levels that the options describe; an example's figures where they are silent."""
    from croupier.lab.bets.examples import example_level
    from croupier.lab.bets.progressive import Level
    from croupier.money import parse_dollars

    # An example of each level, for whoever gives no figures; the page says what was assumed.
    example = {level: example_level(level) for level in table.levels}
    meters = _by_level(table, "meter", meter, {level: one.meter.replace(",", "") for level, one in example.items()})
    seeds = _by_level(table, seed_option, seed, {level: one.seed.replace(",", "") for level, one in example.items()})
    rates = _by_level(table, "contribution", contribution, {level: one.contribution for level, one in example.items()})
    reserves = _by_level(table, "reserve", reserve, {level: one.reserve for level, one in example.items()})
    return {
        level: Level(
            meter=parse_dollars(meters[level]),
            seed=parse_dollars(seeds[level]),
            contribution_bp=_basis_points(rates[level], "contribution"),
            reserve_bp=_basis_points(reserves[level], "reserve"),
        )
        for level in table.levels
    }


def _by_level(table: Paytable, option: str, given: list[str], otherwise: dict[str, str]) -> dict[str, str]:
    """The option's text for each level of the table."""
    from croupier.errors import Refused

    found = {level: otherwise[level] for level in table.levels}
    example = " ".join(f"--{option} {level}={otherwise[level]}" for level in table.levels)
    for text in given:
        level, equals, value = text.partition("=")
        if not equals:
            if len(table.levels) != 1:
                raise Refused(f"--{option} {text}: {table.name} has {len(table.levels)} meters; want {example}")
            level, value = table.levels[0], text
        if level not in found:
            raise Refused(f"--{option} {text}: {table.name} has no {level!r} meter; want {example}")
        found[level] = value
    return found


def _basis_points(text: str, option: str) -> int:
    """The basis points of an option's percentage, at most all of the wager."""
    from croupier.errors import Refused
    from croupier.money import NotAPercentage, parse_basis_points

    try:
        points = parse_basis_points(text)
    except NotAPercentage as refused:
        raise Refused(f"--{option}: {refused}") from None
    if points > 10_000:
        raise Refused(f"--{option} {text}: want 0 to 100 with at most two decimals")
    return points


def _preconfigured(table: Paytable, given: list[str]) -> dict[str, int]:
    """The delivered rate of each level that was told, in basis points."""
    unknown = dict.fromkeys(table.levels, "")
    found = _by_level(table, "preconfigured", given, unknown)
    return {level: _basis_points(text, "preconfigured") for level, text in found.items() if text}


def _page(bet: Progressive, told: dict[str, Any], game: str) -> None:
    from rich.console import Console

    from croupier.cli.figures.output import percent, plain_table
    from croupier.money import dollars
    from croupier.rules.paytables import line_words

    console = Console(highlight=False)
    people = "one player" if bet.players == 1 else f"{bet.players} players"
    console.print(f"[bold]{bet.table.name}[/bold] in {game}, {dollars(bet.stake)} a wager, {people} at the table")
    if not bet.on_fold:
        console.print("Folded wagers lose; the game is played best for its own sake.")
    console.print()
    lines = plain_table("line", "pays", "one in", "award now", "returns", "share", no_wrap=True)
    whole = bet.fixed_return + bet.meter_return
    for line in bet.lines:
        lines.add_row(
            line_words(line.line),
            str(line.pay),
            f"{float(1 / line.probability):,.0f}" if line.ways else "never",
            dollars(int(line.award)),
            percent(line.contribution),
            percent(line.contribution / whole if whole else 0, 1),
        )
    console.print(lines)
    console.print()
    console.print(
        f"  return       [bold]{percent(bet.returns())}[/bold] of the wager now; house edge {percent(bet.edge)}"
    )
    parts = f"fixed pays {percent(bet.fixed_return)}, meters {percent(bet.meter_return)}"
    console.print(f"               {parts}, envy {percent(bet.envy_return())}; hits {percent(bet.hit_frequency)}")
    if bet.tax:
        console.print(
            f"  after tax    {percent(bet.returns(taxed=True))} with {percent(bet.tax, 0)} of every meter pay"
        )
    if bet.table.envy:
        envy = "  ".join(f"{n}: {percent(bet.envy_return(n))}" for n in range(1, 7))
        console.print(f"  envy         by players {envy}")
    spent = "seeds and reserve paid" + (", top-ups of a dry meter not" if bet.fixed_off_meter else "")
    console.print(f"  house keeps  {percent(bet.house_keeps)} of each wager in the long run, {spent}")
    for name, level in bet.levels.items():
        _level(console, bet, name, level, told["levels"][name])
    if "kelly" in told:
        _kelly(console, bet, told)
    for warning in told["warnings"]:
        console.print(f"[yellow]Warning (R42): {warning}[/yellow]")


def _kelly(console: Console, bet: Progressive, told: dict[str, Any]) -> None:
    """The share of a bankroll, and what speaks against it."""
    from croupier.studies.bets.kelly import share_warnings, share_words

    console.print()
    for words in share_words(told):
        console.print(words)
    for words in share_warnings(told):
        console.print(f"[yellow]{words}[/yellow]")


def _level(console: Console, bet: Progressive, name: str, level: Level, told: dict[str, Any]) -> None:
    from croupier.cli.figures.output import percent
    from croupier.money import dollars

    console.print()
    rates = f"{level.contribution_bp / 100:g} % of a wager, reserve {level.reserve_bp / 100:g} %"
    console.print(f"[bold]{name}[/bold]: {dollars(level.meter)}, seed {dollars(level.seed)}, {rates}")
    if told["break_even"] is not None:
        after = f"; {_dollars(told['break_even_after_tax'])} after tax" if bet.tax else ""
        console.print(f"  break-even    {_dollars(told['break_even'])}{after} (other meters as they stand)")
    net = f"{told['net_growth_per_wager']:.2f} net of the other pays off it"
    console.print(f"  grows         {told['growth_per_wager']:g} cents a wager; {net}")
    if told["hit_chance"]:
        wagers = f"{told['expected_wagers']:,.0f} wagers on average, {told['median_wagers']:,} at the median"
        console.print(f"  100 % award   {wagers}")
    if "expected_hours" in told and told["hit_chance"]:
        console.print(f"                {told['expected_hours']:,.1f} hours, {told['median_hours']:,.1f} at the median")
    if told["meter_at_hit"]:
        hit = told["meter_at_hit"]
        spread = ", ".join(f"{float(q) * 100:g} % {_dollars(value)}" for q, value in hit["quantiles"].items())
        console.print(f"  at the hit    {_dollars(hit['mean'])} on average; {spread}")
    if told["running_dry"]:
        dry = told["running_dry"]
        bounds = f"between {percent(dry['lower'], 4)} and {percent(dry['upper'], 4)}"
        console.print(f"  running dry   {percent(dry['chance'], 3)} before the next 100 % award ({bounds})")


def _dollars(cents: float) -> str:
    return f"${cents / 100:,.0f}"
