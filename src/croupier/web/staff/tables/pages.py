"""Open a table with every choice, change it between rounds, send a player off, close it (R49, R50)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from itertools import groupby
from typing import Annotated, Any, Final

from fastapi import APIRouter, Form, Request
from starlette.datastructures import FormData, QueryParams
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.choices.making import NO_APPROVAL, approval_words, as_far_as, changes, chosen, customary
from croupier.floor.choices.notices import notices
from croupier.floor.choices.upkeep import Change, CloseTable, ReopenTable, Unseat
from croupier.floor.practice import is_practice
from croupier.floor.record import read_back
from croupier.floor.room import check_name
from croupier.floor.table import Settings, Table, TableChanged
from croupier.games import ruleset
from croupier.lab.solved import is_countable
from croupier.ledger.accounts import drop, fees, tray
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.rules.own.file import side_bet_text
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.entry import contents
from croupier.store.threads import off_the_loop
from croupier.web.context import House, InHouse, StaffByForm, game_choices, page_response
from croupier.web.forms import in_field, refusal_of
from croupier.web.staff.tables.fields import differing, groups, in_form, texts
from croupier.web.staff.tables.models import (
    ChangeRow,
    ChoicesOfTablePage,
    EdgeRow,
    FeltCell,
    NewTablePage,
    Preview,
    SeatRow,
    TableLine,
    TablesPage,
)
from croupier.web.table.facts import facts
from croupier.web.table.seat_page import display_name
from croupier.web.wording import when

_PATIENCE_S: Final = 0.6
"""So long a page waits for the lab; the script asks again."""


async def preview(house: House, name: str, settings: Settings, refused: Refused | None = None) -> Preview:
    """The table as these settings make it; `refused` is why the newest ones could not be taken."""
    table = facts(Table(name=name or "new", settings=settings))
    game = settings.terms.game
    offered = {spot.key: spot.felt for spot in table.spots}
    told = list(notices(settings).values())
    if settings.approval is None:
        told.append(f"{NO_APPROVAL.capitalize()}: the table is marked so wherever it is shown (R50).")
    said = await _edges(house, game, settings)
    own = await _own_edges(house, settings)
    return Preview(
        facts=table,
        rows=[
            [FeltCell(felt=offered.get(key, ""), span=len(list(same))) for key, same in groupby(row.split())]
            for row in game.layout.felt
        ],
        limits={
            spot.felt: f"{dollars(spot.limits[0])} to {dollars(spot.limits[1])}" for spot in table.spots if spot.limits
        },
        notices=told,
        edges=[*_rows(game, settings, said.get("edges", {})), *own],
        pending="progress" in said or len(own) < len(settings.terms.own_bets),
        refused="" if refused is None else str(refused),
    )


async def _edges(house: House, game: Game, settings: Settings) -> dict[str, Any]:
    if not is_countable(game):
        return {}
    tables = {bet: name for bet, name in settings.terms.tables.items() if bet != PROGRESSIVE}
    asked = asyncio.ensure_future(house.coach.edges(game, tables))
    try:
        return await asyncio.wait_for(asyncio.shield(asked), _PATIENCE_S)
    except TimeoutError:
        return {"progress": 0}


async def _own_edges(house: House, settings: Settings) -> list[EdgeRow]:
    """The exact edges of the table's own side bets, once the lab has them."""
    bets = settings.terms.own_bets
    if not bets:
        return []
    texts = [side_bet_text(bet) for bet in bets]
    asked = asyncio.ensure_future(house.coach.own_edges(settings.terms.rules.game, texts))
    try:
        found = await asyncio.wait_for(asyncio.shield(asked), _PATIENCE_S)
    except TimeoutError:
        return []
    return [
        EdgeRow(felt=bet.name, paytable="not an approved bet", edge=f"{100 * edge:.3f} %")
        for bet, edge in zip(bets, found.get("edges", ()), strict=False)
    ]


def _rows(game: Game, settings: Settings, edges: dict[str, float]) -> list[EdgeRow]:
    """The base game's edge first, then each side bet's."""
    rows = []
    for spot, edge in edges.items():
        base = spot == game.base
        bets = list(game.base_tables) if base else [spot]
        names = ", ".join(settings.terms.tables[bet] for bet in bets if bet in settings.terms.tables)
        felt = f"{game.base_words}, played best" if base else game.by_key[spot].felt
        rows.append(EdgeRow(felt=felt, paytable=names, edge=f"{100 * edge:.3f} %"))
    return rows


router = APIRouter()


@router.get("/staff/tables", summary="Every table for money, open and closed", response_model=TablesPage)
def tables(request: Request, house: InHouse) -> Response:
    every = [house.room.table(name) for name in house.room.tables() if not is_practice(name)]
    page = TablesPage(tables=[_line(table) for table in sorted(every, key=lambda one: (one.closed, one.name))])
    return page_response(request, "staff/tables/tables.html", page)


