"""What a face-up run of one of the six games is to compute, and its work in batches.

plan = Plan("mississippi", players=3)                      # exact: all 16,432 classes of four seen cards
plan = Plan("caribbean", players=6, samples=100_000)       # an estimate with an error bar
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.games.faceup import threes
from croupier.lab.games.faceup.streets import streets
from croupier.lab.games.faceup.unions import looked
from croupier.lab.games.one_decision import DUEL_GAMES
from croupier.lab.games.solve import SIX_GAMES
from croupier.lab.seen.sets import seen_classes

BATCH = 512
"""Sets in a batch, the unit that is kept, merged and resumed."""
FEW_SAMPLES = 1024
"""Enough for a first look."""
MOST_PLAYERS = 7
EXACT = {"three-card": 3, "let-it-ride": 3, "mississippi": 4}
"""The most players for which every class of seen cards can be listed."""


class BadPlan(Refused):
    """A run that cannot be."""


@dataclass(frozen=True)
class Plan:
    """Every class of seen cards (`samples` is None), or so many sets drawn at random."""

    game: str
    players: int
    samples: int | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        if self.game not in SIX_GAMES:
            raise BadPlan(f"no game {self.game!r} here; want one of {', '.join(SIX_GAMES)}")
        name = GAMES[self.game].name
        if not 2 <= self.players <= MOST_PLAYERS:
            raise BadPlan(f"{self.players} players make no face-up table of {name}; want 2 to {MOST_PLAYERS}")
        most = EXACT.get(self.game, 1)
        if self.samples is None and self.players > most:
            raise BadPlan(
                f"{self.seen} seen cards have too many classes for an exact run of {name}; want a number of samples"
                + (f", or at most {most} players" if most > 1 else "")
            )
        if self.samples is not None and self.samples < 2:
            raise BadPlan(f"{self.samples} samples have no standard error; want at least 2")
        if self.seed < 0:
            raise BadPlan(f"no seed {self.seed}; want a whole number from 0 up")

    @property
    def own(self) -> int:
        return GAMES[self.game].layout.own

    @property
    def seen(self) -> int:
        """How many cards of other players are seen."""
        return self.own * (self.players - 1)

    @property
    def exact(self) -> bool:
        return self.samples is None

    @property
    def on_felts(self) -> bool:
        """Whether a set is all the cards on the felt, the player's own among them."""
        return self.game in DUEL_GAMES and not self.exact

    @cached_property
    def units(self) -> int:
        """How many sets there are."""
        return len(seen_classes(self.seen)) if self.samples is None else self.samples

    @property
    def batches(self) -> int:
        return -(-self.units // BATCH)

    def sets(self, batch: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The sets of one batch, and how many each stands for."""
        start, stop = batch * BATCH, min((batch + 1) * BATCH, self.units)
        if self.exact:
            classes = seen_classes(self.seen)
            return classes.cards[start:stop], classes.weight[start:stop]
        size = self.seen + (self.own + GAMES[self.game].layout.up if self.on_felts else 0)
        chance = np.random.Generator(np.random.PCG64([self.seed, batch]))
        drawn = np.argsort(chance.random((stop - start, 52)), axis=1, kind="stable")[:, :size].astype(np.uint8)
        return drawn, np.ones(stop - start, np.int64)

    @cached_property
    def over(self) -> int:
        """The deals of one set."""
        if self.on_felts:
            return looked(self.game).over(self.players)
        return threes.over(self.seen) if self.game in DUEL_GAMES else streets(self.game).over(self.players)

    @property
    def hands(self) -> int:
        """The player's hands of one set."""
        return comb(self.seen + self.own, self.own) if self.on_felts else comb(52 - self.seen, self.own)

    @cached_property
    def unit(self) -> int:
        """Units in a base bet."""
        return looked(self.game).unit if self.game in DUEL_GAMES else streets(self.game).unit
