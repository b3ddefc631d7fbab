"""The keypad's doors: the page, a key or another order of the staff, and the dealer who takes over."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from croupier.errors import Refused
from croupier.floor.orders import ByPlayer, Default, ForSeat, NameSeat, PutChips, Resume, Stop, parse_order
from croupier.floor.roles import Person
from croupier.floor.staffing import SeatDealer
from croupier.floor.staffing_decisions import check_dealer
from croupier.floor.staleness import about_the_same
from croupier.floor.table import Table
from croupier.floor.unit import receipt_of
from croupier.money import parse_dollars
from croupier.rules.commands import VoidRound
from croupier.store.threads import off_the_loop
from croupier.store.unit import StaleVersion
from croupier.web import metrics
from croupier.web.context import ByScript, HouseContext, InHouse, StaffByScript, Visiting, page_response, write_session
from croupier.web.links.claims import SecondPerson, answer_call
from croupier.web.sessions import Visitor, visitor_of
from croupier.web.staff.keypad.entry import SeatCards, cards_for
from croupier.web.staff.keypad.page import KeypadPage, keypad_page

router = APIRouter()

_ATTEMPTS: Final = 50


@router.get("/staff/keypad/{name}", summary="The dealer's keypad of a table", response_model=KeypadPage)
def keypad(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    return page_response(request, "staff/keypad.html", keypad_page(house, name, visitor))


class StaffOrderBody(SecondPerson):
    """What staff ask of a table: a dealer's key, a void, a stop. With a badge it is another person who asks."""

    order: str = Field(max_length=200)
    version: int | None = None
    """What a dealer was looking at who presses a key; a key that comes late is refused."""
    about: str | None = Field(default=None, max_length=200)
    """The round that is to be void, or the stop that is to be lifted: these wait for no version."""
    command: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


@router.post("/api/staff/tables/{name}/orders", summary="Press a key, void, stop or resume: a staff order to a table")
async def staff_order(name: str, body: StaffOrderBody, request: Request, house: InHouse, by: ByScript) -> Response:
    return await carry_out(house, request, by, name, body)


async def carry_out(
    house: HouseContext, _: HTTPConnection, visitor: Visitor, name: str, body: StaffOrderBody
) -> Response:
    """Carry out an order of the staff's, once the door and the token have been checked."""
    assert visitor.person is not None, "the door is open to staff alone"
    who, order = visitor.person, parse_order(body.order)
    if isinstance(order, ByPlayer | Default):
        raise Refused(f"{body.order!r} is a player's order; staff press the dealer's keys, void, stop or resume")
    if isinstance(order, SeatDealer):
        await asyncio.to_thread(check_dealer, house.people, order.name)
    who = await body.person(house, who)
    command = f"{who.name}:{body.command}"
    if isinstance(order, Stop) or (isinstance(order, VoidRound | Resume) and body.about is not None):
        await _at_any_version(house, name, order, who, command, body.about)
    else:
        await house.hub.order(name, order, who, command=command, version=body.version)
    if body.badge:
        await answer_call(house, name, who, command)
    version = (await off_the_loop(partial(house.room.table, name))).version
    return JSONResponse({"version": version, "as": who.name})


class SeatBody(SecondPerson):
    """Who is there by name in a seat, and the chips that they buy or bring, in dollars. With a badge a second person
    signs for the sale."""

    seat: int = Field(ge=1, le=99)
    name: str = Field(default="", max_length=40)
    cash: str = Field(default="", max_length=20)
    """What they pay: the cash goes into the drop box, the chips come from the tray."""
    chips: str = Field(default="", max_length=20)
    """What they bring in chips, from the cage or another table."""
    command: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


