"""The figures: `GET /staff/figures` for people, `GET /staff/figures.csv` for a spreadsheet."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.figures.period import PRESETS, FigurePeriod, between, preset
from croupier.floor.figures.report import By, FigureQuery, Figures, figures, parse_by
from croupier.floor.figures.sheet import as_csv
from croupier.games import GAMES
from croupier.web.context import HouseContext, InHouse, page_response, tables_for_money
from croupier.web.models import Page
from croupier.web.staff.figures.chart import Chart, chart
from croupier.web.staff.figures.rows import (
    HEADINGS,
    BetFigures,
    Choosing,
    FigureRow,
    Number,
    bet_rows,
    figure_row,
    progressive_numbers,
    query,
)
from croupier.web.wording import house_zone, when

router = APIRouter()

BETWEEN: Final = "between"
_USUAL: Final = "shift"
_MOST_S: Final = 2.0
"""A long record is read in several requests, so that no page waits for it."""


class FiguresPage(Page):
    chosen: Choosing
    words: str
    problem: str = ""
    reading: int | None = None
    headings: list[tuple[str, str]] = Field(default_factory=list)
    rows: list[FigureRow] = Field(default_factory=list)
    total: FigureRow | None = None
    flagged: list[str] = Field(default_factory=list)
    bets: list[BetFigures] = Field(default_factory=list)
    progressive: list[tuple[str, Number]] = Field(default_factory=list)
    chart: Chart | None = None
    csv: str = ""


def _choosing(
    period: str = "", since: str = "", until: str = "", table: str = "", game: str = "", by: str = "table"
) -> Choosing:
    named = period or (BETWEEN if since or until else _USUAL)
    return Choosing(
        period=named,
        since=since if named == BETWEEN else "",
        until=until if named == BETWEEN else "",
        table=table,
        game=game,
        by=by,
        presets=[*PRESETS.items(), (BETWEEN, "From … until")],
        tables=[],
        games=[(one.key, one.name) for one in GAMES.values()],
        ways=[one.value for one in By],
    )


ChoosingQuery = Annotated[Choosing, Depends(_choosing)]


@router.get("/staff/figures", summary="What play brought, beside theory", response_model=FiguresPage)
def figures_page(request: Request, house: InHouse, chosen: ChoosingQuery) -> Response:
    chosen.tables = tables_for_money(house)
    read = house.figures.catch_up(_MOST_S)
    if read < 1:
        return page_response(
            request, "staff/figures.html", FiguresPage(chosen=chosen, words="", reading=int(100 * read))
        )
    try:
        choice = _choice(house, chosen)
        page = _page(chosen, figures(house.figures, choice, house_zone()))
    except Refused as why:
        # The form is sent by GET, so its refusal is shown here, with what was chosen.
        return page_response(
            request, "staff/figures.html", FiguresPage(chosen=chosen, words="", problem=str(why)), status=409
        )
    return page_response(request, "staff/figures.html", page)


@router.get("/staff/figures.csv", summary="The same as CSV: amounts in cents")
def figures_csv(house: InHouse, chosen: ChoosingQuery) -> Response:
    house.figures.catch_up()
    report = figures(house.figures, _choice(house, chosen), house_zone())
    headers = {"content-disposition": 'attachment; filename="figures.csv"'}
    return Response(as_csv(report), media_type="text/csv", headers=headers)


def _choice(house: HouseContext, chosen: Choosing) -> FigureQuery:
    return FigureQuery(period=_period(house, chosen), by=parse_by(chosen.by), table=chosen.table, game=chosen.game)


def _period(house: HouseContext, chosen: Choosing) -> FigurePeriod:
    if chosen.period == BETWEEN:
        return between(chosen.since, chosen.until, house_zone())
    return preset(chosen.period, house.room.now_ms(), house_zone())


def _page(chosen: Choosing, report: Figures) -> FiguresPage:
    rows = [figure_row(row, chosen, report.query.by) for row in report.rows]
    total = figure_row(report.total, chosen, report.query.by)
    return FiguresPage(
        chosen=chosen,
        words=_words(chosen, report.query.period),
        headings=HEADINGS,
        rows=rows,
        total=total,
        flagged=[f"{row.name}: {row.theory.words} theory" for row in report.rows if row.theory.flagged],
        bets=bet_rows(report.bets),
        progressive=progressive_numbers(report.total),
        chart=chart(report.course),
        csv=f"/staff/figures.csv?{query(chosen)}",
    )


def _words(chosen: Choosing, period: FigurePeriod) -> str:
    """The period in words."""
    if period.running:
        return "Of every table what it has played since its shift was last closed."
    if period.since_ms is None and period.until_ms is None:
        return "From the beginning of the record."
    begins = "From the beginning" if period.since_ms is None else f"From {when(period.since_ms)}"
    ends = "until now" if period.until_ms is None else f"until {when(period.until_ms)}"
    return f"{begins} {ends}."
