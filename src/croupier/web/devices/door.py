"""The door for devices: readers and sensor rails report what they read at their one table (R58).

No browser comes here. Each message has the device's key; a WebSocket is the same door, kept open. A right key is never
kept out, whatever strangers send; wrong ones are limited by the network that they come from.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Header, Request, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import HTTPConnection

from croupier.errors import Refused
from croupier.floor.house.devices import LONGEST_KEY, DeviceBook, Reporter, WrongKey
from croupier.floor.orders import parse_order
from croupier.floor.reports import READERS, Report, ReporterKind, check_kind
from croupier.floor.staffing import freezes
from croupier.floor.table import Table
from croupier.rules.reader import next_out
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.cluster import Unreachable
from croupier.store.threads import off_the_loop
from croupier.store.unit import StoreFailed
from croupier.web.context import HouseContext, InHouse
from croupier.web.gate.network import network_of
from croupier.web.sessions import TooMany, address_of

router = APIRouter()

_WRONG_KEY: Final = 4401

Credentials = Annotated[str, Header(alias="authorization", max_length=2 * LONGEST_KEY)]


class TooManyKeys(TooMany):
    """One wrong key after the other."""


class DeviceReport(BaseModel):
    """One report of a device; what it needs besides `report` depends on that.

    `look`: nothing, and nothing is written. `out`: round, number and cards, the one card that came out of the deck as
    that number, from 1 on. `cards`: round, cards, and the place where they lie; without one, where cards are due.
    `count`: round and number, the cards that are back in the shuffler. `chip`: round, seat and whether one is present.
    """

    model_config = ConfigDict(extra="forbid")

    report: Literal["look", "out", "cards", "count", "chip"]
    command: str = Field(default="", max_length=64, pattern=r"^([A-Za-z0-9_-]{8,64})?$")
    round: str = Field(default="", max_length=64, pattern=r"^[A-Za-z0-9_.-]*$")
    cards: str = Field(default="", max_length=160, pattern=r"^[A-Za-z0-9 ]*$")
    place: str = Field(default="", max_length=6, pattern=r"^(board|dealer|seat [1-6])?$")
    number: int = Field(default=0, ge=0, le=999)
    seat: int = Field(default=0, ge=0, le=9)
    present: bool = True

    @property
    def order(self) -> str:
        """The report in the words of the table."""
        said = {
            "out": f"out {self.number} {self.cards.strip()}",
            "cards": f"cards {self.place} {self.cards.strip()}",
            "count": f"count {self.number}",
            "chip": f"chip {self.seat} {'on' if self.present else 'off'}",
        }[self.report]
        return f"report {self.round} {' '.join(said.split())}"


class SensorView(BaseModel):
    """A seat with bets in the round in play, and whether a progressive wager lies there."""

    seat: int
    chip: bool


class DeviceTable(BaseModel):
    """A device's table as far as it has to know it. No card is in it."""

    device: str
    table: str
    command: str = ""
    round: str | None
    """The round in play, which a report names."""
    stage: str
    """How far it has come: `betting`, `locked`, a street's own word, `showdown`; or `between rounds`."""
    next_out: int | None
    """The number of the first card out of the deck that is not known yet, once cards are out."""
    stake: int | None
    """The progressive wager in cents, where the table takes one."""
    sensors: list[SensorView]
    frozen: bool
    """Whether the round waits for a supervisor, because a device and what is known of it disagree."""


@router.post("/api/device", summary="A report of a reader or a sensor rail", response_model=DeviceTable)
async def report(body: DeviceReport, request: Request, house: InHouse, authorization: Credentials = "") -> DeviceTable:
    return await _take(house, request, authorization, body)


@router.websocket("/live/device")
async def line(socket: WebSocket, house: InHouse) -> None:
    """The same reports, one a message, each answered by one. The key is asked for at every one of them."""
    await socket.accept()
    authorization = socket.headers.get("authorization", "")[: 2 * LONGEST_KEY]
    try:
        await _send(house, socket, authorization, '{"report": "look"}')
        while True:
            await _send(house, socket, authorization, await socket.receive_text())
    except (WrongKey, TooManyKeys):
        await socket.close(_WRONG_KEY)
    except WebSocketDisconnect:
        return


async def _send(house: HouseContext, socket: WebSocket, authorization: str, text: str) -> None:
    """Answer one message of a line."""
    command = ""
    try:
        body = DeviceReport.model_validate_json(text)
        command = body.command
        answer = (await _take(house, socket, authorization, body)).model_dump_json()
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False)[0]
        answer = _refusal(422, f"{'.'.join(map(str, first['loc']))}: {first['msg']}", command)
    except (WrongKey, TooManyKeys):
        raise
    except TooMany as wait:
        answer = _refusal(429, str(wait), command)
    except (StoreFailed, Unreachable) as failed:
        answer = _refusal(503, str(failed), command)
    except Refused as refused:
        answer = _refusal(409, str(refused), command)
    await socket.send_text(answer)


class LineRefusal(BaseModel):
    """A report over the line that was not taken."""

    error: str
    status: int
    command: str


def _refusal(status: int, error: str, command: str) -> str:
    return LineRefusal(error=error, status=status, command=command).model_dump_json()


async def _take(house: HouseContext, connection: HTTPConnection, authorization: str, body: DeviceReport) -> DeviceTable:
    """Carry out one message of whoever has the key."""
    kind, _, key = authorization.partition(" ")
    device = await key_holder(house, connection, key.strip() if kind.lower() == "bearer" else "", READERS)
    house.rate_limits.reports.check(device.name)
    if body.report == "look":
        table = await off_the_loop(partial(house.room.table, device.table))
        return _table_of(device, table, body.command)
    if not body.command or not body.round:
        raise Refused("a report has a command, an id of its own, and names its round, such as T1-7; look says which")
    order = parse_order(body.order)
    assert isinstance(order, Report), "a device reports and does nothing else"
    check_kind(device.kind, order.reading)
    command = f"{device.person.actor}:{body.command}"
    table = await house.hub.order(device.table, order, device.person, command=command, version=None)
    return _table_of(device, table, body.command)


async def key_holder(
    house: HouseContext, connection: HTTPConnection, key: str, kinds: Collection[ReporterKind]
) -> Reporter:
    """The device of one of these kinds that has this key; wrong ones are counted."""
    try:
        return await asyncio.to_thread(DeviceBook(house.store).holder, key, kinds)
    except WrongKey:
        try:
            house.rate_limits.wrong_keys.check(network_of(address_of(connection)))
        except TooMany as wait:
            raise TooManyKeys(str(wait), wait.retry_s) from None
        raise


def _table_of(device: Reporter, table: Table, command: str) -> DeviceTable:
    round = table.in_play
    return DeviceTable(
        device=device.name,
        table=table.name,
        command=command,
        round=None if round is None else round.id,
        stage="between rounds" if round is None else round.stage_key,
        next_out=None if round is None else next_out(round),
        stake=table.settings.terms.progressive_stake if round is None else round.terms.progressive_stake,
        sensors=[]
        if round is None
        else [SensorView(seat=seat.number, chip=PROGRESSIVE in seat.stakes) for seat in round.seats],
        frozen=table.called is not None and freezes(table.called),
    )
