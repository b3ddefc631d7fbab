"""The games of the house, and their rule sets by name. A game is one module here; this is where it is announced."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.games import caribbean, crazy_four, four_card, let_it_ride, mississippi, three_card, uth_rules
from croupier.rules.rulesets import RuleSet

_ALL = (
    *uth_rules.RULE_SETS,
    *three_card.RULE_SETS,
    *caribbean.RULE_SETS,
    *four_card.RULE_SETS,
    *crazy_four.RULE_SETS,
    *mississippi.RULE_SETS,
    *let_it_ride.RULE_SETS,
)

# Of a rule set with several versions its game names the latest last, so that the latest is found by name.
RULE_SETS: Mapping[str, RuleSet] = MappingProxyType({rules.name: rules for rules in _ALL})
GAMES: Mapping[str, Game] = MappingProxyType({rules.game.key: rules.game for rules in _ALL})


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
    return *(rules for rules in _ALL if rules.name == name and rules.version < latest.version), latest


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
