"""One interface to what the lab can work out about a game, whoever works it out.

    made = solver(GAMES["three-card"])
    made.solve().edge                           # the game played best, over every deal
    made.advise(own, board)                     # what each choice is worth here, best first
    made.chart().streets[0].rows                # what to do with every hand, street by street
    made.simulate(1_000_000, seed=7)            # rounds dealt at random and played best

Any declared game is solved by the general solver, from its value alone. A faster one, made for some games, registers
itself under their keys; it answers the same, and short decks hold the two to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from croupier.cards import Cards
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable

if TYPE_CHECKING:
    from croupier.lab.chance.run import RoundsDone, Run
    from croupier.lab.games.charts.chart import Chart
    from croupier.lab.games.solution import Solution
    from croupier.lab.solved import FaceUpEdge

Tables: TypeAlias = Mapping[str, Paytable]
"""Pay tables of a game's base bets, by spot or by the name that several spots share."""

Progress: TypeAlias = Callable[[str, float], None]
"""Told what is being done and the share of the work done so far, 0 to 1."""


class Solver(Protocol):
    """What the lab can work out about one game. `designs` take the place of its approved pay tables."""

    @property
    def game(self) -> Game: ...

    def solve(self, designs: Tables | None = None, progress: Progress | None = None) -> Solution:
        """The game played best, over every deal: worked out now, or remembered."""

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
        """What each choice is worth in base bets with those cards in sight, best first; of equal ones the larger bet.

        `up` is the dealer's card that is shown, `seen` are cards of others, and `down` the base bets that lie there
        already, where it matters how many they are: by default the least there can be.
        """

    def choose(
        self, own: Cards, board: Cards = (), up: Cards = (), *, down: int | None = None, designs: Tables | None = None
    ) -> str:
        """The best choice alone, at once; refused where the whole game would have to be solved first."""

    def chart(self, designs: Tables | None = None) -> Chart:
        """What to do with every hand, as people name them: the share of each choice, and what it is worth."""

    def habit(self, designs: Tables | None = None) -> Callable[[Tables | None], Fraction]:
        """What a round is worth in base bets, by the pay tables that are posted, to one who goes on playing as is best
        with these."""

    def simulate(
        self, rounds: int, *, seed: int = 0, designs: Tables | None = None, progress: RoundsDone | None = None
    ) -> Run:
        """Rounds dealt at random and played best, with one base bet each."""

    def face_up(
        self, players: int, *, samples: int = 1_024, seed: int = 0, progress: Progress | None = None
    ) -> FaceUpEdge:
        """The house edge of the base bet against one who uses all cards of so many players: as it was worked out, or
        measured over samples of the others' cards."""


_FAST: Final[dict[str, Callable[[Game], Solver]]] = {}
_FAST_ROOMS: Final = ("croupier.lab.solver.hold_em", "croupier.lab.solver.six_games")


def register_fast(key: str, made: Callable[[Game], Solver]) -> None:
    """Let games of that key be answered for by a solver of their own."""
    _FAST[key] = made


def solver(game: Game) -> Solver:
    """The solver of a game: its own where it has one, else the general one."""
    for room in _FAST_ROOMS:
        import_module(room)
    if game.key in _FAST:
        return _FAST[game.key](game)
    from croupier.lab.solver.any_game import AnyGame

    return AnyGame(game)


def best_first(values: Mapping[str, Fraction], offers: tuple[str, ...]) -> dict[str, Fraction]:
    """Choices with the best first; of equal ones the one that the street offers first, which is the larger bet."""
    return {choice: values[choice] for choice in sorted(values, key=lambda one: (-values[one], offers.index(one)))}
