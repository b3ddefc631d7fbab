"""A table: its page, its orders, its live stream."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.floor.orders import ByHost, ByPlayer, Default, Order, parse_order
from croupier.floor.practice import is_guest
from croupier.floor.roles import Person, Role
from croupier.floor.room import LinkLost
from croupier.floor.table import Table
from croupier.games import game as game_of
from croupier.games.uth import UTH
from croupier.ledger.balances import Overdrawn
from croupier.rules.events import Cause
from croupier.store.cluster import Unreachable
from croupier.store.threads import off_the_loop
from croupier.store.unit import StaleVersion, StoreFailed
from croupier.web.context import HouseContext, InHouse, Visiting, page_response
from croupier.web.gate.websocket import AT_ONCE
from croupier.web.marks import REHEARSAL
from croupier.web.models import TablePage
from croupier.web.servers import PATH
from croupier.web.sessions import Visitor, is_from_elsewhere
from croupier.web.table.balances import not_covered
from croupier.web.table.coach import Sight
from croupier.web.table.identity import check_off_the_loop, who_orders, you_at
from croupier.web.table.live.felt import Watcher

router = APIRouter()

_UNSIGNED = 4401
_NO_TABLE = 4404
_PING_S = 20
_Cards = Annotated[str, Query(max_length=100)]
_Tables = Annotated[str, Query(max_length=200)]


@router.get("/tables/{name}", summary="A table from your chair", response_model=TablePage)
def table(name: str, request: Request, house: InHouse, visitor: Visiting) -> Response:
    check_off_the_loop(house, name, visitor)
    page = house.sides.at(name).hub.page(name, you_at(house, visitor, name))
    return page_response(request, "table/table.html", page)


class OrderBody(BaseModel):
    """What a player asks of a table, in the words of the table: `bet 10 trips 5`, `bet4`, `check`."""

    order: str = Field(max_length=200)
    version: int
    command: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")


@router.post("/api/tables/{name}/orders", summary="Bet, act, sit, stand: one order to a table")
async def give_order(
    name: str,
    body: OrderBody,
    request: Request,
    house: InHouse,
    visitor: Visiting,
    x_csrf: Annotated[str | None, Header()] = None,
) -> Response:
    house.cookies.check_token(visitor, x_csrf)
    return await carry_out(house, request, visitor, name, body)


async def carry_out(
    house: HouseContext, connection: HTTPConnection, visitor: Visitor, name: str, body: OrderBody
) -> Response:
    """One order of a player's, whose door and token have been looked at."""
    house.rate_limits.check_order(connection, visitor, name)
    order, who = await off_the_loop(partial(_understood, house, visitor, name, body.order))
    side = house.sides.at(name)
    # The name is part of the id: a command is its sender's own, whatever id they choose.
    try:
        table = await side.hub.order(name, order, who, command=f"{visitor.name}:{body.command}", version=body.version)
    except (StoreFailed, Unreachable):
        raise  # not a word about the order: the record could not be written
    except Refused as refused:
        page, at = await asyncio.to_thread(
            lambda: (side.hub.page(name, you_at(house, visitor, name)), side.room.table(name))
        )
        said = _kindly(refused, at, is_guest(who.name))
        return JSONResponse({"error": said, "page": page.model_dump(mode="json")}, status_code=409)
    return Response(b'{"version":%d}' % table.version, media_type="application/json")


def _understood(house: HouseContext, visitor: Visitor, name: str, text: str) -> tuple[Order, Person]:
    """What a visitor asks of a table, and as whom; it may need looks at the record."""
    check_off_the_loop(house, name, visitor)
    order = parse_order(text)
    by_clock = isinstance(order, Default) and order.cause is Cause.CLOCK
    if by_clock or not isinstance(order, ByPlayer | ByHost):
        raise Refused(f"{text!r} is not a player's order; want a bet, an action, 'sit 3' or 'stand'")
    return order, who_orders(house, visitor, name, order)


def _kindly(refused: Refused, table: Table, guest: bool) -> str:
    """A refusal in a player's words: the record speaks of versions and accounts, a player of the table and chips."""
    match refused:
        case StaleVersion():
            return "the table had moved on before this came in; look again"
        case LinkLost():
            return "the progressive is closed for now; leave it out"
        case Overdrawn(holds=holds):
            return not_covered(guest, holds, table.settings.terms)
        case _:
            return str(refused)


