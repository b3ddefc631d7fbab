"""A variant of a game of the house: the same game with other rules, and the pay tables of its base bets.

house(UTH)                                   # the game as it is
variant.game                                 # the game that its rules make, settled like any other
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from croupier.errors import Refused
from croupier.rules.actions import Action, Bet
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable, paytable
from croupier.rules.registry import GAMES


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant:
    """A game of the house with rules of one's own. Two are the same if all that can be changed is.

    base    the game that it is a variant of
    game    the same game by its own rules; felt and cards are the house's
    tables  the pay tables of the base bets, by their kind
    """

    base: Game
    name: str = "house"
    game: Game
    tables: Mapping[str, Paytable]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and self._rules() == other._rules()

    def _rules(self) -> tuple[object, ...]:
        game = self.game
        return self.base, self.name, game.qualifies, game.streets, game.bets, game.line_of, dict(self.tables)


@cache
def house(game: Game) -> Variant:
    """The game as the house has it; refused where its bets are settled by a function of its own."""
    if not game.bets:
        there = ", ".join(key for key, other in GAMES.items() if other.bets)
        raise Refused(f"the rules of {game.name} cannot be varied yet; want one of {there}")
    rules = game.rule_sets[0]
    tables = {bet: paytable(rules.tables[bet][0], bet) for bet in game.base_tables}
    return Variant(base=game, game=game, tables=MappingProxyType(tables))


def multiples(offers: tuple[Action, ...]) -> tuple[int, ...]:
    """The bets among a street's offers, in base bets, the largest first."""
    return tuple(sorted((action.multiple for action in offers if isinstance(action, Bet)), reverse=True))
