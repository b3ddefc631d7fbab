"""What `croupier strategy` answers about written strategies: their price, their search, their card, their words."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from croupier.cards import cards_text
from croupier.cli.figures.output import (
    CannotWrite,
    percent,
    plain_table,
    print_json,
    progress_bar,
    read_designs,
    read_text,
    write_whole,
)
from croupier.cli.figures.words import of_base
from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.strategy.words import CHOICE_WORDS

if TYPE_CHECKING:
    from croupier.strategy import Mistake, Price, Strategy
    from croupier.strategy.seeking.search import Sought

_SHOWN = 6
"""Mistakes that a page lists."""


def check_svg(path: Path | None) -> None:
    """Refuse the name of a card's file before any work is done."""
    if path is None:
        return
    if path.suffix.lower() != ".svg":
        raise CannotWrite(f"cannot draw {path}: a card is drawn as .svg")
    if not path.parent.is_dir():
        raise CannotWrite(f"cannot draw {path}: there is no folder {str(path.parent)!r}")


def written_strategy(game: Game, name: str) -> Strategy:
    """The strategy of that name that comes with the house, or the one in that text file."""
    from croupier.strategy.language.parser import check_game, parse
    from croupier.strategy.language.published import published_strategy

    if not name.endswith(".txt") and "/" not in name:
        return published_strategy(game.key, name)
    strategy = parse(read_text(Path(name), "strategy", "text file"), name, game.key)
    check_game(strategy, game)
    return strategy


def price_page(game: Game, name: str, paytable: Path | None, svg: Path | None, *, json: bool) -> None:
    """Price a written strategy, and draw its card if asked."""
    from croupier.strategy import price

    priced = price(written_strategy(game, name), read_designs(paytable))
    _draw(priced, svg)
    if json:
        print_json(priced.to_dict())
        return
    console = Console(highlight=False)
    _head(console, priced)
    _used(console, priced)
    _mistakes(console, priced.mistakes)
    _drawn(console, svg)


def search_page(
    game: Game, rules: int, street: str | None, paytable: Path | None, svg: Path | None, *, json: bool
) -> None:
    """Search the best strategy of at most so many rules, and print it as a card."""
    from croupier.strategy import card_text, search

    with progress_bar() as told:
        found = search(game.key, rules, street, read_designs(paytable), told)
    _draw(found.price, svg)
    if json:
        print_json(found.to_dict())
        return
    console = Console(highlight=False)
    console.print(card_text(found.price), markup=False)
    console.print()
    _steps(console, found)
    if street is not None:
        console.print(f"Only {street} was searched; on the other streets the best play is taken for granted.")
    console.print("Its text, for a file of your own and --strategy FILE.txt:\n", style="dim")
    console.print(str(found.strategy), markup=False)
    _drawn(console, svg)


def phrases_page(game: Game, *, json: bool) -> None:
    """Every phrase of the language that the game's streets know, with what it means."""
    from croupier.strategy.language.made import categories_of
    from croupier.strategy.language.phrases import PHRASES
    from croupier.strategy.language.scenes import scene_of

    scenes = {street.key: scene_of(game, street) for street in game.streets}
    rows = [
        {
            "phrase": phrase.name,
            "also": list(phrase.also),
            "takes": phrase.kind.value,
            "streets": [key for key, scene in scenes.items() if scene in phrase.scenes],
            "meaning": phrase.meaning,
        }
        for phrase in PHRASES
        if phrase.scenes & set(scenes.values())
    ]
    if json:
        print_json(rows)
        return
    console = Console(highlight=False)
    for row in rows:
        where = "" if len(game.streets) == 1 else f" ({', '.join(row['streets'])})"
        console.print(f"[bold]{row['phrase']}[/bold]{where}: {row['meaning']}. [dim]Takes {row['takes']}.[/dim]")
    hands = dict.fromkeys(f"{words} or better" for scene in scenes.values() for words in categories_of(game, scene))
    if hands:
        console.print(f"Hands: {', '.join(hands)}; without 'or better' exactly that.")


def published_lines(game: Game) -> Iterable[str]:
    """The strategies of a game in the language, one a line."""
    from croupier.strategy import published

    for strategy in published(game.key).values():
        yield f"{strategy.name}: {strategy.title} ({strategy.size} rules; {strategy.source})"


def _head(console: Console, priced: Price) -> None:
    strategy = priced.strategy
    base = of_base(strategy.of)
    source = f" ({strategy.source})" if strategy.source else ""
    console.print(f"[bold]{strategy.title or strategy.name}[/bold]{source}")
    console.print()
    console.print(f"  house edge     [bold]{percent(priced.edge, 4)}[/bold] of {base}, over every deal")
    console.print(f"                 {percent(priced.edge_of_action, 4)} of all money bet")
    console.print(f"  the best play  {percent(priced.best_edge, 4)}; mistakes cost {percent(priced.cost, 4)} of {base}")
    console.print(f"  average bet    {float(priced.average_bet):.4f} a round, in base bets")
    console.print()


def _used(console: Console, priced: Price) -> None:
    table = plain_table("rule", "used in", "costs", left=("rule",))
    street = ""
    for used in priced.used:
        if used.street != street and len(priced.strategy.of.streets) > 1:
            table.add_row(f"[bold]{used.street}[/bold]", "", "")
        street = used.street
        words = f"else {CHOICE_WORDS[used.choice]}" if used.rule is None else str(used.rule)
        table.add_row(f"  {words}", percent(used.share), _cost(used.cost))
    console.print(table)


def _cost(cost: Fraction) -> str:
    return percent(cost, 4) if cost else "nothing"


def _mistakes(console: Console, mistakes: tuple[Mistake, ...]) -> None:
    console.print()
    if not mistakes:
        console.print("No mistakes: this is the best play, to the last deal.")
        return
    console.print("[bold]The dearest mistakes[/bold]")
    for mistake in mistakes[:_SHOWN]:
        board = f" and {cards_text(mistake.board)}" if mistake.board else ""
        up = f" against {cards_text(mistake.up)}" if mistake.up else ""
        rule = "no rule fits" if mistake.rule is None else str(mistake.rule)
        console.print(
            f"  {percent(mistake.cost, 4)}  {mistake.street}, {rule}: {CHOICE_WORDS[mistake.choice]} "
            f"where {CHOICE_WORDS[mistake.best]} is best, in {percent(mistake.share)} of rounds"
        )
        dearest = f"dearest with {cards_text(mistake.own)}{board}{up}: {float(mistake.each):.4f} each time"
        console.print(f"            {dearest}", style="dim")


def _steps(console: Console, found: Sought) -> None:
    table = plain_table("rules", "house edge", "gives up")
    for step in found.steps:
        table.add_row(str(step.size), percent(step.edge, 4), percent(step.cost, 4))
    console.print(table)
    console.print()


def _draw(priced: Price, svg: Path | None) -> None:
    if svg is not None:
        from croupier.strategy import card_svg

        drawing = card_svg(priced)

        def write(path: Path) -> None:
            path.write_text(drawing, "utf-8")

        write_whole(svg, write)


def _drawn(console: Console, svg: Path | None) -> None:
    if svg is not None:
        console.print(f"Card in {svg}")


def check_options(street: str | None, searching: int | None, svg: Path | None, written: str | None) -> None:
    """Refuse options that say more about something that was not asked for."""
    if street is not None and searching is None:
        raise Refused("--street says where to search; want --search N with it")
    if svg is not None and searching is None and written is None:
        raise Refused("--svg draws the card of a strategy; want --strategy NAME or --search N with it")
