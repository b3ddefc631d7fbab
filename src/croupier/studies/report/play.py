"""The sections of the mathematics report about play: the best strategy, the one that is taught, and cards that are
seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from croupier.lab.capabilities import face_up_words, few_samples
from croupier.rules.game import Game, Street
from croupier.rules.seat import SEATS
from croupier.studies.answer import FigureColumn, FigureSheet, Value, as_text
from croupier.studies.faceup import FaceUpRun
from croupier.studies.pictures.picture import HandChart, HandSquare
from croupier.studies.question import command_line, game_option, options
from croupier.studies.report.section import ReportSection
from croupier.studies.solution_sheets import decisions_sheet, figures_sheet
from croupier.studies.words import base_unit, choice_words, of_base

if TYPE_CHECKING:
    from croupier.studies.report.question import MathematicsReport

_SIDE: Final = 13
"""The starting hands of two cards stand in a square: suited above the diagonal, offsuit below."""
_OUTS: Final = " dealer outs"


def best_section(report: MathematicsReport, figures: Mapping[str, Any]) -> ReportSection:
    """The chart of the best play."""
    game = report.rules.game
    charted = {street.key: [row for row in figures["chart"] if row["street"] == street.key] for street in game.streets}
    hands = figures["street_hands"]
    by_hand = {street: [row for row in hands if row["street"] == street.key] for street in game.streets}
    exact = [one["title"] for one in figures["strategies"] if not one["cost"]]
    rest = [street.words for street in game.streets if not charted[street.key] and not by_hand[street]]
    unit, table = base_unit(game), None if report.other_base is None else report.other_base.name
    squares = any(map(_is_square, charted.values()))
    mixed = "Where a field has several colours, hands of one name are played in different ways, in these shares."
    beside = (
        f"Not charted: {' and '.join(rest)}. There every choice is the one that is worth most with the cards in sight, "
        "which croupier strategy CARDS tells for any hand; the strategy in words says what comes near it.",
    )
    return ReportSection(
        title="The best strategy",
        words=(
            f"What to do with every hand. {mixed}"
            + (f" A figure in a square is what the hand is worth, in {unit}s." if squares else ""),
            *_by_hand_words({street.words: rows for street, rows in by_hand.items() if rows}, exact),
            *(beside if rest else ()),
        ),
        pictures=tuple(_chart(game, street, charted[street.key]) for street in game.streets if charted[street.key]),
        sheets=(
            *(sheet for street in game.streets for sheet in _ladder(street, charted[street.key])),
            *(_hands_sheet(street, rows) for street, rows in by_hand.items() if rows),
        ),
        commands=(
            command_line(("strategy", *options(game=game_option(game), paytable=table), "--chart")),
            *((command_line((*report.arguments, "--json")),) if any(by_hand.values()) else ()),
        ),
    )


def _by_hand_words(told: Mapping[str, Sequence[Mapping[str, Any]]], exact: Sequence[str]) -> Iterator[str]:
    """How the tables by kind of hand are read, by the words of their streets; `exact` strategies are the best play."""
    if told:
        yield (
            f"{_capital(' and '.join(told))} there are too many hands for a chart. Each is played as is worth "
            "most with the cards in sight, which croupier strategy CARDS tells for any hand; the tables below say, "
            "over every hand that the best play arrives at, how often it makes each choice with hands of one name. "
            "Where a choice has 100 % the name decides; elsewhere it depends on the other cards"
            + (f", as the rules of {exact[0]} in the next section say, which are the best play." if exact else ".")
        )
        if any(row["hand"].endswith(_OUTS) for rows in told.values() for row in rows):
            yield "Dealer outs are unseen cards that, alone with the board, beat the hand."


def _hands_sheet(street: Street, rows: Sequence[Mapping[str, Any]]) -> FigureSheet:
    choices = [str(action) for action in street.offers]
    columns = (
        FigureColumn("hand", "hand"), FigureColumn("share", "of all rounds", "percent"),
        *(FigureColumn(choice, choice_words(choice), "percent", 2) for choice in choices),
    )  # fmt: skip
    told: list[tuple[Value, ...]] = [
        (row["hand"], row["share"], *(row["choices"].get(choice) for choice in choices)) for row in rows
    ]
    return FigureSheet(f"{_capital(street.words)}, by hand", columns, told)


def _capital(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"


def _is_square(rows: Sequence[Mapping[str, Any]]) -> bool:
    return len(rows) == _SIDE**2 and all(row["low"] == row["high"] for row in rows)


def _chart(game: Game, street: Street, rows: Sequence[Mapping[str, Any]]) -> HandChart:
    choices = {str(action): choice_words(str(action)) for action in street.offers}
    title = f"{game.name}, {street.words}"
    if _is_square(rows):
        squares = [HandSquare(_shares(row["columns"][0]), row["low"], _worth(row["values"])) for row in rows]
        lines = [("", squares[at : at + _SIDE]) for at in range(0, len(squares), _SIDE)]
        return HandChart(f"{title}: suited above the diagonal, offsuit below", choices, lines)
    columns = [column["dealer_shows"] or "" for column in rows[0]["columns"]]
    ladder = [(_name(row), [HandSquare(_shares(column)) for column in row["columns"]]) for row in reversed(rows)]
    below = ", by the card that the dealer shows" if any(columns) else ""
    return HandChart(f"{title}{below}", choices, ladder, columns if any(columns) else ())


def _worth(values: Mapping[str, float]) -> str:
    return as_text(max(values.values()), "signed", 2) if values else ""


def _name(row: Mapping[str, Any]) -> str:
    return str(row["low"]) if row["low"] == row["high"] else f"{row['low']} to {row['high']}"


def _shares(column: Mapping[str, Any]) -> dict[str, float]:
    return {choice: share for choice, share in column.items() if choice != "dealer_shows"}


def _ladder(street: Street, rows: Sequence[Mapping[str, Any]]) -> Iterator[FigureSheet]:
    """The rows of a ladder in words, where one column says it all."""
    if not rows or _is_square(rows) or len(rows[0]["columns"]) > 1:
        return
    columns = (
        FigureColumn("hand", "hand"), FigureColumn("hands", "hands", "whole"), FigureColumn("best", "best play"),
    )  # fmt: skip
    told: list[tuple[Value, ...]] = [
        (_name(row), row["hands"], _played(_shares(row["columns"][0]))) for row in reversed(rows)
    ]
    yield FigureSheet(_capital(street.words), columns, told)


def _played(shares: Mapping[str, float]) -> str:
    if len(shares) == 1:
        return choice_words(next(iter(shares)))
    return ", ".join(f"{choice_words(choice)} {as_text(share, 'percent', 1)}" for choice, share in shares.items())


def taught_section(report: MathematicsReport, figures: Mapping[str, Any]) -> ReportSection:
    """Each strategy that is taught, in words, with its cost."""
    game, strategies = report.rules.game, figures["strategies"]
    base = of_base(game)
    facts = []
    for one in strategies:
        cost = f"{as_text(one['cost'], 'percent')} of {base}" if one["cost"] else "nothing: it is the best play"
        edge = f"House edge {as_text(one['edge'], 'percent')}; its mistakes cost {cost}."
        facts.append((one["title"], " ".join((*one["words"], f"({one['source']}.)", edge))))
    columns = {"best play": figures["base"], **{one["name"]: one for one in strategies}}
    return ReportSection(
        title="Strategies that are taught, and what they cost",
        words=(
            f"The best play has a house edge of {as_text(figures['base']['edge'], 'percent')} of {base}. Each strategy "
            "was played over every deal.",
        ),
        facts=tuple(facts),
        sheets=(figures_sheet(game, "Played over every deal", columns), decisions_sheet(game, columns)),
        commands=tuple(command_line(one.arguments) for one in report.strategies),
    )


def face_up_section(report: MathematicsReport, figures: Mapping[str, Any]) -> ReportSection:
    """What cards that others see are worth: the runs that are kept, or in words that there are none."""
    game, asked = report.rules.game, report.face_up
    title = "Exposure of cards that are seen"
    if not figures["face_up"]["runs"]:
        return ReportSection(
            title=title,
            words=(
                "No result is kept of this game dealt face up. A player who sees cards of others before deciding knows "
                "more than these figures assume, and the edge against that player is smaller by an unknown amount.",
            ),
            commands=(command_line(FaceUpRun(game, len(SEATS), few_samples(game), 1).arguments),),
        )
    answer = asked.answer(figures["face_up"])
    runs = [FaceUpRun(game, run["players"], run["samples"], run["seed"] or 0) for run in figures["face_up"]["runs"]]
    usual = {bet: game.rule_sets[0].tables[bet][0] for bet in game.base_tables}
    other = {bet: table.name for bet, table in report.base.items()} != usual
    return ReportSection(
        title=title,
        words=(
            "The edge against one player who sees all cards of so many players, that player's own among them, before "
            "every decision, and plays best with them. ± is one standard error.",
            *answer.words,
            *((face_up_words(report.terms),) if report.terms is not None and report.terms.face_up else ()),
            *((f"These runs are of the customary pay tables ({', '.join(usual.values())}).",) if other else ()),
        ),
        sheets=answer.sheets[:1],
        pictures=answer.pictures[:1],
        commands=(command_line(asked.arguments), *(command_line(run.arguments) for run in runs)),
    )
