"""The page of rehearsals: tables are put into rehearsal and given back, cards are laid, company sits down."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Set
from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse, Response

from croupier.cards import cards_text
from croupier.errors import Refused
from croupier.floor.orders import parse_order
from croupier.floor.rehearsal.company import seat_company, trainee, trainee_order
from croupier.floor.rehearsal.orders import StackDeck
from croupier.floor.rehearsal.scenes import SCENES, scene
from croupier.floor.roles import Person
from croupier.floor.table import DealtBy, Table
from croupier.floor.view import stage_words
from croupier.rules.deal import seat_at
from croupier.rules.round import Stage
from croupier.rules.seat import SEATS, check_seat
from croupier.web.context import ByForm, HouseContext, InHouse, StaffByForm, page_response, tables_for_money
from croupier.web.models import Page
from croupier.web.rehearsal.rehearsals import Rehearsals
from croupier.web.sessions import REHEARSAL_COOKIE, Visitor

router = APIRouter()
_PAGE = "/staff/rehearsal"


class RehearsalRow(BaseModel):
    """A table of the page: of the room, or of the rehearsal that one is in."""

    name: str
    game: str
    state: str
    link: str
    rehearsing: bool
    in_books: bool
    """Whether it stands in the books of the rehearsal."""
    keypad: bool
    """Whether a person deals it, at a keypad."""
    real_cards: bool
    laid: str
    free: list[int]
    """The seats in which company can still sit down."""
    waits_for_bets: bool
    """Whether the machine deals it, so that company bets when it is told to."""


class RehearsalPage(Page):
    """What is rehearsed, from inside a rehearsal or from the room."""

    inside: bool
    tables: list[RehearsalRow]
    scenes: list[tuple[str, str]]
    seats: list[int]
    books: str
    """Where the books of the rehearsal lie."""
    kept: list[str]
    """Books of earlier rehearsals that were kept."""


@router.get(_PAGE, summary="Tables in rehearsal, and cards to lay there", response_model=RehearsalPage)
def rehearsal(request: Request, house: InHouse) -> Response:
    rehearsals, inside = _rehearsals(request), house.room.rehearsal
    tables = [house.room.table(name) for name in tables_for_money(house)]
    there = frozenset() if rehearsals.house is None else frozenset(rehearsals.house.room.tables())
    page = RehearsalPage(
        inside=inside,
        tables=[_row(table, there) for table in tables],
        scenes=[(key, words) for key, (words, _) in SCENES.items()],
        seats=list(SEATS),
        books=str(rehearsals.folder) if rehearsals.house is not None else "",
        kept=[str(path) for path in rehearsals.kept()],
    )
    return page_response(request, "rehearsal/rehearsal.html", page)


def _by_seat(places: Iterable[str]) -> list[str]:
    """Places where cards lie, the seats first."""
    return sorted(places, key=lambda place: (seat_at(place) is None, place))


def _row(table: Table, in_books: Set[str]) -> RehearsalRow:
    by_hand = table.settings.dealt_by is DealtBy.PERSON
    return RehearsalRow(
        name=table.name,
        game=table.settings.terms.game.name,
        state=stage_words(table),
        link=table.link or "",
        rehearsing=table.rehearsing,
        in_books=table.name in in_books,
        keypad=by_hand,
        real_cards=table.real_cards,
        laid="; ".join(f"{place} {cards_text(table.laid[place])}" for place in _by_seat(table.laid)),
        free=[] if table.real_cards else list(table.free_seats),
        waits_for_bets=not by_hand,
    )


@router.post(f"{_PAGE}/{{name}}/begin", summary="Put a table into rehearsal, between rounds")
async def begin(
    name: str, request: Request, house: InHouse, who: StaffByForm, command: Annotated[str, Form()]
) -> Response:
    await _outside(request, house).begin(name, who, f"rehearse/{command}")
    return RedirectResponse(_PAGE, status_code=303)


@router.post(f"{_PAGE}/{{name}}/end", summary="Give a table back to play")
async def end(
    name: str,
    request: Request,
    house: InHouse,
    who: StaffByForm,
    command: Annotated[str, Form()],
    keep: Annotated[bool, Form()] = False,
) -> Response:
    await _outside(request, house).end(name, who, f"end-rehearsal/{command}", keep=keep)
    return RedirectResponse(_PAGE, status_code=303)


@router.post("/staff/rehearsal/enter", summary="Go into the rehearsal, with this browser")
async def enter(request: Request, house: InHouse, who: StaffByForm) -> Response:
    rehearsals = _outside(request, house)
    books = rehearsals.house
    if books is None or not await asyncio.to_thread(rehearsals.tables_here):
        elsewhere = await asyncio.to_thread(rehearsals.tables)
        raise Refused(
            f"{elsewhere[0]} is in rehearsal, but in no books of this server; enter at the one where it was begun, or "
            "press Rehearse beside it"
            if elsewhere
            else "nothing is rehearsed now; put a table into rehearsal first"
        )
    if await asyncio.to_thread(books.people.find, who.name) is None:
        raise Refused(f"{who.name} is not in the books of the rehearsal, which are older; it is ended and begun anew")
    answer = RedirectResponse(_PAGE, status_code=303)
    await asyncio.to_thread(books.cookies.write, answer, Visitor(secrets.token_hex(16), who))
    return answer


@router.post("/rehearsal/leave", summary="Leave the rehearsal, with this browser")
def leave(request: Request, visitor: ByForm) -> Response:
    answer = RedirectResponse("/staff" if visitor.person is not None else "/", status_code=303)
    answer.delete_cookie(REHEARSAL_COOKIE)
    request.state.cookie_written = True  # it is not renewed in the same answer
    return answer


@router.post(f"{_PAGE}/{{name}}/cards", summary="Lay cards of the next deal of a table in rehearsal")
async def lay(
    name: str,
    house: InHouse,
    who: StaffByForm,
    command: Annotated[str, Form()],
    cards: Annotated[str, Form()] = "",
    chosen: Annotated[str, Form(alias="scene")] = "",
    seat: Annotated[int, Form()] = SEATS[2],
) -> Response:
    check_seat(seat)
    order = parse_order(f"stack {cards.strip() or 'nothing'}")
    if chosen:
        order = StackDeck(scene(chosen, house.room.game_at(name), seat))
    table = await house.hub.order(name, order, who, command=f"stack/{command}", version=None)
    if chosen and seat in table.free_seats and not table.real_cards:  # a hand that nobody is dealt shows nothing
        await _seat_company(house, name, seat, who, command)
    return RedirectResponse(f"{_PAGE}#{name}", status_code=303)


@router.post(f"{_PAGE}/{{name}}/company", summary="Let company sit down at a table in rehearsal")
async def company(
    name: str, house: InHouse, who: StaffByForm, command: Annotated[str, Form()], seat: Annotated[int, Form()]
) -> Response:
    check_seat(seat)
    await _seat_company(house, name, seat, who, command)
    return RedirectResponse(f"{_PAGE}#{name}", status_code=303)


async def _seat_company(house: HouseContext, name: str, seat: int, who: Person, command: str) -> None:
    order = await asyncio.to_thread(seat_company, house.room, name, seat, who)
    await house.hub.order(name, order, trainee(seat), command=f"company/{command}", version=None)


@router.post(f"{_PAGE}/{{name}}/bets", summary="Let the company at a table in rehearsal bet")
async def bets(name: str, house: InHouse, who: StaffByForm, command: Annotated[str, Form()]) -> Response:
    waiting = await asyncio.to_thread(house.room.table, name)
    if trainee_order(waiting, bets=True) is None:
        raise Refused(f"nobody of the company waits to bet at {name}; let company sit down, and bets be open")
    while (deed := trainee_order(waiting, bets=True)) is not None:
        order, company = deed
        said = f"bets/{command}/{waiting.version}"
        waiting = await house.hub.order(name, order, company, command=said, version=None)
        if waiting.in_play is None or waiting.in_play.stage is not Stage.BETTING:
            break  # the machine deals
    return RedirectResponse(f"{_PAGE}#{name}", status_code=303)


def _rehearsals(request: Request) -> Rehearsals:
    rehearsals: Rehearsals = request.app.state.rehearsals
    return rehearsals


def _outside(request: Request, house: HouseContext) -> Rehearsals:
    """The rehearsals, for what is done in the room and not in one of them."""
    if house.room.rehearsal:
        raise Refused("this browser is in the rehearsal; leave it first")
    return _rehearsals(request)
