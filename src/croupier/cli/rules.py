"""`croupier rules`: what a rule set offers, its limits and its pay tables; and whether a game of one's own is one that
the house can play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.app import app
from croupier.cli.options import Json
from croupier.cli.parameters import Argument, Option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.rules.game import Game
    from croupier.rules.rulesets import RuleSet
    from croupier.rules.wagers import Spot


@app.command()
def rules(
    name: Annotated[str | None, Argument(help="A rule set, such as wa-2018 or ca; all if left out.")] = None,
    check: Annotated[
        str | None, Option(help="Check a game of your own instead: a package that is installed, its folder, or a file.")
    ] = None,
    json: Json = False,
) -> None:
    """Show what a rule set offers: bets, limits, dealing, pay tables and notices."""
    from croupier.games import RULE_SETS, ruleset

    if check is not None:
        _check(check, json)
    elif json:
        from croupier.cli.figures.output import print_json

        print_json(_plain(ruleset(name)) if name else [_plain(one) for one in RULE_SETS.values()])
    elif name:
        _page(ruleset(name))
    else:
        _overview(list(RULE_SETS.values()))


def _plain(rules: RuleSet) -> dict[str, Any]:
    from croupier.rules.rulesets import approved_paytable
    from croupier.rules.terms import customary_limits

    limits = customary_limits(rules)
    return {
        "name": rules.name,
        "version": rules.version,
        "title": rules.title,
        "source": rules.source,
        "banked_by": rules.banked_by.value,
        "game": rules.game.key,
        "bets": [spot.key for spot in rules.game.spots if _has(rules, spot)],
        "most_games": rules.most_games,
        "procedures": [procedure.value for procedure in rules.procedures],
        "face_up_allowed": rules.face_up_allowed,
        "meter_may_pay_fixed": rules.meter_may_pay_fixed,
        "notices": list(rules.notices),
        "limits": {
            "unit": limits.unit,
            "legal": limits.legal,
            **{
                spot: [span.minimum, span.maximum]
                for spot, span in limits.spots.items()
                if spot == rules.game.base or rules.offers(spot)
            },
        },
        "paytables": {
            bet: {
                name: {
                    "pays": {line: str(pay) for line, pay in table.pays.items()},
                    "envy": dict(table.envy),
                    "printed_edge": table.printed_edge,
                    "printed_hit_frequency": table.printed_hit_frequency,
                    "source": table.source,
                }
                for name in names
                for table in [approved_paytable(rules, bet, name)]
            }
            for bet, names in rules.tables.items()
        },
    }


def _has(rules: RuleSet, spot: Spot) -> bool:
    """Whether a bet is on this rule set's felt: always one of the game itself, a side bet where it is offered."""
    from croupier.rules.wagers import PROGRESSIVE, Placed

    side_bet = spot.key in rules.game.side_bet or spot.key == PROGRESSIVE
    return spot.placed is not Placed.WON and (not side_bet or rules.offers(spot.key))


def _overview(sets: list[RuleSet]) -> None:
    from itertools import groupby

    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    for game, same in groupby(sets, key=lambda one: one.game.name):
        table = Table(title=game, box=None, pad_edge=False, title_justify="left")
        for heading in ("name", "what it is", "banked by", "side bets", "dealt"):
            table.add_column(heading, overflow="fold")
        for one in same:
            bets = ", ".join(spot.felt for spot in one.game.optional if one.offers(spot.key))
            dealt = ", ".join(procedure.value for procedure in one.procedures)
            table.add_row(one.name, one.title, one.banked_by.value, bets, dealt)
        console.print(table)
        console.print()
    console.print("croupier rules NAME shows one of them whole.")


_CANNOT_BE = (
    "Printed for the whole game, not for this bet: {printed}, which cannot be reproduced on any basis. Played best, it "
    "costs 2.185 % of the Ante, 0.526 % of all money bet."
)


def _page(rules: RuleSet) -> None:
    from rich.console import Console
    from rich.table import Table

    from croupier.money import dollars
    from croupier.rules.paytables import Paytable, line_words, pay_words
    from croupier.rules.rulesets import approved_paytable
    from croupier.rules.terms import customary_limits

    console = Console(highlight=False)
    limits, game = customary_limits(rules), rules.game
    base, largest = limits.of(game.base), game.largest_raise
    console.print(
        f"[bold]{rules.name}[/] · {game.name} · {rules.title} · version {rules.version} · source {rules.source}"
    )
    console.print(f"Banked by {rules.banked_by.value}. Dealt: {', '.join(p.value for p in rules.procedures)}.")
    console.print(
        f"Customary limits: {game.by_key[game.base].felt} {dollars(base.minimum)} to {dollars(base.maximum)}, "
        f"in units of {dollars(limits.unit)}"
        + (f"; no single wager, the {largest} included, above {dollars(limits.legal)}." if limits.legal else ".")
    )
    console.print(
        f"Games a player may be in: {rules.most_games or 'no limit'}. "
        f"Face-up dealing: {'with an approval' if rules.face_up_allowed else 'no'}."
    )
    for notice in rules.notices:
        console.print(f"On the layout: “{notice}”")
    for bet, names in rules.tables.items():
        # Tables with the same lines stand side by side.
        alike: dict[tuple[str, ...], list[Paytable]] = {}
        for table in (approved_paytable(rules, bet, name) for name in sorted(names)):
            alike.setdefault(tuple(sorted(table.pays)), []).append(table)
        for tables in alike.values():
            page = Table(title=game.table_words(bet), box=None, pad_edge=False, title_justify="left")
            page.add_column("", no_wrap=True)
            for table in tables:
                page.add_column(table.name, justify="right", no_wrap=True)
            for line in tables[0].pays:
                page.add_row(line_words(line), *(pay_words(table.pays[line]) for table in tables))
            for line in tables[0].envy:
                page.add_row(f"envy, {line_words(line)}", *(f"${table.envy[line]:,} a dollar" for table in tables))
            whole = bet in game.base_tables
            if not whole and any(table.printed_edge for table in tables):
                page.add_row("printed house edge", *(table.printed_edge or "–" for table in tables))
            console.print()
            console.print(page)
            for table in tables if whole else ():
                if table.printed_edge:
                    console.print(_CANNOT_BE.format(printed=table.printed_edge))


