"""The games of the house, and their rule sets by name. A game is one module here; this is where it is announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.games import caribbean, crazy_four, four_card, let_it_ride, mississippi, three_card, uth_rules
from croupier.rules.paytables import Paytable, add_paytables, drop_paytables
from croupier.rules.rulesets import RuleSet

_all: list[RuleSet] = [
    *uth_rules.RULE_SETS,
    *three_card.RULE_SETS,
    *caribbean.RULE_SETS,
    *four_card.RULE_SETS,
    *crazy_four.RULE_SETS,
    *mississippi.RULE_SETS,
    *let_it_ride.RULE_SETS,
]

_rule_sets: dict[str, RuleSet] = {}
_games: dict[str, Game] = {}
RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(_rule_sets)
"""Every rule set by its name, in its latest version. A game may be registered at any time: who makes a table of all of
them makes it when it is asked for, not when its module is imported."""
GAMES: Mapping[str, Game] = MappingProxyType(_games)
"""Every game by its key."""


def _announce() -> None:
    # Of a rule set with several versions its game names the latest last, so that the latest is found by name.
    _rule_sets.clear()
    _rule_sets.update({rules.name: rules for rules in _all})
    _games.clear()
    _games.update({rules.game.key: rules.game for rules in _all})


_announce()


def register(rule_sets: Sequence[RuleSet], paytables: Sequence[Paytable] = ()) -> None:
    """Announce rule sets from elsewhere: those of a further game, or a later version of one that is there.

    `paytables` are the tables that they name and that are in no file of `rules/data`.
    """
    for rules in rule_sets:
        there = RULE_SETS.get(rules.name)
        if there is not None and (there.game.key != rules.game.key or there.version >= rules.version):
            raise Refused(
                f"rule set {rules.name!r} is one of {there.game.name} in version {there.version}; want another name, "
                "or a later version for the same game"
            )
    add_paytables(paytables)
    _all.extend(rule_sets)
    _announce()


def unregister(rule_sets: Sequence[RuleSet], paytables: Sequence[Paytable] = ()) -> None:
    """Take back what was registered."""
    _all[:] = [rules for rules in _all if not any(rules is one for one in rule_sets)]
    _announce()
    drop_paytables(paytables)


class NoSuchRules(Refused):
    """A name that no rule set has."""

    def __init__(self, name: object) -> None:
        super().__init__(f"no rule set {name!r}; there are {', '.join(RULE_SETS)}")
        self.name = name


class NoSuchGame(Refused):
    """A name that no game of the house has."""

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


HOUSE_RULES = uth_rules.WA_2018
"""What is played where nobody says what."""


def chosen_rules(key: str | None, name: str | None) -> RuleSet:
    """The rule set that a game and a name choose, either of which may be left out."""
    if name is None:
        return HOUSE_RULES if key is None or key == HOUSE_RULES.game.key else game(key).rule_sets[0]
    rules = ruleset(name)
    if key is not None and rules.game is not game(key):
        offer = ", ".join(other.name for other in game(key).rule_sets)
        raise Refused(f"{name} is a rule set of {rules.game.name}; {game(key).name} has {offer}")
    return rules
