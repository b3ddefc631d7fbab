"""The book of people: the admin enters staff and players, gives PINs and badges, unlocks."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.practice import is_guest
from croupier.floor.roles import Role, parse_role
from croupier.web.house import House, InHouse, Visiting, answer, you
from croupier.web.pit import staff_member
from croupier.web.staffmodels import KnownRow, PeoplePage
from croupier.web.visitors import Visitor

router = APIRouter()


@router.get("/staff/people", summary="Staff and players", response_model=PeoplePage)
def people(request: Request, house: InHouse, visitor: Visiting) -> Response:
    return answer(request, "people.html", people_page(house, visitor))


@router.post("/staff/people", summary="Enter somebody into the book")
async def register(
    request: Request,
    house: InHouse,
    visitor: Visiting,
    name: Annotated[str, Form()],
    role: Annotated[str, Form()],
    pin: Annotated[str, Form()],
    csrf: Annotated[str, Form()] = "",
) -> Response:
    house.cookies.check_token(visitor, csrf)
    if is_guest(name):
        raise Refused(f"{name!r} is a guest's name; want another")
    command = f"register/{secrets.token_hex(8)}"
    await asyncio.to_thread(house.people.register, name, parse_role(role), pin, staff_member(visitor), command)
    return answer(request, "people.html", people_page(house, visitor, f"{name} is entered as {role}."))


@router.post("/staff/people/{name}", summary="A new PIN, a badge, or another try for somebody")
async def change(
    name: str,
    request: Request,
    house: InHouse,
    visitor: Visiting,
    what: Annotated[str, Form()],
    pin: Annotated[str, Form()] = "",
    csrf: Annotated[str, Form()] = "",
) -> Response:
    house.cookies.check_token(visitor, csrf)
    command = f"{what}/{secrets.token_hex(8)}"
    secret = ""
    match what:
        case "pin":
            await asyncio.to_thread(house.people.set_pin, name, pin, staff_member(visitor), command)
            said = f"{name} has a new PIN."
        case "unlock":
            await asyncio.to_thread(house.people.unlock, name, staff_member(visitor), command)
            said = f"{name} may try again."
        case "badge":
            secret = await asyncio.to_thread(house.people.issue_badge, name, staff_member(visitor), command)
            said = f"The badge of {name}, shown this once; an older one no longer works:"
        case _:
            raise Refused(f"{what!r} is not something to change; want pin, unlock or badge")
    return answer(request, "people.html", people_page(house, visitor, said, secret))


def people_page(house: House, visitor: Visitor, notice: str = "", secret: str = "") -> PeoplePage:
    """Everybody in the book, guests aside."""
    now_ms = time.time_ns() // 1_000_000
    staff = [
        KnownRow(name=known.name, role=known.role.value, locked=known.locked_until_ms > now_ms)
        for known in house.people.staff().values()
    ]
    names = [stream.removeprefix("player/") for stream in house.store.streams("player/")]
    players = []
    for name in names:
        known = None if is_guest(name) else house.people.find(name)
        if known is not None:
            players.append(KnownRow(name=name, role=known.role.value, locked=known.locked_until_ms > now_ms))
    return PeoplePage(
        csrf=house.cookies.token(visitor),
        you=you(house, visitor),
        notice=notice,
        secret=secret,
        staff=staff,
        players=players,
        roles=[role.value for role in Role],
    )
