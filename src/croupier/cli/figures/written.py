"""What `croupier strategy` answers about written strategies: their price, their search, their card, their words."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from croupier.cli.files import CannotWrite, is_file, print_json, read_text
from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.strategy import Strategy, published
from croupier.strategy.language.categories import categories_of
from croupier.strategy.language.parser import check_game, parse
from croupier.strategy.language.phrases import PHRASES
from croupier.strategy.language.published import published_strategy
from croupier.strategy.language.scenes import scene_of
from croupier.strategy.notation import parse_toml
from croupier.studies.question import game_option, options
from croupier.studies.strategy import plain_strategy

_SHOWN = 6
"""Mistakes that a page lists."""


AT_TERMINAL = Path("-")
"""The file of `--chart` that stands alone: what it asks for is printed."""


def check_card(path: Path | None) -> None:
    """Refuse the name of a card's file before any work is done."""
    if path is None:
        return
    if path == AT_TERMINAL:
        raise CannotWrite("a strategy is drawn as a card to print; want a file with it, such as --chart card.svg")
    if path.suffix.lower() != ".svg":
        raise CannotWrite(f"cannot draw {path}: a card is drawn as .svg")
    if not path.parent.is_dir():
        raise CannotWrite(f"cannot draw {path}: there is no folder {str(path.parent)!r}")


def written_strategy(game: Game, name: str) -> Strategy:
    """The strategy of that name that comes with the house, or the one in that file."""
    return strategy_in(Path(name), game) if is_file(name) else published_strategy(game.key, name)


def strategy_in(path: Path, game: Game) -> Strategy:
    """The strategy in a file: in the strategy language, or in TOML."""
    toml = path.suffix.lower() == ".toml"
    text = read_text(path, "strategy", "TOML file" if toml else "text file")
    strategy = parse_toml(text, str(path)) if toml else parse(text, str(path), game.key)
    check_game(strategy, game)
    return strategy


def print_phrases(game: Game, *, json: bool) -> None:
    """Every phrase of the language that the game's streets know, with what it means."""
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
    hands = dict.fromkeys(f"{words} or better" for street in game.streets for words in categories_of(game, street))
    if hands:
        console.print(f"Hands: {', '.join(hands)}; without 'or better' exactly that.")


def print_strategies(game: Game, *, json: bool) -> None:
    """The strategies of a game in their own words."""
    strategies = published(game.key).values()
    if json:
        print_json([plain_strategy(game, strategy) for strategy in strategies])
        return
    console = Console(highlight=False)
    for strategy in strategies:
        console.print(f"[bold]{strategy.name}[/bold]  [bold]{strategy.title}[/bold] ({strategy.source})")
        for line in strategy.paragraphs:
            console.print(f"  {line}", markup=False)
        console.print()
    option = " ".join(("", *options(game=game_option(game))))
    console.print(f"Price one with: croupier strategy{option} --cost NAME; rule by rule: --strategy NAME")


def check_street(street: str | None, searching: int | None) -> None:
    """Refuse a street of a search that was not asked for."""
    if street is not None and searching is None:
        raise Refused("--street says where to search; want --search N with it")
