"""Coming in and going out: name and PIN, a new account, the first admin."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.people import FIRST_START, NameTaken
from croupier.floor.practice import is_guest
from croupier.floor.roles import Person, Role
from croupier.web.house import House, InHouse, Visiting, answer, you
from croupier.web.models import SignInPage
from croupier.web.visitors import TooMany, Visitor

router = APIRouter()

_FRONT_DESK = Person("front-desk", Role.ADMIN)


@router.get("/sign-in", summary="The page to sign in", response_model=SignInPage)
def sign_in_page(request: Request, house: InHouse, visitor: Visiting) -> Response:
    return answer(request, "signin.html", _page(house, visitor, "/sign-in"))


@router.get("/join", summary="The page to make an account", response_model=SignInPage)
def join_page(request: Request, house: InHouse, visitor: Visiting) -> Response:
    return answer(request, "signin.html", _page(house, visitor, "/join"))


@router.get("/first-admin", summary="The page for the first admin", response_model=SignInPage)
def first_admin_page(request: Request, house: InHouse, visitor: Visiting) -> Response:
    return answer(request, "signin.html", _page(house, visitor, "/first-admin"))


@router.post("/sign-in", summary="Sign in with name and PIN, or with a staff badge")
async def sign_in(
    request: Request,
    house: InHouse,
    visitor: Visiting,
    name: Annotated[str, Form()],
    pin: Annotated[str, Form()] = "",
    csrf: Annotated[str, Form()] = "",
) -> Response:
    house.cookies.check_token(visitor, csrf)
    try:
        house.sign_ins.check(request.client.host if request.client else "")
        if not pin and "." in name:
            person = house.people.badge_holder(name)
        else:
            person = await asyncio.to_thread(house.people.sign_in, name, pin)
    except Refused as refused:
        page = _page(house, visitor, "/sign-in", name, str(refused))
        return answer(request, "signin.html", page, _status(refused, 403))
    return _in(request, house, person)


@router.post("/join", summary="Make a player's account")
async def join(
    request: Request,
    house: InHouse,
    visitor: Visiting,
    name: Annotated[str, Form()],
    pin: Annotated[str, Form()],
    csrf: Annotated[str, Form()] = "",
) -> Response:
    house.cookies.check_token(visitor, csrf)
    try:
        house.sign_ins.check(request.client.host if request.client else "")
        if is_guest(name) or "." in name:
            raise NameTaken(name)
        person = await asyncio.to_thread(
            house.people.register, name, Role.PLAYER, pin, _FRONT_DESK, f"join/{secrets.token_hex(8)}"
        )
    except Refused as refused:
        return answer(request, "signin.html", _page(house, visitor, "/join", name, str(refused)), _status(refused, 409))
    return _in(request, house, person)


@router.post("/first-admin", summary="Enter the first admin, with the code that the server printed")
async def first_admin(
    request: Request,
    house: InHouse,
    visitor: Visiting,
    name: Annotated[str, Form()],
    pin: Annotated[str, Form()],
    code: Annotated[str, Form()],
    csrf: Annotated[str, Form()] = "",
) -> Response:
    house.cookies.check_token(visitor, csrf)
    try:
        house.sign_ins.check(request.client.host if request.client else "")
        want = first_code(house)
        if want is None or not hmac.compare_digest(want.encode(), code.strip().encode()):
            raise Refused("that is not the code; it stands in the terminal where the server was started")
        person = await asyncio.to_thread(
            house.people.register, name, Role.ADMIN, pin, FIRST_START, f"first-admin/{secrets.token_hex(8)}"
        )
    except Refused as refused:
        page = _page(house, visitor, "/first-admin", name, str(refused))
        return answer(request, "signin.html", page, _status(refused, 403))
    return _in(request, house, person)


@router.post("/sign-out", summary="Sign out")
async def sign_out(
    request: Request, house: InHouse, visitor: Visiting, csrf: Annotated[str, Form()] = ""
) -> RedirectResponse:
    house.cookies.check_token(visitor, csrf)
    house.cookies.end(visitor)
    house.hub.send_away(visitor.name)
    gone = RedirectResponse("/", status_code=303)
    house.cookies.write(gone, Visitor(secrets.token_hex(16)))
    request.state.cookie_written = True
    return gone


def first_code(house: House) -> str | None:
    """The one-time code with which the first admin is entered; none once there is staff."""
    return None if house.people.staff() else house.first_code


def _status(refused: Refused, otherwise: int) -> int:
    return 429 if isinstance(refused, TooMany) else otherwise


def _in(request: Request, house: House, person: Person) -> RedirectResponse:
    welcome = RedirectResponse("/", status_code=303)
    # A new mark: what was known of the browser before it signed in is of no use afterwards.
    house.cookies.write(welcome, Visitor(secrets.token_hex(16), person))
    request.state.cookie_written = True
    return welcome


def _page(house: House, visitor: Visitor, action: str, name: str = "", notice: str = "") -> SignInPage:
    words = {
        "/sign-in": ("Sign in", "Sign in", "No account yet?", "/join", "Make one"),
        "/join": ("Make an account", "Make it", "4 to 12 digits for a PIN. Have one already?", "/sign-in", "Sign in"),
        "/first-admin": (
            "The first admin",
            "Enter",
            "The code stands in the terminal where the server was started.",
            "/",
            "Back to the lobby",
        ),
    }
    heading, button, aside, path, text = words[action]
    return SignInPage(
        csrf=house.cookies.token(visitor),
        you=you(house, visitor),
        heading=heading,
        action=action,
        button=button,
        aside=aside,
        other_path=path,
        other_text=text,
        name=name,
        notice=notice,
        wants_code=action == "/first-admin",
    )
