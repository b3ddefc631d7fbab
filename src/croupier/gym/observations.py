"""What a player sees, as a row of small whole numbers, and what the row may hold.

    own cards · board · the dealer's cards that lie face up · street · base bets on the felt

A card is its place in the deck, 0 (2c) to 51 (As), and -1 where none lies face up yet. The street counts from 0, and is
one past the last when the round is over. The bets matter where a fold loses them: in Mississippi Stud the same cards
are played otherwise with three bets down than with seven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier.cards import DECK, Cards
from croupier.rules.game import Game

Row = NDArray[np.int8]
UNSEEN = -1


@dataclass(frozen=True, slots=True)
class ObservationLayout:
    """Where things stand in an observation of a game: each name is the place behind its last card."""

    own: int
    board: int
    up: int
    streets: int
    most: int
    """The most base bets that can lie on the felt."""
    deck: int
    """How many cards the deck has."""

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.up + 2

    @property
    def groups(self) -> dict[str, tuple[int, int]]:
        """Where cards of each kind begin and end, without those that the game has none of."""
        ends = {"own": (0, self.own), "board": (self.own, self.board), "up": (self.board, self.up)}
        return {name: (start, stop) for name, (start, stop) in ends.items() if stop > start}

    def space(self) -> spaces.Box:
        """The space of one observation."""
        low = np.array([*[0] * self.own, *[UNSEEN] * (self.board - self.own), *[0] * (self.up - self.board), 0, 0])
        high = np.array([*[self.deck - 1] * self.up, self.streets, self.most])
        return spaces.Box(low.astype(np.int8), high.astype(np.int8), dtype=np.int8)

    def row(self, own: Sequence[int], board: Sequence[int], up: Sequence[int], street: int, bets: int) -> Row:
        """One observation."""
        row = np.full(self.size, UNSEEN, np.int8)
        row[: self.own] = own
        row[self.own : self.own + len(board)] = board
        row[self.board : self.up] = up
        row[self.up :] = street, bets
        return row


def observation_layout(game: Game) -> ObservationLayout:
    """Where things stand in an observation of that game."""
    layout = game.layout
    own, board = layout.own, layout.own + layout.board
    up, streets = board + layout.up, len(game.streets)
    return ObservationLayout(own, board, up, streets, most_bets(game), len(deck_of(game)))


def deck_of(game: Game) -> Cards:
    """The cards that a game is dealt from: today the same fifty-two in every game, and said nowhere else in here."""
    return DECK


def most_bets(game: Game) -> int:
    """The most base bets that can lie on the felt in a round without side bets."""
    before = game.complete({game.base: 1}).total
    return before + max(sum(getattr(action, "multiple", 0) for action in line) for line in game.lines.values())
