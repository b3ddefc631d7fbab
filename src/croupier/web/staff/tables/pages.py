"""Open a table with every choice, change it between rounds, send a player off, close it (R49, R50)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.datastructures import FormData, QueryParams
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.choices.equipment import DeviceKind
from croupier.floor.choices.making import as_far_as, changes, chosen, customary
from croupier.floor.choices.notices import beats_house, title_mark
from croupier.floor.choices.upkeep import Change, CloseTable, ReopenTable, Unseat
from croupier.floor.practice import is_practice
from croupier.floor.record import happening_from_plain
from croupier.floor.room import check_name
from croupier.floor.table import Settings, Table, TableChanged
from croupier.floor.view import stage_words
from croupier.games import ruleset
from croupier.ledger.accounts import drop, fees, tray
from croupier.money import dollars
from croupier.rules.seat import SEATS
from croupier.store.entry import contents
from croupier.store.threads import off_the_loop
from croupier.web.context import HouseContext, InHouse, StaffByForm, game_choices, page_response
from croupier.web.forms import in_field, refusal_of
from croupier.web.models import GameChoice, Page
from croupier.web.staff.tables.equipment import DeviceRow, device_row
from croupier.web.staff.tables.fields import FieldGroup, changed_choices, choice_texts, field_groups, in_form
from croupier.web.staff.tables.preview import Preview, preview
from croupier.web.table.seat_page import display_name
from croupier.web.wording import when

router = APIRouter()


class NewTablePage(Page):
    """The form for a new table: a game and its rules first, then all their choices."""

    games: list[GameChoice]
    rules: str = ""
    title: str = ""
    name: str = ""
    groups: list[FieldGroup]
    preview: Preview | None = None


class SeatRow(BaseModel):
    seat: int
    player: str
    left: bool
    wagers: bool


class ChangeRow(BaseModel):
    """A change of the table's choices, as the record has it."""

    when: str
    who: str
    words: str


class ChoicesOfTablePage(Page):
    """A table's choices, its players, and its end."""

    name: str
    rules: str
    title: str
    named: str
    """A face-up table's title by its bets, marked where the letter does not name it (R17)."""
    state: str
    closed: bool
    busy: str
    """Why nothing can be changed at this moment, if so."""
    link: str
    approval: str
    """How the table stands to its approval (R50, R56)."""
    approved: bool
    holds: str
    """What still lies there of the house's, before it can be closed."""
    groups: list[FieldGroup]
    preview: Preview
    seats: list[SeatRow]
    equipment: list[DeviceRow]
    """What stands there first, then what is gone."""
    device_kinds: list[str]
    changes: list[ChangeRow]
    face_up: bool
    to_allow: list[int]
    """R17: numbers of face-up spots that take two people here."""
    allowed: str
    """What the first of the two has allowed, for the second to choose."""


class TableLine(BaseModel):
    name: str
    rules: str
    game: str
    limits: str
    state: str
    approval: str
    approved: bool
    face_up: bool


class TablesPage(Page):
    """Every table for money, open and closed."""

    tables: list[TableLine]


@router.get("/staff/tables", summary="Every table for money, open and closed", response_model=TablesPage)
def tables(request: Request, house: InHouse) -> Response:
    every = [house.room.table(name) for name in house.room.tables() if not is_practice(name)]
    page = TablesPage(tables=[_line(house, table) for table in sorted(every, key=lambda one: (one.closed, one.name))])
    return page_response(request, "staff/tables/tables.html", page)


