"""Routes past the framework, for the orders that a click sends.

A fast route is a route like any other, with its row in `croupier.web.permissions`, its body's model and its place in
the description of the API; the framework would call the same function. Here the model, the row, the token and the
function are asked directly, in the framework's order. Whatever is unusual (another content type, a body that does not
fit the model, a body that never ends) is left to the framework and answered in its words.

`docs/performance.md` says what they save; without that they would not be here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pydantic import BaseModel, ValidationError
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Message, Receive, Scope

from croupier.web.context import HouseContext
from croupier.web.permissions import check_way_in
from croupier.web.sessions import Visitor

_JSON: Final = "application/json"

Handler: TypeAlias = Callable[[HouseContext, HTTPConnection, Visitor, str, Any], Awaitable[Response]]
"""What a fast route calls: it is given the house, the connection, who asks, the table's name and the body."""


@dataclass(frozen=True, slots=True)
class FastRoute:
    """A route `POST /…/{name}/…` that scripts ask with a token."""

    row: str
    body: type[BaseModel]
    handler: Handler

    @property
    def ends(self) -> tuple[str, str]:
        """The path before and after the name."""
        before, _, after = self.row.removeprefix("POST ").partition("{name}")
        return before, after


@dataclass(frozen=True, slots=True)
class FastRequest:
    """A request for a fast route, whose body fits the model."""

    route: FastRoute
    name: str
    body: BaseModel

    async def answer(self, house: HouseContext, scope: Scope, visitor: Visitor) -> Response:
        """Check what is checked at every route, and call the handler."""
        check_way_in(visitor.person, self.route.row, self.name)
        house.cookies.check_token(visitor, header(scope, b"x-csrf"))
        return await self.route.handler(house, HTTPConnection(scope), visitor, self.name, self.body)


class FastRoutes:
    """All of them, by the path around the name."""

    def __init__(self, *routes: FastRoute) -> None:
        self._by_ends: Mapping[tuple[str, str], FastRoute] = {route.ends: route for route in routes}

    def match(self, scope: Scope) -> tuple[FastRoute, str] | None:
        """The fast route of a request, and the name in its path."""
        if scope["method"] != "POST" or scope.get("root_path") or header(scope, b"content-type") != _JSON:
            return None
        path: str = scope["path"]
        for (before, after), route in self._by_ends.items():
            if path.startswith(before) and path.endswith(after):
                name = path[len(before) : len(path) - len(after)]
                return (route, name) if name and "/" not in name else None
        return None


async def read_request(route: FastRoute, name: str, receive: Receive) -> tuple[FastRequest | None, Receive]:
    """The request, if its body fits the route's model, and a `receive` with which the framework can read it anew."""
    messages: list[Message] = []
    body, more = b"", True
    while more:
        message = await receive()
        messages.append(message)
        if message["type"] != "http.request":
            return None, _replay(messages, receive)
        body += message.get("body", b"")
        more = message.get("more_body", False)
    try:
        return FastRequest(route, name, route.body.model_validate_json(body)), receive
    except ValidationError:
        return None, _replay(messages, receive)


def _replay(messages: list[Message], receive: Receive) -> Receive:
    async def replay() -> Message:
        return messages.pop(0) if messages else await receive()

    return replay


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request; the first, should it come twice. For one or two headers this is cheaper than the
    framework's mapping of them all."""
    for key, value in scope["headers"]:
        if key == name:
            text: str = value.decode("latin-1")
            return text
    return None
