"""`croupier compare`: two pay tables, variants or rule sets side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from croupier.cli.app import app
from croupier.cli.options import GameKey, Json
from croupier.cli.parameters import Argument

if TYPE_CHECKING:
    from croupier.rules.game import Game
    from croupier.studies.compare import Side


@app.command()
def compare(
    a: Annotated[str, Argument(help="A pay table or a rule set by name, or a TOML file of either or of rules.")],
    b: Annotated[str, Argument(help="What is put beside it, of the same kind.")],
    game: GameKey = None,
    json: Json = False,
) -> None:
    """Put two pay tables, two sets of rules or two rule sets side by side: edge, swing, decisions that turn."""
    from croupier.cli.figures.output import show_answer
    from croupier.lab.solved import counted_game
    from croupier.studies.compare import Comparison

    played = counted_game(game)
    show_answer(Comparison(played, _side(played, a), _side(played, b)), json=json)


def _side(game: Game, text: str) -> Side:
    from croupier.cli.figures.output import is_file, read_text
    from croupier.studies.compare import Side
    from croupier.studies.sides import thing_in, thing_named

    if not is_file(text):
        return Side(thing_named(game, text), text)
    return Side(thing_in(game, read_text(Path(text), "pay table or variant"), Path(text).stem), text)
