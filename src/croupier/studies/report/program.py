"""Which program a report was made with: its version, and hashes that anybody can work out again."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from croupier.games.plain_rules import ruleset_to_plain
from croupier.lab.bets.designs import toml_text
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.rules.rulesets import RuleSet

HASH_COMMAND: Final = (
    "find . -type f -not -path '*/__pycache__/*' | LC_ALL=C sort | xargs -d '\\n' sha256sum | sha256sum"
)
"""Run in the folder of an installed package, this gives the hash of its sources."""


def program_figures(rules: RuleSet, tables: list[Paytable]) -> dict[str, Any]:
    """Version and hashes: of the sources, of the rule set as `croupier rules NAME --json` prints it, and of each pay
    table as a file."""
    texts = {table.name: toml_text(table) for table in tables}
    # The package's own file names what `import croupier` offers, rooms beside this one: it is asked, not imported.
    return {
        "version": import_module("croupier").__version__,
        "sources": {package: sources_hash(package) for package in _packages(rules.game)},
        "rules_sha256": _sha256(json.dumps(ruleset_to_plain(rules), indent=2, ensure_ascii=False) + "\n"),
        "paytables": {name: {"sha256": _sha256(text), "text": text} for name, text in texts.items()},
    }


def _packages(game: Game) -> tuple[str, ...]:
    """The program's package, and that of the game where it comes from another."""
    own = game.package.partition(".")[0]
    return tuple(dict.fromkeys(("croupier", own or "croupier")))


def sources_hash(package: str) -> str:
    """The hash of a list of all files of a package with their own, as `HASH_COMMAND` makes it."""
    files = dict(_files(resources.files(package), "."))
    listed = (f"{sha256(files[path].read_bytes()).hexdigest()}  {path}\n" for path in sorted(files))
    return _sha256("".join(listed))


def _files(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for one in folder.iterdir():
        if one.is_file():
            found.append((f"{path}/{one.name}", one))
        elif one.name != "__pycache__":
            found += _files(one, f"{path}/{one.name}")
    return found


def _sha256(text: str) -> str:
    return sha256(text.encode()).hexdigest()
