"""A link's reports by period: one table with its equation for each level; and the same as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.history.link_report import link_report
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.hits import undone_hits
from croupier.floor.links.sheets import METER, METER_PAYS, RESERVE, LevelReport, LineReport, LinkReport, TableReport
from croupier.ledger.accounts import meter, pool, reserve
from croupier.money import Cents, dollars, signed_dollars
from croupier.rules.paytables import line_words
from croupier.spreadsheets import cell
from croupier.web.context import HouseContext, InHouse, page_response
from croupier.web.links.models import Equation, Figure, Period, RefusedRow, ReportPage, ReportRow, ReportTable
from croupier.web.links.wins import backed_out_line
from croupier.web.wording import house_zone

router = APIRouter()

_EVER: Final = 1 << 62
_NOT_MONEY: Final = frozenset({"expected", "hits", "hits_backed_out", "level", "table", "line"})
"""Fields of a report's rows that are no money."""
_ENTRIES: Final = {
    "contributions": "WagersSplit",
    "returned": "WagersReturned",
    "awards": "ClaimLogged",
    "backed_out": "AdjustmentMade",
    "adjustments": "AdjustmentMade",
    "transferred": "Transfer",
    "reserve_restored": "AdjustmentMade",
    "reserve_transferred": "Transfer",
}
"""Which events of the link's stream a figure is made of; every other is looked up in the account."""


@router.get("/staff/links/{name}/report", summary="A link in a period", response_model=ReportPage)
def report(name: str, request: Request, house: InHouse, since: str = "", until: str = "") -> Response:
    figures = link_report(house.store, name, _moment(since, 0), _moment(until, _EVER))
    return page_response(request, "links/report.html", report_page(house, figures, since, until))


@router.get("/staff/links/{name}/report.csv", summary="A link in a period, as CSV: amounts in cents")
def report_csv(name: str, house: InHouse, since: str = "", until: str = "") -> Response:
    figures = link_report(house.store, name, _moment(since, 0), _moment(until, _EVER))
    headers = {"content-disposition": f'attachment; filename="{name}-report.csv"'}
    return Response(as_csv(figures), media_type="text/csv", headers=headers)


def report_page(house: HouseContext, report: LinkReport, since: str, until: str) -> ReportPage:
    """A report for people: every figure with the way to the entries that it is made of."""
    first = house.store.position_at(report.since_ms)
    entries = f"/staff/journal?stream={PREFIX}{report.link}&after={first}"
    wagers = f"/staff/accounts/{pool(report.link)}"
    return ReportPage(
        link=report.link,
        approval=report.approval,
        approval_status=report.approval_status,
        since=since,
        until=until,
        zone=str(house_zone()),
        periods=periods(datetime.fromtimestamp(house.room.now_ms() / 1000, house_zone()), since, until),
        totals=[
            _money("Wagers", report.wagers, wagers),
            _money("Returned by voids", report.returned, f"{entries}&text=WagersReturned"),
            _money("Split over the levels", report.split, f"{entries}&text=WagersSplit"),
            _money("Kept by the house", report.house, f"{entries}&text=WagersSplit"),
            _money("In the pool now", report.in_pool, wagers),
        ],
        levels=[row.level for row in report.levels],
        equations=[
            Equation(title="Meter", rows=_equation(report, METER, entries, saved=False)),
            Equation(title="Reserve", rows=_equation(report, RESERVE, entries, saved=True)),
        ],
        tables=[_by_level(report, entries), _by_table(report, entries, wagers), _by_line(report, entries)],
        adjustments=[_adjustment(row) for row in report.adjustments],
        refused=[RefusedRow.model_validate(one) for one in report.refused],
        undone=[
            f"Win {hit.number}, claim {hit.claim}, {dollars(hit.amount)}: {backed_out_line(hit)}"
            for hit in undone_hits(house.store, report.link, report.since_ms, report.until_ms)
        ],
        entries=entries,
    )


