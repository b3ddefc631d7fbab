"""The six games behind the lab's one interface: duels and community cards, each counted in its quickest way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from croupier.cards import Cards
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.charts.chart import Chart, StreetChart
from croupier.lab.games.charts.ladder import duel_ladder
from croupier.lab.games.charts.lines import habit
from croupier.lab.games.charts.rides import held
from croupier.lab.games.charts.starts import first_bets, starts
from croupier.lab.games.direct import choice_values
from croupier.lab.games.faceup.plan import EXACT, Plan
from croupier.lab.games.faceup.run import run
from croupier.lab.games.let_it_ride import LetItRide
from croupier.lab.games.mississippi import Mississippi
from croupier.lab.games.nets import tables_of
from croupier.lab.games.one_decision import OneDecision
from croupier.lab.games.simulate import GameRun, simulate_game
from croupier.lab.games.solution import Solution
from croupier.lab.games.solve import SIX_GAMES, playable, solved_game
from croupier.lab.known_cards.faceup.result import FaceUp
from croupier.lab.solved import few_samples
from croupier.lab.solver import Tables, register_fast
from croupier.lab.work import ALONE, Progress, WorkPlan
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable


@dataclass(frozen=True, slots=True)
class SixGames:
    """One of the six games, solved by what it is made of."""

    game: Game

    def solve(
        self, designs: Tables | None = None, progress: Progress | None = None, work: WorkPlan = ALONE
    ) -> Solution:
        work.check_alone(self.game.name)
        return solved_game(self.game, designs)

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
        return choice_values(self.game, own, board, up, seen, down=down, designs=designs)

    def choose(
        self, own: Cards, board: Cards = (), up: Cards = (), *, down: int | None = None, designs: Tables | None = None
    ) -> str:
        return next(iter(self.advise(own, board, up, down=down, designs=designs)))

    def few_samples(self, players: int) -> int | None:
        return None if players < EXACT.get(self.game.key, 1) else few_samples(self.game)

    def chart(self, designs: Tables | None = None) -> Chart:
        """The border of a game with one decision, the first bets of Mississippi Stud, what rides in Let It Ride."""
        streets = self.game.streets
        match playable(self.game, designs):
            case OneDecision() as made:
                found: tuple[StreetChart, ...] = (duel_ladder(made),)
            case LetItRide() as made:
                found = tuple(StreetChart(street, rows) for street, rows in zip(streets, held(made), strict=True))
            case Mississippi() as made:
                found = (starts(streets[0], first_bets(made)),)
        return Chart(self.game, found)

    def habit(self, designs: Tables | None = None) -> Callable[[Tables | None], Fraction]:
        return _habit(self.game, tuple(tables_of(self.game, designs).values()))

    def face_up(
        self,
        players: int,
        *,
        samples: int | None = None,
        seed: int = 1,
        work: WorkPlan = ALONE,
        progress: Progress | None = None,
    ) -> FaceUp:
        return run(Plan, self.game, players, samples, seed, work, progress)

    def simulate(
        self, rounds: int, *, seed: int = 0, designs: Tables | None = None, progress: RoundsDone | None = None
    ) -> GameRun:
        made = playable(self.game, designs)
        return simulate_game(made, made.best(), rounds, seed=seed, progress=progress)


@lru_cache(8)
def _habit(game: Game, tables: tuple[Paytable, ...]) -> Callable[[Tables | None], Fraction]:
    return habit(game, playable(game, {table.bet: table for table in tables}))


for _key in SIX_GAMES:
    register_fast(_key, SixGames)
