"""What a player is told of each game in words. Every figure comes from the game itself.

A game's words are in its folder (`primer.toml`), those that games share in `school/data/primer.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.school.rulings import rulings_of


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


_SHARED = tomllib.loads((resources.files("croupier.school") / "data" / "primer.toml").read_text("utf-8"))
REASONS: Mapping[str, str] = MappingProxyType(_SHARED["why"])
"""What each reason of a settlement means, in a sentence, by its code."""


class BadPrimer(Refused):
    """A file of words by which a game cannot be taught."""

    def __init__(self, game: Game, why: str) -> None:
        super().__init__(f"primer.toml of {game.name} {why}")


_DEALS = 3
"""A first round has so many deals."""


@cache
def primer(game: Game) -> Primer:
    """The words of a game; refused for one that the school does not teach, or whose words are not complete."""
    rulings_of(game)
    try:
        raw = tomllib.loads((resources.files(game.package) / "primer.toml").read_text("utf-8"))
        words = Primer(
            raw["aim"],
            raw["cards"],
            raw["dealer"],
            raw["ties"],
            MappingProxyType({**_SHARED["link"], **raw["spots"]}),
            MappingProxyType({street.key: raw["streets"][street.key] for street in game.streets}),
            tuple((deal["seed"], deal["line"]) for deal in raw["deals"]),
        )
    except (OSError, ImportError, ValueError) as failed:
        raise BadPrimer(game, f"cannot be read: {failed}") from None
    except KeyError as missing:
        raise BadPrimer(
            game, f"has no {missing}; want aim, cards, dealer, ties, deals, [spots] and [streets]"
        ) from None
    except TypeError:
        raise BadPrimer(game, "has a table where words are wanted, or words instead of a table") from None
    if len(words.deals) != _DEALS:
        raise BadPrimer(game, f"has {len(words.deals)} deals; a first round has {_DEALS}")
    for _, line in words.deals:
        game.parse_line(line)
    return words


def spot_words(game: Game, spot: str) -> str:
    """What a spot is for; of a side bet that nothing is written about, what is true of every such bet."""
    return primer(game).spots.get(spot, "An optional bet with a pay table of its own.")


def because(why: str) -> str:
    """What the code of a reason means, in a sentence; nothing where nothing is written about it."""
    return REASONS.get(why.partition("+")[0], "")
