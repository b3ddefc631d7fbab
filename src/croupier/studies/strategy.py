"""A decision: what each choice is worth with the cards in sight. And a strategy that a person can learn, priced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.cards import Cards, cards_text
from croupier.errors import Refused
from croupier.lab.work import Progress
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.rules.variants.file import variant_text
from croupier.rules.variants.variant import Variant
from croupier.strategy.language.strategy import Strategy
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import BarChart
from croupier.studies.playing import VARIANT_FILE, Playing
from croupier.studies.question import Figures, StudyQuestion, game_option, options
from croupier.studies.solution_sheets import cost_words, decisions_sheet, figures_sheet
from croupier.studies.words import base_unit, choice_words, of_base


@dataclass(frozen=True, slots=True, kw_only=True)
class BestChoice(StudyQuestion):
    """The cards in sight at a decision.

    up     the card that the dealer shows; `seen`, cards of others that were seen
    down   base bets that lie there already, where it matters how many
    table  the base bets' pay table, where it is not the usual one
    variant  rules of one's own
    """

    game: Game
    own: Cards
    board: Cards = ()
    up: Cards = ()
    seen: Cards = ()
    down: int | None = None
    table: Paytable | None = None
    variant: Variant | None = None

    def __post_init__(self) -> None:
        game = self.game
        if game.layout.up and not self.up:
            raise Refused(f"the dealer shows a card in {game.name}; say which, such as --up 9d")
        if self.up and not game.layout.up:
            raise Refused(f"the dealer shows no card in {game.name}; leave --up out")
        if self.down is not None and not game.bets_add_up:
            raise Refused(f"what lies there already changes nothing in {game.name}; leave --down out")

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier strategy`."""
        flags = options(
            game=game_option(self.game), up=cards_text(self.up) or None, seen=cards_text(self.seen) or None,
            down=self.down, paytable=None if self.table is None else self.table.name,
        )  # fmt: skip
        rules = options(variant=None if self.variant is None else VARIANT_FILE)
        return ("strategy", cards_text((*self.own, *self.board)), *flags, *rules)

    @property
    def files(self) -> Mapping[str, str]:
        """Rules of one's own."""
        return {} if self.variant is None else {VARIANT_FILE: variant_text(self.variant)}

    def figures(self, progress: Progress) -> Figures:
        """What each choice is worth, best first, in base bets; and what it looks like to one who does not look."""
        game = self.game
        choices, unseen = self._weighed(progress)
        best, blindly = next(iter(choices)), next(iter(unseen))
        return {
            "game": game.key,
            "own": cards_text(self.own),
            "board": cards_text(self.board),
            "up": cards_text(self.up),
            "seen": cards_text(self.seen),
            "down": self.down,
            "hand": game.hand_words(self.own, self.board),
            "best": best,
            "best_unseen": blindly,
            "cost_of_ignoring": float(choices[best] - choices[blindly]),
            "choices": [
                {
                    "choice": choice,
                    "value": float(value),
                    "cost": float(choices[best] - value),
                    "value_unseen": float(unseen[choice]),
                    "exact_value": {"numerator": value.numerator, "denominator": value.denominator},
                }
                for choice, value in choices.items()
            ],
        }

    def _weighed(self, progress: Progress) -> tuple[Mapping[str, Fraction], Mapping[str, Fraction]]:
        """What each choice is worth with all cards in sight, and without those of others; best first."""
        from croupier.lab.solver import solver

        progress(f"solving {self.game.name}", 0.0)
        if self.variant is not None:
            from croupier.lab.variants.advice import variant_choices

            rules, cards = self.variant, (self.own, self.board, self.up)
            unseen = variant_choices(rules, *cards, down=self.down)
            return variant_choices(rules, *cards, self.seen, down=self.down) if self.seen else unseen, unseen
        game_solver, tables = solver(self.game), None if self.table is None else {self.table.bet: self.table}
        cards = (self.own, self.board, self.up)
        unseen = game_solver.advise(*cards, down=self.down, designs=tables)
        return game_solver.advise(*cards, self.seen, down=self.down, designs=tables) if self.seen else unseen, unseen

    def answer(self, figures: Figures) -> FigureAnswer:
        """The best choice, and what the others cost."""
        unit = base_unit(self.game)
        board = f" on {figures['board']}" if figures["board"] else ""
        against = f" against {figures['up']}" if figures["up"] else ""
        down = "" if figures["down"] is None else f", {figures['down']} {unit}s down"
        seen = f", with {figures['seen']} seen" if figures["seen"] else ""
        rows = [
            (choice_words(one["choice"]), one["value"], as_text(one["value"], "signed")) for one in figures["choices"]
        ]
        return FigureAnswer(
            headline=(
                f"{figures['own']}{board}{against} ({figures['hand']}){down}{seen}",
                choice_words(figures["best"]),
            ),
            words=(_ignoring(figures, unit),) if figures["seen"] else (),
            sheets=(_choices(figures, unit),),
            pictures=(BarChart(f"What each choice is worth, in {unit}s", rows),),
        )


