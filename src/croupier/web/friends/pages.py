"""Play with friends: make a private table, share its link, come in by one under a name, or look on."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.orders import Sit
from croupier.floor.practice import (
    CompanyStrength,
    as_guest,
    check_guest_name,
    is_guest,
    let_in,
    open_practice,
    shown_name,
)
from croupier.floor.practice.guests import guest_name_of
from croupier.floor.practice.names import strength_word
from croupier.floor.roles import Person
from croupier.floor.table import CoachMode, Table
from croupier.games import HOUSE_RULES, ruleset
from croupier.web.context import ByForm, HouseContext, InHouse, Visiting, page_response, redirect_as
from croupier.web.forms import in_field, refusal_of
from croupier.web.friends.links import LinkCard, link_card, opened_table, table_path
from croupier.web.friends.table_form import MakingPage, making_of, making_page
from croupier.web.models import Page
from croupier.web.sessions import Visitor
from croupier.web.table.facts import called, facts
from croupier.web.table.identity import NotLetIn

router = APIRouter()


class Sitter(BaseModel):
    seat: int
    name: str
    about: str


class InvitingPage(Page):
    """A private table from whoever may share it: its links, and who is there."""

    table: str
    called: str
    title: str
    facts: list[str]
    seat: LinkCard
    watch: LinkCard
    sitters: list[Sitter]
    free: int


class InvitedPage(Page):
    """What a link opens, before anybody has gone in."""

    called: str
    title: str
    facts: list[str]
    sitters: list[Sitter]
    free: int
    may_sit: bool
    token: str
    name: str


@router.post("/practice", summary="Open a practice table and sit down at it with play chips")
async def practice(request: Request, house: InHouse, visitor: ByForm) -> Response:
    name, who = await _opened(request, house, visitor, friends=False)
    return _onward(request, f"/tables/{name}", visitor, who)


@router.post("/friends", summary="Open a private table for friends and sit down at it with play chips")
async def friends(request: Request, house: InHouse, visitor: ByForm) -> Response:
    name, who = await _opened(request, house, visitor, friends=True)
    return _onward(request, f"/friends/{name}", visitor, who)


async def _opened(request: Request, house: HouseContext, visitor: Visitor, *, friends: bool) -> tuple[str, Person]:
    sent = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    making = making_of(sent, friends=friends)
    house.rate_limits.check_table(request)

    wanted = sent.get("name", "").strip()

    def made() -> tuple[str, Person]:
        if wanted:
            in_field("name", lambda text: _check_name(house, visitor.person, text, frozenset()), wanted)
        side = house.sides.practice
        guest = as_guest(side.people, side.room, visitor.person, wanted)
        who = visitor.person or guest
        return open_practice(side.room, side.people, making, who, guest), who

    name, who = await asyncio.to_thread(made)
    await asyncio.to_thread(house.sides.practice.hub.felt, name)
    return name, who


def _onward(request: Request, path: str, visitor: Visitor, who: Person) -> Response:
    """Redirect to the next page; a stranger goes on as the guest they have become."""
    if visitor.person == who:
        return RedirectResponse(path, status_code=303)
    return redirect_as(request, path, Visitor(visitor.mark, who))


@router.get("/friends/new", summary="Every choice of a private table", response_model=MakingPage)
def new(request: Request, visitor: Visiting, rules: str) -> Response:
    refusal = refusal_of(request)
    typed = refusal.values if refusal is not None and "whole" in refusal.values else None
    page = making_page(ruleset(rules), typed)
    page.name = _usual_name(visitor) if typed is None else typed.get("name", "")
    return page_response(request, "friends/new.html", page)


@router.post("/friends/new", summary="From the lobby to every choice of a private table")
async def more(visitor: ByForm, rules: Annotated[str, Form()] = HOUSE_RULES.name) -> Response:
    return RedirectResponse(f"/friends/new?rules={ruleset(rules).name}", status_code=303)


@router.get("/friends/{name}", summary="A private table's links to share", response_model=InvitingPage)
def inviting(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    entrance = house.entrances.at(visitor.name, name)
    if entrance is None or not entrance.seat:
        raise NotLetIn(name, [])
    table = house.sides.at(name).room.table(name)
    page = InvitingPage(
        table=name,
        called=called(table),
        title=_title(table),
        facts=_facts(table),
        seat=link_card(request, table_path(house.cookies, name, seat=True)),
        watch=link_card(request, table_path(house.cookies, name, seat=False)),
        sitters=_sitters(table),
        free=_free(table),
    )
    return page_response(request, "friends/inviting.html", page)


@router.get("/t/{token}", summary="What a link to a private table opens", response_model=InvitedPage)
def invited(token: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    name, seat = opened_table(house.cookies, token)
    table = house.sides.at(name).room.glance(name)
    entrance = house.entrances.at(visitor.name, name)
    if entrance is not None and entrance.seat >= seat:
        return RedirectResponse(f"/tables/{name}", status_code=303)
    page = InvitedPage(
        called=called(table),
        title=_title(table),
        facts=_facts(table),
        sitters=_sitters(table),
        free=_free(table),
        may_sit=seat,
        token=token,
        name=_usual_name(visitor),
    )
    return page_response(request, "friends/invited.html", page)


@router.post("/t/{token}", summary="Go in by a link: to a seat under a name, or to look on")
async def enter(
    token: str,
    request: Request,
    house: InHouse,
    visitor: ByForm,
    name: Annotated[str, Form()] = "",
    how: Annotated[str, Form()] = "watch",
) -> Response:
    table, seat = opened_table(house.cookies, token)
    side = house.sides.at(table)
    await asyncio.to_thread(side.room.table, table)
    if how != "sit":
        seat = False
    elif not seat:
        raise Refused("this is a link to look on; ask whoever made the table for a link to a seat")
    house.rate_limits.check_table(request)
    go_in = _take_a_name if seat else _look_on
    who, guest = await asyncio.to_thread(go_in, house, table, visitor.person, name.strip())
    if seat:
        order = Sit((await asyncio.to_thread(side.room.table, table)).free_seats[0])
        await side.hub.order(table, order, guest, command=f"sit/{secrets.token_hex(8)}", version=None)
    return _onward(request, f"/tables/{table}", visitor, who)


def _take_a_name(house: HouseContext, name: str, who: Person | None, wanted: str) -> tuple[Person, Person]:
    side = house.sides.at(name)
    table = side.room.table(name)
    if not _free(table):
        raise Refused("every seat is taken; look on for now, and open the link again when somebody has left")
    own = {one.guest for one in house.entrances.every(who.name)} if who is not None else set()
    taken = frozenset(shown_name(one.player) for one in table.sittings if one.player not in own)
    in_field("name", lambda text: _check_name(house, who, text, taken), wanted)
    guest = as_guest(side.people, side.room, who, wanted)
    let_in(side.room, who or guest, name, guest, seat=True)
    return who or guest, guest


def _check_name(house: HouseContext, who: Person | None, name: str, taken: frozenset[str]) -> None:
    """Refuse a name that belongs to staff or to an account of somebody else."""
    check_guest_name(name, taken)
    own = who is not None and name.casefold() in (who.name.casefold(), guest_name_of(who.name).casefold())
    staff = {one.casefold() for one in house.people.staff()}
    if not own and (name.casefold() in staff or house.people.find(name) is not None):
        raise Refused(f"{name!r} is the name of somebody in this house; want another name")


def _look_on(house: HouseContext, name: str, who: Person | None, _: str) -> tuple[Person, Person]:
    side = house.sides.at(name)
    guest = as_guest(side.people, side.room, who)
    let_in(side.room, who or guest, name, guest, seat=False)
    return who or guest, guest


def _usual_name(visitor: Visitor) -> str:
    """The name that somebody is likely to take."""
    if visitor.person is None:
        return ""
    if is_guest(visitor.name):
        named, _, chosen = visitor.name.partition(".")
        return named if chosen else ""
    return guest_name_of(visitor.name)


def _title(table: Table) -> str:
    terms = table.settings.terms
    return f"{terms.game.name}, {terms.rules.title}"


_COACHES = {
    CoachMode.EACH: "",
    CoachMode.VALUES: "The coach shows exact values to everybody.",
    CoachMode.QUIZ: "Quiz: decide first, the coach speaks afterwards.",
    CoachMode.OFF: "No coach.",
}


def _facts(table: Table) -> list[str]:
    """What one wants to know of a table before sitting down."""
    card, terms = facts(table), table.settings.terms
    lines = [
        f"{card.base_felt} {card.limits_text}, in play chips.",
        "Cards are dealt face up." if terms.face_up else "",
        f"{terms.clock_s} seconds to decide." if terms.clock_s is not None else "Nobody is hurried: no clock.",
        _COACHES[table.settings.coach],
    ]
    return [line for line in lines if line]


def _sitters(table: Table) -> list[Sitter]:
    return [
        Sitter(
            seat=one.seat,
            name=shown_name(one.player),
            about=CompanyStrength(word).words if (word := strength_word(one.player)) is not None else "",
        )
        for one in table.sittings
        if not one.left
    ]


def _free(table: Table) -> int:
    return 0 if table.closed else max(0, min(table.settings.terms.spots - len(table.sittings), len(table.free_seats)))
