"""What a player is told of each game in words. Every figure comes from the game itself.

The words are in `school/data/primer.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType

from croupier.rules.game import Game
from croupier.school.rulings import check_taught


@dataclass(frozen=True, slots=True)
class Primer:
    """A game in words: what one is after, each spot, each street, the dealer, ties."""

    aim: str
    cards: str
    dealer: str
    ties: str
    spots: Mapping[str, str]
    streets: Mapping[str, str]
    deals: tuple[tuple[str, str], ...]
    """The deals of the first round: a seed, and the line that is best with its cards."""


def _read() -> tuple[Mapping[str, Primer], Mapping[str, str]]:
    raw = tomllib.loads((resources.files("croupier.school") / "data" / "primer.toml").read_text("utf-8"))
    link: dict[str, str] = raw["link"]
    games = {
        key: Primer(
            said["aim"],
            said["cards"],
            said["dealer"],
            said["ties"],
            MappingProxyType({**link, **said["spots"]}),
            MappingProxyType(said["streets"]),
            tuple((deal["seed"], deal["line"]) for deal in said["deals"]),
        )
        for key, said in raw["games"].items()
    }
    return MappingProxyType(games), MappingProxyType(raw["why"])


_GAMES, REASONS = _read()
"""`REASONS` says in a sentence what each reason of a settlement means, by its code."""


def primer(game: Game) -> Primer:
    """The words of a game."""
    check_taught(game)
    return _GAMES[game.key]


def spot_words(game: Game, spot: str) -> str:
    """What a spot is for; of a side bet that nothing is written about, what is true of every such bet."""
    return primer(game).spots.get(spot, "An optional bet with a pay table of its own.")


def because(why: str) -> str:
    """What the code of a reason means, in a sentence; nothing where nothing is written about it."""
    return REASONS.get(why.partition("+")[0], "")
