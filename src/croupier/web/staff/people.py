"""The book of people: the admin enters staff and players, gives PINs and badges, unlocks."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.house.names import Known
from croupier.floor.practice import is_guest
from croupier.floor.roles import Role, parse_role
from croupier.web.house import House, InHouse, StaffByForm, page_response
from croupier.web.staff.models import KnownRow, PeoplePage

router = APIRouter()


@router.get("/staff/people", summary="Staff and players", response_model=PeoplePage)
def people(request: Request, house: InHouse) -> Response:
    return page_response(request, "staff/people.html", people_page(house))


@router.post("/staff/people", summary="Enter somebody into the book")
async def register(
    request: Request,
    house: InHouse,
    who: StaffByForm,
    name: Annotated[str, Form()],
    role: Annotated[str, Form()],
    pin: Annotated[str, Form()],
) -> Response:
    if is_guest(name):
        raise Refused(f"{name!r} is a guest's name; want another")
    command = f"register/{secrets.token_hex(8)}"
    await asyncio.to_thread(house.people.register, name, parse_role(role), pin, who, command)
    return page_response(request, "staff/people.html", people_page(house, f"{name} is entered as {role}."))


@router.post("/staff/people/{name}", summary="A new PIN, a badge, or another try for somebody")
async def change(
    name: str,
    request: Request,
    house: InHouse,
    who: StaffByForm,
    what: Annotated[str, Form()],
    pin: Annotated[str, Form()] = "",
) -> Response:
    command = f"{what}/{secrets.token_hex(8)}"
    secret = ""
    match what:
        case "pin":
            await asyncio.to_thread(house.people.set_pin, name, pin, who, command)
            said = f"{name} has a new PIN."
        case "unlock":
            await asyncio.to_thread(house.people.unlock, name, who, command)
            said = f"{name} may try again."
        case "badge":
            secret = await asyncio.to_thread(house.people.issue_badge, name, who, command)
            said = f"The badge of {name}, shown this once; an older one no longer works:"
        case _:
            raise Refused(f"{what!r} is not something to change; want pin, unlock or badge")
    return page_response(request, "staff/people.html", people_page(house, said, secret))


def people_page(house: House, notice: str = "", secret: str = "") -> PeoplePage:
    """Everybody in the book, guests aside."""
    now_ms = time.time_ns() // 1_000_000

    def row(known: Known) -> KnownRow:
        return KnownRow(name=known.name, role=known.role.value, locked=known.locked_until_ms > now_ms)

    names = [stream.removeprefix("player/") for stream in house.store.streams("player/")]
    players = [house.people.find(name) for name in names if not is_guest(name)]
    return PeoplePage(
        notice=notice,
        secret=secret,
        staff=[row(known) for known in house.people.staff().values()],
        players=[row(known) for known in players if known is not None],
        roles=[role.value for role in Role],
    )