@router.get("/staff/tables/new", summary="The form for a new table", response_model=NewTablePage)
async def new_table(request: Request, house: InHouse) -> Response:
    sent = _typed_so_far(request)
    if not sent.get("rules"):
        empty = NewTablePage(games=game_choices(), groups=[])
        return await asyncio.to_thread(page_response, request, "staff/tables/new.html", empty)
    rules = ruleset(sent["rules"])
    law = await off_the_loop(house.room.law.now)
    usual = customary(rules, law)
    settings, refused = as_far_as(usual, choice_texts(rules, sent), law)
    typed = sent if "whole" in sent else None
    page = NewTablePage(
        games=game_choices(),
        rules=rules.name,
        title=f"{rules.game.name}, {rules.title}",
        name=sent.get("name", ""),
        groups=field_groups(usual, typed),
        preview=await preview(house, sent.get("name", ""), settings, refused),
    )
    return await asyncio.to_thread(page_response, request, "staff/tables/new.html", page)


@router.post("/staff/tables/new", summary="Open a table")
async def open_table(request: Request, house: InHouse, who: StaffByForm, command: Annotated[str, Form()]) -> Response:
    sent = _plain(await request.form())
    rules = in_field("rules", ruleset, sent.get("rules", ""))
    name = sent.get("name", "").strip()
    in_field("name", check_name, name)
    try:
        law = await off_the_loop(house.room.law.now)
        settings = chosen(customary(rules, law), choice_texts(rules, sent), law)
    except Refused as why:
        raise in_form(why, rules) from why
    await asyncio.to_thread(house.room.open_table, name, settings, who, f"open/{command}")
    return RedirectResponse(f"/staff/tables/{name}", status_code=303)


@router.get("/staff/tables/{name}", summary="A table's choices, players and end", response_model=ChoicesOfTablePage)
async def table_(name: str, request: Request, house: InHouse) -> Response:
    table = await off_the_loop(partial(house.room.table, name))
    sent, settings = _typed_so_far(request), table.settings
    typed = choice_texts(settings.terms.rules, sent) if "whole" in sent else {}
    settings, refused = as_far_as(settings, changed_choices(settings, typed), table.law)
    page = await _page(house, table, settings, sent if "whole" in sent else None, refused)
    return await asyncio.to_thread(page_response, request, "staff/tables/table.html", page)


@router.post("/staff/tables/{name}", summary="Choose otherwise at a table, between rounds")
async def change(
    name: str, request: Request, house: InHouse, who: StaffByForm, command: Annotated[str, Form()]
) -> Response:
    sent = _plain(await request.form())
    settings = (await off_the_loop(partial(house.room.table, name))).settings
    order = Change(
        changed_choices(settings, choice_texts(settings.terms.rules, sent)), sent.get("reference", "").strip()
    )
    try:
        await house.hub.order(name, order, who, command=f"change/{command}", version=None)
    except Refused as why:
        raise in_form(why, settings.terms.rules) from why
    return _back(name)


@router.post("/staff/tables/{name}/unseat", summary="Send a player off who is gone")
async def unseat(
    name: str,
    house: InHouse,
    who: StaffByForm,
    seat: Annotated[int, Form()],
    command: Annotated[str, Form()],
    why: Annotated[str, Form()] = "",
) -> Response:
    if not why.strip():
        in_field("why", _stated, why)
    await house.hub.order(name, Unseat(seat, why.strip()), who, command=f"unseat/{command}", version=None)
    return _back(name)


@router.post("/staff/tables/{name}/close", summary="Close a table for good")
async def close(name: str, house: InHouse, who: StaffByForm, command: Annotated[str, Form()]) -> Response:
    await house.hub.order(name, CloseTable(), who, command=f"close/{command}", version=None)
    return _back(name)


@router.post("/staff/tables/{name}/reopen", summary="Open a closed table again")
async def reopen(name: str, house: InHouse, who: StaffByForm, command: Annotated[str, Form()]) -> Response:
    await house.hub.order(name, ReopenTable(), who, command=f"reopen/{command}", version=None)
    return _back(name)


def _stated(why: str) -> str:
    raise Refused(f"a player is sent off for a stated reason, not {why!r}; say why")


def _back(name: str) -> Response:
    return RedirectResponse(f"/staff/tables/{name}", status_code=303)


def _plain(sent: FormData | QueryParams) -> dict[str, str]:
    return {key: value for key, value in sent.items() if isinstance(value, str)}


