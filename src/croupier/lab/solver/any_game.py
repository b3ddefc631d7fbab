"""Any declared game behind the lab's one interface, by exact counting; what it has worked out it remembers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Cards, WrongNumberOfCards, check_distinct
from croupier.lab.capabilities import NotCounted, few_samples
from croupier.lab.chance.run import BatchResult, RoundsDone, curve_step
from croupier.lab.games.chart import GameChart
from croupier.lab.games.direct import NoDecision
from croupier.lab.games.faceup.plan import FaceUpPlan
from croupier.lab.games.faceup.run import run
from croupier.lab.games.nets import tables_of
from croupier.lab.games.simulate import GameRun, run_of
from croupier.lab.games.solution import Solution
from croupier.lab.known_cards.face_up_result import FaceUp
from croupier.lab.known_cards.gpu import cupy_or_refuse
from croupier.lab.known_cards.weighed_choices import best_first
from croupier.lab.solver import Tables
from croupier.lab.solver.advice import boards_from, dealers_from, deals_after, dealt_out, without_looking, worth
from croupier.lab.solver.chart import general_chart
from croupier.lab.solver.general import General, general
from croupier.lab.solver.payoffs import LooksAtCards, payoffs
from croupier.lab.solver.plain import deal_out
from croupier.lab.solver.tree import tree_of
from croupier.lab.work import ALONE, Progress, WorkPlan
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable

MOST_BOARDS: Final = 200_000
FEW_BOARDS: Final = 2_000
"""Ways in which the board can go on that are looked at one by one to answer a question with cards of others seen, which
takes some seconds, and without: above that the whole game is solved, which answers all of them."""
MOST_DEALERS: Final = 12_000_000
"""Hands of the dealer's that are looked at one by one, on one board: all of six cards."""


@dataclass(frozen=True, slots=True)
class AnyGame:
    """A game of which the lab knows nothing but its value."""

    game: Game

    def solve(
        self, designs: Tables | None = None, progress: Progress | None = None, work: WorkPlan = ALONE
    ) -> Solution:
        if work.engine == "gpu":
            cupy_or_refuse()
        try:
            # What was solved before is remembered, but whoever names an engine gets the answer from there.
            tables = tuple(tables_of(self.game, designs).values())
            solution = _counted(self.game, tables) if work == ALONE else general(self.game, designs)
        except LooksAtCards:
            work.check_alone(self.game.name)
            return deal_out(self.game, designs, progress=progress)
        return solution.solve(work, progress)

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
        return self._advise(own, board, up, seen, down, designs, at_once=False)

    def choose(
        self, own: Cards, board: Cards = (), up: Cards = (), *, down: int | None = None, designs: Tables | None = None
    ) -> str:
        return next(iter(self._advise(own, board, up, (), down, designs, at_once=True)))

    def _advise(
        self,
        own: Cards,
        board: Cards,
        up: Cards,
        seen: Cards,
        down: int | None,
        designs: Tables | None,
        *,
        at_once: bool,
    ) -> Mapping[str, Fraction]:
        street = self.street(own, board, up, seen)
        solution = general_solution(self.game, designs)
        line = solution.tree.line_to(street, solution.payoffs.unit, down)
        here = solution.tree.follow(line)
        boards, dealers = boards_from(solution, board, seen), dealers_from(solution, seen)
        if boards <= (MOST_BOARDS if seen else FEW_BOARDS) and dealers <= MOST_DEALERS:
            values = dealt_out(solution, here, own, board, up, seen)
        elif seen or at_once:
            raise NotCounted(
                f"the board can go on in {boards:,} ways in {self.game.name}, and the dealer have {dealers:,} hands on "
                "each: too many to look at one by one; ask again when more cards lie there"
            )
        else:
            values = worth(solution, own, board, up, line)
        return best_first(values, tuple(str(action) for action in self.game.streets[street].offers))

    def chart(self, designs: Tables | None = None) -> GameChart:
        """Every street, by what the cards in sight are worth or make in words."""
        return general_chart(general_solution(self.game, designs))

    def habit(self, designs: Tables | None = None) -> Callable[[Tables | None], Fraction]:
        """Every deal is counted once by the cell of the settlement that it ends in; tables fill the cells."""
        solution = general_solution(self.game, designs)
        net = solution.payoffs.net
        cells = replace(solution.payoffs, net=np.arange(net.size).reshape(net.shape))
        # Lines that net the same with these tables are one in its tree; with others they may not be.
        tree = tree_of(cells)
        chosen = {tree.follow(line): solution.best[solution.tree.follow(line)] for line in solution.tree.ways}
        ends = replace(solution, payoffs=cells, tree=tree).play(chosen)

        def value(tables: Tables | None) -> Fraction:
            posted = payoffs(solution.counting.kinds, tables)
            total = sum(
                int(each) * int(ways) for each, ways in zip(posted.net.ravel()[ends.net], ends.ways, strict=True)
            )
            return Fraction(total, posted.unit * ends.deals)

        return value

    def simulate(
        self, rounds: int, *, seed: int = 0, designs: Tables | None = None, progress: RoundsDone | None = None
    ) -> GameRun:
        return drawn_rounds(self.solve(designs), rounds, seed, progress)

    def few_samples(self, players: int) -> int | None:
        return few_samples(self.game)

    def face_up(
        self,
        players: int,
        *,
        samples: int | None = None,
        seed: int = 1,
        work: WorkPlan = ALONE,
        progress: Progress | None = None,
    ) -> FaceUp:
        work.check_engine(f"{self.game.name} dealt face up", "cpu", "cluster")
        return run(HandByHand, self.game, players, samples, seed, work, progress)

    def street(self, own: Cards, board: Cards, up: Cards, seen: Cards) -> int:
        """The street that decides with those cards in sight."""
        game, layout = self.game, self.game.layout
        check_distinct((*own, *board, *up, *seen), game.deck)
        if len(own) != layout.own:
            raise WrongNumberOfCards(f"a hand of {game.name}", layout.own, len(own))
        if len(up) != layout.up:
            raise WrongNumberOfCards("the dealer's shown cards", layout.up, len(up))
        boards = [game.board_at(street) for street in range(len(game.streets))]
        if len(board) not in boards:
            offer = " or ".join(str(many) for many in dict.fromkeys(boards))
            raise NoDecision(f"with {len(board)} cards on the board nobody decides in {game.name}; want {offer}")
        need = layout.dealer - layout.up + layout.board - len(board)
        if len(game.deck) - len((*own, *board, *up, *seen)) < need:
            raise NoDecision(f"{len(seen)} cards seen are too many: {need} more have to be dealt")
        return boards.index(len(board))


