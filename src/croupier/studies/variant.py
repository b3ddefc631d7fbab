"""A game with rules of one's own, played best, beside the house game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.lab.work import Progress
from croupier.rules.variants.file import variant_text
from croupier.rules.variants.variant import Variant
from croupier.studies.answer import FigureAnswer, FigureColumn, FigureSheet, as_text
from croupier.studies.pictures.picture import BarChart
from croupier.studies.question import Figures, StudyQuestion, options
from croupier.studies.solution_sheets import cost_words, decisions_sheet, figures_sheet
from croupier.studies.words import base_bets, of_base

FILE = "mine.toml"


@dataclass(frozen=True, slots=True)
class OwnRules(StudyQuestion):
    """Rules of one's own."""

    variant: Variant

    @property
    def arguments(self) -> tuple[str, ...]:
        """`croupier edge --variant`."""
        return ("edge", *options(variant=FILE))

    @property
    def files(self) -> Mapping[str, str]:
        """The rules."""
        return {FILE: variant_text(self.variant)}

    def figures(self, progress: Progress) -> Figures:
        """The best play, with what differs from the house game."""
        from croupier.lab.variants.solve import solve_variant

        progress(f"solving {self.variant.name}", 0.0)
        return solve_variant(self.variant, progress).to_dict()

    def answer(self, figures: Figures) -> FigureAnswer:
        """What it costs, and what the house game does."""
        game = self.variant.base
        edge, usual = figures["edge"], figures["house"]["edge"]
        rows = [("here", edge, as_text(edge, "percent")), ("house game", usual, as_text(usual, "percent"))]
        return FigureAnswer(
            headline=(f"House edge of {of_base(game)}", as_text(edge, "percent")),
            words=rules_words(self.variant, figures),
            sheets=rules_sheets(self.variant, figures),
            pictures=(BarChart("House edge", rows, player_gains=False),),
        )


def rules_words(variant: Variant, figures: Figures) -> tuple[str, ...]:
    """What the rules come to, beside the house game."""
    game, usual = variant.base, figures["house"]["edge"]
    dealt = f"{base_bets(game)}, played best, over all {figures['deals']:,} deals."
    if not figures["differences"]:
        return (f"{game.name} as the house has it: {dealt}", cost_words(game, figures))
    more = as_text(100 * (figures["edge"] - usual), "signed")
    return (
        f"{figures['name']}, a variant of {game.name}: {dealt}",
        cost_words(game, figures),
        f"The house game costs {as_text(usual, 'percent')} of {of_base(game)}; here {more} points.",
    )


def rules_sheets(variant: Variant, figures: Figures) -> tuple[FigureSheet, ...]:
    """What differs from the house game, the figures, and how it is decided."""
    columns = (FigureColumn("field", "what differs"), FigureColumn("house", "house"), FigureColumn("now", "here"))
    rows = [(one["field"], one["house"], one["now"]) for one in figures["differences"]]
    return (
        *((FigureSheet("What differs", columns, rows),) if rows else ()),
        figures_sheet(variant.base, "Played best", {"here": figures}),
        decisions_sheet(variant.base, {"here": figures}),
    )