def _typed_so_far(request: Request) -> dict[str, str]:
    """What somebody has typed so far: in the address while they choose, in the refusal of what they sent."""
    refusal = refusal_of(request)
    typed: Mapping[str, str] = {} if refusal is None or "whole" not in refusal.values else refusal.values
    return {**_plain(request.query_params), **typed}


async def _page(
    house: HouseContext, table: Table, settings: Settings, typed: Mapping[str, str] | None, refused: Refused | None
) -> ChoicesOfTablePage:
    terms, round = table.settings.terms, table.in_play
    busy = round is not None and (bool(round.seats) or round.bank is not None)
    state = stage_words(table)
    if (why := await asyncio.to_thread(house.room.why_held, table)) is not None:
        state = f"{state}; no further round is dealt: {why}"
    lying = {"tray": tray(table.name), "drop box": drop(table.name), "fees": fees(table.name)}
    balance = house.store.balance
    holding = await asyncio.to_thread(lambda: {what: balance(account) for what, account in lying.items()})
    held = [f"{what} {dollars(cents)}" for what, cents in holding.items() if cents]
    approval = await off_the_loop(partial(house.room.approvals.of_table, table))
    return ChoicesOfTablePage(
        name=table.name,
        rules=terms.rules.name,
        title=f"{terms.game.name}, {terms.rules.title}",
        named=title_mark(terms) if terms.face_up else "",
        state="closed" if table.closed else f"stopped: {table.stopped}" if table.stopped else state,
        closed=table.closed,
        busy=f"Bets lie in round {round.id}: what is chosen now waits until it is over." if busy and round else "",
        link=table.link or "",
        approval=approval.words,
        approved=approval.valid,
        holds=", ".join(held),
        groups=field_groups(table.settings, typed),
        preview=await preview(house, table.name, settings, refused),
        seats=[
            SeatRow(seat=one.seat, player=display_name(one.player), left=one.left, wagers=table.has_wagers(one.seat))
            for one in table.sittings
        ],
        equipment=[device_row(one) for one in sorted(table.equipment, key=lambda one: one.until_ms is not None)],
        device_kinds=[kind.value for kind in DeviceKind],
        changes=await asyncio.to_thread(_history, house, table),
        face_up=terms.face_up,
        to_allow=[n for n in SEATS if terms.rules.face_up_allowed and beats_house(terms, n)],
        allowed="" if table.allowed is None else f"{table.allowed.by} allows {table.allowed.spots} spots",
    )


def _history(house: HouseContext, table: Table) -> list[ChangeRow]:
    """The changes of a table's choices, the newest first."""
    rows = []
    for entry in house.store.saying(table.stream, "TableChanged"):
        for event in map(happening_from_plain, contents(entry).events):
            if isinstance(event, TableChanged):
                words = "; ".join(one.words for one in changes(event.old, event.new))
                reference = f" · reference {event.reference}" if event.reference else ""
                reference += f" · allowed by {event.allowed_by}" if event.allowed_by else ""
                reference += f" · {event.warning}" if event.warning else ""
                who = entry.actor.partition("/")[2]
                rows.append(ChangeRow(when=when(entry.time_ms), who=who, words=words + reference))
    return rows


def _line(house: HouseContext, table: Table) -> TableLine:
    approval = house.room.approvals.of_table(table)
    terms = table.settings.terms
    span = None if terms.limits is None else terms.limits.of(terms.game.base)
    state = stage_words(table)
    if (why := house.room.why_held(table)) is not None:
        state = "outside the law" if why == table.unlawful else "waits for its approval"
    return TableLine(
        name=table.name,
        rules=terms.rules.name,
        game=terms.game.name,
        limits="" if span is None else span.words,
        state="closed" if table.closed else "stopped" if table.stopped else state,
        approval=approval.words,
        approved=approval.valid,
        face_up=terms.face_up,
    )
