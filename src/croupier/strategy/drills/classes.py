"""Classes of hands to drill: those where the border runs, as each game tells them."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.teaching import HandClass


def classes_of(game: Game) -> dict[str, HandClass]:
    """The classes of a game, by key."""
    return {one.key: one for one in game.teaching.classes}


def class_of(game: Game, key: str) -> HandClass:
    """The class of that key."""
    found = classes_of(game)
    if key not in found:
        offer = f"want one of {', '.join(found)}" if found else "it has none; leave the class out"
        raise Refused(f"{game.name} has no class {key!r}; {offer}")
    return found[key]
