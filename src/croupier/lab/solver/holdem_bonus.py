"""Texas Hold'em Bonus behind the lab's one interface: the whole game in a minute, by what its bets have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.cards import Cards
from croupier.games.holdem_bonus import ANTE_PAYS, HOLDEM_BONUS
from croupier.hands import Category
from croupier.lab.capabilities import NotCounted
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.chart import GameChart, starts
from croupier.lab.games.holdem_bonus import AFTER_START, HoldemBonus, dealt_out, holdem_bonus, line_nets
from croupier.lab.games.nets import tables_of, unit_of
from croupier.lab.games.simulate import GameRun
from croupier.lab.games.solution import Solution
from croupier.lab.hands.starts import HOLES, hole_index, start_name, start_of_hole
from croupier.lab.known_cards.face_up_result import FaceUp
from croupier.lab.known_cards.weighed_choices import best_first
from croupier.lab.solver import Tables, register_fast
from croupier.lab.solver.any_game import AnyGame, drawn_rounds
from croupier.lab.work import ALONE, Progress, WorkPlan
from croupier.rules.game import Game
from croupier.rules.lines import check_base_bets
from croupier.rules.paytables import Paytable

_LOW: Final = ("32o", "42o", "52o", "62o", "72o")
_FOLDED: Final = {"THB-01": _LOW, "THB-02": (*_LOW, "43o")}
"""The starting hands that the best play folds, by the approved table of the Ante."""


@dataclass(frozen=True, slots=True)
class HoldemBonusSolver:
    """The game by the kernels made for it; with other players' cards in sight by dealing them out."""

    game: Game

    def solve(
        self, designs: Tables | None = None, progress: Progress | None = None, work: WorkPlan = ALONE
    ) -> Solution:
        work.check_alone(self.game.name)
        return holdem_bonus(designs).solution

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
        street = AnyGame(self.game).street(own, board, up, seen)
        offers = tuple(str(action) for action in self.game.streets[street].offers)
        if down is not None:
            check_base_bets(self.game, street, down)
        if board:
            table = tables_of(self.game, designs)[ANTE_PAYS]
            return best_first(_optional(table, own, board, seen, down), offers)
        if seen:
            raise NotCounted(
                f"before the flop the board of {self.game.name} can go on in too many ways to look at one by one with "
                "other cards seen; ask again when the flop lies there"
            )
        return best_first(_start(holdem_bonus(designs), own), offers)

    def choose(
        self, own: Cards, board: Cards = (), up: Cards = (), *, down: int | None = None, designs: Tables | None = None
    ) -> str:
        """Before the flop by the chart of the solved game, for the approved tables of the Ante; later dealt out."""
        if board:
            return next(iter(self.advise(own, board, up, down=down, designs=designs)))
        AnyGame(self.game).street(own, board, up, ())
        table = tables_of(self.game, designs)[ANTE_PAYS]
        if table.name not in _FOLDED:
            raise NotCounted(f"the whole of {self.game.name} has to be solved with {table.name} before its first bet")
        return "fold" if start_name(int(start_of_hole()[hole_index(*own)])) in _FOLDED[table.name] else "bet2"

    def chart(self, designs: Tables | None = None) -> GameChart:
        """The 169 starting hands."""
        played = holdem_bonus(designs)
        return GameChart(self.game, (starts(self.game.streets[0], lambda hole: _start(played, hole)),))

    def habit(self, designs: Tables | None = None) -> Callable[[Tables | None], Fraction]:
        """Every deal is counted once by bets, category and result; tables fill the cells."""
        played = holdem_bonus(designs)
        ends, deals = played.ends(played.best), HOLES * AFTER_START
        folded = deals - int(ends.sum())

        def value(posted: Tables | None) -> Fraction:
            table = tables_of(self.game, posted)[ANTE_PAYS]
            unit = unit_of({ANTE_PAYS: table})
            total = sum(
                net * int(count)
                for (turn, river, kind), counts in _cells(ends)
                for net, count in zip(line_nets(table, unit, 2 + turn + river, kind), counts, strict=True)
            )
            return Fraction(total - folded * unit, unit * deals)

        return value

    def simulate(
        self, rounds: int, *, seed: int = 0, designs: Tables | None = None, progress: RoundsDone | None = None
    ) -> GameRun:
        return drawn_rounds(self.solve(designs), rounds, seed, progress)

    def few_samples(self, players: int) -> int | None:
        return AnyGame(self.game).few_samples(players)

    def face_up(
        self,
        players: int,
        *,
        samples: int | None = None,
        seed: int = 1,
        work: WorkPlan = ALONE,
        progress: Progress | None = None,
    ) -> FaceUp:
        return AnyGame(self.game).face_up(players, samples=samples, seed=seed, work=work, progress=progress)


def _cells(ends: np.ndarray) -> list[tuple[tuple[int, int, Category], np.ndarray]]:
    return [
        ((turn, river, kind), ends[turn, river, place])
        for turn in (0, 1)
        for river in (0, 1)
        for place, kind in enumerate(Category)
    ]


def _start(played: HoldemBonus, own: Cards) -> dict[str, Fraction]:
    """What each choice is worth before the flop, in base bets."""
    going_on = Fraction(int(played.start_values[hole_index(*own)]), played.unit * AFTER_START)
    return {"bet2": going_on, "fold": Fraction(-1)}


def _optional(table: Paytable, own: Cards, board: Cards, seen: Cards, down: int | None) -> dict[str, Fraction]:
    """What each choice is worth on the flop and after the turn card, in base bets, with so many on the felt."""
    rest, bet, deals = dealt_out(own, board, table, seen, 2 if down is None else down - 1)
    over = unit_of({ANTE_PAYS: table}) * deals
    return {"bet1": Fraction(rest + bet, over), "check": Fraction(rest, over)}


register_fast(HOLDEM_BONUS.key, HoldemBonusSolver)
