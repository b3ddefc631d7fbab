"""A game played in some way over every deal, as sheets: what it costs, how it swings, how it is decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.rules.game import Game
from croupier.rules.paytables import line_words
from croupier.studies.answer import FigureColumn, FigureSheet, FormattedFigure, Kind, Value, as_text
from croupier.studies.words import base_unit, choice_words, of_base

FIGURES: tuple[tuple[str, str, Kind], ...] = (
    ("edge", "house edge of {base}", "percent"),
    ("edge_of_action", "house edge of all money bet", "percent"),
    ("average_bet", "average bet, {unit}s", "number"),
    ("standard_deviation", "standard deviation, {unit}s", "number"),
    ("win_chance", "rounds that end ahead", "percent"),
)


def figures_sheet(game: Game, title: str, columns: Mapping[str, Mapping[str, Any]]) -> FigureSheet:
    """The figures of a game played in several ways, a column each."""
    heads = (FigureColumn("figure", "figure"), *(FigureColumn(name, name, "number") for name in columns))
    rows: list[tuple[Value, ...]] = [
        (
            words.format(base=of_base(game), unit=base_unit(game)),
            *(FormattedFigure(one[key], kind) for one in columns.values()),
        )
        for key, words, kind in FIGURES
    ]
    return FigureSheet(title, heads, rows, frozenset({0}))


def decisions_sheet(game: Game, columns: Mapping[str, Mapping[str, Any]]) -> FigureSheet:
    """How often each choice is made, in shares of all rounds, a column for each way to play."""
    heads = (
        FigureColumn("street", "street"), FigureColumn("choice", "choice"),
        *(FigureColumn(name, name, "percent", 2) for name in columns),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = []
    for street in game.streets:
        shares = [one["frequencies"].get(street.key, {}) for one in columns.values()]
        for choice in dict.fromkeys(choice for each in shares for choice in each):
            often = [each.get(choice, 0.0) for each in shares]
            if any(often):
                rows.append((street.words, choice_words(choice), *often))
    return FigureSheet("How it is decided, in shares of all rounds", heads, rows)


def cost_words(game: Game, figures: Mapping[str, Any]) -> str:
    """What a game costs, exactly."""
    edge, of_action = (as_text(figures[key], "percent") for key in ("edge", "edge_of_action"))
    exact = figures["exact_value"]
    value = f"{exact['numerator']:,} / {exact['denominator']:,} {base_unit(game)}s".replace("-", "−")
    return f"It costs {edge} of {of_base(game)}, {of_action} of all money bet; a round is worth {value}, exactly."


def lines_sheet(title: str, lines: Sequence[Mapping[str, Any]]) -> FigureSheet:
    """What each line of a pay table is worth."""
    heads = (
        FigureColumn("line", "line"), FigureColumn("pay", "pays"), FigureColumn("ways", "ways", "whole"),
        FigureColumn("one_in", "one in", "number", 1), FigureColumn("returns", "returns", "percent"),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = [
        (line_words(line["line"]), "push" if line["pay"].startswith("0 to") else line["pay"], line["ways"],
         line["deals"] / line["ways"] if line["ways"] else "never", line["contribution"])
        for line in lines
    ]  # fmt: skip
    return FigureSheet(title, heads, rows)
