"""`croupier compare`: two pay tables, variants or rule sets side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer
from croupier.cli.files import is_file, read_text
from croupier.cli.options import Chart, Json
from croupier.cli.parameters import Argument, Option
from croupier.games import HOUSE_RULES
from croupier.lab.capabilities import counted_game
from croupier.rules.game import Game
from croupier.studies.compare import ComparedSide, Comparison
from croupier.studies.sides import NotAlike, games_in, games_named, thing_in, thing_named


@app.command()
def compare(
    a: Annotated[str, Argument(help="A pay table or rule set by name, or a TOML file of a pay table, rules or a bet.")],
    b: Annotated[str, Argument(help="What is put beside it, of the same kind.")],
    game: Annotated[str | None, Option(help="Which game, such as uth; else the one that both are of.")] = None,
    chart: Chart = None,
    json: Json = False,
) -> None:
    """Put two pay tables, two sets of rules or two rule sets side by side: edge, swing, decisions that turn."""
    check_chart(chart)
    played = counted_game(game or _game_of(a, b))
    show_answer(Comparison(played, _side(played, a), _side(played, b)), json=json, chart=chart)


def _game_of(a: str, b: str) -> str | None:
    """The game that both are of, the house's own where they may be of several; none where nothing says which."""
    games = [games_in(_text(one), Path(one).stem) if is_file(one) else games_named(one) for one in (a, b)]
    if not all(games):
        return None
    both = [game.key for game in games[0] if game in games[1]]
    if not both:
        names = (" or ".join(game.name for game in side) for side in games)
        raise NotAlike(f"{a} is of {next(names)}, {b} of {next(names)}; want two of one game")
    return None if HOUSE_RULES.game.key in both else both[0]


def _text(name: str) -> str:
    return read_text(Path(name), "pay table, variant or side bet")


def _side(game: Game, text: str) -> ComparedSide:
    if not is_file(text):
        return ComparedSide(thing_named(game, text), text)
    return ComparedSide(thing_in(game, _text(text), Path(text).stem), text)
