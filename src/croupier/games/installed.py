"""Games of other packages: whoever is installed with an entry point `croupier.games` plays beside the house's games.

    [project.entry-points."croupier.games"]
    my_game = "my_package"

The package is shaped like one of the house's: `RULE_SETS`, and a folder `paytables`. This module is imported when
somebody first asks which games there are, so once in every process. A package that cannot be played is left out.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from croupier.errors import Refused
from croupier.games.check import NotPlayable, clashes, failure_words, faults, table_faults
from croupier.rules.paytables import Paytable, add_paytables, drop_paytables, folder
from croupier.rules.registry import announce, announced, withdraw
from croupier.rules.rulesets import RuleSet

GROUP = "croupier.games"


def rule_sets_of(package: str) -> tuple[RuleSet, ...]:
    """The rule sets that a package declares."""
    try:
        declared = getattr(import_module(package), "RULE_SETS", None)
    except (Exception, SystemExit) as failed:  # it is somebody else's code, and may fail in any way
        raise NotPlayable(f"{package} cannot be imported: {failure_words(failed)}") from None
    if not isinstance(declared, tuple | list) or not declared:
        raise NotPlayable(
            f"{package} has no RULE_SETS; want a tuple of its rule sets, as croupier.games.three_card has"
        )
    if strange := [one for one in declared if not isinstance(one, RuleSet)]:
        raise NotPlayable(f"RULE_SETS of {package} has {strange[0]!r:.80} in it; want values of RuleSet alone")
    return tuple(declared)


def admit(package: str) -> tuple[RuleSet, ...]:
    """Put the games of a package among the house's; refused, with all that is wrong, where they cannot be played."""
    rule_sets = rule_sets_of(package)
    if wrong := faults(rule_sets) or clashes(rule_sets):
        raise NotPlayable(*wrong)
    tables: list[Paytable] = []
    try:
        announce(rule_sets)
        if hasattr(import_module(package), "__path__"):
            tables = folder(package)
        add_paytables(tables)
        if wrong := table_faults(rule_sets):
            drop_paytables(tables)
            raise NotPlayable(*wrong)
    except Refused as refused:
        withdraw(rule_sets)
        raise NotPlayable(*getattr(refused, "faults", (str(refused),))) from None
    return rule_sets


def _left_out() -> tuple[str, ...]:
    """Admit every package that is installed; a line about each that is left out."""
    wrong, seen = list[str](), set[str]()
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        if entry.value in seen:
            continue
        seen.add(entry.value)
        try:
            admit(entry.value)
        except (Exception, SystemExit) as failed:
            why = str(failed) if isinstance(failed, Refused) else failure_words(failed)
            wrong.append(f"the game {entry.name!r}{_source(entry)} is left out: {why}")
    return tuple(wrong)


def _source(entry: EntryPoint) -> str:
    return "" if entry.dist is None else f" of the package {entry.dist.name} {entry.dist.version}"


LEFT_OUT = _left_out()
"""What is installed and cannot be played, and why, a line each."""

announced(__name__)
