"""Texas Hold'em Bonus as strategies are priced on it: 1,326 holes, beside 1,755 flops and 16,432 boards of four."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards
from croupier.games.holdem_bonus import HOLDEM_BONUS
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.holdem_bonus import AFTER_START, HoldemBonus, Played, start_sums, turn_bets
from croupier.lab.games.simulate import GameRun
from croupier.lab.games.solution import Solution
from croupier.lab.hands.categories import few_categories
from croupier.lab.hands.starts import HOLES, hole_cards
from croupier.lab.known_cards.decks import WHOLE, classes
from croupier.lab.solver.any_game import drawn_rounds
from croupier.lab.solver.ranks import NO_HAND, ranks
from croupier.rules.game import Game
from croupier.strategy.language.scenes import Scene
from croupier.strategy.language.situations import Situations
from croupier.strategy.pricing.model import Chosen, PricingStreet, Weights, Worth

_BET = 0
"""The place of the bet among the choices of every street."""
_NOTHING = np.zeros((1, 1), np.int64)


@dataclass(frozen=True)
class HoldemBonusPricingModel:
    """The game under a pay table of the Ante. After the turn card there are two parts: without a Turn bet, and with."""

    played: HoldemBonus

    @property
    def game(self) -> Game:
        return HOLDEM_BONUS

    @property
    def unit(self) -> int:
        return self.played.unit

    @property
    def deals(self) -> int:
        return HOLES * AFTER_START

    @cached_property
    def best_edge(self) -> Fraction:
        best = np.maximum(self.played.start_values, self.played.fold_value)
        return Fraction(-sum(best.tolist()), self.unit * self.deals)

    @cached_property
    def places(self) -> tuple[PricingStreet, ...]:
        start = Situations(self.game, Scene.START, (HOLES,), own=hole_cards())
        flops, ways = HOLES * comb(50, 3), HOLES * comb(50, 3) * 47
        turn = tuple(_seen(4, down) for down in (3, 4))
        return (
            self._place(0, (start,), HOLES),
            self._place(1, (_seen(3, 3),), flops),
            self._place(2, turn, ways),
        )

    def _place(self, street: int, parts: tuple[Situations, ...], total: int) -> PricingStreet:
        choices = tuple(str(action) for action in self.game.streets[street].offers)
        return PricingStreet(self.game.streets[street].key, choices, parts, total, ((None, None),) * len(parts))

    def weights(self, street: int, before: Sequence[Chosen]) -> Weights:
        if street == 0:
            return [np.ones(HOLES, np.int64)]
        goes_on = before[0][0] == _BET
        if street == 1:
            return [classes(WHOLE, 3).weight[:, None] * (goes_on & _free(3))]
        there = classes(WHOLE, 4).weight[:, None] * (goes_on & _free(4))
        bets = turn_bets(before[1][0] == _BET)
        return [there * (4 - bets), there * bets]

    def worth(self, street: int, later: Sequence[Chosen] | None = None) -> Worth:
        played, unit = self.played, self.unit
        if street == 2:
            return [(unit * played.ahead.astype(np.int64), _NOTHING)] * 2
        if later is None:
            if street == 1:
                return [(unit * played.flop_ahead, _NOTHING)]
            return [(played.start_values, np.array([played.fold_value]))]
        check, bet = (played.rest_with(chosen == _BET) for chosen in later[-1])
        bet = bet + unit * played.flop_ahead
        if street == 1:
            return [(bet, check)]
        return [(start_sums(np.where(later[0][0] == _BET, bet, check)), np.array([played.fold_value]))]

    def average_bet(self, shares: Sequence[dict[str, Fraction]]) -> Fraction:
        made = (times * share.get(f"bet{times}", Fraction(0)) for times, share in zip((2, 1, 1), shares, strict=True))
        return 1 + sum(made, Fraction(0))

    def way(self, chosen: Sequence[Chosen]) -> Played:
        start, flop, turn = chosen
        return Played(start[0] == _BET, flop[0] == _BET, (turn[0] == _BET, turn[1] == _BET))

    def play(self, way: Played) -> Solution:
        return self.played.play(way)

    def deal(self, way: Played, rounds: int, seed: int, progress: RoundsDone | None = None) -> GameRun:
        return drawn_rounds(self.play(way), rounds, seed, progress)

    def cards(self, street: int, part: int, at: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
        own = tuple(map(Card, reversed(hole_cards()[at[-1]].tolist())))
        if not street:
            return own, (), ()
        return own, tuple(map(Card, reversed(classes(WHOLE, 2 + street).cards[at[0]].tolist()))), ()


def _free(size: int) -> NDArray[np.bool_]:
    """By board of so many cards and hole, whether they share no card."""
    boards, holes = classes(WHOLE, size).cards, hole_cards()
    held = np.zeros((len(boards), HOLES), np.bool_)
    for place in range(size):
        for mine in range(2):
            held |= boards[:, place, None] == holes[None, :, mine]
    return ~held


def _seen(size: int, down: int) -> Situations:
    """Every board of so many cards beside every hole, with so many base bets down."""
    boards = classes(WHOLE, size)
    shape = (len(boards), HOLES)
    graded = ranks(HOLDEM_BONUS, WHOLE, 2, boards)
    grades = graded.on(0, len(boards))
    kinds = (graded.strength >> 20).astype(np.int8)
    return Situations(
        HOLDEM_BONUS,
        Scene.FLOP,
        shape,
        own=hole_cards()[None],
        board=boards.cards[:, None],
        category=kinds[np.where(grades == NO_HAND, 0, grades)],
        alone=few_categories(boards.cards[:, None]),
        down=np.array([[down]]),
    )
