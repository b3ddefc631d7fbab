"""Ultimate Texas Hold'em behind the lab's one interface: its own solve, which takes about a second."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS, Cards, WrongNumberOfCards, check_distinct
from croupier.errors import Refused
from croupier.games.uth import BLIND, UTH
from croupier.lab.chance.run import RoundsDone
from croupier.lab.chance.simulate import Simulation, simulate
from croupier.lab.games.charts.chart import Chart
from croupier.lab.games.charts.starts import starts
from croupier.lab.games.nets import tables_of
from croupier.lab.games.solution import Solution, holdem_solution
from croupier.lab.known import solved, spread
from croupier.lab.seen.advice import advise_seen
from croupier.lab.seen.direct import direct_flop, direct_rivers
from croupier.lab.solved import FaceUpEdge, NotCounted, face_up_edge
from croupier.lab.solver import Progress, Tables, best_first, register_fast
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.distribution import distribution_of
from croupier.rules.actions import ACTIONS
from croupier.rules.game import Game


@dataclass(frozen=True, slots=True)
class UltimateTexasHoldem:
    """The game of the house, by the kernels made for it."""

    game: Game

    def solve(self, designs: Tables | None = None, progress: Progress | None = None) -> Solution:
        return holdem_solution(spread(tables_of(self.game, designs)[BLIND], progress))

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
        return best_first(solved(blind).choices(own, board), tuple(ACTIONS))

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

    def chart(self, designs: Tables | None = None) -> Chart:
        """The 169 starting hands."""
        solution = solved(tables_of(self.game, designs)[BLIND])
        return Chart(self.game, (starts(self.game.streets[0], solution.choices),))

    def habit(self, designs: Tables | None = None) -> Callable[[Tables | None], Fraction]:
        outcome = spread(tables_of(self.game, designs)[BLIND]).outcome
        return lambda tables: holdem_solution(distribution_of(outcome, tables_of(self.game, tables)[BLIND])).value

    def face_up(
        self, players: int, *, samples: int = 1_024, seed: int = 0, progress: Progress | None = None
    ) -> FaceUpEdge:
        found = face_up_edge(self.game, players)
        if found is None:
            raise NotCounted(f"no run of {self.game.name} for {players} players is kept")
        return found

    def simulate(
        self, rounds: int, *, seed: int = 0, designs: Tables | None = None, progress: RoundsDone | None = None
    ) -> Simulation:
        blind = tables_of(self.game, designs)[BLIND]
        return simulate(solved(blind).decisions, rounds, seed=seed, blind=blind, progress=progress)


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
