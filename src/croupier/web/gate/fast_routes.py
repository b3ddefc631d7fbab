"""Doors that are gone through at every click: they do without the framework, at a tenth of its cost.

A quick door is a route like any other, with its row in `croupier.web.permissions`, its body's model and its place in
the description of the API; the framework would find the same function. What is different is who asks: here the body's
model, the door, the token and the function are asked directly, in the order in which the framework does. Whatever is
unusual (another content type, a body that is not in order, a body that never ends) goes the ordinary way and is
answered in its words.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pydantic import BaseModel, ValidationError
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from croupier.web.context import House
from croupier.web.permissions import check_way_in
from croupier.web.sessions import Visitor

ANSWERS: Final = "croupier.answers"
"""Under this name a request's scope has, among its extensions, what writes a whole answer at once."""
_JSON: Final = "application/json"

Streams: TypeAlias = Callable[[WebSocket, str, House, Visitor], Awaitable[None]]
Does: TypeAlias = Callable[[House, HTTPConnection, Visitor, str, Any], Awaitable[Response]]
"""What lies behind a quick door: it is given the house, the connection, who asks, the table's name and the body."""


class JsonText(Response):
    """A short answer in JSON, with no headers of its own."""

    media_type = _JSON


@dataclass(frozen=True, slots=True)
class Quick:
    """A route `POST /…/{name}/…` that is asked by scripts with a token."""

    row: str
    body: type[BaseModel]
    does: Does

    @property
    def ends(self) -> tuple[str, str]:
        """The path before and after the name."""
        before, _, after = self.row.removeprefix("POST ").partition("{name}")
        return before, after


@dataclass(frozen=True, slots=True)
class FastRequest:
    """A request that a quick door takes, read whole."""

    door: Quick
    name: str
    body: BaseModel

    async def answer(self, house: House, scope: Scope, visitor: Visitor) -> Response:
        """Check what is checked at every door, and go through."""
        check_way_in(visitor.person, self.door.row, self.name)
        house.cookies.check_token(visitor, header(scope, b"x-csrf"))
        return await self.door.does(house, HTTPConnection(scope), visitor, self.name, self.body)


@dataclass(frozen=True, slots=True)
class QuickStream:
    """A live stream `LIVE /…/{name}`. Thousands stay open, and each layer of the framework would stay with each."""

    row: str
    does: Streams

    async def open(self, house: House, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        """Check what is checked at every door, and go through."""
        visitor: Visitor = scope["state"]["visitor"]
        check_way_in(visitor.person, self.row, name)
        await self.does(WebSocket(scope, receive, send), name, house, visitor)


class QuickDoors:
    """All of them, by the path before the name."""

    def __init__(self, *doors: Quick, stream: QuickStream) -> None:
        self._by_ends: Mapping[tuple[str, str], Quick] = {door.ends: door for door in doors}
        self._before_name = stream.row.removeprefix("LIVE ").removesuffix("{name}")
        self.stream = stream

    def streamed(self, scope: Scope) -> str | None:
        """The name in the path of a quick stream, if a request comes to it."""
        path: str = scope["path"]
        name = path.removeprefix(self._before_name)
        return None if name in ("", path) or "/" in name or scope.get("root_path") else name

    def at(self, scope: Scope) -> tuple[Quick, str] | None:
        """The quick door that a request comes to, and the name in its path."""
        if scope["method"] != "POST" or scope.get("root_path") or header(scope, b"content-type") != _JSON:
            return None
        path: str = scope["path"]
        for (before, after), door in self._by_ends.items():
            if path.startswith(before) and path.endswith(after):
                name = path[len(before) : len(path) - len(after)]
                return (door, name) if name and "/" not in name else None
        return None


async def read_whole(door: Quick, name: str, receive: Receive) -> tuple[FastRequest | None, Receive]:
    """A request as a quick door takes it, if it is in order, and how the ordinary way receives it from the start."""
    had: list[Message] = []
    body, more = b"", True
    while more:
        message = await receive()
        had.append(message)
        if message["type"] != "http.request":
            return None, _again(had, receive)
        body += message.get("body", b"")
        more = message.get("more_body", False)
    try:
        return FastRequest(door, name, door.body.model_validate_json(body)), receive
    except ValidationError:
        return None, _again(had, receive)


def _again(had: list[Message], receive: Receive) -> Receive:
    async def receiving() -> Message:
        return had.pop(0) if had else await receive()

    return receiving


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request; the first, should it come twice. For headers that are not asked for by the dozen this is
    cheaper than the framework's mapping of them all."""
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return None