@router.post("/api/staff/tables/{name}/seats", summary="Seat a player by name, or put chips down in front of them")
async def seat_by_name(name: str, body: SeatBody, house: InHouse, who: StaffByScript) -> Response:
    cash, chips = (parse_dollars(text) if text.strip() else 0 for text in (body.cash, body.chips))
    if not (body.name.strip() or cash or chips):
        raise Refused("nothing was entered; say who sits there, or what they buy or bring in chips")
    command = f"{who.name}:{body.command}"

    if body.name.strip():
        named = ForSeat(body.seat, NameSeat(body.name.strip()))
        await house.hub.order(name, named, who, command=f"{command}/name", version=None)
    if cash:
        second = await body.person(house, who) if body.badge else None
        sell = partial(house.cage.sell_chips, cash, who, f"{command}/cash", second, table=name, seat=body.seat)
        await asyncio.to_thread(sell)
    if cash or chips:
        put = ForSeat(body.seat, PutChips(cash + chips))
        await house.hub.order(name, put, who, command=f"{command}/chips", version=None)
    version = (await off_the_loop(partial(house.room.table, name))).version
    return JSONResponse({"version": version, "as": who.name})


@router.get(
    "/api/staff/tables/{name}/seats/{seat}/cards",
    summary="The cards of a player who is there by name, to be shown to them",
    response_model=SeatCards,
)
def seat_cards(name: str, seat: int, house: InHouse, visitor: Visiting) -> SeatCards:
    assert visitor.person is not None, "the door is open to staff alone"
    table = house.room.table(name)
    shown = cards_for(table, visitor.person, seat)
    # A look changes nothing at the table, so it is no entry: that would make whatever key is pressed meanwhile late.
    # The server's log has it at every level that tells of anything but errors.
    playing = "" if table.in_play is None else table.in_play.id
    metrics.LOG.warning("cards shown", table=name, round=playing, seat=seat, who=visitor.name)
    return shown


class TakeOverBody(BaseModel):
    """The next dealer, who shows a badge, or says a name, and enters a PIN."""

    badge: str = Field(min_length=1, max_length=100)
    pin: str = Field(default="", max_length=12)
    command: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


@router.post("/api/staff/tables/{name}/dealer", summary="Hand a table and its keypad over to the next dealer")
async def hand_over(name: str, body: TakeOverBody, request: Request, house: InHouse, who: StaffByScript) -> Response:
    dealer = await SecondPerson(badge=body.badge, pin=body.pin).person(house, who)
    await house.hub.order(name, SeatDealer(dealer.name), dealer, command=f"{dealer.name}:{body.command}", version=None)
    # From now on the keypad is signed in as the next dealer, who has just shown badge or name and PIN.
    await asyncio.to_thread(house.cookies.end, visitor_of(request))
    response = JSONResponse({"as": dealer.name})
    await asyncio.to_thread(write_session, request, response, Visitor(secrets.token_hex(16), dealer))
    return response


async def _at_any_version(
    house: HouseContext, name: str, order: Stop | VoidRound | Resume, who: Person, command: str, about: str | None
) -> None:
    """Give an order that does not depend on the table's version: again and again, while others write in between."""
    same = about_the_same(house.store, name, order, about)
    for attempt in range(1, _ATTEMPTS + 1):
        table = await off_the_loop(partial(house.room.table, name))
        # A stop is right at any version. The others are about what the page showed, and are checked at each attempt.
        version = None if isinstance(order, Stop) else table.version
        if version is not None and await asyncio.to_thread(receipt_of, house.store, who, command, same) is None:
            _check_about(table, order, about)
        try:
            await house.hub.order(name, order, who, command=command, version=version)
        except StaleVersion:
            if attempt == _ATTEMPTS:
                raise
        else:
            return


def _check_about(table: Table, order: Stop | VoidRound | Resume, about: str | None) -> None:
    """Refuse to void a round, or to lift a stop, that is not the one that the page showed."""
    playing = None if table.in_play is None else table.in_play.id
    if isinstance(order, VoidRound) and playing != about:
        raise Refused(f"{about} is not in play at {table.name}; {playing or 'no round'} is, and nothing was voided")
    if isinstance(order, Resume) and table.stopped not in (None, about):
        raise Refused(f"{table.name} is stopped: {table.stopped}; resume it if that is settled too")
