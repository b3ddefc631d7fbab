"""The strategies that come with the house: text files in the folder `strategies` of a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.capabilities import is_countable
from croupier.strategy.language.parser import parse
from croupier.strategy.language.strategy import Strategy
from croupier.strategy.language.tokens import suggestion


class NotPublished(Refused):
    """A name that no strategy of a game has."""

    def __init__(self, game: str, name: str) -> None:
        super().__init__(f"no strategy {name!r} for {GAMES[game].name}; {suggestion(name, published(game))}")
        self.name = name


@cache
def published(game: str) -> Mapping[str, Strategy]:
    """The strategies of a game that come with the house, by name, the best first."""
    package = GAMES[game].package
    folder = resources.files(package) / "strategies" if package else None
    if folder is None or not folder.is_dir() or not is_countable(GAMES[game]):
        return MappingProxyType({})
    strategies = [
        parse(file.read_text("utf-8"), file.name) for file in sorted(folder.iterdir(), key=lambda file: file.name)
    ]
    return MappingProxyType({strategy.name: strategy for strategy in strategies})


def published_strategy(game: str, name: str) -> Strategy:
    """The strategy of that name."""
    try:
        return published(game)[name]
    except KeyError:
        raise NotPublished(game, name) from None