def _ignoring(figures: Mapping[str, Any], unit: str) -> str:
    cost = figures["cost_of_ignoring"]
    if not cost:
        return "Looking changes nothing here."
    article = "an" if unit[0] in "AEIOU" else "a"
    choice = choice_words(figures["best_unseen"])
    return f"Whoever does not look would {choice}: that costs {cost:.6f} of {article} {unit}."


def _choices(figures: Mapping[str, Any], unit: str) -> FigureSheet:
    looking = (FigureColumn("value_unseen", "not looking", "signed", 6),) if figures["seen"] else ()
    columns = (
        FigureColumn("choice", "choice"), FigureColumn("value", f"worth, in {unit}s", "signed", 6), *looking,
        FigureColumn("cost", "a mistake costs", "number", 6),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = [
        (choice_words(one["choice"]), one["value"], *((one["value_unseen"],) if looking else ()),
         "best" if one["choice"] == figures["best"] else one["cost"])
        for one in figures["choices"]
    ]  # fmt: skip
    return FigureSheet("Every choice", columns, rows, frozenset({0}))


def plain_strategy(game: Game, strategy: Strategy) -> dict[str, Any]:
    """A strategy as plain values."""
    return {
        "game": game.key,
        "name": strategy.name,
        "title": strategy.title,
        "source": strategy.source,
        "words": list(strategy.paragraphs),
    }


@dataclass(frozen=True, slots=True)
class StrategyCost(StudyQuestion):
    """A readable strategy played over every deal, beside the best play."""

    playing: Playing

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier strategy --cost`."""
        table = None if self.playing.table is None else self.playing.table.name
        return ("strategy", *options(game=game_option(self.playing.game), cost=self.playing.name, paytable=table))

    def figures(self, progress: Progress) -> Figures:
        """What it costs, and what the best play does."""
        from croupier.studies.rounds import round_of

        playing = self.playing
        assert playing.strategy is not None, "the best play makes no mistakes to be priced"
        progress("playing it over every deal", 0.1)
        played = round_of(playing, progress).solution
        best = round_of(Playing(playing.game, None, playing.table), progress).solution
        return {
            **plain_strategy(playing.game, playing.strategy),
            **{key: value for key, value in played.to_dict().items() if key != "results"},
            "best_edge": float(best.edge),
            "cost": float(played.edge - best.edge),
        }

    def answer(self, figures: Figures) -> FigureAnswer:
        """The strategy in its own words, and its price."""
        game = self.playing.game
        base, edge, best = of_base(game), figures["edge"], figures["best_edge"]
        mistakes = f"its mistakes cost {as_text(figures['cost'], 'percent')} of {base}"
        against = mistakes if figures["cost"] else "this is as good, to the last deal"
        rows = [(figures["title"], edge, as_text(edge, "percent")), ("the best play", best, as_text(best, "percent"))]
        return FigureAnswer(
            headline=(f"House edge of {base}", as_text(edge, "percent")),
            words=(
                f"{figures['title']} ({figures['source']}):",
                *figures["words"],
                cost_words(game, figures),
                f"The best play costs {as_text(best, 'percent')}; {against}.",
            ),
            sheets=(
                figures_sheet(game, "Over every deal", {figures["name"]: figures}),
                decisions_sheet(game, {figures["name"]: figures}),
            ),
            pictures=(BarChart("House edge", rows, player_gains=False),),
        )
