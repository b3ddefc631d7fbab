"""What a face-up run of one of the six games is to compute, and its work in batches.

plan = FaceUpPlan(GAMES["mississippi"], players=3)                # exact: all 16,432 classes of four seen cards
plan = FaceUpPlan(GAMES["caribbean"], players=6, samples=100_000) # an estimate with an error bar
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.faceup import COLUMNS, streets, threes, unions
from croupier.lab.games.faceup.rules import counting_rule
from croupier.lab.games.one_decision import DUEL_GAMES
from croupier.lab.games.solve import PLAYABLE_GAMES, solved_game
from croupier.lab.kernel import spread
from croupier.lab.known_cards.sets import seen_classes
from croupier.lab.work import BadPlan
from croupier.rules.game import Game

EXACT = {"three-card": 3, "let-it-ride": 3, "mississippi": 4}
"""The most players for which every class of seen cards can be listed."""


@dataclass(frozen=True)
class FaceUpPlan:
    """Every class of seen cards (`samples` is None), or so many sets drawn at random.

    format        the first words of its checkpoints
    batch_size    sets in a batch, the unit that is kept, merged and resumed
    most_players  that are worked out; `most_exact`, for which every class can be listed
    """

    game: Game
    players: int
    samples: int | None = None
    seed: int = 1
    format: ClassVar[str] = "croupier faceup games 1"
    batch_size: ClassVar[int] = 512

    def __post_init__(self) -> None:
        name, most = self.game.name, self.most_players
        if not most:
            raise BadPlan(f"no game {self.game.key!r} here; want one of {', '.join(PLAYABLE_GAMES)}")
        if not 2 <= self.players <= most:
            raise BadPlan(f"{self.players} players make no face-up table of {name}; want 2 to {most}")
        if self.samples is None and self.players > self.most_exact:
            raise BadPlan(
                f"{self.seen} seen cards have too many classes for an exact run of {name}; want a number of samples"
                + (f", or at most {self.most_exact} players" if self.most_exact > 1 else "")
            )
        if self.samples is not None and self.samples < 2:
            raise BadPlan(f"{self.samples} samples have no standard error; want at least 2")
        if self.seed < 0:
            raise BadPlan(f"no seed {self.seed}; want a whole number from 0 up")

    @property
    def most_players(self) -> int:
        return 7 if self.game.key in PLAYABLE_GAMES else 0

    @property
    def most_exact(self) -> int:
        return EXACT.get(self.game.key, 1)

    @property
    def header(self) -> dict[str, str | int | None]:
        """The configuration that a checkpoint belongs to."""
        return {"game": self.game.key, "players": self.players, "samples": self.samples, "seed": self.seed}

    @property
    def own(self) -> int:
        return self.game.layout.own

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
        return self.game.key in DUEL_GAMES and not self.exact

    @property
    def set_size(self) -> int:
        """How many cards are drawn for a set."""
        return self.seen + (self.own + self.game.layout.up if self.on_felts else 0)

    @cached_property
    def units(self) -> int:
        """How many sets there are."""
        return len(seen_classes(self.seen)) if self.samples is None else self.samples

    @property
    def batches(self) -> int:
        return -(-self.units // self.batch_size)

    def sets(self, batch: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The sets of one batch, and how many each stands for."""
        start, stop = batch * self.batch_size, min((batch + 1) * self.batch_size, self.units)
        if self.exact:
            classes = seen_classes(self.seen)
            return classes.cards[start:stop], classes.weight[start:stop]
        chance = np.random.Generator(np.random.PCG64([self.seed, batch]))
        drawn = np.argsort(chance.random((stop - start, len(self.game.deck))), axis=1, kind="stable")[
            :, : self.set_size
        ].astype(np.uint8)
        return drawn, np.ones(stop - start, np.int64)

    @property
    def rule(self) -> NDArray[np.uint8] | None:
        """The rule that fits on a card, where there is one."""
        return counting_rule(self.game.key, self.players)

    def totals(self, sets: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The columns of some sets, on this machine's cores."""
        key, rule, totals = self.game.key, self.rule, np.zeros((len(sets), len(COLUMNS)), np.int64)

        def work(start: int, stop: int) -> None:
            part = sets[start:stop]
            if self.on_felts:
                totals[start:stop] = unions.add_up(unions.face_up_duels(key), part, self.players, rule)
            elif key in DUEL_GAMES:
                totals[start:stop] = threes.add_up(unions.face_up_duels(key), part, rule)
            else:
                totals[start:stop] = streets.add_up(streets.streets(key), part, rule)

        spread(work, len(sets), 16)
        return totals

    @property
    def base(self) -> Fraction:
        """What the base game is worth to the player."""
        return solved_game(self.game).value

    @cached_property
    def over(self) -> int:
        """The deals of one set."""
        if self.on_felts:
            return unions.face_up_duels(self.game.key).over(self.players)
        if self.game.key in DUEL_GAMES:
            return threes.over(self.seen)
        return streets.streets(self.game.key).over(self.players)

    @property
    def hands(self) -> int:
        """The player's hands of one set."""
        return (
            comb(self.seen + self.own, self.own) if self.on_felts else comb(len(self.game.deck) - self.seen, self.own)
        )

    @cached_property
    def unit(self) -> int:
        """Units in a base bet."""
        key = self.game.key
        return unions.face_up_duels(key).unit if key in DUEL_GAMES else streets.streets(key).unit