@router.post(PATH, summary="An order that came in at another server of this room", include_in_schema=False)
async def from_neighbour(request: Request, house: InHouse, x_signature: Annotated[str, Header()] = "") -> Response:
    servers = house.hub.servers
    if servers is None:
        raise Refused("this server is alone")
    said = await servers.opened(await request.body(), x_signature)
    side = house.sides.at(said["table"])
    if said.get("look"):
        await asyncio.to_thread(side.room.reload, said["table"])
        side.hub.show_again(said["table"])
        return JSONResponse({"ok": True})
    who = Person(said["name"], Role(said["role"]))
    order = parse_order(said["order"])
    try:
        await side.hub.order(
            said["table"], order, who, command=said["command"], version=said["version"], via=said["from"]
        )
    except (StoreFailed, Unreachable) as failed:
        return JSONResponse({"error": str(failed), "failed": True}, status_code=503)
    except Refused as refused:
        return JSONResponse({"error": str(refused)}, status_code=409)
    return JSONResponse({"ok": True})


@router.websocket("/live/tables/{name}")
async def live(socket: WebSocket, name: str, house: InHouse, visitor: Visiting) -> None:
    """Every new state of a table, as it is committed. It begins with the newest, for whoever comes back.

    Asked with `?changes`, all but the first hold only the fields that have changed; with `?changes=seats`, of the seats
    those alone that have.
    """
    await socket.accept()
    try:
        await off_the_loop(partial(check_off_the_loop, house, name, visitor))
    except Refused:
        await socket.close(_NO_TABLE)
        return
    # A page of the room shows nothing of a rehearsal, and a page of a rehearsal nothing of the room.
    misled = (socket.query_params.get("mark") == REHEARSAL.kind) is not house.room.rehearsal
    if misled or is_from_elsewhere(socket):
        await socket.close(_UNSIGNED)
        return
    who = await off_the_loop(partial(you_at, house, visitor, name))
    hub = house.sides.at(name).hub
    changes, at_once = socket.query_params.get("changes"), socket.scope.get("extensions", {}).get(AT_ONCE)
    kinds = {"only_changes": changes is not None, "by_seat": changes == "seats"}
    async with hub.watching(name, who, **kinds, at_once=at_once) as watcher:
        sender = asyncio.create_task(_send(socket, watcher))
        try:
            with house.sessions.stream_of(visitor, partial(socket.close, _UNSIGNED)):
                while True:
                    await socket.receive_text()
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    """Send what could not be sent at once, and end the stream when it is to end."""
    while (text := await watcher.states.get()) is not None:
        watcher.busy = True
        await socket.send_text(text)
        watcher.busy = False
    watcher.busy = True
    await socket.close(1012)


@router.get("/api/coach", summary="The exact value of each choice, in base bets")
async def coach(
    house: InHouse,
    visitor: Visiting,
    own: _Cards,
    game: str = UTH.key,
    board: _Cards = "",
    up: _Cards = "",
    seen: _Cards = "",
    down: Annotated[int | None, Query(ge=1, le=99)] = None,
    tables: _Tables = "",
) -> dict[str, Any]:
    sight = Sight(
        game=game_of(game),
        own=parse_cards(own),
        board=parse_cards(board),
        up=parse_cards(up),
        seen=parse_cards(seen),
        down=down,
        tables=_by_spot(tables),
    )
    return await house.coach.choices(sight, visitor.mark)


@router.get("/api/coach/edges", summary="The house edge of the base bet and of the side bets of a table")
async def coach_edges(house: InHouse, game: str = UTH.key, tables: _Tables = "") -> dict[str, Any]:
    return await house.coach.edges(game_of(game), _by_spot(tables))


def _by_spot(tables: str) -> dict[str, str]:
    """Pay tables as the page names them, `trips:UTH-02,pairs:UPB-1`."""
    pairs = (text.partition(":") for text in tables.split(",")[:8] if text)
    return {spot: name for spot, _, name in pairs}
