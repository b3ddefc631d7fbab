"""`croupier new-game`: a folder with a whole game to begin with, which works before anything is changed.

The files of `game_template` are a game called My Game; each of its names is exchanged for that of the new one.
"""

from __future__ import annotations

import re
import tempfile
from importlib import resources
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Final

from croupier.cli.app import app
from croupier.cli.files import CannotWrite, print_json
from croupier.cli.options import Json
from croupier.cli.parameters import Argument
from croupier.errors import Refused
from croupier.games import GAMES, RULE_SETS

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
_PLACES: Final = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "game.txt": "src/my_game/__init__.py",
    "primer.toml": "src/my_game/primer.toml",
    "paytable.toml": "src/my_game/paytables/MY-GAME-01.toml",
    "strategy.txt": "src/my_game/strategies/1-simple.txt",
    "cases.jsonl": "tests/cases.jsonl",
    "test.txt": "tests/test_my_game.py",
    # What an installer would note beside the package: with it the folder can be played from as it lies.
    "PKG-INFO": "src/my_game.egg-info/PKG-INFO",
    "entry_points.txt": "src/my_game.egg-info/entry_points.txt",
}
"""Where each file of the template goes."""


@app.command("new-game")
def new_game(
    name: Annotated[str, Argument(help="What its package and its folder are called, such as lucky_three.")],
    json: Json = False,
) -> None:
    """Write a folder with a game of your own that already works: rules, pay table, words, strategy, cases, test."""
    check_spelling(name)
    folder = Path(name).resolve()
    if folder.exists():
        raise CannotWrite(f"{folder} is there already, and nothing is written over it; want another name or folder")
    check_free(name)
    files = {renamed(place, name): renamed(_template(file), name) for file, place in _PLACES.items()}
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{name}-") as made:
            for place, text in files.items():
                file = Path(made) / name / place
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            (Path(made) / name).rename(folder)
    except OSError as error:
        raise CannotWrite(f"cannot write {folder}: {error.strerror or error}; want a folder to write in") from None
    key = renamed("my-game", name)
    tries = [
        f"croupier rules --check {name}",
        f"croupier play --game {key}",
        f"croupier edge --game {key}",
        f"croupier strategy --game {key} --chart",
        "croupier serve",
    ]
    if json:
        made_of = {"folder": str(folder), "package": name, "game": key, "files": list(files)}
        print_json({**made_of, "path": str(folder / "src"), "try": tries})
        return
    for place in files:
        print(f"wrote {name}/{place}")
    print(f"\n{renamed('My Game', name)} can be played as it lies. In this terminal:\n")
    print("\n".join(f"    {line}" for line in (f"export PYTHONPATH={folder / 'src'}", *tries)))
    print(f"\nThen change {name}/src/{name}/__init__.py, and check it again.")
    print(f"For every terminal, instead of the first line: pip install -e {name}")


def check_spelling(name: str) -> None:
    """Refuse a name that no package can have."""
    if not _NAME.fullmatch(name) or iskeyword(name):
        found = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        like = found if _NAME.fullmatch(found) and not iskeyword(found) and found != name else "lucky_three"
        raise Refused(
            f"no game can be called {name!r}: its name is that of a package; want small letters, digits and "
            f"underscores, a letter first, at most 30, such as {like}"
        )


def check_free(name: str) -> None:
    """Refuse a name that a game or a package has."""
    key, title = renamed("my-game", name), renamed("My Game", name)
    if key in GAMES or key in RULE_SETS or title in {game.name for game in GAMES.values()}:
        raise Refused(f"there is a game {key!r} already; want another name")
    if find_spec(name) is not None:
        raise Refused(f"Python has a package {name!r} already, which the game's would hide; want another name")


def renamed(text: str, name: str) -> str:
    """A text of the template, with the names of the new game."""
    key, title = name.replace("_", "-"), name.replace("_", " ").title()
    for old, new in (("my_game", name), ("my-game", key), ("My Game", title), ("MY_GAME", name.upper()),
                     ("MY-GAME", key.upper())):  # fmt: skip
        text = text.replace(old, new)
    return text


def _template(file: str) -> str:
    return (resources.files("croupier.cli") / "game_template" / file).read_text(encoding="utf-8")
