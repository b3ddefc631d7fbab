"""Where a rule is read: the streets of the games, sorted by what a player can see there."""

from __future__ import annotations

from enum import Enum
from typing import Final

from croupier.hands import FIVE
from croupier.rules.actions import RIDE
from croupier.rules.game import Game, Street


class Scene(Enum):
    """What lies there when a decision is made."""

    START = "before the flop"
    FLOP = "on the flop"
    RIVER = "at the river"
    HAND = "with a whole hand"
    SHOWN = "with a whole hand against the dealer's card"
    RIDE = "where bets ride"
    STUD = "where the board comes street by street"
    SHARED = "with a board that the dealer shares"


_HOLDEM: Final = (2, 2, 5)
_HOLDEM_STREETS: Final = {0: Scene.START, 3: Scene.FLOP, 4: Scene.FLOP, 5: Scene.RIVER}
"""By cards on the board; with four of them the same is asked as on the flop: cards are still to come."""


def scene_of(game: Game, street: Street) -> Scene:
    """What can be seen on a street: it follows from where the game lays its cards."""
    layout, open_cards = game.layout, game.board_at(game.streets.index(street))
    if not layout.board:
        return Scene.SHOWN if layout.up else Scene.HAND
    if (layout.own, layout.dealer, layout.board) == _HOLDEM and game.ranking == FIVE and open_cards in _HOLDEM_STREETS:
        return _HOLDEM_STREETS[open_cards]
    if layout.dealer:
        return Scene.SHARED
    return Scene.RIDE if RIDE in street.offers else Scene.STUD


def cards_in_sight(game: Game, street: Street) -> int:
    """How many cards, own and on the board, are in sight on a street."""
    return game.layout.own + game.board_at(game.streets.index(street))
