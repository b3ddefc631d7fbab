"""`croupier compare`: two pay tables, variants or rule sets side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.figures.output import check_chart, show_answer
from croupier.cli.files import is_file, read_text
from croupier.cli.options import Chart, GameKey, Json
from croupier.cli.parameters import Argument
from croupier.lab.capabilities import counted_game
from croupier.rules.game import Game
from croupier.studies.compare import ComparedSide, Comparison
from croupier.studies.sides import thing_in, thing_named


@app.command()
def compare(
    a: Annotated[str, Argument(help="A pay table or a rule set by name, or a TOML file of either or of rules.")],
    b: Annotated[str, Argument(help="What is put beside it, of the same kind.")],
    game: GameKey = None,
    chart: Chart = None,
    json: Json = False,
) -> None:
    """Put two pay tables, two sets of rules or two rule sets side by side: edge, swing, decisions that turn."""
    check_chart(chart)
    played = counted_game(game)
    show_answer(Comparison(played, _side(played, a), _side(played, b)), json=json, chart=chart)


def _side(game: Game, text: str) -> ComparedSide:
    if not is_file(text):
        return ComparedSide(thing_named(game, text), text)
    return ComparedSide(thing_in(game, read_text(Path(text), "pay table or variant"), Path(text).stem), text)
