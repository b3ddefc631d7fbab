"""The games of the house, one folder each: the felt, the streets and the settlement, rule sets, pay tables, words.

A game from elsewhere is found by the entry point `croupier.games` of its package (`croupier.games.installed`), or is
announced with `register`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from croupier.errors import Refused
from croupier.games import (
    caribbean,
    crazy_four,
    dj_wild,
    flushes_gone_wild,
    four_card,
    holdem_bonus,
    let_it_ride,
    link,
    mississippi,
    three_card,
    uth,
)
from croupier.games.uth.rulesets import RULE_SETS as UTH_RULE_SETS
from croupier.games.uth.rulesets import WA_2018
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, add_folder, add_paytables, drop_paytables
from croupier.rules.registry import (
    GAMES,
    RULE_SETS,
    NoSuchGame,
    NoSuchRules,
    NotInstalled,
    announce,
    announce_later,
    complete,
    game,
    recorded,
    ruleset,
    versions,
    withdraw,
)
from croupier.rules.rulesets import RuleSet

__all__ = [
    "GAMES",
    "HOUSE_GAMES",
    "HOUSE_RULES",
    "RULE_SETS",
    "NoSuchGame",
    "NoSuchRules",
    "NotInstalled",
    "chosen_rules",
    "game",
    "left_out",
    "not_approved_words",
    "recorded",
    "register",
    "ruleset",
    "unregister",
    "versions",
]

for _package, _rule_sets in (
    (uth, UTH_RULE_SETS),
    *(
        (one, one.RULE_SETS)
        for one in (
            three_card,
            caribbean,
            four_card,
            crazy_four,
            mississippi,
            let_it_ride,
            holdem_bonus,
            flushes_gone_wild,
            dj_wild,
        )
    ),
):
    announce(_rule_sets)
    add_folder(_package.__name__)

add_folder(link.__name__)

HOUSE_GAMES: Final = tuple(GAMES.values())
"""The games that come with the house, for what must not change when others are installed beside them."""
announce_later("croupier.games.installed")


def not_approved_words(game: Game) -> str:
    """What stands beside a game that did not come with the house: that it is no approved one (R50, R56); nothing beside
    the house's own."""
    return "" if any(game.key == one.key for one in HOUSE_GAMES) else f"{game.name} is not an approved game"


HOUSE_RULES: Final = WA_2018
"""What is played where nobody says what."""


def register(rule_sets: Sequence[RuleSet], paytables: Sequence[Paytable] = ()) -> None:
    """Announce rule sets from elsewhere, with the pay tables that they name and that the house does not have."""
    announce(rule_sets)
    try:
        add_paytables(paytables)
    except Refused:
        withdraw(rule_sets)
        raise


def unregister(rule_sets: Sequence[RuleSet], paytables: Sequence[Paytable] = ()) -> None:
    """Take back what was registered."""
    withdraw(rule_sets)
    drop_paytables(paytables)


def left_out() -> tuple[str, ...]:
    """The installed games that cannot be played, and why, a line each."""
    complete()
    from croupier.games.installed import LEFT_OUT

    return LEFT_OUT


def chosen_rules(key: str | None, name: str | None) -> RuleSet:
    """The rule set that a game and a name choose, either of which may be left out."""
    if name is None:
        return HOUSE_RULES if key is None or key == HOUSE_RULES.game.key else game(key).rule_sets[0]
    rules = ruleset(name)
    if key is not None and rules.game is not game(key):
        offer = ", ".join(other.name for other in game(key).rule_sets)
        raise Refused(f"{name} is a rule set of {rules.game.name}; {game(key).name} has {offer}")
    return rules
