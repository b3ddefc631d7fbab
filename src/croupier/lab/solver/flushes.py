"""Flushes Gone Wild behind the lab's one interface: a hand in a moment, the whole game in some minutes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from croupier.cards import Cards
from croupier.games.flushes_gone_wild import FLUSHES
from croupier.lab.capabilities import few_samples
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.chart import GameChart
from croupier.lab.games.chart_ladder import RankedHands, ladder
from croupier.lab.games.faceup.run import run
from croupier.lab.games.flushes import Flushes, cells_of, deals_after, flush_cells, flushes
from croupier.lab.games.simulate import GameRun
from croupier.lab.games.solution import Solution
from croupier.lab.known_cards.decks import WHOLE, classes
from croupier.lab.known_cards.face_up_result import FaceUp
from croupier.lab.known_cards.weighed_choices import best_first
from croupier.lab.solver import Tables, register_fast
from croupier.lab.solver.any_game import AnyGame, HandByHand, drawn_rounds
from croupier.lab.work import ALONE, Progress, WorkPlan, no_progress
from croupier.rules.game import Game


@dataclass(frozen=True, slots=True)
class FlushesSolver:
    """The game by the kernel made for it."""

    game: Game

    def solve(
        self, designs: Tables | None = None, progress: Progress | None = None, work: WorkPlan = ALONE
    ) -> Solution:
        work.check_alone(self.game.name)
        flush_cells(progress or no_progress)
        return flushes(designs).solution

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
        played = flushes(designs)
        going_on = Fraction(_worth(played, own, seen), played.unit * deals_after(len(seen)))
        return best_first({"bet2": going_on, "fold": Fraction(played.fold, played.unit)}, offers)

    def choose(
        self, own: Cards, board: Cards = (), up: Cards = (), *, down: int | None = None, designs: Tables | None = None
    ) -> str:
        return next(iter(self.advise(own, board, up, down=down, designs=designs)))

    def chart(self, designs: Tables | None = None) -> GameChart:
        """A ladder by what the own five cards are worth alone."""
        played, own = flushes(designs), classes(WHOLE, self.game.layout.own)
        strength = np.array([self.game.ranking.strength(WHOLE.cards(row)) for row in own.cards], np.int64)
        order = np.argsort(strength, kind="stable")
        counts = np.stack([played.best, ~played.best], axis=1) * own.weight[:, None]
        hands = RankedHands(strength=strength[order], hands=own.weight[order], counts=counts[order][:, None])
        return GameChart(self.game, (ladder(self.game, self.game.streets[0], hands),))

    def habit(self, designs: Tables | None = None) -> Callable[[Tables | None], Fraction]:
        """Every deal is counted once by how it ends; tables say what that nets."""
        played = flushes(designs)
        cells, folded = played.ends(played.best)

        def value(posted: Tables | None) -> Fraction:
            other = flushes(posted)
            total = sum(int(net) * int(deals) for net, deals in zip(other.nets, cells, strict=True))
            return Fraction(total + folded * other.fold, other.unit * (int(cells.sum()) + folded))

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
        return run(FlushesFaceUp, self.game, players, samples, seed, work, progress)


class FlushesFaceUp(HandByHand):
    """A face-up run: a hand is drawn with the others' cards, and counted with them out of the deck."""

    format = "croupier faceup flushes 1"

    @property
    def base(self) -> Fraction:
        return flushes().solution.value

    @property
    def unit(self) -> int:
        return flushes().unit

    @cached_property
    def over(self) -> int:
        return deals_after(self.seen)

    def _looked(self, cards: Cards) -> tuple[int, ...]:
        own, seen = cards[: self.own], cards[self.own :]
        played = flushes()
        usual = _worth(played, own, ()) >= played.fold * deals_after()
        looking, fold = _worth(played, own, seen), played.fold * self.over
        fixed = looking if usual else fold
        best = max(looking, fold)
        return best, fixed, 0, fixed, int(fixed < best)


def _worth(played: Flushes, own: Cards, seen: Cards) -> int:
    """What going on nets over all that can follow, in units."""
    return int(cells_of(own, seen) @ played.nets)


register_fast(FLUSHES.key, FlushesSolver)