@router.get("/staff/tables/new", summary="The form for a new table", response_model=NewTablePage)
async def new_table(request: Request, house: InHouse) -> Response:
    sent = _asked(request)
    if not sent.get("rules"):
        empty = NewTablePage(games=game_choices(), groups=[])
        return await asyncio.to_thread(page_response, request, "staff/tables/new.html", empty)
    rules = ruleset(sent["rules"])
    usual = customary(rules)
    made, refused = as_far_as(usual, texts(rules, sent))
    said = sent if "whole" in sent else None
    page = NewTablePage(
        games=game_choices(),
        rules=rules.name,
        title=f"{rules.game.name}, {rules.title}",
        name=sent.get("name", ""),
        groups=groups(usual, said),
        preview=await preview(house, sent.get("name", ""), made, refused),
    )
    return await asyncio.to_thread(page_response, request, "staff/tables/new.html", page)


@router.post("/staff/tables/new", summary="Open a table")
async def open_table(request: Request, house: InHouse, who: StaffByForm, command: Annotated[str, Form()]) -> Response:
    sent = _plain(await request.form())
    rules = in_field("rules", ruleset, sent.get("rules", ""))
    name = sent.get("name", "").strip()
    in_field("name", check_name, name)
    try:
        settings = chosen(customary(rules), texts(rules, sent))
    except Refused as why:
        raise in_form(why, rules) from why
    await asyncio.to_thread(house.room.open_table, name, settings, who, f"open/{command}")
    return RedirectResponse(f"/staff/tables/{name}", status_code=303)


@router.get("/staff/tables/{name}", summary="A table's choices, players and end", response_model=ChoicesOfTablePage)
async def table_(name: str, request: Request, house: InHouse) -> Response:
    table = await off_the_loop(partial(house.room.table, name))
    sent, settings = _asked(request), table.settings
    said = texts(settings.terms.rules, sent) if "whole" in sent else {}
    settings, refused = as_far_as(settings, differing(settings, said))
    page = await _page(house, table, settings, sent if "whole" in sent else None, refused)
    return await asyncio.to_thread(page_response, request, "staff/tables/table.html", page)


@router.post("/staff/tables/{name}", summary="Choose otherwise at a table, between rounds")
async def change(
    name: str, request: Request, house: InHouse, who: StaffByForm, command: Annotated[str, Form()]
) -> Response:
    sent = _plain(await request.form())
    settings = (await off_the_loop(partial(house.room.table, name))).settings
    order = Change(differing(settings, texts(settings.terms.rules, sent)), sent.get("reference", "").strip())
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


def _asked(request: Request) -> dict[str, str]:
    """What somebody has typed so far: in the address while they choose, in the refusal of what they sent."""
    refusal = refusal_of(request)
    typed: Mapping[str, str] = {} if refusal is None or "whole" not in refusal.values else refusal.values
    return {**_plain(request.query_params), **typed}


async def _page(
    house: House, table: Table, settings: Settings, said: Mapping[str, str] | None, refused: Refused | None
) -> ChoicesOfTablePage:
    terms, round = table.settings.terms, table.in_play
    busy = round is not None and (bool(round.seats) or round.bank is not None)
    state = "between rounds" if round is None else round.stage_words
    if table.unlawful is not None:
        state = f"{state}; no further round is dealt: {table.unlawful}"
    lying = {"tray": tray(table.name), "drop box": drop(table.name), "fees": fees(table.name)}
    balance = house.store.balance
    holding = await asyncio.to_thread(lambda: {what: balance(account) for what, account in lying.items()})
    held = [f"{what} {dollars(cents)}" for what, cents in holding.items() if cents]
    return ChoicesOfTablePage(
        name=table.name,
        rules=terms.rules.name,
        title=f"{terms.game.name}, {terms.rules.title}",
        state="closed" if table.closed else f"stopped: {table.stopped}" if table.stopped else state,
        closed=table.closed,
        busy=f"Bets lie in round {round.id}: what is chosen now waits until it is over." if busy and round else "",
        link=table.link or "",
        approval=approval_words(table.settings),
        holds=", ".join(held),
        groups=groups(table.settings, said),
        preview=await preview(house, table.name, settings, refused),
        seats=[
            SeatRow(seat=one.seat, player=display_name(one.player), left=one.left, wagers=table.has_wagers(one.seat))
            for one in table.sittings
        ],
        changes=await asyncio.to_thread(_history, house, table),
    )


def _history(house: House, table: Table) -> list[ChangeRow]:
    """The changes of a table's choices, the newest first."""
    rows = []
    for entry in house.store.saying(table.stream, "TableChanged"):
        for event in map(read_back, contents(entry).events):
            if isinstance(event, TableChanged):
                words = "; ".join(one.words for one in changes(event.old, event.new))
                reference = f" · reference {event.reference}" if event.reference else ""
                who = entry.actor.partition("/")[2]
                rows.append(ChangeRow(when=when(entry.time_ms), who=who, words=words + reference))
    return rows


def _line(table: Table) -> TableLine:
    terms, round = table.settings.terms, table.in_play
    span = None if terms.limits is None else terms.limits.of(terms.game.base)
    state, outside = "between rounds" if round is None else round.stage_words, table.unlawful is not None
    return TableLine(
        name=table.name,
        rules=terms.rules.name,
        game=terms.game.name,
        limits="" if span is None else span.words,
        state="closed" if table.closed else "stopped" if table.stopped else "outside the law" if outside else state,
        approval=approval_words(table.settings),
        approved=table.settings.approval is not None,
        face_up=terms.face_up,
    )
