"""Cards that were seen: one set of other players' cards, the dealer's, and the rule that fits on a card."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from croupier.cards import Cards, cards_text
from croupier.errors import Refused
from croupier.lab.solved import face_up_run
from croupier.rules.game import Game
from croupier.studies.answer import Answer, Column, Sheet, shown
from croupier.studies.pictures.picture import Ranking
from croupier.studies.question import Progress, Question, Told, game_option, options

if TYPE_CHECKING:
    from croupier.lab.solver import SeesCards


def _seer(game: Game) -> SeesCards:
    """The solver of a game that deals out everything beside some seen cards."""
    from croupier.lab.solver import SeesCards, solver

    made = solver(game)
    if not isinstance(made, SeesCards):
        option = f"`croupier strategy --game {game.key} CARDS --seen CARDS`"
        raise Refused(f"{game.name} is not dealt out whole beside cards that were seen; want one hand: {option}")
    return made


@dataclass(frozen=True, slots=True)
class SeenSet(Question):
    """One set of seen cards at a table, and the engine that works it out."""

    game: Game
    cards: Cards
    engine: str = "cpu"

    def __post_init__(self) -> None:
        _seer(self.game).check_seen(self.cards)
        if self.engine == "cluster":
            raise Refused("one set of seen cards is one unit of work; want --engine cpu or gpu")

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup --seen`."""
        return ("faceup", *options(game=game_option(self.game), seen=cards_text(self.cards)))

    def told(self, progress: Progress) -> Told:
        """Every deal of the other cards, by one who looks and by one who does not."""
        progress("dealing every other card", 0.0)
        solution = _seer(self.game).seen_set(self.cards, engine=self.engine)
        edge = solution.edge
        return {
            "game": self.game.key,
            "seen": cards_text(solution.seen),
            "edge": float(edge),
            "fixed_edge": float(-solution.fixed_value),
            "gain": float(solution.gain),
            "exact_edge": {"numerator": edge.numerator, "denominator": edge.denominator},
        }

    def answer(self, told: Told) -> Answer:
        """What the set is worth."""
        edges = {"best play": told["edge"], "not looking": told["fixed_edge"]}
        rows = [(words, edge, shown(edge, "percent")) for words, edge in edges.items()]
        left = 52 - len(self.cards)
        return Answer(
            headline=(f"House edge with {told['seen'] or 'nothing'} seen", shown(told["edge"], "percent")),
            words=(
                f"Over every deal of the other {left} cards the house has {shown(told['edge'], 'percent')} of the Ante "
                f"against the best play, and {shown(told['fixed_edge'], 'percent')} against one who does not look.",
                f"Looking is worth {shown(told['gain'], 'percent')}.",
            ),
            sheets=(
                Sheet(
                    "House edge", (Column("play", "play"), Column("edge", "house edge", "percent")), [*edges.items()]
                ),
            ),
            pictures=(Ranking("House edge", rows, player_gains=False),),
        )


@dataclass(frozen=True, slots=True)
class ExposedCards(Question):
    """The dealer's cards seen before the first decision: which, by the lab's name for it."""

    game: Game
    what: str

    def __post_init__(self) -> None:
        _seer(self.game)

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup --exposed`."""
        return ("faceup", *options(game=game_option(self.game), exposed=self.what))

    def told(self, progress: Progress) -> Told:
        """What the player has then, over every class, beside what was published."""
        from croupier.lab.known_cards.exposed import PUBLISHED

        start = perf_counter()
        found = _seer(self.game).exposed(self.what, progress)
        edge = -found.value
        return {
            "game": self.game.key,
            "exposed": found.what,
            "classes": found.classes,
            "edge": float(edge),
            "player_edge": float(found.value),
            "published_percent": PUBLISHED[found.what],
            "exact_edge": {"numerator": edge.numerator, "denominator": edge.denominator},
            "seconds": round(perf_counter() - start, 3),
        }

    def answer(self, told: Told) -> Answer:
        """The player's edge."""
        from croupier.lab.known_cards.exposed import WORDS

        mine, published = told["player_edge"], float(told["published_percent"]) / 100
        named = {"computed": mine, "Jacobson published": published}
        rows = [(words, edge, shown(edge, "percent")) for words, edge in named.items()]
        return Answer(
            headline=("Player's edge of the Ante", shown(mine, "percent")),
            words=(
                f"Seeing {WORDS[self.what]} before the first decision, over {told['classes']:,} classes, exactly. "
                f"Jacobson published {told['published_percent']} %.",
            ),
            sheets=(
                Sheet(
                    "Player's edge", (Column("source", "source"), Column("edge", "player's edge", "percent")),
                    [*named.items()],
                ),
            ),
            pictures=(Ranking("Player's edge", rows),),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class FaceUpCard(Question):
    """The rule that fits on a card, for a game and so many players."""

    game: Game
    players: int

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup --card`."""
        return ("faceup", *options(game=game_option(self.game), players=self.players), "--card")

    def told(self, progress: Progress) -> Told:
        """The rule as it is kept."""
        from croupier.lab.games.faceup.cards import rule_card

        return rule_card(self.game.key, self.players).to_dict()

    def answer(self, told: Told) -> Answer:
        """The card, and what it is worth."""
        run = face_up_run(self.game, self.players)
        worth = f"It is worth {shown(run['counted'], 'percent', 3)} of the {shown(run['gain'], 'percent', 3)} that " \
            "looking is worth." if run else ""  # fmt: skip
        return Answer(
            headline=(f"{self.game.name}, {self.players} players face up", told["counting"]),
            words=(worth,) if worth else (),
            sheets=tuple(_table(one["heading"], one["rows"]) for one in told["tables"]),
        )


def _table(heading: str, rows: list[list[str]]) -> Sheet:
    return Sheet(heading, tuple(Column(f"column_{at}", "") for at in range(len(rows[0]))), rows)
