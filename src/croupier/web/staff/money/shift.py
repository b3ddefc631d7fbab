"""The shift's page: count tray and box of every table in one pass, close, print; and the sheets of the past."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime, timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.cage.shift import ClosedShift, ShiftCount, closed_shift, count_shifts, past_shifts
from croupier.floor.roles import Person
from croupier.floor.room import check_name
from croupier.inputs import whole_number
from croupier.ledger.winsheet import WinSheet
from croupier.money import Cents, dollars, parse_dollars, signed_dollars
from croupier.web.context import HouseContext, InHouse, StaffByForm, page_response, tables_for_money
from croupier.web.forms import BadField
from croupier.web.staff.money.shift_models import ClosedRow, PastSheetsPage, Sheet, SheetsPage, ShiftPage, ShiftRow
from croupier.web.staff.money.window import second_person_threshold, second_signer
from croupier.web.wording import house_zone, when

router = APIRouter()

_MOST_PAST: Final = 100


@router.get("/staff/shift", summary="Every table's running shift, to count and to close", response_model=ShiftPage)
def shift(request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/money/shift.html", _page(house, {}, {}, []))


@router.post("/staff/shift", summary="Close the shifts of the chosen tables, each by itself")
async def close(
    request: Request,
    house: InHouse,
    who: StaffByForm,
    command: Annotated[str, Form()],
    badge: Annotated[str, Form()] = "",
    pin: Annotated[str, Form()] = "",
) -> Response:
    form = await request.form()
    chosen = [name for name in await asyncio.to_thread(tables_for_money, house) if f"close-{name}" in form]
    if not chosen:
        raise Refused("no table was chosen; tick the tables whose shifts end")
    counts = {name: _counted(form, name) for name in chosen}
    second = await second_signer(house, badge, pin, who)

    def close_all() -> Response:
        closed, refused = _close(house, who, f"shift/{command}", counts, second)
        return page_response(request, "staff/money/shift.html", _page(house, dict(_texts(form)), refused, closed))

    return await asyncio.to_thread(close_all)


def _close(
    house: HouseContext, who: Person, command: str, counts: dict[str, ShiftCount], second: Person | None
) -> tuple[list[ClosedShift], dict[str, str]]:
    """Close the shifts that can be closed, and say why the others cannot."""
    closed, refused = [], {}
    for name, counted in counts.items():
        id = f"{command}/{name}"
        try:
            house.cage.close_shift(name, who, id, counted, second)
        except Refused as why:
            refused[name] = str(why)
            continue
        receipt = house.store.receipt(id)
        assert receipt is not None, "what was closed is in the record"
        closed.append(closed_shift(receipt.entries[0]))
    return closed, refused


def _texts(form: FormData) -> list[tuple[str, str]]:
    return [(key, value) for key, value in form.items() if isinstance(value, str)]


def _counted(form: FormData, name: str) -> ShiftCount:
    """What was counted at a table, by the form. The variance that is accepted is the one that the page showed."""
    texts = dict(_texts(form))

    def count(what: str) -> Cents | None:
        text = texts.get(f"{what}-{name}", "").strip()
        try:
            return parse_dollars(text) if text else None
        except Refused as why:
            raise BadField(f"{what}-{name}", why) from why

    tray, box = count("tray"), count("box")
    if f"accept-{name}" not in texts:
        return ShiftCount(tray, box)
    seen = texts.get(f"seen-{name}", "").split(":")
    if len(seen) != 2 or any(whole_number(part.removeprefix("-")) is None for part in seen):
        raise Refused(f"the form does not say what the record of {name} was; load the page again")
    in_tray, in_box = map(int, seen)
    return ShiftCount(tray, box, (0 if tray is None else tray - in_tray, 0 if box is None else box - in_box))


def _page(house: HouseContext, typed: dict[str, str], refused: dict[str, str], closed: list[ClosedShift]) -> ShiftPage:
    names = {each.sheet.table for each in closed}
    heads = [f"{stream}:{head.version}:{head.hash}" for stream, head in sorted(house.store.heads().items())]
    rows = [_row(house, house.cage.sheet(name)) for name in tables_for_money(house)]
    for row in rows:
        row.said = refused.get(row.table, "")
        row.chosen = f"close-{row.table}" in typed if typed else True
        row.chosen = row.chosen and row.table not in names
        if row.table not in names:
            row.tray_typed, row.box_typed = typed.get(f"tray-{row.table}", ""), typed.get(f"box-{row.table}", "")
    return ShiftPage(
        rows=rows,
        closed=[_line(each) for each in closed],
        sheets=_address(closed),
        heads=heads if closed else [],
        second=second_person_threshold(house),
    )


def _row(house: HouseContext, sheet: WinSheet) -> ShiftRow:
    approval = house.room.approvals.of_table(house.room.table(sheet.table))
    return ShiftRow(
        table=sheet.table,
        approval=approval.words,
        approved=approval.valid,
        opening=dollars(sheet.opening),
        fills=dollars(sheet.fills),
        credits=dollars(sheet.credits),
        drop=dollars(sheet.drop),
        fees=dollars(sheet.fees),
        has_fees=bool(sheet.fees),
        win=signed_dollars(sheet.win),
        tray=dollars(sheet.closing),
        tray_cents=sheet.closing,
        box=dollars(sheet.box),
        box_cents=sheet.box,
    )


def _address(closed: list[ClosedShift]) -> str:
    return f"/staff/shift/sheets/{','.join(str(each.entry.position) for each in closed)}" if closed else ""


def _line(each: ClosedShift) -> ClosedRow:
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
    )


def _variance(each: ClosedShift) -> str:
    if each.counted.tray is None and each.counted.box is None:
        return "not counted"
    return signed_dollars(sum(each.variances))


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
    begin, end = _day(since), _day(until)
    if begin is not None and end is not None and end < begin:
        raise Refused(f"the last day, {until}, is before the first, {since}; want a period that begins first")
    after = 0 if begin is None else int(begin.timestamp() * 1000)
    before = 1 << 62 if end is None else int((end + timedelta(days=1)).timestamp() * 1000)
    shifts = past_shifts(house.store, table, since_ms=after, until_ms=before, most=_MOST_PAST)
    many = count_shifts(house.store, table, since_ms=after, until_ms=before)
    page = PastSheetsPage(
        table=table,
        since=since,
        until=until,
        tables=tables_for_money(house),
        rows=[_line(each) for each in shifts],
        sheets=_address(shifts),
        more=many - len(shifts),
    )
    return page_response(request, "staff/money/past.html", page)


def _day(text: str) -> datetime | None:
    """A day of the house's calendar, from its beginning."""
    if not text:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=house_zone())
    except ValueError:
        raise Refused(f"no day {text!r}; want year, month and day, such as 2026-03-14") from None