class HandByHand(FaceUpPlan):
    """A face-up run of any game: the cards that are in sight at the first decision are drawn, and that one hand is
    weighed with the others' cards seen, and played by one who does not look."""

    format = "croupier faceup any game 1"
    batch_size = 8

    @property
    def most_players(self) -> int:
        layout = self.game.layout
        return (len(self.game.deck) - layout.dealer - layout.board) // layout.own

    @property
    def most_exact(self) -> int:
        return 1

    @property
    def set_size(self) -> int:
        return self.own + self.seen + self.game.layout.up + self.game.board_at(0)

    @property
    def rule(self) -> None:
        return None

    @property
    def hands(self) -> int:
        return 1

    @property
    def base(self) -> Fraction:
        return AnyGame(self.game).solve().value

    @property
    def unit(self) -> int:
        return general_solution(self.game).payoffs.unit

    @cached_property
    def over(self) -> int:
        return deals_after(general_solution(self.game), DECK[: self.game.board_at(0)], DECK[: self.seen])

    def totals(self, sets: NDArray[np.uint8]) -> NDArray[np.int64]:
        return np.array([self._looked(tuple(map(Card, row))) for row in sets.tolist()], object)

    def _looked(self, cards: Cards) -> tuple[int, ...]:
        """The columns of one hand; the money bet and a rule on a card are not counted."""
        ends = np.cumsum([self.own, self.seen, self.game.layout.up])
        own, seen, up, board = (tuple(cards[at] for at in part) for part in np.split(np.arange(len(cards)), ends))
        # What cannot be answered is refused here, before the whole game is solved for those who do not look.
        looking = AnyGame(self.game).advise(own, board, up, seen)
        usual, fixed = without_looking(general_solution(self.game), own, board, up, seen)
        best = max(looking.values())
        return int(best * self.over * self.unit), fixed, 0, fixed, int(looking[usual] < best)


def drawn_rounds(solution: Solution, rounds: int, seed: int, progress: RoundsDone | None = None) -> GameRun:
    """Rounds drawn from all deals, each as likely as any other: how a round ends is known of every one of them."""
    every, ends = curve_step(rounds, seed), np.cumsum(solution.ways)

    def play(batch: int, many: int) -> BatchResult:
        chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, batch])))
        cells = np.searchsorted(ends, chance.integers(0, int(ends[-1]), many), side="right")
        totals = np.cumsum(solution.net[cells])
        counts = np.bincount(cells, minlength=len(ends)).astype(np.int64)
        return BatchResult(
            rounds=many,
            net=int(totals[-1]),
            lowest=min(0, int(totals.min())),
            curve=totals[every - 1 :: every],
            counts=counts,
        )

    # A round is drawn by how it ends, so nobody knows which choices were made.
    return run_of(solution.game, solution.unit, solution.net, play, rounds, every=every, seed=seed, progress=progress)


@lru_cache(4)
def _counted(game: Game, tables: tuple[Paytable, ...]) -> General:
    return general(game, {table.bet: table for table in tables})


def general_solution(game: Game, designs: Tables | None = None) -> General:
    """A game ready to be solved or played; the last few are remembered."""
    try:
        return _counted(game, tuple(tables_of(game, designs).values()))
    except LooksAtCards:
        raise NotCounted(f"{game.name} {LooksAtCards.words}; the lab has no advice for it") from None
