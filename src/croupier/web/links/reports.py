"""A link's reports by period, with CSV; its hits; and the win page to print (R48)."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.hits import Hit, hits
from croupier.floor.links.keypads import is_outside
from croupier.floor.links.reports import link_report, position_at
from croupier.floor.links.sheets import LevelReport, LinkReport
from croupier.floor.links.winpage import win_page
from croupier.ledger.accounts import meter, pool, reserve
from croupier.money import Cents, dollars, signed_dollars
from croupier.rules.paytables import line_words
from croupier.web.house import House, InHouse, page_response
from croupier.web.links.models import Figure, HitRow, ReportPage, ReportPart, WinSheetPage
from croupier.web.wording import when

router = APIRouter()

_EVER: Final = 1 << 62
_NOT_MONEY: Final = frozenset({"expected", "hits", "level", "table", "line"})
"""Fields of a report's rows that are no money."""


@router.get("/staff/links/{name}/report", summary="A link in a period", response_model=ReportPage)
def report(name: str, request: Request, house: InHouse, since: str = "", until: str = "") -> Response:
    made = link_report(house.store, name, _moment(since, 0), _moment(until, _EVER))
    return page_response(request, "links/report.html", report_page(house, made, since, until))


@router.get("/staff/links/{name}/report.csv", summary="A link in a period, as CSV: amounts in cents")
def report_csv(name: str, house: InHouse, since: str = "", until: str = "") -> Response:
    made = link_report(house.store, name, _moment(since, 0), _moment(until, _EVER))
    headers = {"content-disposition": f'attachment; filename="{name}-report.csv"'}
    return Response(as_csv(made), media_type="text/csv", headers=headers)


@router.get("/staff/links/{name}/wins/{claim}", summary="The win page of a hit", response_model=WinSheetPage)
def win(name: str, claim: int, request: Request, house: InHouse) -> Response:
    found = win_page(house.store, name, claim)
    hit = found.hit
    page = WinSheetPage(
        link=name,
        claim=claim,
        amount=dollars(hit.amount),
        cards=hit.cards.split(),
        rows=_win_rows(name, hit),
        record_hash=hit.record_hash,
        heads=[(stream, head.version, head.hash) for stream, head in found.heads.items()],
        position=_position(house, name, hit.record_hash),
    )
    return page_response(request, "links/win.html", page)


def hit_rows(house: House, name: str) -> list[HitRow]:
    """The last hits of each level, newest first."""
    rows = [HitRow.model_validate(hit) for hit in hits(house.store, name)]
    for row in rows:
        row.outside = is_outside(house.links, row.table)
    return rows


def report_page(house: House, made: LinkReport, since: str, until: str) -> ReportPage:
    """A report for people: every figure with the way to the entries that it is made of."""
    first = position_at(house.store, made.since_ms)
    entries = f"/staff/journal?stream={PREFIX}{made.link}&after={first}"
    wagers = f"/staff/accounts/{pool(made.link)}"
    totals = [
        _money("Wagers", made.wagers, wagers),
        _money("Returned by voids", made.returned, f"{entries}&text=WagersReturned"),
        _money("Split over the levels", made.split, f"{entries}&text=WagersSplit"),
        _money("Kept by the house", made.house, f"{entries}&text=WagersSplit"),
        _money("In the pool now", made.in_pool, wagers),
    ]
    parts = [ReportPart(title=f"Level {row.level}", figures=_level(made.link, row, entries)) for row in made.levels]
    parts += [
        ReportPart(
            title=f"Table {row.table}",
            figures=[
                _money("Wagers", row.wagers, wagers),
                _money("Returned", row.returned, wagers),
                Figure(name="Hits", value=str(row.hits), path=f"{entries}&text=ClaimLogged"),
                _money("Awards", row.awards, f"{entries}&text=ClaimLogged"),
            ],
        )
        for row in made.tables
    ]
    parts += [
        ReportPart(
            title=line_words(line.line).capitalize(),
            figures=[
                Figure(name="Expected", value=f"{line.expected:.4f}", path="/lab/progressive"),
                Figure(name="Hits", value=str(line.hits), path=f"{entries}&text=ClaimLogged"),
                _money("Paid", line.paid, f"{entries}&text=ClaimLogged"),
            ],
        )
        for line in made.lines
    ]
    return ReportPage(
        link=made.link,
        since=since,
        until=until,
        totals=totals,
        parts=parts,
        adjustments=[
            f"{row['adjustment']}: {row['level']} from {dollars(row['old'])} to {dollars(row['new'])}, "
            f"{row['reason']}, document {row['document']}, asked by {row['author']}, approved by {row['approver']}"
            for row in made.adjustments
        ],
        entries=entries,
    )


