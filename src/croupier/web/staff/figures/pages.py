"""The figures: `GET /staff/figures` for people, `GET /staff/figures.csv` for a spreadsheet."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.figures.period import PRESETS, Period, between, preset
from croupier.floor.figures.report import By, Choice, Figures, figures, parse_by
from croupier.floor.figures.sheet import as_csv
from croupier.games import GAMES
from croupier.web.context import House, InHouse, page_response, tables_for_money
from croupier.web.staff.figures.chart import chart
from croupier.web.staff.figures.models import Choosing, FiguresPage
from croupier.web.staff.figures.rows import HEADINGS, bet_rows, figure_row, progressive_numbers, query
from croupier.web.wording import house_zone, when

router = APIRouter()

BETWEEN: Final = "between"
_USUAL: Final = "shift"
_MOST_S: Final = 2.0
"""A long record is read in several requests, so that no page waits for it."""


def _asked(
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


Asked = Annotated[Choosing, Depends(_asked)]


@router.get("/staff/figures", summary="What play brought, beside theory", response_model=FiguresPage)
def figures_page(request: Request, house: InHouse, asked: Asked) -> Response:
    asked.tables = tables_for_money(house)
    read = house.figures.catch_up(_MOST_S)
    if read < 1:
        return page_response(
            request, "staff/figures.html", FiguresPage(chosen=asked, words="", reading=int(100 * read))
        )
    try:
        choice = _choice(house, asked)
        page = _page(asked, figures(house.figures, choice, house_zone()))
    except Refused as why:
        # The chooser is sent by GET, so it comes back here, with what was chosen.
        return page_response(
            request, "staff/figures.html", FiguresPage(chosen=asked, words="", problem=str(why)), status=409
        )
    return page_response(request, "staff/figures.html", page)


@router.get("/staff/figures.csv", summary="The same as CSV: amounts in cents")
def figures_csv(house: InHouse, asked: Asked) -> Response:
    house.figures.catch_up()
    made = figures(house.figures, _choice(house, asked), house_zone())
    headers = {"content-disposition": 'attachment; filename="figures.csv"'}
    return Response(as_csv(made), media_type="text/csv", headers=headers)


def _choice(house: House, asked: Choosing) -> Choice:
    return Choice(period=_period(house, asked), by=parse_by(asked.by), table=asked.table, game=asked.game)


def _period(house: House, asked: Choosing) -> Period:
    if asked.period == BETWEEN:
        return between(asked.since, asked.until, house_zone())
    return preset(asked.period, house.room.now_ms(), house_zone())


def _page(asked: Choosing, made: Figures) -> FiguresPage:
    rows = [figure_row(row, asked, made.choice.by) for row in made.rows]
    total = figure_row(made.total, asked, made.choice.by)
    return FiguresPage(
        chosen=asked,
        words=_words(asked, made.choice.period),
        headings=HEADINGS,
        rows=rows,
        total=total,
        flagged=[f"{row.name}: {row.theory.words} theory" for row in made.rows if row.theory.flagged],
        bets=bet_rows(made.bets),
        progressive=progressive_numbers(made.total),
        chart=chart(made.course),
        csv=f"/staff/figures.csv?{query(asked)}",
    )


def _words(asked: Choosing, period: Period) -> str:
    """The period in words."""
    if period.running:
        return "Of every table what it has played since its shift was last closed."
    if period.since_ms is None and period.until_ms is None:
        return "From the beginning of the record."
    begins = "From the beginning" if period.since_ms is None else f"From {when(period.since_ms)}"
    ends = "until now" if period.until_ms is None else f"until {when(period.until_ms)}"
    return f"{begins} {ends}."
