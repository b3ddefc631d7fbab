"""The six games of the letter of 2020 and DJ Wild behind the lab's one interface: duels and community cards, each
counted in its quickest way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from croupier.cards import Cards
from croupier.lab.capabilities import few_samples
from croupier.lab.chance.run import RoundsDone
from croupier.lab.games.chart import GameChart, StreetChart, first_bets, starts
from croupier.lab.games.chart_ladder import duel_ladder
from croupier.lab.games.direct import choice_values
from croupier.lab.games.faceup.plan import EXACT, FaceUpPlan
from croupier.lab.games.faceup.run import run
from croupier.lab.games.let_it_ride import LetItRide
from croupier.lab.games.line_values import habit
from croupier.lab.games.mississippi import Mississippi
from croupier.lab.games.nets import tables_of
from croupier.lab.games.one_decision import OneDecision
from croupier.lab.games.ride_chart import ride_rows
from croupier.lab.games.simulate import GameRun, simulate_game
from croupier.lab.games.solution import Solution
from croupier.lab.games.solve import PLAYABLE_GAMES, playable, solved_game
from croupier.lab.known_cards.face_up_result import FaceUp
from croupier.lab.solver import Tables, register_fast
from croupier.lab.work import ALONE, Progress, WorkPlan
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable


@dataclass(frozen=True, slots=True)
class SixGames:
    """One of these games, solved by what it is made of."""

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

    def chart(self, designs: Tables | None = None) -> GameChart:
        """The border of a game with one decision, the first bets of Mississippi Stud, what rides in Let It Ride."""
        streets = self.game.streets
        match playable(self.game, designs):
            case OneDecision() as game_played:
                street_charts: tuple[StreetChart, ...] = (duel_ladder(game_played),)
            case LetItRide() as game_played:
                street_charts = tuple(
                    StreetChart(street, rows) for street, rows in zip(streets, ride_rows(game_played), strict=True)
                )
            case Mississippi() as game_played:
                street_charts = (starts(streets[0], first_bets(game_played)),)
        return GameChart(self.game, street_charts)

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
        return run(FaceUpPlan, self.game, players, samples, seed, work, progress)

    def simulate(
        self, rounds: int, *, seed: int = 0, designs: Tables | None = None, progress: RoundsDone | None = None
    ) -> GameRun:
        game_played = playable(self.game, designs)
        return simulate_game(game_played, game_played.best(), rounds, seed=seed, progress=progress)


@lru_cache(8)
def _habit(game: Game, tables: tuple[Paytable, ...]) -> Callable[[Tables | None], Fraction]:
    return habit(game, playable(game, {table.bet: table for table in tables}))


for _key in PLAYABLE_GAMES:
    register_fast(_key, SixGames)
