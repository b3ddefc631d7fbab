"""A game with rules of one's own, played best, beside the house game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.rules.variants.file import variant_text
from croupier.rules.variants.variant import Variant
from croupier.studies.answer import Answer, Column, Sheet, shown
from croupier.studies.pictures.picture import Ranking
from croupier.studies.question import Progress, Question, Told, options
from croupier.studies.solved import cost_words, decisions_sheet, figures_sheet
from croupier.studies.words import base_bets, of_base

FILE = "mine.toml"


@dataclass(frozen=True, slots=True)
class OwnRules(Question):
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

    def told(self, progress: Progress) -> Told:
        """The best play, with what differs from the house game."""
        from croupier.lab.variants.solved import solve_variant

        progress(f"solving {self.variant.name}", 0.0)
        return solve_variant(self.variant).to_dict()

    def answer(self, told: Told) -> Answer:
        """What it costs, and what the house game does."""
        game = self.variant.base
        edge, usual = told["edge"], told["house"]["edge"]
        rows = [("here", edge, shown(edge, "percent")), ("house game", usual, shown(usual, "percent"))]
        return Answer(
            headline=(f"House edge of {of_base(game)}", shown(edge, "percent")),
            words=rules_words(self.variant, told),
            sheets=rules_sheets(self.variant, told),
            pictures=(Ranking("House edge", rows, player_gains=False),),
        )


def rules_words(variant: Variant, told: Told) -> tuple[str, ...]:
    """What the rules come to, beside the house game."""
    game, usual = variant.base, told["house"]["edge"]
    more = shown(100 * (told["edge"] - usual), "signed")
    return (
        f"{told['name']}, a variant of {game.name}: {base_bets(game)}, played best, over all {told['deals']:,} deals.",
        cost_words(game, told),
        f"The house game costs {shown(usual, 'percent')} of {of_base(game)}; here {more} points.",
    )


def rules_sheets(variant: Variant, told: Told) -> tuple[Sheet, ...]:
    """What differs from the house game, the figures, and how it is decided."""
    columns = (Column("field", "what differs"), Column("house", "house"), Column("now", "here"))
    rows = [(one["field"], one["house"], one["now"]) for one in told["differences"]]
    return (
        Sheet("What differs", columns, rows or [("nothing", "", "")]),
        figures_sheet(variant.base, "Played best", {"here": told}),
        decisions_sheet(variant.base, {"here": told}),
    )