def periods(now: datetime, since: str, until: str) -> list[Period]:
    """The periods that can be had with one click, by the house's clock."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    monday = today - timedelta(days=today.weekday())
    spans = (
        ("Today", today, None),
        ("Yesterday", today - timedelta(days=1), today),
        ("This week", monday, None),
        ("This month", today.replace(day=1), None),
        ("All", None, None),
    )

    def text(moment: datetime | None) -> str:
        return "" if moment is None else moment.isoformat(timespec="minutes")

    return [
        Period(name=name, since=text(a), until=text(b), chosen=(text(a), text(b)) == (since, until))
        for name, a, b in spans
    ]


def _equation(
    report: LinkReport, lines: Sequence[tuple[str, str, str]], entries: str, *, saved: bool
) -> list[ReportRow]:
    def cell(row: LevelReport, sign: str, figure: str) -> Figure:
        account = reserve(report.link, row.level) if saved else meter(report.link, row.level)
        event = _ENTRIES.get(figure)
        path = f"/staff/accounts/{account}" if event is None else f"{entries}&text={event}"
        cents: Cents = getattr(row, figure)
        return Figure(name=figure, value=signed_dollars(cents) if sign == "±" and cents else dollars(cents), path=path)

    return [
        ReportRow(sign=sign, name=name, cells=[cell(row, sign, figure) for row in report.levels])
        for sign, name, figure in lines
    ]


def _by_level(report: LinkReport, entries: str) -> ReportTable:
    return ReportTable(
        title="Levels",
        first="Level",
        heads=["Hits", "Contributions", "By the rates"],
        rows=[
            ReportRow(
                sign="",
                name=row.level,
                cells=[
                    _hits(row, entries),
                    _money("Contributions", row.contributions - row.returned, f"{entries}&text=WagersSplit"),
                    _money("By the rates", row.theoretical, f"{entries}&text=WagersSplit"),
                ],
            )
            for row in report.levels
        ],
    )


def _by_table(report: LinkReport, entries: str, wagers: str) -> ReportTable:
    return ReportTable(
        title="Tables",
        first="Table",
        heads=["Wagers", "Returned", "Hits", "Awards"],
        rows=[
            ReportRow(
                sign="",
                name=row.table,
                cells=[
                    _money("Wagers", row.wagers, wagers),
                    _money("Returned", row.returned, wagers),
                    _hits(row, entries),
                    _money("Awards", row.awards, f"{entries}&text=ClaimLogged"),
                ],
            )
            for row in report.tables
        ],
    )


def _by_line(report: LinkReport, entries: str) -> ReportTable:
    return ReportTable(
        title="Hands",
        first="Hand",
        heads=["Expected", "Hits", "Paid", "By the"],
        rows=[_line_row(line, entries) for line in report.lines],
    )


def _line_row(line: LineReport, entries: str) -> ReportRow:
    """A line of the pay table. What a meter paid is in the link's entries, what trays paid in the rounds (R44)."""
    rounds = f"/staff/rounds?hand={line.line}"
    by_meter = line.source == METER_PAYS
    hits = _hits(line, entries)
    return ReportRow(
        sign="",
        name=line_words(line.line).capitalize(),
        cells=[
            Figure(name="Expected", value=f"{line.expected:.4f}", path="/lab/progressive"),
            hits if by_meter else Figure(name="Hits", value=hits.value, path=rounds),
            _money("Paid", line.paid, f"{entries}&text=ClaimLogged" if by_meter else rounds),
            Figure(name="By the", value=line.source, path=rounds),
        ],
    )


def _hits(row: LevelReport | TableReport | LineReport, entries: str) -> Figure:
    undone = f", {row.hits_backed_out} backed out" if row.hits_backed_out else ""
    return Figure(name="Hits", value=f"{row.hits}{undone}", path=f"{entries}&text=ClaimLogged")


def _money(name: str, cents: Cents, path: str) -> Figure:
    return Figure(name=name, value=dollars(cents), path=path)


def _adjustment(row: dict[str, Any]) -> str:
    whose = "the reserve of " if row["reserve"] else ""
    win = f" of claim {row['claim']}" if row["claim"] is not None else ""
    word = "to" if row["new"] < row["old"] else "from"
    other = f" {word} {row['other']}" if row["other"] else ""
    return (
        f"{row['adjustment']}: {whose}{row['level']} from {dollars(row['old'])} to {dollars(row['new'])}, "
        f"{row['reason']}{win}{other}, document {row['document']}, asked by {row['author']}, approved by "
        f"{row['approver']}"
    )


def as_csv(report: LinkReport) -> str:
    """A report as a long table: part, name, figure, unit, value. Money is in cents."""
    out = io.StringIO(newline="")
    table = csv.writer(out)
    table.writerow(("part", "name", "figure", "unit", "value"))
    for figure in ("wagers", "returned", "split", "house", "in_pool"):
        table.writerow(("link", report.link, figure, "cents", getattr(report, figure)))
    plain = report.to_dict()
    for part, key in (("levels", "level"), ("tables", "table"), ("lines", "line")):
        for row in plain[part]:
            for figure, value in row.items():
                if figure != key:
                    unit = "text" if figure == "source" else "number" if figure in _NOT_MONEY else "cents"
                    table.writerow((key, row[key], figure, unit, value))
    for row in plain["adjustments"]:
        for figure, value in row.items():
            unit = "cents" if figure in ("old", "new") else "text"
            text = cell(value) if isinstance(value, str) else value
            table.writerow(("adjustment", row["adjustment"], figure, unit, text))
    return out.getvalue()


def _moment(text: str, otherwise: int) -> int:
    if not text.strip():
        return otherwise
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Refused(f"not a moment: {text!r}; want 2026-11-15 or 2026-11-15T18:00, by the house's clock") from None
    return round((at if at.tzinfo else at.replace(tzinfo=house_zone())).timestamp() * 1000)
