"""The games that are solved in this room, by name: how each is played, and its best play, solved once in a process."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from croupier.games import GAMES
from croupier.lab.games.flushes import flushes
from croupier.lab.games.holdem_bonus import holdem_bonus
from croupier.lab.games.let_it_ride import LetItRide, Rides, let_it_ride
from croupier.lab.games.mississippi import Decided, Mississippi, mississippi
from croupier.lab.games.nets import Tables, tables_of
from croupier.lab.games.one_decision import DUEL_GAMES, OneDecision, one_decision
from croupier.lab.games.solution import Solution
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable

PLAYABLE_GAMES = (*DUEL_GAMES, "let-it-ride", "mississippi")
"""The games that are solved here as a `Playable`, by key. Ultimate Texas Hold'em has a room of its own, `lab.uth`."""
SIX_GAMES = tuple(key for key in PLAYABLE_GAMES if (letter := GAMES[key].letter) and letter.titles)
"""Those of them that the letter of 2020 names: they have a rule on a card for who looks at others' cards."""

Playable: TypeAlias = OneDecision | LetItRide | Mississippi
Way: TypeAlias = NDArray[np.uint8] | Rides | Decided
"""A way to play a game, as its solver takes it: the best one, or a readable strategy's."""

_CACHE_SIZE = 12
_lock = Lock()
_solved: OrderedDict[tuple[str, tuple[Paytable, ...]], Solution] = OrderedDict()


def playable(game: Game, designs: Tables | None = None) -> Playable:
    """A game with the approved pay tables or designs in their place, ready to be played in any way."""
    match game.key:
        case "let-it-ride":
            return let_it_ride(designs)
        case "mississippi":
            return mississippi(designs)
        case _:
            return one_decision(GAMES[game.key], designs)


def play(playable: Playable, way: Way) -> Solution:
    """A game played in that way, over every deal."""
    match playable:
        case OneDecision():
            return playable.play(cast("NDArray[np.uint8]", way))
        case LetItRide():
            return playable.play(cast("Rides", way))
        case Mississippi():
            return playable.play(cast("Decided", way))


def _solve(game: Game, designs: Tables | None) -> Solution:
    match game.key:
        case "flushes-gone-wild":
            return flushes(designs).solution
        case "holdem-bonus":
            return holdem_bonus(designs).solution
        case _:
            return playable(game, designs).solve()


def solved_game(game: Game, designs: Tables | None = None) -> Solution:
    """The best play of a game: solved now, or remembered."""
    tables = tables_of(game, designs)
    key = (game.key, tuple(tables.values()))
    with _lock:
        if key not in _solved:
            _solved[key] = _solve(game, designs)
        _solved.move_to_end(key)
        while len(_solved) > _CACHE_SIZE:
            _solved.popitem(last=False)
        return _solved[key]
