"""A whole table: settled act by act, or watched while another dealer errs (R5, R20 to R25, R29, R33, R44)."""

from __future__ import annotations

from collections.abc import Callable

from croupier.rules.game import Game
from croupier.school.draw import Draw
from croupier.school.makers.settling import order_reason
from croupier.school.question import Choice, Question
from croupier.school.settlement.planted_errors import told_story
from croupier.school.settlement.table import DrillTable, TableKind, drawn_table, kinds_of

NOWHERE = "Nowhere: every act is right"


def settle(kind: TableKind) -> Callable[[Game, Draw], Question]:
    """A maker: what does a dealer do, one act after another, until this table is settled?"""

    def make(game: Game, draw: Draw) -> Question:
        table = drawn_table(game, draw, kind)
        return Question(
            prompt="Settle this table, one act after another: turn and call each hand on which a bet still hangs, then "
            "take, push or pay each bet, in the house's order.",
            asks=table.asks,
            answer=tuple(map(str, table.acts)),
            why=order_reason(table.round),
            details={str(step.act): step.why for step in table.steps},
            picture=table.picture,
            game=game.key,
            rules=table.round.terms.rules.name,
        )

    return make


def stop(game: Game, draw: Draw) -> Question:
    """Another dealer settles a table: at which act do you stop it?"""
    table = drawn_table(game, draw, draw.pick(kinds_of(game)))
    story = told_story(table, draw)
    options = (*numbered(table, tuple(map(str, story.acts))), NOWHERE)
    return Question(
        prompt="Another dealer settles this table. At which act do you stop the dealer first, if at all?",
        asks=Choice(options),
        answer=(NOWHERE if story.wrong is None else options[story.wrong],),
        why=story.why,
        picture=table.picture,
        game=game.key,
        rules=table.round.terms.rules.name,
    )


def numbered(table: DrillTable, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Acts in words, with their numbers from 1."""
    return tuple(f"{number}. {table.asks.words(text)}" for number, text in enumerate(texts, 1))
