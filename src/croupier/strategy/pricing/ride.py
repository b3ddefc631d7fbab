"""Let It Ride as strategies are priced on it: three cards, then four, each bet by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np

from croupier.cards import Card, Cards
from croupier.games.let_it_ride import LET_IT_RIDE
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.let_it_ride import LetItRide, Rides
from croupier.lab.games.simulate import GameRun, simulate_game
from croupier.lab.games.solution import Solution
from croupier.lab.hands.cardsets import numbers, spread_classes
from croupier.lab.hands.categories import few_categories
from croupier.lab.known_cards.sets import seen_classes
from croupier.rules.game import Game
from croupier.strategy.language.scenes import Scene
from croupier.strategy.language.situations import Situations
from croupier.strategy.pricing.model import Chosen, PricingStreet, Weights, Worth


@dataclass(frozen=True)
class RidePricingModel:
    """The game under one pay table."""

    playable: LetItRide

    @property
    def game(self) -> Game:
        return LET_IT_RIDE

    @property
    def unit(self) -> int:
        return self.playable.unit

    @property
    def deals(self) -> int:
        return comb(52, 3) * 49 * 48

    @cached_property
    def best_edge(self) -> Fraction:
        return self.playable.solve().edge

    @cached_property
    def places(self) -> tuple[PricingStreet, ...]:
        streets = []
        for street, size, total in zip(LET_IT_RIDE.streets, (3, 4), (comb(52, 3), comb(52, 3) * 49), strict=True):
            own = seen_classes(size).cards
            seen = Situations(LET_IT_RIDE, Scene.RIDE, (len(own),), own=own, category=few_categories(own))
            streets.append(PricingStreet(street.key, ("ride", "pull"), (seen,), total, ((None, None),)))
        return tuple(streets)

    def weights(self, street: int, before: Sequence[Chosen]) -> Weights:
        # Any of four cards may have been the one on the board.
        return [seen_classes(3).weight] if street == 0 else [4 * seen_classes(4).weight]

    def worth(self, street: int, later: Sequence[Chosen] | None = None) -> Worth:
        table = (self.playable.threes, self.playable.fours)[street]
        rides = table[numbers(seen_classes(3 + street).cards)]
        return [(rides, np.zeros(1, np.int64))]

    def average_bet(self, shares: Sequence[dict[str, Fraction]]) -> Fraction:
        return 1 + sum((each.get("ride", Fraction(0)) for each in shares), Fraction(0))

    def way(self, chosen: Sequence[Chosen]) -> Rides:
        first, second = (
            spread_classes(seen_classes(3 + street).cards, each[0] == 0) for street, each in enumerate(chosen)
        )
        return first.astype(np.bool_), second.astype(np.bool_)

    def play(self, way: Rides) -> Solution:
        return self.playable.play(way)

    def deal(self, way: Rides, rounds: int, seed: int, progress: RoundsDone | None = None) -> GameRun:
        return simulate_game(self.playable, way, rounds, seed=seed, progress=progress)

    def cards(self, street: int, part: int, at: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
        cards = tuple(map(Card, reversed(seen_classes(3 + street).cards[at].tolist())))
        return cards[:3], cards[3:], ()
