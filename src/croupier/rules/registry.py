"""The games that are known, and their rule sets by name. Who has games announces them here (`croupier.games`).

A record, a notation or a file names a rule set or a game; what reads them looks here, and knows no game itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.errors import Refused

if TYPE_CHECKING:
    from croupier.rules.game import Game
    from croupier.rules.rulesets import RuleSet

_all: list[RuleSet] = []
_rule_sets: dict[str, RuleSet] = {}
_games: dict[str, Game] = {}
RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(_rule_sets)
"""Every rule set by its name, in its latest version. A game may be announced at any time: who makes a table of all of
them makes it when it is asked for, not when its module is imported."""
GAMES: Mapping[str, Game] = MappingProxyType(_games)
"""Every game by its key."""


def announce(rule_sets: Sequence[RuleSet]) -> None:
    """Make rule sets known: those of a further game, or a later version of one that is there."""
    known = dict(RULE_SETS)
    for rules in rule_sets:
        if bool(rules.game.bets) == (rules.game.settle is not None):
            raise Refused(
                f"{rules.game.name} must say once what becomes of its base bets; want rules in bets, or a function in "
                "settle"
            )
        there = known.get(rules.name)
        if there is not None and (there.game.key != rules.game.key or there.version >= rules.version):
            raise Refused(
                f"rule set {rules.name!r} is one of {there.game.name} in version {there.version}; want another name, "
                "or a later version for the same game"
            )
        known[rules.name] = rules
    _all.extend(rule_sets)
    _index()


def withdraw(rule_sets: Sequence[RuleSet]) -> None:
    """Forget rule sets that were announced."""
    _all[:] = [rules for rules in _all if not any(rules is one for one in rule_sets)]
    _index()


def _index() -> None:
    # Of a rule set with several versions its game names the latest last, so that the latest is found by name.
    _rule_sets.clear()
    _rule_sets.update({rules.name: rules for rules in _all})
    _games.clear()
    _games.update({rules.game.key: rules.game for rules in _all})


class NoSuchRules(Refused):
    """A name that no rule set has."""

    def __init__(self, name: object) -> None:
        super().__init__(f"no rule set {name!r}; there are {', '.join(RULE_SETS)}")
        self.name = name


class NoSuchGame(Refused):
    """A name that no game has."""

    def __init__(self, key: object) -> None:
        super().__init__(f"no game {key!r}; there are {', '.join(GAMES)}")
        self.key = key


def ruleset(name: object) -> RuleSet:
    """The rule set of that name, in its latest version."""
    rules = RULE_SETS.get(name) if isinstance(name, str) else None
    if rules is None:
        raise NoSuchRules(name)
    return rules


def versions(name: object) -> tuple[RuleSet, ...]:
    """Every version of a rule set that a record may name, the latest last."""
    latest = ruleset(name)
    return *(rules for rules in _all if rules.name == name and rules.version < latest.version), latest


def game(key: object) -> Game:
    """The game of that name."""
    found = GAMES.get(key) if isinstance(key, str) else None
    if found is None:
        raise NoSuchGame(key)
    return found