@router.get("/staff/shift/sheets/{positions}", summary="Win sheets, to print", response_model=SheetsPage)
def sheets(positions: str, request: Request, house: InHouse) -> Response:
    numbers = positions.split(",")
    if not all(number.isdecimal() and len(number) < 16 for number in numbers) or len(numbers) > _MOST_PAST:
        raise Refused(f"no sheets {positions!r}; want their numbers, such as 57 or 57,58")
    entries = [entry for number in numbers if (entry := house.store.entry(int(number))) is not None]
    page = SheetsPage(
        sheets=[_paper(house, closed_shift(entry)) for entry in entries],
        heads=[(stream, head.version, head.hash) for stream, head in sorted(house.store.heads().items())],
        made=when(time.time_ns() // 1_000_000),
    )
    return page_response(request, "staff/money/sheets.html", page)


def _paper(house: HouseContext, each: ClosedShift) -> Sheet:
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
        ("Tray by the record", dollars(sheet.closing)),
        ("Tray counted", "not counted" if counted.tray is None else f"{dollars(counted.tray)} ({_off(in_tray)})"),
        ("Box by the record", dollars(sheet.box)),
        ("Box counted", "not counted" if counted.box is None else f"{dollars(counted.box)} ({_off(in_box)})"),
        ("Win = closing + credits + drop - opening - fills", signed_dollars(sheet.win)),
        ("Income with fees and variance", signed_dollars(sheet.income + in_tray + in_box)),
    ]
    return Sheet(
        number=each.entry.position,
        table=sheet.table,
        win=signed_dollars(sheet.win),
        rows=[(name, text) for name, text in rows if text],
        hash=each.entry.hash,
    )


def _off(variance: Cents) -> str:
    return f"variance {signed_dollars(variance)}" if variance else "as the record has it"
