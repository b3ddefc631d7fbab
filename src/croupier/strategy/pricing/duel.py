"""Three Card, Caribbean, Four Card and Crazy 4 as strategies are priced on them: one street, every hand of the player
up to the names of the suits, beside every card that the dealer may show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.duels import NOTHING_UP
from croupier.lab.games.one_decision import OneDecision, category_shift, grades_of
from croupier.lab.games.simulate import GameRun, simulate_game
from croupier.lab.games.solution import Solution
from croupier.rules.game import Game
from croupier.strategy.language.scenes import scene_of
from croupier.strategy.language.situations import Situations
from croupier.strategy.pricing.model import Chosen, PricingStreet, Weights, Worth


@dataclass(frozen=True)
class DuelPricingModel:
    """A game with one decision under some pay tables."""

    playable: OneDecision

    @property
    def game(self) -> Game:
        return self.playable.game

    @property
    def unit(self) -> int:
        return self.playable.nets.unit

    @cached_property
    def deals(self) -> int:
        duels = self.playable.duels
        return int(duels.weight.sum()) * int(duels.up.shape[1]) * duels.dealers

    @cached_property
    def best_edge(self) -> Fraction:
        return self.playable.solve().edge

    @cached_property
    def places(self) -> tuple[PricingStreet, ...]:
        duels, game = self.playable.duels, self.playable.game
        strength = grades_of(game, game.layout.own).strength[duels.grade][:, None]
        shift = category_shift(game)
        seen = Situations(
            game,
            scene_of(game, game.streets[0]),
            duels.up.shape,
            own=duels.own[:, None, :],
            up=duels.up,
            strength=strength,
            shift=shift,
            category=(strength >> shift).astype(np.int8),
        )
        every = game.streets[0].allows is None
        allowed = tuple(None if every else self.playable.allowed(choice)[:, None] for choice in self.playable.choices)
        total = int(duels.weight.sum()) * duels.up.shape[1]
        return (PricingStreet(game.streets[0].key, self.playable.choices, (seen,), total, (allowed,)),)

    def weights(self, street: int, before: Sequence[Chosen]) -> Weights:
        return [self.playable.duels.weight[:, None]]

    def worth(self, street: int, later: Sequence[Chosen] | None = None) -> Worth:
        return [self._worth]

    @cached_property
    def _worth(self) -> tuple[np.ndarray, ...]:
        return tuple(self.playable.worth(choice) for choice in self.playable.choices)

    def average_bet(self, shares: Sequence[dict[str, Fraction]]) -> Fraction:
        bet = self.playable.nets.bet
        return sum((share * bet[choice] for choice, share in shares[0].items()), Fraction(0)) / self.unit

    def way(self, chosen: Sequence[Chosen]) -> NDArray[np.uint8]:
        return chosen[0][0].astype(np.uint8)

    def play(self, way: NDArray[np.uint8]) -> Solution:
        return self.playable.play(way)

    def deal(self, way: NDArray[np.uint8], rounds: int, seed: int, progress: RoundsDone | None = None) -> GameRun:
        return simulate_game(self.playable, way, rounds, seed=seed, progress=progress)

    def cards(self, street: int, part: int, at: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
        duels = self.playable.duels
        up = int(duels.up[at])
        own = tuple(map(Card, reversed(duels.own[at[0]].tolist())))
        return own, (), () if up == NOTHING_UP else (Card(up),)
