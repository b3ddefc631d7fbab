"""Cards that were seen: one set of other players' cards, the dealer's, and the rule that fits on a card."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from croupier.cards import Cards, cards_text
from croupier.errors import Refused
from croupier.lab.capabilities import face_up_run
from croupier.lab.work import Progress, engine_why
from croupier.rules.game import Game
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, as_text
from croupier.studies.pictures.picture import BarChart
from croupier.studies.question import Figures, StudyQuestion, game_option, options

if TYPE_CHECKING:
    from croupier.lab.solver import SeesCards


def _seer(game: Game) -> SeesCards:
    """The solver of a game that deals out everything beside some seen cards."""
    from croupier.lab.solver import SeesCards, solver

    game_solver = solver(game)
    if not isinstance(game_solver, SeesCards):
        option = f"`croupier strategy --game {game.key} CARDS --seen CARDS`"
        raise Refused(f"{game.name} is not dealt out whole beside cards that were seen; want one hand: {option}")
    return game_solver


@dataclass(frozen=True, slots=True)
class SeenSet(StudyQuestion):
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

    def figures(self, progress: Progress) -> Figures:
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
            "engine": self.engine,
            "engine_why": engine_why(self.engine),
        }

    def answer(self, figures: Figures) -> FigureAnswer:
        """What the set is worth."""
        edges = {"best play": figures["edge"], "not looking": figures["fixed_edge"]}
        rows = [(words, edge, as_text(edge, "percent")) for words, edge in edges.items()]
        left = 52 - len(self.cards)
        return FigureAnswer(
            headline=(f"House edge with {figures['seen'] or 'nothing'} seen", as_text(figures["edge"], "percent")),
            words=(
                f"Over every deal of the other {left} cards the house has {as_text(figures['edge'], 'percent')} of the "
                f"Ante against the best play, and {as_text(figures['fixed_edge'], 'percent')} against one who does not "
                "look.",
                f"Looking is worth {as_text(figures['gain'], 'percent')}.",
                f"Engine: {figures['engine']} ({figures['engine_why']}).",
            ),
            sheets=(
                FigureSheet(
                    "House edge",
                    (FigureColumn("play", "play"), FigureColumn("edge", "house edge", "percent")),
                    [*edges.items()],
                ),
            ),
            pictures=(BarChart("House edge", rows, player_gains=False),),
        )


@dataclass(frozen=True, slots=True)
class ExposedCards(StudyQuestion):
    """The dealer's cards seen before the first decision: which, by the lab's name for it."""

    game: Game
    what: str

    def __post_init__(self) -> None:
        _seer(self.game)

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup --exposed`."""
        return ("faceup", *options(game=game_option(self.game), exposed=self.what))

    def figures(self, progress: Progress) -> Figures:
        """What the player has then, over every class, beside what was published."""
        from croupier.lab.known_cards.exposed import PUBLISHED

        start = perf_counter()
        exposed = _seer(self.game).exposed(self.what, progress)
        edge = -exposed.value
        return {
            "game": self.game.key,
            "exposed": exposed.what,
            "classes": exposed.classes,
            "edge": float(edge),
            "player_edge": float(exposed.value),
            "published_percent": PUBLISHED[exposed.what],
            "exact_edge": {"numerator": edge.numerator, "denominator": edge.denominator},
            "seconds": round(perf_counter() - start, 3),
        }

    def answer(self, figures: Figures) -> FigureAnswer:
        """The player's edge."""
        from croupier.lab.known_cards.exposed import WORDS

        mine, published = figures["player_edge"], float(figures["published_percent"]) / 100
        named = {"computed": mine, "Jacobson published": published}
        rows = [(words, edge, as_text(edge, "percent")) for words, edge in named.items()]
        return FigureAnswer(
            headline=("Player's edge of the Ante", as_text(mine, "percent")),
            words=(
                f"Seeing {WORDS[self.what]} before the first decision, over {figures['classes']:,} classes, exactly. "
                f"Jacobson published {figures['published_percent']} %.",
            ),
            sheets=(
                FigureSheet(
                    "Player's edge",
                    (FigureColumn("source", "source"), FigureColumn("edge", "player's edge", "percent")),
                    [*named.items()],
                ),
            ),
            pictures=(BarChart("Player's edge", rows),),
        )


@dataclass(frozen=True, slots=True)
class FaceUpCard(StudyQuestion):
    """The rule that fits on a card, for a game and so many players."""

    game: Game
    players: int

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier faceup --card`."""
        return ("faceup", *options(game=game_option(self.game), players=self.players), "--card")

    def figures(self, progress: Progress) -> Figures:
        """The rule as it is kept."""
        from croupier.lab.games.faceup.rule_cards import rule_card

        return rule_card(self.game.key, self.players).to_dict()

    def answer(self, figures: Figures) -> FigureAnswer:
        """The card, and what it is worth."""
        run = face_up_run(self.game, self.players)
        worth = ""
        if run:
            counted, gain = (as_text(run[key], "percent", 3) for key in ("counted", "gain"))
            worth = f"It is worth {counted} of the {gain} that looking is worth."
        return FigureAnswer(
            headline=(f"{self.game.name}, {self.players} players face up", figures["counting"]),
            words=(worth,) if worth else (),
            sheets=tuple(_table(one["heading"], one["rows"]) for one in figures["tables"]),
        )


def _table(heading: str, rows: list[list[str]]) -> FigureSheet:
    return FigureSheet(heading, tuple(FigureColumn(f"column_{at}", "") for at in range(len(rows[0]))), rows)
