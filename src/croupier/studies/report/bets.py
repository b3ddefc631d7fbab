"""The sections of the mathematics report about the bets: line by line, hold, sensitivity, progressives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from croupier.rules.paytables import Paytable
from croupier.rules.posted_tables import posted_words
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.answer import FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import share
from croupier.studies.question import command_line, options
from croupier.studies.report.section import ReportSection
from croupier.studies.report.tables import OWN_BETS_FILE
from croupier.studies.words import base_bets, base_unit, of_base

if TYPE_CHECKING:
    from croupier.studies.progressive import ProgressiveWager
    from croupier.studies.report.question import MathematicsReport

LINE: Final = (FigureColumn("line", "line"), FigureColumn("pay", "pays", "number"))
WAYS: Final = FigureColumn("ways", "combinations", "whole")
CHANCE: Final = FigureColumn("probability", "probability", "number", 10)
ONE_IN: Final = FigureColumn("one_in", "one in", "number", 2)
PART: Final = FigureColumn("contribution", "contribution", "signed", 8)


def one_in(chance: float | None) -> Value:
    """A chance as people say it; nothing where it is unknown."""
    return None if chance is None else 1 / chance if chance else "never"


def felt(report: MathematicsReport, bet: Mapping[str, Any]) -> str:
    """What a bet is called on the felt; one of the house's own has its name."""
    spot = report.rules.game.by_key.get(bet["bet"])
    return str(bet["name"]) if spot is None else spot.felt