def _money(name: str, cents: Cents, path: str) -> Figure:
    return Figure(name=name, value=dollars(cents), path=path)


def _level(link: str, row: LevelReport, entries: str) -> list[Figure]:
    account, kept = f"/staff/accounts/{meter(link, row.level)}", f"/staff/accounts/{reserve(link, row.level)}"
    return [
        _money("Opening", row.opening, account),
        _money("Contributions", row.contributions, f"{entries}&text=WagersSplit"),
        _money("By the rates", row.theoretical, f"{entries}&text=WagersSplit"),
        _money("Returned by voids", row.returned, f"{entries}&text=WagersReturned"),
        Figure(name="Hits", value=str(row.hits), path=f"{entries}&text=ClaimLogged"),
        _money("Awards", row.awards, f"{entries}&text=ClaimLogged"),
        _money("Seeded", row.seeded, account),
        _money("From the reserve", row.from_reserve, kept),
        _money("Topped up by the house", row.topped_up, account),
        Figure(name="Adjusted", value=signed_dollars(row.adjustments), path=f"{entries}&text=AdjustmentMade"),
        _money("Above the maximum", row.overflow, kept),
        _money("Closing", row.closing, account),
        _money("Reserve at the start", row.reserve_opening, kept),
        _money("Into the reserve", row.reserve_in, kept),
        _money("Reserve at the end", row.reserve_closing, kept),
    ]


def as_csv(made: LinkReport) -> str:
    """A report as a long table: part, name, figure, unit, value. Money is in cents."""
    out = io.StringIO(newline="")
    table = csv.writer(out)
    table.writerow(("part", "name", "figure", "unit", "value"))
    for figure in ("wagers", "returned", "split", "house", "in_pool"):
        table.writerow(("link", made.link, figure, "cents", getattr(made, figure)))
    plain = made.to_dict()
    for part, key in (("levels", "level"), ("tables", "table"), ("lines", "line")):
        for row in plain[part]:
            for figure, value in row.items():
                if figure != key:
                    table.writerow((key, row[key], figure, "number" if figure in _NOT_MONEY else "cents", value))
    for row in plain["adjustments"]:
        for figure, value in row.items():
            unit = "cents" if figure in ("old", "new") else "text"
            table.writerow(("adjustment", row["adjustment"], figure, unit, _plain_text(value)))
    return out.getvalue()


def _plain_text(value: Any) -> Any:
    """What people have typed, so that no spreadsheet takes it for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" else value


def _win_rows(link: str, hit: Hit) -> list[tuple[str, str]]:
    adjusted = f"{hit.adjusted_by}, {when(hit.adjusted_ms)}" if hit.adjusted_by else "not yet"
    return [
        ("Link, level", f"{link}, {hit.level}"),
        ("Table, seat", f"{hit.table}, seat {hit.seat}"),
        ("Round", hit.round),
        ("Player", hit.player or "not in our book"),
        ("Hand", line_words(hit.line)),
        ("Meter before", dollars(hit.before)),
        ("Meter after", dollars(hit.after)),
        ("Seed", dollars(hit.seeded)),
        ("From the reserve", dollars(hit.from_reserve)),
        ("Topped up by the house", dollars(hit.topped_up)),
        ("Hand button", f"{hit.pressed_by}, {when(hit.pressed_ms)}"),
        ("Verified", hit.verified_by),
        ("Logged", f"{hit.logged_by}, {when(hit.logged_ms)}"),
        ("Meter adjusted", adjusted),
    ]


def _position(house: House, link: str, record_hash: str) -> int:
    return next((entry.position for entry in house.store.read(PREFIX + link) if entry.hash == record_hash), 0)


def _moment(text: str, otherwise: int) -> int:
    if not text.strip():
        return otherwise
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Refused(f"not a moment: {text!r}; want 2026-11-15 or 2026-11-15T18:00, in UTC") from None
    return round((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000)
