"""A complete way of playing the game, as tables.

`preflop[start]` is 0 (check), 3 or 4 for each of the 169 starting hands; `flop[number]` says whether class
`number` of (hole, flop) bets 2x; `river_plain[board, pair]` and `river_flush[board, pair]` say whether a
collapsed row bets 1x rather than fold. `croupier.lab.uth.solve` makes the best ones, a strategy its own; both
are priced exactly by `croupier.lab.uth.playout` and played by `croupier.lab.chance.simulate`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.hands.shapes import FLUSH_BOARDS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE
from croupier.lab.hands.starts import STARTS
from croupier.lab.uth.flops import CLASSES

BET4, BET3, BET2, BET1, FOLD = range(5)
"""How a round was decided, as the first index of every table of outcomes."""
DECIDED = ("bet4", "bet3", "bet2", "bet1", "fold")
PLAY = (4, 3, 2, 1, 0)
"""The Play bet in Antes, by how the round was decided."""


class NotDecisions(Refused):
    """Tables that do not say what to do everywhere."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """What to do before the flop, on it, and at the river."""

    preflop: NDArray[np.int8]
    flop: NDArray[np.bool_]
    river_plain: NDArray[np.bool_]
    river_flush: NDArray[np.bool_]

    def __post_init__(self) -> None:
        wanted = {
            "preflop": (STARTS,),
            "flop": (CLASSES,),
            "river_plain": (PLAIN_BOARDS, PLAIN_PAIRS),
            "river_flush": (FLUSH_BOARDS, STRIDE),
        }
        for name, shape in wanted.items():
            table = getattr(self, name)
            want = np.dtype(np.int8 if name == "preflop" else np.bool_)
            if table.shape != shape or table.dtype != want:
                raise NotDecisions(f"{name} is {table.dtype} {table.shape}; want {want} {shape}")
        if not np.isin(self.preflop, (0, 3, 4)).all():
            raise NotDecisions("a starting hand bets something else than 0, 3 or 4 times the Ante")
