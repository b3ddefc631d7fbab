"""What the pages work with: the record, the room and its people, opened once for the whole server."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request, WebSocket
from fastapi.templating import Jinja2Templates
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response

from croupier.floor.cage import Cage
from croupier.floor.links import Links
from croupier.floor.people import People
from croupier.floor.practice import is_guest
from croupier.floor.room import Room
from croupier.ledger.accounts import player
from croupier.ledger.winsheet import WinSheet
from croupier.store.database import is_postgresql
from croupier.store.entry import Entry
from croupier.store.journal import Store
from croupier.store.neighbours import Neighbours
from croupier.web.coach import Coach
from croupier.web.hub import Hub
from croupier.web.linkpast import LinkPast
from croupier.web.models import Page, You
from croupier.web.servers import Servers
from croupier.web.verification import Verification
from croupier.web.visitors import Brake, Cookies, Visitor, signing_key

HERE = Path(__file__).parent
TEMPLATES = Jinja2Templates(HERE / "templates")


@dataclass(slots=True)
class House:
    """Everything that a request may need."""

    store: Store
    room: Room
    people: People
    cage: Cage
    hub: Hub
    links: Links
    link_past: LinkPast
    cookies: Cookies
    verification: Verification
    coach: Coach = field(default_factory=Coach)
    sheets: dict[str, tuple[tuple[int, int], float, WinSheet]] = field(default_factory=dict)
    first_code: str = field(default_factory=lambda: secrets.token_hex(4))
    sign_ins: Brake = field(default_factory=lambda: Brake(most=20))
    welcomes: Brake = field(default_factory=lambda: Brake(most=60))


def open_house(store: Store, *, db: str = "", secure: bool = False) -> House:
    """The house over an open record; `db` says where it is, for those who open it a second time."""
    room, people = Room(store), People(store)
    return House(
        store=store,
        room=room,
        people=people,
        cage=Cage(store),
        hub=Hub(room),
        links=Links(room),
        link_past=LinkPast(store),
        cookies=Cookies(signing_key(store), people, secure=secure),
        verification=Verification(db),
    )


def meet_neighbours(house: House, db: str, address: str) -> Callable[[], None]:
    """Join the other servers on the same PostgreSQL, if there can be any; returns how to leave them."""
    if not address or not db or not is_postgresql(db):
        return lambda: None
    loop = asyncio.get_running_loop()
    neighbours = Neighbours(db, address)
    house.hub.servers = Servers(neighbours, house.room, signing_key(house.store))

    def tell(entries: tuple[Entry, ...]) -> None:
        loop.call_soon_threadsafe(house.hub.heard, entries)

    def look() -> None:
        # Our own commits are announced to us, too; only a table that another server runs is worth a look.
        if house.hub.follows_others():
            house.store.refresh()

    stop = house.store.watch(tell)
    neighbours.listen(look)

    def leave() -> None:
        stop()
        neighbours.close()

    return leave


def house_of(connection: HTTPConnection) -> House:
    """The house that a request came to."""
    house: House = connection.app.state.house
    return house


# Coroutines, though they wait for nothing: a plain function would be sent to a thread, for every request.
async def _house(request: Request) -> House:
    return house_of(request)


async def _house_live(socket: WebSocket) -> House:
    return house_of(socket)


async def _visitor(request: Request) -> Visitor:
    visitor: Visitor = request.state.visitor
    return visitor


InHouse = Annotated[House, Depends(_house)]
InHouseLive = Annotated[House, Depends(_house_live)]
Visiting = Annotated[Visitor, Depends(_visitor)]


def you(house: House, visitor: Visitor) -> You:
    """The visitor as a page names them."""
    if visitor.person is None:
        return You()
    return You(
        name=visitor.person.name,
        role=visitor.person.role.value,
        guest=is_guest(visitor.person.name),
        chips=house.store.balance(player(visitor.person.name)),
    )


def answer(request: Request, template: str, page: Page, status: int = 200) -> Response:
    """A page as the visitor wants it: HTML, or its model as JSON."""
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(page.model_dump(mode="json"), status_code=status)
    # In a script element JSON must not be able to close it.
    text = page.model_dump_json().replace("<", "\\u003c")
    body = TEMPLATES.get_template(template).render(page=page, page_json=_Safe(text))
    return HTMLResponse(body, status_code=status)


class _Safe(str):
    """Text that is already fit for HTML."""

    __slots__ = ()

    def __html__(self) -> str:
        return self
