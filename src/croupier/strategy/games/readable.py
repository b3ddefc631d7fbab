"""The readable strategies by game and name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.strategy.games.community import RIDING, STREETS
from croupier.strategy.games.duels import STRATEGIES as DUELS
from croupier.strategy.games.strategy import GameStrategy

_ALL = (*DUELS, *STREETS, *RIDING)


class NoSuchStrategy(Refused):
    """A name that no readable strategy of a game has."""

    def __init__(self, game: Game, name: object) -> None:
        there = ", ".join(strategies_of(game)) or "none"
        super().__init__(f"no strategy {name!r} for {game.name}; there are {there}")
        self.name = name


def strategies_of(game: Game) -> Mapping[str, GameStrategy]:
    """The readable strategies of a game, by name."""
    return MappingProxyType({one.name: one for one in _ALL if one.game == game.key})


def readable(game: Game, name: str) -> GameStrategy:
    """The readable strategy of that name."""
    try:
        return strategies_of(game)[name]
    except KeyError:
        raise NoSuchStrategy(game, name) from None
