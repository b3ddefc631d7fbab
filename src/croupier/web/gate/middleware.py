"""What happens around every request: who asks, headers that keep the answer safe, a line in the log, a figure."""

from __future__ import annotations

import secrets
import time
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache, partial
from typing import Final, TypeAlias

from prometheus_client import Histogram
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from croupier.errors import Refused
from croupier.store.threads import off_the_loop
from croupier.web import metrics
from croupier.web.context import HouseContext, house_of, page_response
from croupier.web.forms import page_before
from croupier.web.gate.fast_routes import FastRoutes, header, read_request
from croupier.web.gate.network import asked_from
from croupier.web.models import ErrorPage
from croupier.web.sessions import FromElsewhere, Visitor, address_of, is_from_elsewhere
from croupier.web.wording import read_clock_in

_FOR_ANYBODY = frozenset({"/healthz", "/metrics"})
"""Where nobody is asked who they are: these answer even where the record does not."""
_SAME_FOR_ALL = ("/static", "/docs")
"""What is the same for whoever asks: no cookie is looked at or written, and caches may keep what is there."""
_NOBODY: Final = Visitor("")
"""Who asks where nobody is asked who they are."""
_TRY_AGAIN = 1013
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_LOOKING = frozenset({"GET", "HEAD", "OPTIONS"})
_LONGEST_BODY = 1_000_000
"""Bytes; a form is a few hundred, a pay table of one's own a few thousand."""
_TOO_LONG = f"that is longer than anything asked for here; want at most {_LONGEST_BODY:,} bytes"
SAFETY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


_SAFETY_HEADERS: Final = [(name.encode(), value.encode()) for name, value in SAFETY.items()]
_CACHED: Final = (b"cache-control", b"public, max-age=300")


def _declared(scope: Scope) -> int:
    """How long a request says that its body is."""
    length = header(scope, b"content-length") or ""
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def _without_quoted_cookies(scope: Scope) -> None:
    """Take cookies with quotation marks out of a request. Ours have none, and the framework, which reads the cookies of
    every request, takes seconds over a long one that is quoted, whoever sends it."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    if any(name == b"cookie" and b'"' in value for name, value in headers):
        scope["headers"] = [
            (name, b";".join(one for one in value.split(b";") if b'"' not in one) if name == b"cookie" else value)
            for name, value in headers
        ]


HouseFor: TypeAlias = Callable[[HTTPConnection], HouseContext]
"""Which house a request reaches: the room's, or that of a rehearsal."""
Refuses: TypeAlias = Callable[[Request, Exception], Awaitable[Response]]
"""How a refusal is answered."""


def _limited(receive: Receive) -> Receive:
    """The request's body, until it is longer than anything that is asked for here: then its sender is gone."""
    had = 0

    async def receiving() -> Message:
        nonlocal had
        message = await receive()
        had += len(message.get("body", b""))
        return message if had <= _LONGEST_BODY else {"type": "http.disconnect"}

    return receiving


