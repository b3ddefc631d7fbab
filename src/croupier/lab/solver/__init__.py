"""One interface to what the lab can work out about a game, whoever works it out.

    three_card = solver(GAMES["three-card"])
    three_card.solve().edge                           # the game played best, over every deal
    three_card.advise(own, board)                     # what each choice is worth here, best first
    three_card.chart().streets[0].rows                # what to do with every hand, street by street
    three_card.simulate(1_000_000, seed=7)            # rounds dealt at random and played best
    three_card.face_up(3, samples=200).edge           # the edge against one who looks at the others' cards

Any declared game is solved by the general solver, from its value alone. Some games have a faster solver, which
registers itself under their keys. Both answer the same; tests compare them on short decks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, runtime_checkable

from croupier.cards import Cards
from croupier.lab.work import ALONE, Progress, WorkPlan
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable

if TYPE_CHECKING:
    from croupier.lab.chance.run import RoundsDone, Run
    from croupier.lab.games.chart import GameChart
    from croupier.lab.games.solution import Solution
    from croupier.lab.known_cards.exposed import Exposed
    from croupier.lab.known_cards.face_up_result import FaceUp
    from croupier.lab.known_cards.solve import SeenSolution

Tables: TypeAlias = Mapping[str, Paytable]
"""Pay tables of a game's base bets, by spot or by the name that several spots share."""


class Solver(Protocol):
    """What the lab can work out about one game. `designs` take the place of its approved pay tables."""

    @property
    def game(self) -> Game: ...

    def solve(
        self, designs: Tables | None = None, progress: Progress | None = None, work: WorkPlan = ALONE
    ) -> Solution:
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

    def chart(self, designs: Tables | None = None) -> GameChart:
        """What to do with every hand, as people name them: the share of each choice, and what it is worth."""

    def habit(self, designs: Tables | None = None) -> Callable[[Tables | None], Fraction]:
        """A function from posted pay tables to what a round is worth, in base bets, to a player who keeps playing as is
        best with these."""

    def simulate(
        self, rounds: int, *, seed: int = 0, designs: Tables | None = None, progress: RoundsDone | None = None
    ) -> Run:
        """Rounds dealt at random and played best, with one base bet each."""

    def few_samples(self, players: int) -> int | None:
        """How many sets of seen cards a face-up run draws by default; none where it computes every class."""

    def face_up(
        self,
        players: int,
        *,
        samples: int | None = None,
        seed: int = 1,
        work: WorkPlan = ALONE,
        progress: Progress | None = None,
    ) -> FaceUp:
        """What looking at all cards of so many players is worth, worked out now over every class of seen cards, or over
        samples of them. What was worked out before is in `lab.capabilities`."""


@runtime_checkable
class SeesCards(Protocol):
    """A solver that also deals out everything beside one set of seen cards, or beside cards of the dealer's."""

    def check_seen(self, cards: Cards) -> None:
        """Refuse cards that cannot have been seen together."""

    def seen_set(self, cards: Cards, *, engine: str = "cpu") -> SeenSolution:
        """The whole game with those cards seen."""

    def exposed(self, what: str, progress: Progress | None = None) -> Exposed:
        """The whole game with cards of the dealer's seen before the first decision, by the lab's name for them."""

    def never_best(self, choice: str) -> bool:
        """Whether no card of others can make a choice the best."""

    def best_by_chance(self, own: Cards, seen: int, choice: str) -> Fraction:
        """How often a choice is the best before the first card of the board, with that hand, whatever the others hold:
        by a rule, for dealing their cards again would take minutes."""


_FAST: Final[dict[str, Callable[[Game], Solver]]] = {}
_FAST_ROOMS: Final = tuple(
    f"croupier.lab.solver.{room}" for room in ("hold_em", "six_games", "holdem_bonus", "flushes")
)


def register_fast(key: str, factory: Callable[[Game], Solver]) -> None:
    """Register a solver of its own for the game of that key."""
    _FAST[key] = factory


def solver(game: Game) -> Solver:
    """The solver of a game: its own where it has one, else the general one."""
    for room in _FAST_ROOMS:
        import_module(room)
    if game.key in _FAST:
        return _FAST[game.key](game)
    from croupier.lab.solver.any_game import AnyGame

    return AnyGame(game)


def solver_for(game: Game, work: WorkPlan) -> tuple[Solver, str]:
    """The solver of a game for a plan of work, and why it: a game's own works in one piece on this machine's cores, the
    general one in chunks, on every engine and with a checkpoint."""
    from croupier.lab.solver.any_game import AnyGame

    own = solver(game)
    if work == ALONE and not isinstance(own, AnyGame):
        return own, f"{game.name} has a solver of its own, which works in one piece on this machine's cores"
    where = "as asked" if work.engine != ALONE.engine else "on this machine's cores"
    return AnyGame(game), f"{game.name} is solved chunk by chunk by the general solver, {where}"
