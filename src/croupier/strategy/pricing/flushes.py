"""Flushes Gone Wild as strategies are priced on it: one street, every hand up to the names of the suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards
from croupier.games.flushes_gone_wild import FLUSHES
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.flushes import Flushes, deals_after
from croupier.lab.games.simulate import GameRun
from croupier.lab.games.solution import Solution
from croupier.lab.known_cards.decks import WHOLE, classes
from croupier.lab.solver.any_game import drawn_rounds
from croupier.rules.game import Game
from croupier.strategy.language.categories import categories
from croupier.strategy.language.scenes import scene_of
from croupier.strategy.language.situations import Situations
from croupier.strategy.pricing.model import Chosen, PricingStreet, Weights, Worth

_BET = 0
_BASE_BETS = 2


@dataclass(frozen=True)
class FlushesPricingModel:
    """The game under a pay table of the Blind."""

    played: Flushes

    @property
    def game(self) -> Game:
        return FLUSHES

    @property
    def unit(self) -> int:
        return self.played.unit

    @property
    def deals(self) -> int:
        return int(self.played.weight.sum()) * deals_after()

    @cached_property
    def best_edge(self) -> Fraction:
        return self.played.solution.edge

    @cached_property
    def places(self) -> tuple[PricingStreet, ...]:
        own, ranking, street = classes(WHOLE, FLUSHES.layout.own).cards, FLUSHES.ranking, FLUSHES.streets[0]
        known = categories(ranking)
        kinds = [known[ranking.category(ranking.strength(WHOLE.cards(row))).words] for row in own]
        seen = Situations(
            FLUSHES,
            scene_of(FLUSHES, street),
            (len(own),),
            own=own,
            hole=own,
            board=np.zeros((1, 0), np.uint8),
            category=np.array(kinds, np.int8),
            down=np.array([_BASE_BETS]),
        )
        choices = tuple(str(action) for action in street.offers)
        return (PricingStreet(street.key, choices, (seen,), int(self.played.weight.sum()), ((None, None),)),)

    def weights(self, street: int, before: Sequence[Chosen]) -> Weights:
        return [self.played.weight]

    def worth(self, street: int, later: Sequence[Chosen] | None = None) -> Worth:
        return [(self.played.worth, np.array([self.played.fold * deals_after()]))]

    def average_bet(self, shares: Sequence[dict[str, Fraction]]) -> Fraction:
        return _BASE_BETS + 2 * shares[0].get("bet2", Fraction(0))

    def way(self, chosen: Sequence[Chosen]) -> NDArray[np.bool_]:
        return np.asarray(chosen[0][0] == _BET)

    def play(self, way: NDArray[np.bool_]) -> Solution:
        return self.played.play(way)

    def deal(self, way: NDArray[np.bool_], rounds: int, seed: int, progress: RoundsDone | None = None) -> GameRun:
        return drawn_rounds(self.play(way), rounds, seed, progress)

    def cards(self, street: int, part: int, at: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
        return tuple(map(Card, reversed(classes(WHOLE, FLUSHES.layout.own).cards[at[0]].tolist()))), (), ()
