"""The example of a game from another package, `examples/own_game`: among the house's games for a while, or installed in
a folder as `pip` would, for processes that are started with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from croupier.games import unregister
from croupier.games.installed import admit
from croupier.rules import record
from croupier.rules.game import Game
from croupier.rules.paytables import folder

EXAMPLE = Path(__file__).parents[1] / "examples" / "own_game"
PACKAGE = EXAMPLE / "src" / "common_third"

if str(PACKAGE.parent) not in sys.path:
    sys.path.append(str(PACKAGE.parent))

COMMON_THIRD: Game = import_module("common_third").COMMON_THIRD
(COMMON_RULES,) = import_module("common_third").RULE_SETS


@contextmanager
def admitted() -> Iterator[Game]:
    """The house with Common Third among its games."""
    rule_sets = admit("common_third")
    tables = folder("common_third")
    try:
        yield COMMON_THIRD
    finally:
        unregister(rule_sets, tables)
        record._known_terms.cache_clear()  # what was read while it was there would still be known


def install(site: Path, package: Path = PACKAGE, *, name: str = "", entry: str = "") -> Path:
    """A folder for `sys.path` in which a package is installed, with the entry point that names it to the house."""
    name = name or package.name
    shutil.copytree(package, site / name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    declare(site, name, entry or name)
    return site


def declare(site: Path, name: str, entry: str) -> None:
    """The entry point of a package, as an installer writes it."""
    told = site / f"{name}-1.0.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(f"[croupier.games]\n{name} = {entry}\n")


def python(site: Path | None, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What another Python says, in which that folder is on the path."""
    path = {} if site is None else {"PYTHONPATH": str(site)}
    words = [sys.executable, "-c", code, *arguments]
    return subprocess.run(words, capture_output=True, encoding="utf-8", env={**os.environ, "COLUMNS": "200", **path})


COMMAND = "import sys; sys.argv[0] = 'croupier'; from croupier.cli import main; main()"


def croupier(site: Path | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What a command says in such a Python."""
    return python(site, COMMAND, *arguments)
