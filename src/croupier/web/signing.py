"""Coming in and going out: name and PIN, a new account, the first admin."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.house.names import STRANGER
from croupier.floor.people import LOCKED_FOR_MS, MOST_FAILURES, LockedOut, NameTaken, SignInRefused
from croupier.floor.practice import is_guest
from croupier.floor.roles import FIRST_START, FRONT_DESK, Person, Role
from croupier.web.context import ByForm, HouseContext, InHouse, page_response, redirect_as
from croupier.web.forms import local_path, page_before
from croupier.web.gate.network import network_of
from croupier.web.models import SignInPage
from croupier.web.permissions import opens
from croupier.web.sessions import TooMany, Visitor, address_of

router = APIRouter()

_TO_STRANGERS: Final = (
    f"name and PIN do not match, or {MOST_FAILURES} in a row did not; try again, after that in "
    f"{LOCKED_FOR_MS // 60_000} min, with a badge, in a browser where you have signed in before, or ask an admin"
)
"""The same for a wrong name, a wrong PIN and a name that is locked: a stranger is not told which names there are."""


@router.get("/sign-in", summary="The page to sign in", response_model=SignInPage)
def sign_in_page(request: Request, then: str = "") -> Response:
    return page_response(request, "signin.html", _page("/sign-in", then=local_path(then) or ""))


@router.get("/join", summary="The page to make an account", response_model=SignInPage)
def join_page(request: Request) -> Response:
    return page_response(request, "signin.html", _page("/join"))


@router.get("/first-admin", summary="The page for the first admin", response_model=SignInPage)
def first_admin_page(request: Request) -> Response:
    return page_response(request, "signin.html", _page("/first-admin"))


@router.post("/sign-in", summary="Sign in with name and PIN, or with a staff badge")
async def sign_in(
    request: Request,
    house: InHouse,
    visitor: ByForm,
    name: Annotated[str, Form()],
    pin: Annotated[str, Form()] = "",
    then: Annotated[str, Form()] = "",
) -> Response:
    def find() -> Person:
        badge = not pin and "." in name
        if badge:
            return house.people.badge_holder(name, enters=True)
        way = house.cookies.way_of(request, name)
        try:
            return house.people.sign_in(name, pin, enters=True, way=way)
        except (SignInRefused, LockedOut):
            if way != STRANGER:
                raise
            raise Refused(_TO_STRANGERS) from None

    return await _enter(request, house, name, find, refused_as=403, then=local_path(then) or "")


def sign_in_first(request: Request) -> Response:
    """The page to sign in, shown in place of one that needs it; it leads on to that page."""
    address = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    then = address if request.method == "GET" else page_before(request) or ""
    notice = "Sign in first; this page is not for everybody."
    return page_response(request, "signin.html", _page("/sign-in", notice=notice, then=then), 401)


@router.post("/join", summary="Make a player's account")
async def join(
    request: Request,
    house: InHouse,
    visitor: ByForm,
    name: Annotated[str, Form()],
    pin: Annotated[str, Form()],
) -> Response:
    def register() -> Person:
        if is_guest(name) or "." in name:
            raise NameTaken(name)
        return house.people.register(name, Role.PLAYER, pin, FRONT_DESK, f"join/{secrets.token_hex(8)}")

    return await _enter(request, house, name, register, refused_as=409)


@router.post("/first-admin", summary="Enter the first admin, with the code that the server printed")
async def first_admin(
    request: Request,
    house: InHouse,
    visitor: ByForm,
    name: Annotated[str, Form()],
    pin: Annotated[str, Form()],
    pin_again: Annotated[str, Form()],
    code: Annotated[str, Form()],
) -> Response:
    def register() -> Person:
        if pin != pin_again:
            raise Refused("the two PINs differ; type the same one twice")
        want = first_code(house)
        if want is None or not hmac.compare_digest(want.encode(), code.strip().encode()):
            raise Refused("that is not the code; it stands in the terminal where the server was started")
        return house.people.register(name, Role.ADMIN, pin, FIRST_START, f"first-admin/{secrets.token_hex(8)}")

    return await _enter(request, house, name, register, refused_as=403)


@router.post("/sign-out", summary="Sign out")
async def sign_out(request: Request, house: InHouse, visitor: ByForm) -> RedirectResponse:
    entrances = await asyncio.to_thread(house.entrances.every, visitor.name)
    await asyncio.to_thread(house.cookies.end, visitor)
    for name in {visitor.name, *(entrance.guest for entrance in entrances)}:
        house.sides.money.hub.send_away(name)
        house.sides.practice.hub.send_away(name)
    return await asyncio.to_thread(redirect_as, request, "/", Visitor(secrets.token_hex(16)))


def first_code(house: HouseContext) -> str | None:
    """The one-time code with which the first admin is entered; none once there is staff."""
    return None if house.people.staff() else house.first_code


async def _enter(
    request: Request, house: HouseContext, name: str, find: Callable[[], Person], *, refused_as: int, then: str = ""
) -> Response:
    """Sign in the person whom `find` returns, in a thread, because PINs are slow to check. A refusal is shown on the
    form."""
    try:
        house.rate_limits.sign_ins.check(network_of(address_of(request)))
        person = await asyncio.to_thread(find)
    except Refused as refused:
        status = 429 if isinstance(refused, TooMany) else refused_as
        page = _page(request.url.path, name, str(refused), then)
        again = await asyncio.to_thread(page_response, request, "signin.html", page, status)
        if isinstance(refused, TooMany):
            again.headers["retry-after"] = str(refused.retry_s)
        return again
    # A new mark, so that a mark from before signing in is worth nothing afterwards.
    house.cookies.forget(person.name)
    anew = Visitor(secrets.token_hex(16), person)
    response = await asyncio.to_thread(redirect_as, request, then or home_of(person), anew)
    house.cookies.remember(request, response, person.name)
    return response


def home_of(person: Person) -> str:
    """Where somebody begins: staff at their own page, players in the lobby."""
    return "/staff" if opens(person, "GET /staff") else "/"


def _page(action: str, name: str = "", notice: str = "", then: str = "") -> SignInPage:
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
        heading=heading,
        action=action,
        button=button,
        aside=aside,
        other_path=path,
        other_text=text,
        name=name,
        notice=notice,
        wants_code=action == "/first-admin",
        then=then,
    )
