"""The win sheets of the past, listed by table and day, and on paper."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeAlias

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.cage.cash import parse_day
from croupier.floor.cage.count import PREFIX as COUNTS
from croupier.floor.cage.count import sealed_count
from croupier.floor.cage.shift import ClosedShift, closed_shift, count_shifts, past_shifts
from croupier.floor.figures.period import FigurePeriod
from croupier.floor.figures.report import By, FigureQuery, figures
from croupier.floor.figures.tally import Tally
from croupier.floor.room import check_name
from croupier.money import Cents, dollars, signed_dollars, stacks_text
from croupier.web.context import HouseContext, InHouse, page_response, tables_for_money
from croupier.web.staff.money.shift_models import ClosedRow, PastSheetsPage, Sheet, SheetsPage
from croupier.web.wording import house_zone, when

router = APIRouter()

_MOST_PAST: Final = 100
_MOST_S: Final = 2.0
"""Figures that are read for the first time since the server started may take longer than a page waits."""
_DAY_MS: Final = 86_400_000
Pays: TypeAlias = Mapping[tuple[str, int], Tally]


@router.get("/staff/shift/past", summary="Win sheets of the past", response_model=PastSheetsPage)
def past(
    request: Request,
    house: InHouse,
    table: str = "",
    since: Annotated[str, Query(alias="from")] = "",
    until: str = "",
) -> Response:
    if table:
        check_name(table)
    after = parse_day(since, house_zone()).since_ms if since else 0
    before = parse_day(until, house_zone()).until_ms if until else 1 << 62
    if since and before <= after:
        raise Refused(f"the last day, {until}, is before the first, {since}; want a period that begins first")
    shifts = past_shifts(house.store, table, since_ms=after, until_ms=before, most=_MOST_PAST)
    many = count_shifts(house.store, table, since_ms=after, until_ms=before)
    page = PastSheetsPage(
        table=table,
        since=since,
        until=until,
        tables=tables_for_money(house),
        rows=[closed_row(each) for each in shifts],
        sheets=sheets_address(shifts),
        more=many - len(shifts),
    )
    return page_response(request, "staff/money/past.html", page)


@router.get("/staff/shift/sheets/{positions}", summary="Win sheets, to print", response_model=SheetsPage)
def sheets(positions: str, request: Request, house: InHouse) -> Response:
    numbers = positions.split(",")
    if not all(number.isdecimal() and len(number) < 16 for number in numbers) or len(numbers) > _MOST_PAST:
        raise Refused(f"no sheets {positions!r}; want their numbers, such as 57 or 57,58")
    entries = [entry for number in numbers if (entry := house.store.entry(int(number))) is not None]
    shifts = [closed_shift(entry) for entry in entries]
    pays = _pays(house, shifts) if shifts else {}
    page = SheetsPage(
        sheets=[_paper(house, each, pays) for each in shifts],
        heads=[(stream, head.version, head.hash) for stream, head in sorted(house.store.heads().items())],
        made=when(time.time_ns() // 1_000_000),
    )
    return page_response(request, "staff/money/sheets.html", page)


def _paper(house: HouseContext, each: ClosedShift, pays: Pays | None) -> Sheet:
    sheet, counted, (in_tray, in_box) = each.sheet, each.counted, each.variances
    rows = [
        ("Closed", when(each.entry.time_ms)),
        ("By", each.entry.actor.partition("/")[2]),
        ("Second person", each.approver or ""),
        ("Approval of the table, as of now", house.room.approvals.of_table(house.room.table(sheet.table)).words),
        ("Opening", dollars(sheet.opening)),
        ("Fills", dollars(sheet.fills)),
        ("Credits", dollars(sheet.credits)),
        ("Drop", dollars(sheet.drop)),
        ("Collection fees", dollars(sheet.fees) if sheet.fees else ""),
        *_count_rows(house, each),
        ("Tray by the record", dollars(sheet.closing)),
        ("Tray counted", "not counted" if counted.tray is None else f"{dollars(counted.tray)} ({_off(in_tray)})"),
        ("Box by the record", dollars(sheet.box)),
        ("Box counted", "not counted" if counted.box is None else f"{dollars(counted.box)} ({_off(in_box)})"),
        ("Reason for the variance", each.reason),
        ("Win of the tray = closing + credits + drop - opening - fills", signed_dollars(sheet.win)),
        *_pays_rows(each, pays),
        ("Income with fees and variance", signed_dollars(sheet.income + in_tray + in_box)),
    ]
    return Sheet(
        number=each.entry.position,
        table=sheet.table,
        win=signed_dollars(sheet.win),
        rows=[(name, text) for name, text in rows if text],
        hash=each.entry.hash,
    )


def _count_rows(house: HouseContext, each: ClosedShift) -> list[tuple[str, str]]:
    """Who counted what, by denomination; nothing of a shift that was closed without."""
    if not each.count:
        return []
    count = sealed_count(next(iter(house.store.read(f"{COUNTS}{each.sheet.table}", after=each.count - 1))))
    return [
        ("Counted", f"count {count.number} by {count.by}, {when(count.entry.time_ms)}"),
        ("In the tray", stacks_text(count.count.tray)),
        ("In the box", stacks_text(count.count.box)),
    ]


def _pays_rows(each: ClosedShift, pays: Pays | None) -> list[tuple[str, str]]:
    """What lies between the win of the sheet and that of the figures: the fixed progressive pays and the envy that came
    from the tray (R36, R37). They are the link's, so figures leave them out of the win. Corrections are in both."""
    if pays is None:
        return [("Fixed progressive pays and envy from the tray", "not worked out yet; open the sheet again")]
    tally = pays.get((each.sheet.table, each.entry.version), Tally())
    paid = tally.progressive
    return [
        ("Corrections of finished rounds, in the win", signed_dollars(-tally.corrected) if tally.corrected else ""),
        ("Fixed progressive pays from the tray", dollars(paid.tray) if paid.tray or paid.envy else ""),
        ("Envy from the tray", dollars(paid.envy) if paid.envy else ""),
        ("Win on the wagers, as in the figures", signed_dollars(each.sheet.win + paid.tray + paid.envy)),
    ]


