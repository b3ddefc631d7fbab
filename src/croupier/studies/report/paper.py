"""The mathematics report as a paper: the rules of play and the bets as papers say them, and the sections of figures."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from croupier.errors import Refused
from croupier.floor.papers.html import paper_html
from croupier.floor.papers.of_table import bets_section, play_section
from croupier.floor.papers.paper import Grid, Illustration, Imprint, Paper, Section
from croupier.rules.bets import BetRule, Then
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import PROGRESSIVE
from croupier.studies.answer import FigureColumn, FigureSheet, Value
from croupier.studies.pictures.drawing import draw
from croupier.studies.pictures.picture import AnyPicture, HandChart
from croupier.studies.question import Figures, StudyQuestion
from croupier.studies.report.question import STAKE, MathematicsReport
from croupier.studies.report.section import ReportSection
from croupier.studies.report.sections import report_sections

_WIDE, _ALONE, _HALF = 640, 440, 320
"""How wide pictures are drawn, so that their letters are as large as those of the paper: a chart of hands, a plot, and
plots that stand beside each other."""


def report_html(question: StudyQuestion, figures: Figures) -> str:
    """The paper of today, as the body of an HTML file."""
    if not isinstance(question, MathematicsReport):
        raise Refused("this answer is no paper; want json, csv or svg")
    return paper_html(report_paper(question, figures), small=True)


def report_paper(
    report: MathematicsReport, figures: Figures, house: str = "", reference: str = "", record: str = ""
) -> Paper:
    """The report as a paper of today; with the approval of a table, and how far its record has come."""
    rules = report.rules
    about = f"Table {report.table}: {rules.title}" if report.table else rules.title
    summary, *others = (_printed(section) for section in report_sections(report, figures))
    return Paper(
        title=f"Mathematics report: {rules.game.name}",
        subtitle=f"{about} ({rules.name}, version {rules.version}, source {rules.source})",
        imprint=Imprint(house, datetime.now(UTC).strftime("%Y-%m-%d"), f"croupier {figures['program']['version']}"),
        reference=reference,
        record=record or "none: a rule set, and no table of a house",
        sections=(summary, _rules(report), bets_section(_terms(report)), *others),
    )


def _terms(report: MathematicsReport) -> Terms:
    """The terms of the table, or those that are customary with these bets."""
    if report.terms is not None:
        return report.terms
    approved = {bet: report.rules.tables[bet][0] for bet in report.tables}
    stake = report.link.stake if report.link else STAKE
    return terms(
        report.rules, approved, progressive_stake=stake if PROGRESSIVE in approved else None, own_bets=report.own_bets
    )


def _printed(section: ReportSection) -> Section:
    notes = (*section.notes, *("",) * len(section.sheets))
    halves = len(section.pictures) > 1
    return Section(
        title=section.title,
        paragraphs=section.words,
        facts=section.facts,
        pictures=tuple(Illustration(one.title, draw(one, _width(one, halves))) for one in section.pictures),
        grids=tuple(grid_of(sheet, note) for sheet, note in zip(section.sheets, notes, strict=False)),
        commands=section.commands,
    )


def _width(picture: AnyPicture, halves: bool) -> int:
    return _WIDE if isinstance(picture, HandChart) else _HALF if halves else _ALONE


def grid_of(sheet: FigureSheet, note: str = "") -> Grid:
    """A sheet of figures as a table of a paper."""
    plain = sheet.to_dict()
    return Grid(
        caption=sheet.title,
        head=tuple(column["words"] for column in plain["columns"]),
        rows=tuple(tuple(row) for row in plain["rows"]),
        note=note,
        numbers=tuple(at for at, column in enumerate(plain["columns"]) if column["number"]),
        strong=tuple(plain["lit"]),
    )


def _rules(report: MathematicsReport) -> Section:
    """The rules of play: in the words of papers, with what follows from the game's value."""
    game, said = report.rules.game, play_section(report.rules.game)
    layout = game.layout
    shown = f" ({layout.up} of them face up)" if layout.up else ""
    dealt = {"each player": (layout.own, ""), "the dealer": (layout.dealer, shown), "the board": (layout.board, "")}
    cards = "; ".join(f"{who} {many}{more}" for who, (many, more) in dealt.items() if many)
    facts = [("Cards dealt", cards)]
    if game.qualifies is not None:
        facts.append(("The dealer qualifies", f"{game.qualifies.words} or better"))
    return replace(
        said,
        facts=(*said.facts, *facts),
        grids=(grid_of(_settlement(report)),) if game.bets and layout.dealer else (),
    )


def _settlement(report: MathematicsReport) -> FigureSheet:
    """What becomes of each base bet, by how the hands compare."""
    game, words = report.rules.game, {Then.PAYS: "pays 1 to 1", Then.PUSH: "push", Then.LOSES: "loses"}

    def becomes(rule: BetRule, then: Then) -> str:
        """A pay table that is asked, and has the hand, comes before anything else."""
        if rule.bonus and rule.always_pays:
            return "by its pay table"
        if then is Then.PLAYS:
            return "the better hand decides"
        if not rule.table or not (rule.always_pays or then is Then.PAYS):
            return "nothing" if rule.bonus else words[then]
        every = set(game.base_tables[rule.table]) <= set(report.base[rule.table].pays)
        otherwise = rule.below if then is Then.PAYS else then
        return "by its pay table" if every or rule.bonus else f"by its pay table, else {words[otherwise]}"

    heads = ("bet", "player's hand is better", "equal hands", "dealer's hand is better", "dealer does not qualify")
    columns = tuple(FigureColumn(one, one) for one in heads)
    rows: list[tuple[Value, ...]] = []
    for rule in game.bets:
        cases = (Then.PAYS, rule.tie, rule.lose, rule.unqualified)
        rows.append((game.by_key[rule.spot].felt, *(becomes(rule, then) for then in cases)))
    if game.qualifies is None:
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return FigureSheet("What becomes of each bet", columns, rows)
