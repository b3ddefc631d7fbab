"""Ultimate Texas Hold'em behind the lab's one interface: its own solve, which takes about a second."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, RANKS, Cards, WrongNumberOfCards, check_distinct
from croupier.errors import Refused
from croupier.games.uth import BLIND, UTH
from croupier.lab.capabilities import few_samples
from croupier.lab.chance.run import RoundsDone
from croupier.lab.chance.simulate import Simulation, simulate
from croupier.lab.games.chart import GameChart, starts
from croupier.lab.games.nets import tables_of
from croupier.lab.games.solution import Solution, holdem_solution
from croupier.lab.hands.starts import hole_index, start_of_hole
from croupier.lab.known_cards.advice import advise_seen
from croupier.lab.known_cards.counting_chart import checks_from
from croupier.lab.known_cards.direct import direct_flop, direct_rivers
from croupier.lab.known_cards.engine import optimal
from croupier.lab.known_cards.exposed import Exposed, exposed
from croupier.lab.known_cards.face_up_result import FaceUp
from croupier.lab.known_cards.face_up_run import run
from croupier.lab.known_cards.gpu import GpuEngine, gpu_name
from croupier.lab.known_cards.sets import check_seen
from croupier.lab.known_cards.solve import SeenSolution, solve_seen
from croupier.lab.known_cards.totals import one_total
from croupier.lab.known_cards.weighed_choices import best_first
from croupier.lab.solution_cache import cached_distribution, cached_solution
from croupier.lab.solver import Tables, register_fast
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.distribution import distribution_of
from croupier.lab.work import ALONE, Progress, WorkPlan
from croupier.rules.actions import ACTIONS
from croupier.rules.game import Game


@dataclass(frozen=True, slots=True)
class UltimateTexasHoldem:
    """The game of the house, by the kernels made for it."""

    game: Game

    def solve(
        self, designs: Tables | None = None, progress: Progress | None = None, work: WorkPlan = ALONE
    ) -> Solution:
        work.check_alone(self.game.name)
        return holdem_solution(cached_distribution(tables_of(self.game, designs)[BLIND], progress))

    def advise(
        self,
        own: Cards,
        board: Cards = (),
        up: Cards = (),
        seen: Cards = (),
        *,
        down: int | None = None,
        designs: Tables | None = None,
    ) -> Mapping[str, Fraction]:
        if up:
            raise Refused("in Ultimate Texas Hold'em the dealer shows no card")
        if len(own) != self.game.layout.own:
            raise WrongNumberOfCards("a hand", self.game.layout.own, len(own))
        if len(board) not in (0, 3, 5):
            raise WrongNumberOfCards("the board", 3 if len(board) < 4 else 5, len(board))
        check_distinct((*own, *board))
        blind = tables_of(self.game, designs)[BLIND]
        if seen and blind != tables_of(self.game)[BLIND]:
            raise Refused("cards seen elsewhere are weighed with the approved Blind; leave one out")
        if seen:
            return advise_seen(seen, own, board).choices
        return best_first(cached_solution(blind).choices(own, board), tuple(ACTIONS))

    def choose(
        self, own: Cards, board: Cards = (), up: Cards = (), *, down: int | None = None, designs: Tables | None = None
    ) -> str:
        """The flop and the river dealt out. Before the flop, where a value takes the whole game to work out, by the
        chart of the solved game: it is the same with every Blind that is offered."""
        priced = _Priced(*blind_bonus(tables_of(self.game, designs)[BLIND]))
        match len(board):
            case 0:
                return "bet4" if is_raised(own) else "check"
            case 3:
                flop = direct_flop(priced, own, board)
                return "bet2" if flop.bet2 >= flop.check else "check"
            case _:
                (river,) = direct_rivers(priced, own, np.array([board], np.uint8))
                return "bet1" if river.bet1 >= river.fold else "fold"

    def few_samples(self, players: int) -> int | None:
        return few_samples(self.game) if players > 2 else None

    def chart(self, designs: Tables | None = None) -> GameChart:
        """The 169 starting hands."""
        solution = cached_solution(tables_of(self.game, designs)[BLIND])
        return GameChart(self.game, (starts(self.game.streets[0], solution.choices),))

    def habit(self, designs: Tables | None = None) -> Callable[[Tables | None], Fraction]:
        outcome = cached_distribution(tables_of(self.game, designs)[BLIND]).outcome
        return lambda tables: holdem_solution(distribution_of(outcome, tables_of(self.game, tables)[BLIND])).value

    def face_up(
        self,
        players: int,
        *,
        samples: int | None = None,
        seed: int = 1,
        work: WorkPlan = ALONE,
        progress: Progress | None = None,
    ) -> FaceUp:
        return run(players, samples, seed, work, progress)

    def check_seen(self, cards: Cards) -> None:
        check_seen(cards)

    def seen_set(self, cards: Cards, *, engine: str = "cpu") -> SeenSolution:
        if engine != "gpu":
            return solve_seen(cards)
        gpu_name()
        ordered = tuple(sorted(cards))
        totals = one_total(ordered, GpuEngine(optimal()).solve(ordered), optimal())
        return SeenSolution(ordered, optimal().unit, totals)

    def exposed(self, what: str, progress: Progress | None = None) -> Exposed:
        return exposed(what, progress=lambda done, every: progress and progress(f"{done:,} of {every:,}", done / every))

    def never_best(self, choice: str) -> bool:
        """Where 3x is worth it 4x is worth more, and else a check is."""
        return choice == "bet3"

    def best_by_chance(self, own: Cards, seen: int, choice: str) -> Fraction:
        """The share of others' cards with which the counting chart makes the same choice before the flop.

        A hand that is not in it is hardly ever played otherwise; one half is more than chance gives it.
        """
        limit = checks_from(1 + seen // 2).get(int(start_of_hole()[hole_index(own[0], own[1])]))
        if limit is None:
            return Fraction(1, 2)
        same = sum(card.rank in {one.rank for one in own} for card in DECK) - 2
        bets = sum(comb(same, matches) * comb(50 - same, seen - matches) for matches in range(limit))
        bet = Fraction(bets, comb(50, seen))
        return bet if choice == "bet4" else 1 - bet

    def simulate(
        self, rounds: int, *, seed: int = 0, designs: Tables | None = None, progress: RoundsDone | None = None
    ) -> Simulation:
        blind = tables_of(self.game, designs)[BLIND]
        return simulate(cached_solution(blind).decisions, rounds, seed=seed, blind=blind, progress=progress)


class _Priced(NamedTuple):
    unit: int
    bonus: NDArray[np.int64]


_SUITED: Final = {"A": "2", "K": "2", "Q": "6", "J": "8"}
_OFFSUIT: Final = {"A": "2", "K": "5", "Q": "8", "J": "T"}
"""Beside which lowest card a high one is raised with four times; a pair is from threes on."""
_THREES: Final = RANKS.index("3")


def is_raised(hole: Cards) -> bool:
    """Whether the best play bets four times before the flop with these two cards."""
    low, high = sorted(card.rank for card in hole)
    if low == high:
        return low >= _THREES
    least = (_SUITED if hole[0].suit == hole[1].suit else _OFFSUIT).get(RANKS[high])
    return least is not None and low >= RANKS.index(least)


register_fast(UTH.key, UltimateTexasHoldem)
