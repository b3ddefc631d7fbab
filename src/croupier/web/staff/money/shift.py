"""The shift's page: a blind count of tray and box of every table, then counted beside recorded, and the close."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.cage.count import LOOSE, NOTES, SealedCount, Stacks, TableCount
from croupier.floor.cage.shift import ClosedShift, ShiftCount, closed_shift, variance_of
from croupier.floor.practice import is_practice
from croupier.floor.roles import Person
from croupier.inputs import whole_number
from croupier.ledger.winsheet import WinSheet
from croupier.money import (
    Cents,
    ChipStack,
    dollars,
    parse_chip_values,
    parse_dollars,
    signed_dollars,
    stacks_text,
)
from croupier.web.context import HouseContext, InHouse, StaffByForm, page_response, tables_for_money
from croupier.web.forms import BadField
from croupier.web.staff.money.sheets import closed_row, sheets_address
from croupier.web.staff.money.shift_models import Compared, CountField, CountForm, SealedRow, ShiftPage, ShiftRow
from croupier.web.staff.money.window import SecondPerson, second_signer
from croupier.web.wording import when

router = APIRouter()

_TRAY, _BOX = "tray", "box"


@router.get("/staff/shift", summary="Every table's running shift, to count and to close", response_model=ShiftPage)
def shift(request: Request, house: InHouse, again: str = "") -> Response:
    return page_response(request, "staff/money/shift.html", _page(house, again=again))


@router.post("/staff/shift", summary="Seal the counts of tables, or close the shifts of those chosen, each by itself")
async def move_on(
    request: Request,
    house: InHouse,
    who: StaffByForm,
    command: Annotated[str, Form()],
    what: Annotated[str, Form()],
    badge: Annotated[str, Form()] = "",
    pin: Annotated[str, Form()] = "",
) -> Response:
    texts = _texts(await request.form())
    names = await asyncio.to_thread(_with_a_shift, house)
    match what:
        case "count":
            counts = await asyncio.to_thread(_counts, house, texts, names)
            if not counts:
                raise Refused("nothing was counted; type what lies in the trays and boxes, 0 where nothing does")
            move = partial(_seal, house, who, f"count/{command}", counts, texts)
        case "close":
            chosen = [name for name in names if f"close-{name}" in texts]
            if not chosen:
                raise Refused("no table was chosen; tick the tables whose shifts end")
            second = await second_signer(house, badge, pin, who)
            move = partial(_close, house, who, f"shift/{command}", chosen, texts, second)
        case _:
            raise Refused(f"a shift does not know {what!r}; want 'count' or 'close'")
    return await asyncio.to_thread(lambda: page_response(request, "staff/money/shift.html", move()))


def _with_a_shift(house: HouseContext) -> list[str]:
    """The open tables, and closed ones of which something has moved since their last shift: a round was corrected."""
    opened = tables_for_money(house)
    closed = [name for name in house.room.tables() if name not in opened and not is_practice(name)]
    sheets = (house.cage.sheet(name) for name in closed)
    return [*opened, *(sheet.table for sheet in sheets if sheet.closing or sheet.box or sheet.win)]


def _texts(form: FormData) -> dict[str, str]:
    return {key: value for key, value in form.items() if isinstance(value, str)}


def _counts(house: HouseContext, texts: Mapping[str, str], names: Sequence[str]) -> dict[str, TableCount]:
    return {name: count for name in names if (count := _counted(house, texts, name)) is not None}


def _seal(
    house: HouseContext, who: Person, command: str, counts: Mapping[str, TableCount], texts: Mapping[str, str]
) -> ShiftPage:
    """Seal the counts that can be sealed, and say why the others cannot."""
    refused = {}
    for name, count in counts.items():
        try:
            house.cage.count(name, count, who, f"{command}/{name}")
        except Refused as why:
            refused[name] = str(why)
    return _page(house, texts, refused)


def _close(
    house: HouseContext,
    who: Person,
    command: str,
    chosen: Sequence[str],
    texts: Mapping[str, str],
    second: Person | None,
) -> ShiftPage:
    """Close the shifts that can be closed, and say why the others cannot."""
    closed, refused = [], {}
    for name in chosen:
        id, reason = f"{command}/{name}", texts.get(f"reason-{name}", "")
        try:
            house.cage.close_shift(name, who, id, reason, second, count=whole_number(texts.get(f"count-{name}", "")))
        except Refused as why:
            refused[name] = str(why)
            continue
        receipt = house.store.receipt(id)
        assert receipt is not None, "what was closed is in the record"
        closed.append(closed_shift(receipt.entries[0]))
    return _page(house, texts, refused, closed)


def _values(house: HouseContext, place: str) -> tuple[Cents, ...]:
    """What tray or box is counted in, the largest first; at the end what has no value of its own."""
    return *(parse_chip_values(house.choices.now().chips) if place == _TRAY else NOTES), LOOSE


def _counted(house: HouseContext, texts: Mapping[str, str], name: str) -> TableCount | None:
    """What was counted at a table, by the form; none where nothing was typed."""
    places = {place: _stacks(house, texts, place, name) for place in (_TRAY, _BOX)}
    if all(stacks is None for stacks in places.values()):
        return None
    for place, stacks in places.items():
        if stacks is None:
            field = f"{place}-{name}-{_values(house, place)[0]}"
            raise BadField(field, Refused(f"{name}: count the {place}, too; type 0 where nothing lies there"))
    return TableCount(places[_TRAY] or (), places[_BOX] or ())


def _stacks(house: HouseContext, texts: Mapping[str, str], place: str, name: str) -> Stacks | None:
    """What was counted in a tray or a box; none where nothing was typed. A field that is left empty is none of that."""
    stacks, typed = [], False
    for value in _values(house, place):
        field = f"{place}-{name}-{value}"
        text = texts.get(field, "").strip()
        if not text:
            continue
        typed = True
        try:
            number = parse_dollars(text) if value == LOOSE else _number(text)
        except Refused as why:
            raise BadField(field, why) from why
        if number:
            stacks.append(ChipStack(value, number))
    return tuple(stacks) if typed else None


def _number(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise Refused(f"not a number of chips or notes: {text!r}; want a whole number, such as 45")
    return number


def _page(
    house: HouseContext,
    texts: Mapping[str, str] | None = None,
    refused: Mapping[str, str] | None = None,
    closed: Sequence[ClosedShift] = (),
    again: str = "",
) -> ShiftPage:
    heads = [f"{stream}:{head.version}:{head.hash}" for stream, head in sorted(house.store.heads().items())]
    refused, above = refused or {}, house.choices.now().variance_above
    names = _with_a_shift(house)
    rows = [_row(house, name, texts or {}, refused.get(name, ""), again=name == again) for name in names]
    return ShiftPage(
        rows=rows,
        closed=[closed_row(each) for each in closed],
        sheets=sheets_address(list(closed)),
        heads=heads if closed else [],
        second=SecondPerson() if above is None else SecondPerson(above=dollars(above), above_cents=above),
    )


def _row(house: HouseContext, name: str, texts: Mapping[str, str], said: str, *, again: bool) -> ShiftRow:
    approval = house.room.approvals.of_table(house.room.table(name))
    counts = house.cage.counts(name)
    typed = texts if said else {}
    to_count = not counts or again or any(_typed(typed, place, name) for place in (_TRAY, _BOX))
    return ShiftRow(
        table=name,
        approval=approval.words,
        approved=approval.valid,
        to_count=_count_form(house, name, typed, open=again or bool(said)) if to_count else None,
        sealed=_sealed(house, counts, texts) if counts else None,
        said=said,
    )


def _typed(texts: Mapping[str, str], place: str, name: str) -> bool:
    return any(text.strip() for field, text in texts.items() if field.startswith(f"{place}-{name}-"))


def _count_form(house: HouseContext, name: str, typed: Mapping[str, str], *, open: bool) -> CountForm:
    def fields(place: str) -> list[CountField]:
        names = {value: f"{place}-{name}-{value}" for value in _values(house, place)}
        return [
            CountField(
                name=field,
                label="Other, in dollars" if value == LOOSE else dollars(value),
                cents=value,
                typed=typed.get(field, ""),
            )
            for value, field in names.items()
        ]

    return CountForm(tray=fields(_TRAY), box=fields(_BOX), open=open)


def _sealed(house: HouseContext, counts: Sequence[SealedCount], texts: Mapping[str, str]) -> SealedRow:
    """The last count of a table beside the record, which nobody was shown before."""
    last = counts[-1]
    sheet, totals = house.cage.counted_sheet(last), last.count.totals
    counted = ShiftCount(*totals)
    in_tray, in_box = counted.variances(sheet)
    variance = variance_of(sheet, counted)
    return SealedRow(
        number=last.number,
        by=last.by,
        when=when(last.entry.time_ms),
        earlier=len(counts) - 1,
        compared=[
            _compared("Tray", totals[0], last.count.tray, sheet.closing),
            _compared("Box", totals[1], last.count.box, sheet.box),
        ],
        variance=signed_dollars(in_tray + in_box),
        variance_cents=variance,
        with_earlier_cents=variance + house.cage.variance_alone(last.table) if variance else 0,
        sheet=_sheet_words(sheet),
        chosen=f"close-{last.table}" in texts if texts.get("what") == "close" else True,
        reason=texts.get(f"reason-{last.table}", ""),
    )


def _compared(what: str, counted: Cents, stacks: Stacks, record: Cents) -> Compared:
    return Compared(
        what=what,
        counted=dollars(counted),
        stacks=stacks_text(stacks),
        record=dollars(record),
        off=signed_dollars(counted - record),
        agrees=counted == record,
    )


def _sheet_words(sheet: WinSheet) -> list[tuple[str, str]]:
    words = [("Opening", sheet.opening), ("Fills", sheet.fills), ("Credits", sheet.credits), ("Drop", sheet.drop)]
    words += [("Collection fees", sheet.fees)] if sheet.fees else []
    return [*((word, dollars(cents)) for word, cents in words), ("Win of the tray", signed_dollars(sheet.win))]
