"""The frontier of a game: what the best strategy of one rule, of two, of three … gives up against the best play."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from croupier.lab.work import Progress
from croupier.rules.game import Game
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import AnyPicture, Axis, DotMark, LineMark, Plot, number, share
from croupier.studies.question import Figures, FormField, FormValues, StudyQuestion, game_option, options
from croupier.studies.words import of_base
from croupier.studies.written import by_bet

if TYPE_CHECKING:
    from croupier.rules.paytables import Paytable

USUAL_MOST = 8
"""Rules that a frontier goes to."""
_NEXT_TO_NOTHING = 1e-7
"""A cost below is drawn at the foot of a picture."""


def fields(game: Game) -> list[FormField]:
    """How many rules at most."""
    return [FormField("rules", "Rules at most", str(USUAL_MOST), "number", hint="each one more is searched for")]


def question(game: Game, form: FormValues) -> StudyQuestion:
    """The frontier of a game."""
    from croupier.strategy.rule_search import MOST_RULES, least_rules

    return StrategyFrontier(game, form.whole("rules", least_rules(game), MOST_RULES))


@dataclass(frozen=True, slots=True)
class StrategyFrontier(StudyQuestion):
    """What the best strategy found gives up, for every number of rules up to some; and the published ones beside it."""

    game: Game
    rules: int = USUAL_MOST
    table: Paytable | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier strategy --frontier`."""
        table = None if self.table is None else self.table.name
        return (
            "strategy", *options(game=game_option(self.game)), "--frontier", *options(search=self.rules, paytable=table)
        )  # fmt: skip

    def figures(self, progress: Progress) -> Figures:
        """Every step of the search, and the published strategies with their number of rules."""
        from croupier.strategy import price, published, search

        tables = by_bet(self.table)
        result = search(self.game.key, self.rules, None, tables, progress)
        known = [price(strategy, tables) for strategy in published(self.game.key).values()]
        return {
            "game": self.game.key,
            "best_edge": float(result.price.best_edge),
            "frontier": [step.to_dict() for step in result.steps],
            "published": [
                {"name": one.strategy.name, "title": one.strategy.title, "rules": one.strategy.size,
                 "cost": float(one.cost), "edge": float(one.edge)}
                for one in known
            ],
        }  # fmt: skip

    def answer(self, figures: Figures) -> FigureAnswer:
        """Cost against number of rules."""
        steps, base = figures["frontier"], of_base(self.game)
        last, best = steps[-1], as_text(figures["best_edge"], "percent")
        words = "1 rule gives" if last["rules"] == 1 else f"{last['rules']} rules give"
        if not last["cost"]:
            further = "The last is the best play, to the last deal."
        elif last["rules"] < self.rules:
            further = "No further rule of this form brings anything."
        else:
            further = "That no other set of as many rules is better is not proved."
        columns = (
            FigureColumn("rules", "rules", "whole"), FigureColumn("edge", "house edge", "percent"),
            FigureColumn("cost", "gives up", "percent"),
        )  # fmt: skip
        rows: list[tuple[Value, ...]] = [(one["rules"], one["edge"], one["cost"]) for one in steps]
        others = FigureSheet(
            "Published strategies", (FigureColumn("name", "strategy"), *columns),
            [(one["name"], one["rules"], one["edge"], one["cost"]) for one in figures["published"]],
        )  # fmt: skip
        return FigureAnswer(
            headline=(f"{words} up", as_text(last["cost"], "percent")),
            words=(
                f"What the best strategy found of so many rules gives up against the best play, whose edge is {best} "
                f"of {base}. Costs are exact. {further} `croupier strategy --search N` writes one of them out.",
            ),
            sheets=(
                FigureSheet("The best found, by number of rules", columns, rows),
                *((others,) if figures["published"] else ()),
            ),
            pictures=(_frontier_plot(figures),),
        )


def _frontier_plot(figures: Figures) -> AnyPicture:
    """Cost by number of rules. The costs span powers of ten, so that is what the axis counts."""
    steps = figures["frontier"]
    costs = [one["cost"] for one in (*steps, *figures["published"]) if one["cost"] > _NEXT_TO_NOTHING]
    low = floor(log10(min(costs, default=0.01)))
    high = max(low + 1, ceil(log10(max(costs, default=0.1))))

    def height(cost: float) -> float:
        return max(log10(cost), low) if cost > _NEXT_TO_NOTHING else low

    most = max(one["rules"] for one in steps)
    marks = [
        DotMark(one["rules"], height(one["cost"]), one["name"])
        for one in figures["published"]
        if one["rules"] <= max(most, 2)
    ]
    line = LineMark("the best found", [(one["rules"], height(one["cost"])) for one in steps], dots=True)
    return Plot(
        "What so many rules give up against the best play",
        Axis("rules", number, 0, max(most, 2), tuple(range(0, max(most, 2) + 1, 1 if most <= 12 else 4))),
        Axis("gives up", lambda power: share(10.0**power), low, high, tuple(range(low, high + 1))),
        (line, *marks),
    )
