"""The API for machines of other games on a Multi-Game Link: they report locks and hands, and press the keypad.

No browser comes here. Each request has the key of the table's machine, which says where it comes from, and a name and a
PIN (HTTP Basic), like a person at a keypad. Without the key no PIN is looked at, so nobody elsewhere guesses at one or
locks anybody out here; wrong ones are counted for this machine alone.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request
from pydantic import BaseModel, Field

from croupier.errors import Refused
from croupier.floor.house.devices import LONGEST_KEY
from croupier.floor.links.desk import NoSuchLink
from croupier.floor.links.outside import OutsideTable
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.reports import ReporterKind
from croupier.floor.roles import Person
from croupier.jackpot.buttons import parse_button
from croupier.store.entry import contents
from croupier.store.unit import Receipt
from croupier.web.context import HouseContext, InHouse
from croupier.web.devices.door import key_holder

router = APIRouter()

Credentials = Annotated[str | None, Header(alias="authorization")]
MachineKey = Annotated[str, Header(alias="x-machine-key", max_length=LONGEST_KEY)]


class Report(BaseModel):
    """One report of another game's table, or of the sensors of one with real cards; what it needs besides `report`
    depends on that.

    `join`: link and game. `chips`: the seats with a chip on the sensor. `lock`: wagers in cents by seat. `hands`: five
    cards by seat. `button`: as on the keypad, `seat 3`, `hand royal_flush`, `confirm`, `swipe`. `end`: nothing. `void`:
    reason.
    """

    report: Literal["join", "chips", "lock", "hands", "button", "end", "void"]
    command: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")
    link: str = Field(default="", max_length=64)
    game: str = Field(default="", max_length=64)
    seats: list[int] = Field(default_factory=list, max_length=6)
    wagers: dict[int, int] = Field(default_factory=dict, max_length=6)
    hands: dict[int, str] = Field(default_factory=dict, max_length=6)
    button: str = Field(default="", max_length=200)
    reason: str = Field(default="", max_length=200)


class GameTable(BaseModel):
    """A table of another game as the link knows it, and what its last report wrote."""

    table: str
    game: str
    link: str | None
    stake: int
    round: str | None
    unpaid: list[tuple[int, str]]
    wrote: list[dict[str, Any]]


@router.get("/api/games/{name}", summary="A table of another game on a link", response_model=GameTable)
async def game(
    name: str, request: Request, house: InHouse, authorization: Credentials = None, machine: MachineKey = ""
) -> GameTable:
    way = await _way_of(house, request, name, machine)

    def look() -> GameTable:
        _sign_in(house, way, authorization)
        return _table_after(OutsideDesk(house.links).table(name), None)

    return await asyncio.to_thread(look)


@router.post("/api/games/{name}", summary="A report of another game's table", response_model=GameTable)
async def report(
    name: str,
    body: Report,
    request: Request,
    house: InHouse,
    authorization: Credentials = None,
    machine: MachineKey = "",
) -> GameTable:
    way = await _way_of(house, request, name, machine)

    def take() -> GameTable:
        who = _sign_in(house, way, authorization)
        desk = OutsideDesk(house.links)
        receipt = _take(desk, name, body, who, f"{who.name}:{body.command}")
        return _table_after(desk.table(name), receipt)

    return await asyncio.to_thread(take)


def _take(desk: OutsideDesk, name: str, body: Report, who: Person, command: str) -> Receipt | None:
    match body.report:
        case "join":
            try:
                desk.join(body.link, name, body.game, who, command)
            except NoSuchLink as unknown:
                # The address is the table's: with "not found" a machine would look for another address.
                raise Refused(str(unknown)) from unknown
        case "chips":
            return desk.chips(name, body.seats, who, command)
        case "lock":
            desk.lock(name, body.wagers, who, command)
        case "hands":
            return desk.show(name, body.hands, who, command)
        case "button":
            return desk.press(name, parse_button(body.button), who, command)
        case "end":
            return desk.end(name, who, command)
        case "void":
            return desk.void(name, body.reason, who, command)
    return desk.store.receipt(command)


def _table_after(table: OutsideTable, receipt: Receipt | None) -> GameTable:
    return GameTable(
        table=table.name,
        game=table.game,
        link=table.link,
        stake=table.stake,
        round=table.round,
        unpaid=[(win.seat, win.line) for win in table.unpaid],
        wrote=[] if receipt is None else [dict(event) for event in contents(receipt.entries[0]).events],
    )


async def _way_of(house: HouseContext, request: Request, table: str, key: str) -> str:
    """The way by which whoever stands at a table signs in: that of its machine."""
    machine = await key_holder(house, request, key, (ReporterKind.GAME_MACHINE,))
    if machine.table != table:
        raise Refused(
            f"{machine.words} reports for no other table, such as {table!r}; register the machine of that one"
        )
    return f"machine/{machine.name}"


def _sign_in(house: HouseContext, way: str, authorization: str | None) -> Person:
    kind, _, encoded = (authorization or "").partition(" ")
    try:
        name, colon, pin = base64.b64decode(encoded, validate=True).decode("utf-8").partition(":")
    except (binascii.Error, UnicodeDecodeError):
        name, colon, pin = "", "", ""
    if kind.lower() != "basic" or not colon:
        raise Refused("nobody has signed this report; want name and PIN of a dealer or supervisor as HTTP Basic")
    return house.people.sign_in(name, pin, way=way)
