"""Where a rule is read: the streets of the games, sorted by what a player can see there."""

from __future__ import annotations

from enum import Enum
from typing import Final

from croupier.rules.game import Game, Street


class Scene(Enum):
    """What lies there when a decision is made."""

    START = "before the flop"
    FLOP = "on the flop"
    RIVER = "at the river"
    HAND = "with a whole hand"
    SHOWN = "with a whole hand against the dealer's card"
    RIDE = "in Let It Ride"
    STUD = "in Mississippi Stud"


_BY_GAME: Final = {
    "uth": (Scene.START, Scene.FLOP, Scene.RIVER),
    "let-it-ride": (Scene.RIDE,) * 2,
    "mississippi": (Scene.STUD,) * 3,
}

HEADINGS: Final = {
    ("uth", "preflop"): ("before the flop", "hole cards"),
    ("uth", "flop"): ("on the flop",),
    ("uth", "river"): ("at the river",),
    ("mississippi", "third"): ("third street", "3rd street", "two cards"),
    ("mississippi", "fourth"): ("fourth street", "4th street", "three cards"),
    ("mississippi", "fifth"): ("fifth street", "5th street", "four cards"),
    ("let-it-ride", "three"): ("three cards", "with three cards"),
    ("let-it-ride", "four"): ("four cards", "with four cards"),
}
"""What else a street may be called in a heading, by game and key."""


def scene_of(game: Game, street: Street) -> Scene:
    """What can be seen on a street."""
    if game.key in _BY_GAME:
        return _BY_GAME[game.key][game.streets.index(street)]
    return Scene.SHOWN if game.layout.up else Scene.HAND


def cards_in_sight(game: Game, street: Street) -> int:
    """How many cards, own and on the board, are in sight on a street."""
    return game.layout.own + game.board_at(game.streets.index(street))
