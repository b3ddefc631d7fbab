"""`croupier rules`: what a rule set offers, its limits and its pay tables."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

from rich.console import Console
from rich.table import Table

from croupier.cli.app import app
from croupier.cli.files import print_json
from croupier.cli.options import Json
from croupier.cli.parameters import Argument, Option
from croupier.games import GAMES, RULE_SETS, not_approved_words, ruleset
from croupier.games.plain_rules import ruleset_to_plain
from croupier.money import dollars
from croupier.rules.face_up import advice_words
from croupier.rules.paytables import Paytable
from croupier.rules.posted_tables import posted_table
from croupier.rules.rulesets import RuleSet, approved_paytable
from croupier.rules.terms import customary_limits


@app.command()
def rules(
    name: Annotated[str | None, Argument(help="A rule set, such as wa-2018 or ca; all if left out.")] = None,
    check: Annotated[
        str | None, Option(help="Check a game of your own instead: a package that is installed, its folder, or a file.")
    ] = None,
    titles: Annotated[bool, Option(help="The titles that may be dealt face up, and spots advised.")] = False,
    json: Json = False,
) -> None:
    """Show what a rule set offers: bets, limits, dealing, pay tables and notices."""
    if titles:
        _titles(json)
    elif check is not None:
        from croupier.cli.game_check import check_game  # the whole school: 0.3 s that no page of rules waits for

        check_game(check, json)
    elif json:
        print_json(ruleset_to_plain(ruleset(name)) if name else [ruleset_to_plain(one) for one in RULE_SETS.values()])
    elif name:
        _page(ruleset(name))
    else:
        _overview(list(RULE_SETS.values()))


def _overview(sets: list[RuleSet]) -> None:
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


def _titles(json: bool) -> None:
    """The titles of the letter of 2020 (R17); those that are not dealt here are listed as such."""
    letters = [(game, game.letter) for game in GAMES.values() if game.letter and game.letter.titles]
    if json:
        print_json(
            [
                {"title": title.name, "game": game.key, "bet": title.bet or None, "dealt_here": title.is_dealt}
                | {"most_spots": letter.most_spots}
                for game, letter in letters
                for title in letter.titles
            ]
        )
        return
    console = Console(highlight=False)
    console.print("Titles that the letter of 2020 lets a licensee deal face up, with an approval (R17):")
    for game, letter in letters:
        console.print(f"[bold]{game.name}[/]  {letter.advice}")
        for title in letter.titles:
            console.print(f"  {title.name}{'' if title.is_dealt else ': not dealt here, no document prints its rules'}")


_CANNOT_BE = (
    "Printed for the whole game, not for this bet: {printed}, which cannot be reproduced on any basis. Played best, it "
    "costs 2.185 % of the Ante, 0.526 % of all money bet."
)


def _page(rules: RuleSet) -> None:
    console = Console(highlight=False)
    limits, game = customary_limits(rules), rules.game
    base, largest = limits.of(game.base), game.largest_raise
    console.print(
        f"[bold]{rules.name}[/] · {game.name} · {rules.title} · version {rules.version} · source {rules.source}"
    )
    if words := not_approved_words(game):
        console.print(f"{words} (R56).")
    console.print(f"Banked by {rules.banked_by.value}. Dealt: {', '.join(p.value for p in rules.procedures)}.")
    console.print(
        f"Customary limits: {game.by_key[game.base].felt} {dollars(base.minimum)} to {dollars(base.maximum)}, "
        f"in units of {dollars(limits.unit)}"
        + (f"; no single wager, the {largest} included, above {dollars(limits.legal)}." if limits.legal else ".")
    )
    console.print(
        f"Games a player may be in: {rules.most_games or 'no limit'}. "
        f"Face-up dealing: {f'with an approval. {advice_words(game)}' if rules.face_up_allowed else 'no.'}"
    )
    for notice in rules.notices:
        console.print(f"On the layout: “{notice}”")
    for bet, names in rules.tables.items():
        # Tables with the same lines stand side by side.
        alike: dict[tuple[str, ...], list[Paytable]] = {}
        for table in (approved_paytable(rules, bet, name) for name in sorted(names)):
            alike.setdefault(tuple(sorted(words for words, _ in posted_table(table).rows)), []).append(table)
        for tables in alike.values():
            page = Table(title=game.table_words(bet), box=None, pad_edge=False, title_justify="left")
            page.add_column("", no_wrap=True)
            for table in tables:
                page.add_column(table.name, justify="right", no_wrap=True)
            posted = [posted_table(table) for table in tables]
            pays = [dict(each.rows) for each in posted]
            for words in pays[0]:
                page.add_row(words, *(pay[words] for pay in pays))
            whole = bet in game.base_tables
            if not whole and any(table.printed_edge for table in tables):
                page.add_row("printed house edge", *(table.printed_edge or "–" for table in tables))
            console.print()
            console.print(page)
            if posted[0].note:
                console.print(posted[0].note)
            for table in tables if whole else ():
                if table.printed_edge:
                    console.print(_CANNOT_BE.format(printed=table.printed_edge))
