"""The book of people: staff and players are entered here; the admin gives out PINs, badges and roles, and takes
them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Final
from urllib.parse import quote

import segno
from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.house.names import Known
from croupier.floor.people import People
from croupier.floor.practice import is_guest
from croupier.floor.roles import PEOPLE, Duty, Person, Role, may, parse_role
from croupier.web.context import HouseContext, InHouse, StaffByForm, Visiting, page_response
from croupier.web.forms import BadField
from croupier.web.models import Page
from croupier.web.sessions import visitor_of
from croupier.web.staff.money.window import players_by_name
from croupier.web.wording import when

router = APIRouter()

_A_PAGE: Final = 50


class KnownRow(BaseModel):
    name: str
    role: str
    locked: bool
    active: bool
    seen: str
    """When they last signed in, of the staff."""
    you: bool


class BadgeCard(BaseModel):
    """A badge to print, shown once."""

    name: str
    role: str
    secret: str
    qr: str


class PeoplePage(Page):
    notice: str = ""
    badge: BadgeCard | None = None
    find: str
    number: int
    pages: int
    count: int
    staff: list[KnownRow]
    players: list[KnownRow]
    roles: list[str]
    staff_roles: list[str]


@router.get("/staff/people", summary="Staff and players", response_model=PeoplePage)
def people(request: Request, house: InHouse, visitor: Visiting, find: str = "", page: int = 1) -> Response:
    assert visitor.person is not None, "the door is open to staff alone"
    return page_response(request, "staff/people.html", people_page(house, visitor.person, find, page))


@router.post("/staff/people", summary="Enter somebody into the book")
async def register(
    request: Request,
    house: InHouse,
    who: StaffByForm,
    name: Annotated[str, Form()],
    role: Annotated[str, Form()],
    pin: Annotated[str, Form()],
    pin_again: Annotated[str, Form()],
    back: Annotated[str, Form()] = "",
) -> Response:
    if is_guest(name):
        raise BadField("name", Refused(f"{name!r} is a guest's name; want another"))
    _check_twice(pin, pin_again)
    command = f"register/{secrets.token_hex(8)}"
    await asyncio.to_thread(house.people.register, name, parse_role(role), pin, who, command)
    if back == "cage":
        return RedirectResponse(f"/staff/cage?player={quote(name)}", status_code=303)
    return await asyncio.to_thread(_changed, request, house, who, name, f"{name} is entered as {role}.", None)


@router.post("/staff/people/{name}", summary="A new PIN, a badge, a role, another try or an end for somebody")
async def change(
    name: str,
    request: Request,
    house: InHouse,
    who: StaffByForm,
    what: Annotated[str, Form()],
    pin: Annotated[str, Form()] = "",
    pin_again: Annotated[str, Form()] = "",
    role: Annotated[str, Form()] = "",
) -> Response:
    command = f"{what}/{secrets.token_hex(8)}"
    book, badge = house.people, None
    changes: dict[str, tuple[Callable[[], object], str]] = {
        "pin": (partial(book.set_pin, name, pin, who, command), f"{name} has a new PIN."),
        "unlock": (partial(book.unlock, name, who, command), f"{name} may try again."),
        "deactivate": (partial(book.deactivate, name, who, command), f"{name} is deactivated and comes in no more."),
        "activate": (partial(book.activate, name, who, command), f"{name} is active again."),
        "role": (lambda: book.change_role(name, parse_role(role), who, command), f"{name} is {role} now."),
    }
    if what == "pin":
        _check_twice(pin, pin_again)
    if what == "badge":
        badge = await asyncio.to_thread(_badge, book, name, who, command)
        notice = f"The badge of {name}, shown this once; an older one, and what it has opened, no longer works."
    elif what in changes:
        act, notice = changes[what]
        await asyncio.to_thread(act)
    else:
        raise Refused(f"{what!r} is not something to change; want badge, {', '.join(changes)}")
    house.cookies.forget(name)
    if what in ("deactivate", "pin", "role"):
        house.hub.send_away(name)
    response = await asyncio.to_thread(_changed, request, house, who, name, notice, badge)
    if what == "badge" and name == who.name:
        # Who makes a badge for themselves stays signed in here; wherever else they are, they sign in anew.
        await asyncio.to_thread(house.cookies.write, response, visitor_of(request))
        request.state.cookie_written = True
    return response


def _badge(book: People, name: str, who: Person, command: str) -> BadgeCard:
    secret = book.issue_badge(name, who, command)
    return BadgeCard(name=name, role=book.staff()[name].role.value, secret=secret, qr=qr_code(secret))


def _changed(
    request: Request, house: HouseContext, who: Person, name: str, notice: str, badge: BadgeCard | None
) -> Response:
    """The page of people after a change; a player whom it was about is listed on it."""
    known = house.people.find(name)
    page = people_page(house, who, name if known is not None and known.role is Role.PLAYER else "")
    page.notice, page.badge = notice, badge
    return page_response(request, "staff/people.html", page)


def _check_twice(pin: str, again: str) -> None:
    if pin != again:
        raise BadField("pin_again", Refused("the two PINs differ; type the same one twice"))


def qr_code(text: str) -> str:
    """A QR code as an inline drawing, dark on light in every colour scheme."""
    drawing: str = segno.make_qr(text, error="m").svg_inline(border=4, omitsize=True, dark="#000", light="#fff")
    return drawing


def people_page(house: HouseContext, who: Person, find: str = "", page: int = 1) -> PeoplePage:
    """The book of people as one of the staff sees it; only the admin sees the staff."""
    now_ms = time.time_ns() // 1_000_000
    admin = may(who.role, Duty.UNLOCK)

    def row(known: Known) -> KnownRow:
        return KnownRow(
            name=known.name,
            role=known.role.value,
            locked=known.is_locked(now_ms),
            active=known.active,
            seen=when(known.seen_ms) if known.seen_ms else "",
            you=known.name == who.name,
        )

    names = players_by_name(house, find)
    pages = max(1, -(-len(names) // _A_PAGE))
    page = min(max(page, 1), pages)
    players = [house.people.find(name) for name in names[(page - 1) * _A_PAGE : page * _A_PAGE]]
    roles = [role.value for role in PEOPLE if admin or role is Role.PLAYER]
    return PeoplePage(
        find=find,
        number=page,
        pages=pages,
        count=len(names),
        staff=[row(known) for known in house.people.staff().values()] if admin else [],
        players=[row(known) for known in players if known is not None],
        roles=roles,
        staff_roles=[role for role in roles if role != Role.PLAYER.value],
    )
