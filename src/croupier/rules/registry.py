"""The games that are known, and their rule sets by name. Who has games announces them here (`croupier.games`).

A record, a notation or a file names a rule set or a game; what reads them looks here, and knows no game itself.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from croupier.errors import Refused

if TYPE_CHECKING:
    from croupier.rules.game import Game
    from croupier.rules.rulesets import RuleSet

Known = TypeVar("Known")


class _Register(Mapping[str, Known]):
    """What is known by name, complete whenever somebody looks; nobody can write to it."""

    def __init__(self, known: Mapping[str, Known]) -> None:
        self._known = known

    def __getitem__(self, name: str) -> Known:
        complete()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        complete()
        return iter(self._known)

    def __len__(self) -> int:
        complete()
        return len(self._known)

    # Every spot in a record is looked up among all games: not one by one through the methods above.

    def items(self) -> ItemsView[str, Known]:
        complete()
        return self._known.items()

    def values(self) -> ValuesView[Known]:
        complete()
        return self._known.values()


_all: list[RuleSet] = []
_rule_sets: dict[str, RuleSet] = {}
_games: dict[str, Game] = {}
_later: list[str] = []
RULE_SETS: Mapping[str, RuleSet] = _Register(_rule_sets)
"""Every rule set by its name, in its latest version. A game may be announced at any time: who makes a table of all of
them makes it when it is asked for, not when its module is imported."""
GAMES: Mapping[str, Game] = _Register(_games)
"""Every game by its key."""


def announce_later(module: str) -> None:
    """Put games off until somebody first asks which there are: the module that announces them is imported then."""
    _later.append(module)


def announced(module: str) -> None:
    """Such a module has announced its games."""
    _later.remove(module)


def complete() -> None:
    """Let games that were put off be announced."""
    # Whoever asks from another thread waits until the import is through; who asks from within it sees what there is.
    for module in tuple(_later):
        import_module(module)


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


class NotInstalled(NoSuchRules):
    """A rule set that a record names, and that no game here has: its package was there once."""

    def __init__(self, name: object) -> None:
        Refused.__init__(
            self,
            f"no rule set {name!r}: its game is not installed here; install the package that it came with; there are "
            f"{', '.join(RULE_SETS)}",
        )
        self.name = name


def ruleset(name: object) -> RuleSet:
    """The rule set of that name, in its latest version."""
    rules = RULE_SETS.get(name) if isinstance(name, str) else None
    if rules is None:
        raise NoSuchRules(name)
    return rules


def recorded(name: object) -> RuleSet:
    """The rule set that a record names, in its latest version."""
    if not isinstance(name, str) or name not in RULE_SETS:
        raise NotInstalled(name)
    return ruleset(name)


def versions(name: object) -> tuple[RuleSet, ...]:
    """Every version of a rule set that a record may name, the latest last."""
    latest = recorded(name)
    return *(rules for rules in _all if rules.name == name and rules.version < latest.version), latest


def game(key: object) -> Game:
    """The game of that name."""
    known = GAMES.get(key) if isinstance(key, str) else None
    if known is None:
        raise NoSuchGame(key)
    return known
