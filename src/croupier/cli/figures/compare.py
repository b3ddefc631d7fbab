"""`croupier compare`: two pay tables, variants or rule sets side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from croupier.cli.app import app
from croupier.cli.options import GameKey, Json
from croupier.cli.parameters import Argument

if TYPE_CHECKING:
    from croupier.rules.game import Game
    from croupier.studies.beside.things import Thing


@app.command()
def compare(
    a: Annotated[str, Argument(help="A pay table or a rule set by name, or a TOML file of either or of rules.")],
    b: Annotated[str, Argument(help="What is put beside it, of the same kind.")],
    game: GameKey = None,
    json: Json = False,
) -> None:
    """Put two pay tables, two sets of rules or two rule sets side by side: edge, swing, decisions that turn."""
    from croupier.cli.figures.output import interruptible, print_json, progress_bar
    from croupier.lab.solved import answered_game
    from croupier.studies.beside.things import compared
    from croupier.studies.beside.versus import Side, Versus

    played = answered_game(game)
    one, other = _thing(played, a), _thing(played, b)
    with interruptible("the computation"), progress_bar() as progress:
        told = compared(one, other, progress)
    if json:
        print_json(told)
        return
    from rich.console import Console

    from croupier.cli.figures.output import plain_table

    console = Console(highlight=False)
    answer = Versus(played, Side(one, a), Side(other, b)).answer(told)
    console.print(f"[bold]{a} against {b}[/bold] in {played.name}")
    for words in answer.words:
        console.print(words)
    for sheet in answer.sheets:
        shown = sheet.to_dict()
        console.print()
        left = [column["words"] for column in shown["columns"] if not column["number"]]
        table = plain_table(*(column["words"] for column in shown["columns"]), left=left)
        for row in shown["rows"]:
            table.add_row(*row)
        console.print(table)


def _thing(game: Game, text: str) -> Thing:
    from croupier.cli.figures.output import is_file, read_text
    from croupier.studies.beside.things import thing_in, thing_named

    if not is_file(text):
        return thing_named(game, text)
    return thing_in(game, read_text(Path(text), "pay table or variant"), Path(text).stem)