def priced_bets(figures: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Every bet beside the base game that is priced line by line."""
    return [bet for bet in (*figures["bets"], *figures["own_bets"]) if bet["lines"]]


def _posted(report: MathematicsReport) -> dict[str, Paytable]:
    """Every pay table of the report, by its name."""
    own = (bet.paytable for bet in report.own_bets)
    return {table.name: table for table in (*(one for each in report.tables.values() for one in each), *own)}


def _pay(pay: str) -> str:
    return "push" if pay.startswith("0 to") else pay


def base_table_sections(report: MathematicsReport, figures: Mapping[str, Any]) -> Iterator[ReportSection]:
    """Every pay table that the base game is played by, line by line."""
    game, unit, deals = report.rules.game, base_unit(report.rules.game), figures["base"]["deals"]
    for kind, table in report.base.items():
        lines = figures["base_lines"][table.name]
        counted = all(line["ways"] is not None for line in lines)
        ways = sum(line["ways"] for line in lines) if counted else None
        hit, paid = None if ways is None else ways / deals, sum(line["bets_paid"] for line in lines)
        rows: list[tuple[Value, ...]] = [
            (posted_words(table, line["line"]), _pay(line["pay"]), line["ways"], line["probability"],
             one_in(line["probability"]), line["bets_paid"], line["contribution"])
            for line in lines
        ]  # fmt: skip
        parts = sum(line["contribution"] for line in lines)
        rows.append(("every line", None, ways, hit, one_in(hit), paid, parts))
        on = FigureColumn("bets_paid", f"{unit}s paid on", "whole")
        columns: tuple[FigureColumn, ...] = (*LINE, WAYS, CHANCE, ONE_IN, on, PART)
        words = [
            "Combinations are the deals in which the line is paid, with the game played best: a hand that is folded or "
            "is not paid for another reason is not among them. A contribution is what the line adds to a round, "
            f"in {unit}s; what the same bets lose stands in the results of a round."
        ]
        if paid == ways:
            columns, rows = (*columns[:5], PART), [(*row[:5], row[6]) for row in rows]
        else:
            words.append(f"{unit}s paid on are the {unit}s that lie on the bets that the line pays, over all deals.")
        if hit is None:
            words.append("In how many deals a line is paid is not counted for this game.")
        else:
            words.append(f"The pay table is hit in {as_text(hit, 'percent')} of all rounds.")
        yield ReportSection(
            title=f"{game.table_words(kind)}: pay table {table.name}",
            words=tuple(words),
            sheets=(FigureSheet(f"{table.name}, line by line", columns, rows, frozenset({len(lines)})),),
            commands=(command_line((*report.arguments, "--json")),),
        )


def side_bet_sections(report: MathematicsReport, figures: Mapping[str, Any]) -> Iterator[ReportSection]:
    """Every side bet, with each of its pay tables line by line."""
    by_bet: dict[str, list[Mapping[str, Any]]] = {}
    for bet in priced_bets(figures):
        if bet["bet"] != PROGRESSIVE:
            by_bet.setdefault(felt(report, bet), []).append(bet)
    for name, bets in by_bet.items():
        yield ReportSection(
            title=f"{name}, line by line",
            words=(
                "Combinations are deals of the cards that decide the bet. A contribution is what the line adds to the "
                "player's result of one bet; with the bets that lose they add up to the opposite of the house edge.",
            ),
            sheets=tuple(_side_sheet(report, bet) for bet in bets),
            commands=edge_command(report) if bets[0] in figures["bets"] else _own_command(report),
        )


def _side_sheet(report: MathematicsReport, bet: Mapping[str, Any]) -> FigureSheet:
    table, lines, deals = _posted(report)[bet["paytable"]], bet["lines"], bet["lines"][0]["deals"]
    rows: list[tuple[Value, ...]] = [
        (posted_words(table, line["line"]), _pay(line["pay"]), line["ways"], line["probability"],
         one_in(line["probability"]), line["contribution"])
        for line in lines
    ]  # fmt: skip
    # A bet that is paid for 1 is not returned: its stake is gone whatever it pays.
    for_one = bet["bet"] == PROGRESSIVE
    lost = deals if for_one else deals - sum(line["ways"] for line in lines)
    ends = "the stake of every wager" if for_one else "every other deal loses"
    rows += [
        (ends, None, lost, lost / deals, one_in(lost / deals), -lost / deals),
        ("all", None, deals, 1.0, None, -bet["edge"]),
    ]
    title = (
        f"{table.name}: house edge {as_text(bet['edge'], 'percent')}, hit frequency "
        f"{as_text(bet['hit_frequency'], 'percent')}, standard deviation {bet['standard_deviation']:,.4f}"
    )
    empty = "; with empty meters" if for_one else ""
    return FigureSheet(f"{title}{empty}", (*LINE, WAYS, CHANCE, ONE_IN, PART), rows, frozenset({len(rows) - 1}))


def edge_command(report: MathematicsReport) -> tuple[str, ...]:
    """The command that prices every bet of the rule set, line by line."""
    edges = report.edges
    own = (text for table in report.own_tables for text in ("--paytable", f"{table.name}.toml"))
    folds = {"--no-bad-beat-on-fold": edges.bad_beat_on_fold, "--no-progressive-on-fold": edges.progressive_on_fold}
    flags = (flag for flag, stays in folds.items() if not stays)
    return (command_line((*edges.arguments, "--lines", *own, *flags)),)


def _own_command(report: MathematicsReport) -> tuple[str, ...]:
    return (command_line(("edge", *options(game=report.rules.game.key, side_bet=OWN_BETS_FILE))),)


def hold_section(report: MathematicsReport, figures: Mapping[str, Any]) -> ReportSection:
    """What the house holds of the money staked over so many rounds."""
    game, average = report.rules.game, figures["base"]["average_bet"]
    base = figures["hold"][0]
    confidence, spans = base["confidence"], [one["rounds"] for one in base["intervals"]]
    columns = (
        FigureColumn("bet", "bet"), FigureColumn("paytable", "pay table"),
        FigureColumn("edge", "edge, %", "number", 3),
        *(FigureColumn(f"in_{rounds}", f"{rounds:,}", "number") for rounds in spans),
    )  # fmt: skip
    named = {(bet["bet"], bet["paytable"]): felt(report, bet) for bet in priced_bets(figures)}
    rows: list[tuple[Value, ...]] = []
    for one in figures["hold"]:
        name = base_bets(game) if one is base else named[one["bet"], one["paytable"]]
        rows.append((name, one["paytable"], 100 * one["edge"], *(_interval(span, 1) for span in one["intervals"])))
        if one is base:
            of_all = (_interval(span, average) for span in one["intervals"])
            rows.append(("the same, of all money bet", one["paytable"], 100 * one["edge"] / average, *of_all))
    return ReportSection(
        title="Standard deviation and hold",
        words=(
            f"What the house holds of the money staked lies between these two figures in {share(confidence)} of all "
            "stretches of so many rounds of one player whose bets are all of one size: house edge ± 1.96 × standard "
            "deviation ÷ √rounds, by the normal distribution. For bets with rare large pays it is an approximation in "
            "the shorter stretches, since their results lean to one side.",
            f"The base game is told in shares of {of_base(game)}; of all money bet, each of these is divided by the "
            f"average bet of {average:.4f} {base_unit(game)}s. Players of one round share the dealer's hand or the "
            "board, so their results go together: a round of several players is not as many rounds of one.",
        ),
        sheets=(FigureSheet(f"{share(confidence)} of holds over so many rounds, in %", columns, rows, frozenset({0})),),
        commands=(command_line((*report.arguments, "--json")),),
    )


def _interval(span: Mapping[str, float], over: float) -> str:
    low, high = (as_text(100 * span[end] / over, "number", 2) for end in ("low", "high"))
    return f"{low} to {high}"


def sensitivity_section(report: MathematicsReport, figures: Mapping[str, Any]) -> ReportSection:
    """What the edge becomes if a line pays one more, or one less."""
    columns: tuple[FigureColumn, ...] = (
        *LINE,
        FigureColumn("edge_with_one_less", "edge, one less", "percent"),
        FigureColumn("edge_with_one_more", "edge, one more", "percent"),
        FigureColumn("step", "worth, % points", "number"),
        FigureColumn("best_edge_with_one_more", "one more, played best", "percent"),
    )
    edges = {table.name: figures["base"]["edge"] for table in report.base.values()}
    edges |= {bet["paytable"]: bet["edge"] for bet in priced_bets(figures)}
    sheets = []
    for name, edge in edges.items():
        table = _posted(report)[name]
        rows: list[tuple[Value, ...]] = [
            (posted_words(table, one["line"]), _pay(one["pay"]), one["edge_with_one_less"], one["edge_with_one_more"],
             100 * one["step"], one["best_edge_with_one_more"])
            for one in figures["sensitivity"] if one["paytable"] == name
        ]  # fmt: skip
        if rows:
            wide = columns if any(row[-1] is not None for row in rows) else columns[:-1]
            sheets.append(
                FigureSheet(f"{name}: house edge now {as_text(edge, 'percent')}", wide, [r[: len(wide)] for r in rows])
            )
    unchanged = (
        "Of the base game this is with play unchanged: the edge while everybody plays on as is best now, which is a "
        "straight line. Who plays best by the changed table does at least as well, so the edge under that play is "
        "never above it."
    )
    solved = any(one["best_edge_with_one_more"] is not None for one in figures["sensitivity"])
    played = (
        "The last column is that edge where the line pays one more: the game solved anew, over every deal."
        if solved
        else "This game takes too long to be solved anew for each line; croupier edge --paytable FILE does it for one."
    )
    return ReportSection(
        title="Sensitivity to each pay",
        words=(
            "What the house edge becomes if that line alone pays one more, or one less, to 1 or for 1: 3 to 2 becomes "
            "5 to 2, or 1 to 2. Nothing can pay less than nothing; there the field is empty.",
            *((unchanged, played) if report.base else ()),
            "Of every other bet it is exact: nobody decides anything about it. What a meter pays is not among these.",
        ),
        sheets=tuple(sheets),
        commands=(command_line((*report.arguments, "--json")),),
    )


def progressive_sections(report: MathematicsReport, figures: Mapping[str, Any]) -> Iterator[ReportSection]:
    """Each progressive pay table: line by line, when it is fair, and what its meters do."""
    at = "The meters are an example's" if report.link is None else "The meters are those of its link, as they stand"
    empty = {bet["paytable"]: bet for bet in priced_bets(figures) if bet["bet"] == PROGRESSIVE}
    for asked, told in zip(report.progressives, figures["progressives"], strict=True):
        answer, levels = asked.answer(told), told["levels"]
        fair = ", ".join(
            f"{name} ${one['break_even'] / 100:,.0f}" for name, one in levels.items() if one["break_even"] is not None
        )
        yield ReportSection(
            title=f"Progressive {told['paytable']}: lines, break-even and meters",
            words=(
                f"{at}: {_meters(levels)}.",
                *answer.words,
                *((f"The wager breaks even at {fair}, each with the others as they stand.",) if fair else ()),
                *answer.warnings,
            ),
            sheets=(_side_sheet(report, empty[told["paytable"]]), *answer.sheets),
            pictures=answer.pictures,
            commands=(*edge_command(report), command_line(_named(report, asked))),
        )


def _named(report: MathematicsReport, asked: ProgressiveWager) -> tuple[str, ...]:
    """The arguments that ask the same; a table that is not approved is in a file."""
    command, name, *others = asked.arguments
    return (command, f"{name}.toml" if f"{name}.toml" in report.files else name, *others)


def _meters(levels: Mapping[str, Mapping[str, Any]]) -> str:
    return "; ".join(
        f"{name} shows {as_text(one['meter'], 'money')}, starts from {as_text(one['seed'], 'money')}, takes "
        f"{one['contribution_bp'] / 100:g} % of each wager and {one['reserve_bp'] / 100:g} % for its next seed"
        for name, one in levels.items()
    )