def _check(asked: str, json: bool) -> None:
    """Tell the author of a game what is wrong with it, and what is not there; exit status 1 if something is wrong."""
    import click

    from croupier.games.installed import NotPlayable

    named, wrong, remarks = list[str](), list[str](), list[str]()
    try:
        package = _package(asked)
        rule_sets = _admitted(package)
        named = [f"{rules.game.name}, {rules.name} version {rules.version}" for rules in rule_sets]
        for rules in rule_sets:
            _try_out(rules, wrong, remarks)
        for game in dict.fromkeys(rules.game for rules in rule_sets):
            wrong += _words_missing(game)
            remarks += _not_there(game, package)
    except NotPlayable as refused:
        wrong += refused.faults
    if json:
        from croupier.cli.figures.output import print_json

        print_json({"checked": asked, "rule_sets": named, "wrong": wrong, "remarks": remarks})
    else:
        for words in named:
            print(f"checked: {words}")
        for words in wrong:
            print(f"wrong: {words}")
        for words in remarks:
            print(f"remark: {words}")
        print("Nothing is wrong." if not wrong else f"{len(wrong)} to mend.")
    if wrong:
        raise click.exceptions.Exit(1)


def _package(asked: str) -> str:
    """The name under which a package, a folder or a single file can be imported."""
    import sys
    from importlib.util import module_from_spec, spec_from_file_location
    from pathlib import Path

    from croupier.games.check import failure_words
    from croupier.games.installed import NotPlayable
    from croupier.inputs import WRITTEN, read_bytes

    path = Path(asked)
    if path.name == "__init__.py" and path.is_file():
        path = path.parent
    if path.is_dir() and (path / "__init__.py").is_file():
        sys.path.insert(0, str(path.resolve().parent))
        return path.resolve().name
    if path.suffix != ".py":
        return asked
    read_bytes(path, WRITTEN)  # one that is not there, or has no end, is refused here
    # A file is read as a package would be: `paytables` and `primer.toml` lie beside it.
    name = f"checked_{path.stem}"
    spec = spec_from_file_location(name, path, submodule_search_locations=[str(path.resolve().parent)])
    assert spec is not None, "a file that ends in .py is Python"
    assert spec.loader is not None, "and is loaded like any other"
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as failed:
        raise NotPlayable(f"{asked} cannot be imported: {failure_words(failed)}") from None
    return name


def _admitted(package: str) -> tuple[RuleSet, ...]:
    """The rule sets of a package, which is put among the games unless it is there."""
    from croupier.games import RULE_SETS, versions
    from croupier.games.installed import admit, rule_sets_of

    declared = rule_sets_of(package)
    there = [one for name in RULE_SETS for one in versions(name)]
    return declared if all(any(rules is one for one in there) for rules in declared) else admit(package)


def _try_out(rules: RuleSet, wrong: list[str], remarks: list[str]) -> None:
    from croupier.games.trial import DEALS, Trial

    trial = Trial(rules)
    trial.run()
    wrong += trial.faults.values()
    remarks += [f"{rules.name}: no line of {bet!r} came up in {DEALS} deals" for bet in trial.never_hit]


def _words_missing(game: Game) -> Iterator[str]:
    """What the school cannot say or show of a game that it is to teach."""
    from croupier.errors import Refused
    from croupier.school.primer.lesson import DEAL, moment, parts
    from croupier.school.primer.scenes import example, goals, shows
    from croupier.school.rulings import is_taught

    if not is_taught(game):
        return
    try:
        for number, part in enumerate(parts(game)):
            over = moment(game, number, [*part.placed, DEAL, *map(str, part.line)]).round
            if over is None or not shows(over, part.goal):
                yield f"deal {number + 1} of its primer.toml does not show {part.goal.value!r}"
        for goal in goals(game):
            example(game, goal)
    except Refused as refused:
        yield str(refused)


def _not_there(game: Game, package: str) -> Iterator[str]:
    """What a game need not have, and what is said in its place."""
    from importlib import resources

    if not game.package:
        yield f"{game.name} names no package: its primer and its strategies are not looked for; want package=__name__"
    elif game.package != package:
        yield f"{game.name} has its words in the package {game.package}, its pay tables in {package}"
    if game.rulings is None:
        yield f"rulings are not there: the school will say that it does not teach {game.name} yet"
    if not game.package or not (resources.files(game.package) / "primer.toml").is_file():
        yield f"primer.toml is not there: {game.name} has no page of how it is played, and no first round"
    if not game.package or not (resources.files(game.package) / "strategies").is_dir():
        yield f"strategies are not there: no published ones are offered for {game.name}"
    if game.variation is None:
        yield f"variation is not there: a house cannot try other rules of {game.name} in the lab"
