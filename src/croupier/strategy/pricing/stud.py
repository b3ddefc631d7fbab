"""Mississippi Stud as strategies are priced on it: two, three and four cards in sight, by the Antes that are down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards
from croupier.games.mississippi import MISSISSIPPI
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.mississippi import MOST_DOWN, Decided, Mississippi
from croupier.lab.games.simulate import GameRun, simulate_game
from croupier.lab.games.solution import Solution
from croupier.lab.hands.cardsets import numbers, spread_classes
from croupier.lab.hands.categories import few_categories
from croupier.lab.known_cards.sets import seen_classes
from croupier.rules.game import Game
from croupier.strategy.language.scenes import Scene
from croupier.strategy.language.situations import Situations
from croupier.strategy.pricing.model import Chosen, PricingStreet, Weights, Worth, summed_by

_CHOICES = ("bet3", "bet2", "bet1", "fold")
_TIMES = np.array([3, 2, 1, 0], np.int64)
_DOWN = ((1, 1), (2, 4), (3, 7))
"""The fewest and the most Antes that can be down on each street."""
_AHEAD = (50 * 49 * 48, 49 * 48, 48)
"""How many draws are left on each street."""


@dataclass(frozen=True)
class StudPricingModel:
    """The game under one pay table."""

    playable: Mississippi

    @property
    def game(self) -> Game:
        return MISSISSIPPI

    @property
    def unit(self) -> int:
        return self.playable.unit

    @property
    def deals(self) -> int:
        return comb(52, 2) * _AHEAD[0]

    @cached_property
    def best_edge(self) -> Fraction:
        return self.playable.solve().edge

    @cached_property
    def places(self) -> tuple[PricingStreet, ...]:
        streets = []
        for number, street in enumerate(MISSISSIPPI.streets):
            own = seen_classes(number + 2).cards
            low, high = _DOWN[number]
            seen = Situations(
                MISSISSIPPI,
                Scene.STUD,
                (high - low + 1, len(own)),
                own=own[None],
                category=few_categories(own)[None],
                down=np.arange(low, high + 1)[:, None],
            )
            total = comb(52, 2) * (1, 50, 50 * 49)[number]
            streets.append(PricingStreet(street.key, _CHOICES, (seen,), total, ((None,) * 4,)))
        return tuple(streets)

    def weights(self, street: int, before: Sequence[Chosen]) -> Weights:
        here = np.zeros((MOST_DOWN, len(seen_classes(2))), np.int64)
        here[1] = seen_classes(2).weight
        for earlier in range(street):
            dealt, (low, high) = _dealt(earlier + 2), _DOWN[earlier]
            after = np.zeros((MOST_DOWN, len(seen_classes(earlier + 3))), np.int64)
            for down in range(low, high + 1):
                times = _TIMES[before[earlier][0][down - low]]
                for bet in _TIMES[:-1].tolist():
                    after[down + bet] += dealt.onward(np.where(times == bet, here[down], 0))
            here = after
        low, high = _DOWN[street]
        return [here[low : high + 1]]

    def worth(self, street: int, later: Sequence[Chosen] | None = None) -> Worth:
        # What so many cards net in all over the rest of the deal, by Antes down after the bet.
        sums = np.arange(MOST_DOWN)[:, None] * self.playable.fours[numbers(seen_classes(4).cards)]
        for number in range(2, street, -1):
            options, (low, high) = self._options(number, sums), _DOWN[number]
            if later is None:
                best = options.max(axis=0)
            else:
                best = np.zeros_like(sums)
                picked = later[number - street - 1][0][None].astype(np.int64)
                best[low : high + 1] = np.take_along_axis(options[:, low : high + 1], picked, axis=0)[0]
            sums = _dealt(number + 1).back(best)
        low, high = _DOWN[street]
        return [tuple(self._options(street, sums)[:, low : high + 1])]

    def _options(self, street: int, sums: NDArray[np.int64]) -> NDArray[np.int64]:
        """What each choice nets in all, by Antes down before it; Antes that cannot be down count nothing."""
        low, high = _DOWN[street]
        values = np.zeros((len(_CHOICES), *sums.shape), np.int64)
        for down in range(low, high + 1):
            for place, times in enumerate(_TIMES[:-1].tolist()):
                values[place, down] = sums[down + times]
            values[-1, down] = -down * self.unit * _AHEAD[street]
        return values

    def average_bet(self, shares: Sequence[dict[str, Fraction]]) -> Fraction:
        bets = (int(choice[3:]) * share for each in shares for choice, share in each.items() if choice != "fold")
        return 1 + sum(bets, Fraction(0))

    def way(self, chosen: Sequence[Chosen]) -> Decided:
        third, fourth, fifth = (_bets(street, each).astype(np.uint8) for street, each in enumerate(chosen))
        return third, fourth, fifth

    def play(self, way: Decided) -> Solution:
        return self.playable.play(way)

    def deal(self, way: Decided, rounds: int, seed: int, progress: RoundsDone | None = None) -> GameRun:
        return simulate_game(self.playable, way, rounds, seed=seed, progress=progress)

    def cards(self, street: int, part: int, at: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
        cards = tuple(map(Card, reversed(seen_classes(street + 2).cards[at[1]].tolist())))
        return cards[:2], cards[2:], ()


def _table(street: int, chosen: NDArray[np.int8]) -> NDArray[np.int8]:
    """The choices over all sets of cards, by Antes down, from those of the classes."""
    cards = seen_classes(street + 2).cards
    low, high = _DOWN[street]
    table = np.zeros((MOST_DOWN, comb(52, street + 2)), np.int8)
    for down in range(low, high + 1):
        table[down] = spread_classes(cards, chosen[down - low])
    return table


def _bets(street: int, chosen: Chosen) -> NDArray[np.int64]:
    return np.asarray(_TIMES[_table(street, chosen[0])])


@dataclass(frozen=True)
class NextCards:
    """Which classes of one card more a class of cards becomes: a row for each card that may come."""

    to: NDArray[np.int64]
    size: int

    def onward(self, arrivals: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many arrive at each larger class, from how many are at each."""
        return summed_by(self.to, np.broadcast_to(arrivals[:, None], self.to.shape), self.size)

    def back(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of each class, the sum of what it may become is worth; the classes are the last axis."""
        return np.asarray(values[..., self.to].sum(axis=-1))


@cache
def _dealt(size: int) -> NextCards:
    """What the classes of so many cards become with the next card."""
    now, then = seen_classes(size).cards, seen_classes(size + 1).cards
    class_of = spread_classes(then, np.arange(len(then)))
    left = np.ones((len(now), 52), np.bool_)
    np.put_along_axis(left, now.astype(np.int64), False, axis=1)
    cards = np.nonzero(left)[1].reshape(len(now), 52 - size)
    sets = np.concatenate([np.broadcast_to(now[:, None], (*cards.shape, size)), cards[..., None]], axis=2)
    return NextCards(class_of[numbers(sets)].astype(np.int64), len(then))