class RequestMiddleware:
    """Surrounds every request: who asks, safety headers on the answer, a line in the log, a figure for the operator.

    An error that nobody foresaw is answered here too, with the same headers. The log then says where in the code it
    happened, never with what values: there might be cards among them.
    """

    def __init__(self, app: ASGIApp, house_for: HouseFor, fast: FastRoutes, refused: Refuses) -> None:
        self._app = app
        self._house_for = house_for
        self._fast = fast
        self._refused = refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        _without_quoted_cookies(scope)
        path = scope["path"]
        static = path.startswith(_SAME_FOR_ALL)
        unreadable: Refused | None = None
        visitor, stale = _NOBODY, False
        asked_from(address_of(HTTPConnection(scope)))
        state = scope.setdefault("state", {})
        house = state["house"] = self._house_for(HTTPConnection(scope))
        if not static and path not in _FOR_ANYBODY:
            try:
                visitor, stale, zone = await off_the_loop(partial(_known, house, HTTPConnection(scope)))
                read_clock_in(zone)
            except Refused as why:
                visitor, unreadable = Visitor(secrets.token_hex(16)), why
        state["visitor"] = visitor
        if scope["type"] == "websocket":
            if unreadable is None:
                with suppress(WebSocketDisconnect):  # who has gone meanwhile is told nothing, not even why
                    await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": _TRY_AGAIN})
            return
        request = Request(scope)
        state["cookie_written"] = False
        status = 0

        async def answer_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers: list[tuple[bytes, bytes]] = list(message.get("headers", ()))
                # A script that is turned away came with a cookie that the browser may have changed for another since: a
                # keypad that was handed over while its page was asking is the next dealer's.
                turned_away = status >= 400 and wants_json(request)
                if stale and not static and not turned_away and not state["cookie_written"]:
                    headers.append((b"set-cookie", house.cookies.header(visitor).encode("latin-1")))
                said = {name.lower() for name, _ in headers}
                if static and status < 400 and b"cache-control" not in said:
                    headers.append(_CACHED)
                    said.add(b"cache-control")
                headers += [safe for safe in _SAFETY_HEADERS if safe[0] not in said]
                if house.mark is not None and not static:
                    headers.append((b"x-mark", house.mark.kind.encode()))
                message = {**message, "headers": headers}
            await send(message)

        try:
            if _declared(scope) > _LONGEST_BODY:
                await page_of(request, "Too much", _TOO_LONG, 413)(scope, receive, answer_safely)
            elif unreadable is not None:
                await page_of(request, "The record cannot be read", str(unreadable), 503)(scope, receive, answer_safely)
            elif request.method not in _LOOKING and is_from_elsewhere(request):
                await page_of(request, "Not from here", str(FromElsewhere()), 403)(scope, receive, answer_safely)
            elif "\0" in path:
                await page_of(request, "Nothing there", "There is no such page.", 404)(scope, receive, answer_safely)
            else:
                await self._answer(request, visitor, _limited(receive), answer_safely)
        except Exception as error:
            where = [f"{step.filename}:{step.lineno} {step.name}" for step in traceback.extract_tb(error.__traceback__)]
            metrics.LOG.error("failed", path=path, error=type(error).__name__, where=where[-8:])
            if status:  # the answer is on its way already; all we can do is end it
                raise
            text = "The house made a mistake. Go back and see whether what you asked has happened before you try again."
            await page_of(request, "Our mistake", text, 500)(scope, receive, answer_safely)
        self._note(request, visitor, status, time.perf_counter() - began)

    async def _answer(self, request: Request, visitor: Visitor, receive: Receive, send: Send) -> None:
        """By a fast route where the request is in order for one; otherwise the framework finds the route."""
        scope, answer = request.scope, None
        matched = self._fast.match(scope)
        if matched is not None:
            fast, receive = await read_request(*matched, receive)
            if fast is not None:
                try:
                    answer = await fast.answer(house_of(request), scope, visitor)
                except Refused as why:
                    answer = await self._refused(request, why)
        await (answer or self._app)(scope, receive, send)

    def _note(self, request: Request, visitor: Visitor, status: int, took: float) -> None:
        # A method that somebody has made up must not become a label: labels are kept for ever.
        method = request.method if request.method in _METHODS else "other"
        _took(method, status).observe(took)
        metrics.LOG.info(
            "request",
            method=request.method,
            path=request.scope["path"],
            status=status,
            ms=round(took * 1000, 1),
            who=visitor.name or None,
        )


def _known(house: HouseContext, connection: HTTPConnection) -> tuple[Visitor, bool, str]:
    """Who is looking, whether their cookie should be written again, and by which clock they read the time."""
    return *house.cookies.visitor(connection), house.choices.now().zone


@cache
def _took(method: str, status: int) -> Histogram:
    """Where the time of such an answer is noted: of methods and answers there are few."""
    return metrics.REQUEST_S.labels(method, str(status))


def wants_json(request: Request) -> bool:
    """Whether the answer should be for a script."""
    return bool(request.scope["path"].startswith("/api/")) or "application/json" in request.headers.get("accept", "")


def page_of(request: Request, heading: str, text: str, status: int) -> Response:
    """An answer that only says what is the matter; it needs no look at the record."""
    if wants_json(request):
        return JSONResponse({"error": text}, status_code=status)
    page = ErrorPage(heading=heading, text=text, back=page_before(request) or "")
    return page_response(request, "error.html", page, status)