def _pays(house: HouseContext, shifts: Sequence[ClosedShift]) -> Pays | None:
    """What was played by table and number of its shift, as the figures have it, of these shifts and of others at the
    time; none where the figures are still being read."""
    if house.figures.catch_up(_MOST_S) < 1:
        return None
    firsts = [next(iter(house.store.read(one.entry.stream, after=max(one.entry.version - 2, 0)))) for one in shifts]
    begins = None if any(one.entry.version == 1 for one in shifts) else min(entry.time_ms for entry in firsts) - _DAY_MS
    period = FigurePeriod(begins, max(one.entry.time_ms for one in shifts) + _DAY_MS)
    rows = figures(house.figures, FigureQuery(period=period, by=By.SHIFT), house_zone()).rows
    return {(row.table, int(row.key.rpartition("/")[2])): row.tally for row in rows}


def _off(variance: Cents) -> str:
    return f"variance {signed_dollars(variance)}" if variance else "as the record has it"


def sheets_address(closed: list[ClosedShift]) -> str:
    """Where some sheets are printed; nothing where there are none."""
    return f"/staff/shift/sheets/{','.join(str(each.entry.position) for each in closed)}" if closed else ""


def closed_row(each: ClosedShift) -> ClosedRow:
    """A closed shift on one line."""
    sheet = each.sheet
    return ClosedRow(
        number=each.entry.position,
        when=when(each.entry.time_ms),
        table=sheet.table,
        by=each.entry.actor.partition("/")[2],
        opening=dollars(sheet.opening),
        closing=dollars(sheet.closing),
        drop=dollars(sheet.drop),
        fees=dollars(sheet.fees),
        win=signed_dollars(sheet.win),
        variance=_variance(each),
        reason=each.reason,
    )


def _variance(each: ClosedShift) -> str:
    if each.counted.tray is None and each.counted.box is None:
        return "not counted"
    return signed_dollars(sum(each.variances))
