"""The web application: routes, safety headers, logs and metrics, over one open house."""

from __future__ import annotations

import time
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier import __version__
from croupier.errors import Refused
from croupier.floor.cage.receipts import NoSuchReceipt
from croupier.floor.cage.shift import NoSuchSheet
from croupier.floor.house.drills import NoSuchCertificate
from croupier.floor.links.desk import NoSuchLink
from croupier.floor.links.winpage import NoSuchHit
from croupier.floor.past.rounds import NoSuchRound
from croupier.floor.plan import NoSuchTable
from croupier.store.journal import Store
from croupier.store.unit import StoreFailed
from croupier.web import lobby, metrics, signing
from croupier.web.api_page import api_page
from croupier.web.doors import ClosedDoor, SignInFirst, check_request
from croupier.web.forms import BadField, form_again, page_before
from croupier.web.friends import pages as friends
from croupier.web.house import HERE, House, InHouse, join_other_servers, open_house, page_response
from croupier.web.lab import games as lab_games
from croupier.web.lab import pages as lab_pages
from croupier.web.learn import certificates, drilling, play_pages
from croupier.web.learn import keypads as mock_keypads
from croupier.web.learn import pages as school_pages
from croupier.web.learn.primer import first, front, how
from croupier.web.links import acts, claims, outside, reports, wins
from croupier.web.links import pages as link_pages
from croupier.web.models import ErrorPage
from croupier.web.staff import choices, people, signs
from croupier.web.staff.books import accounts, finder, journal
from croupier.web.staff.figures import pages as figures
from croupier.web.staff.keypad import routes as keypad
from croupier.web.staff.money import cage, shift
from croupier.web.staff.pit import home, pit
from croupier.web.staff.tables import pages as table_choices
from croupier.web.table import rounds, sharing
from croupier.web.table import routes as table_routes
from croupier.web.tending import tending
from croupier.web.visitors import Forged, TooMany
from croupier.web.wording import read_clock_in
from croupier.web.you import pages as you_pages

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
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


def create_app(store: Store, *, db: str = "", address: str = "", secure: bool = False) -> FastAPI:
    """The application over an open record, which it does not close. `secure`: cookies for HTTPS only.

    With the record on PostgreSQL and an `address` at which others reach it, it is one of several servers.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house: House = app.state.house
        stop_listening = join_other_servers(house, db, address)
        house.hub.resume()
        async with tending(house):
            yield
        await house.hub.close()
        stop_listening()
        house.coach.close()

    app = FastAPI(
        title="Croupier",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        dependencies=[Depends(check_request)],
    )
    app.state.house = open_house(store, db=db, secure=secure)
    app.add_middleware(_Doorkeeper, house=app.state.house)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _bad_request)
    staff = (
        *(keypad, home, pit, cage, shift, table_choices, people, choices, figures, journal, finder, accounts, signs),
        *(claims, link_pages, acts, wins, reports, outside),
    )
    school = (front, how, first, mock_keypads, school_pages, play_pages, drilling, certificates)
    tables = (lobby, friends, table_routes, rounds, sharing, you_pages)
    for room in (*tables, signing, *staff, lab_pages, lab_games, *school):
        app.include_router(room.router)
    app.get("/docs", include_in_schema=False)(api_page)
    app.get("/healthz", summary="Whether the server and its record are well")(_health)
    app.get("/metrics", summary="Figures for Prometheus", response_class=PlainTextResponse)(_metrics)
    app.mount("/static", StaticFiles(directory=HERE / "static"))
    return app


def _declared(request: Request) -> int:
    """How long a request says that its body is."""
    length = request.headers.get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def _limited(receive: Receive) -> Receive:
    """The request's body, until it is longer than anything that is asked for here: then its sender is gone."""
    had = 0

    async def receiving() -> Message:
        nonlocal had
        message = await receive()
        had += len(message.get("body", b""))
        return message if had <= _LONGEST_BODY else {"type": "http.disconnect"}

    return receiving


class _Doorkeeper:
    """Meets every request: who it is, safety headers on the answer, a line in the log, a figure for the operator.

    What nobody foresaw is answered here too, kindly and with the same headers. The log then says where in the
    code it happened, never with what values: there might be cards among them.
    """

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        visitor, stale = self._house.cookies.visitor(HTTPConnection(scope))
        HTTPConnection(scope).state.visitor = visitor
        read_clock_in(self._house.choices.now().zone)
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        request.state.cookie_written = False
        static = request.url.path.startswith("/static")
        status = 0

        async def answer_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                if stale and not static and not request.state.cookie_written:
                    headers.append("set-cookie", self._house.cookies.header(visitor))
                for header, value in SAFETY.items():
                    headers.setdefault(header, value)
                if static:
                    headers["cache-control"] = "public, max-age=300"
            await send(message)

        try:
            if _declared(request) > _LONGEST_BODY:
                await _page_of(request, "Too much", _TOO_LONG, 413)(scope, receive, answer_safely)
            else:
                await self._app(scope, _limited(receive), answer_safely)
        except Exception as error:
            where = [f"{step.filename}:{step.lineno} {step.name}" for step in traceback.extract_tb(error.__traceback__)]
            metrics.LOG.error("failed", path=request.url.path, error=type(error).__name__, where=where[-8:])
            if status:  # the answer is on its way already; all we can do is end it
                raise
            text = "The house made a mistake. Go back and see whether what you asked has happened before you try again."
            await _page_of(request, "Our mistake", text, 500)(scope, receive, answer_safely)
        took = time.perf_counter() - began
        # A method that somebody has made up must not become a label: labels are kept for ever.
        method = request.method if request.method in _METHODS else "other"
        metrics.REQUEST_S.labels(method, str(status)).observe(took)
        metrics.LOG.info(
            "request",
            method=request.method,
            path=request.url.path,
            status=status,
            ms=round(took * 1000, 1),
            who=visitor.name or None,
        )


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/") or "application/json" in request.headers.get("accept", "")


def _page_of(request: Request, heading: str, text: str, status: int) -> Response:
    if _wants_json(request):
        return JSONResponse({"error": text}, status_code=status)
    page = ErrorPage(heading=heading, text=text, back=page_before(request) or "")
    return page_response(request, "error.html", page, status)


async def _refused(request: Request, error: Exception) -> Response:
    metrics.REFUSALS.labels(type(error).__name__).inc()
    answer = _answer(request, error)
    if _wants_json(request) or answer.status_code == 404:
        return answer
    if isinstance(error, SignInFirst):
        return signing.sign_in_first(request)
    field = error.field if isinstance(error, BadField) else None
    return await form_again(request, str(error), answer.status_code, field) or answer


def _answer(request: Request, error: Exception) -> Response:
    match error:
        case NoSuchTable():
            # The refusal names the tables that there are, and some of them are their guests' own.
            return _page_of(request, "Nothing there", "There is no such table; the lobby lists those that are.", 404)
        case NoSuchRound() | NoSuchLink() | NoSuchHit() | NoSuchReceipt() | NoSuchSheet() | NoSuchCertificate():
            return _page_of(request, "Nothing there", str(error), 404)
        case SignInFirst():
            return _page_of(request, "Sign in first", str(error), 401)
        case ClosedDoor():
            return _page_of(request, "Not for you", str(error), 403)
        case Forged():
            return _page_of(request, "Out of date", str(error), 403)
        case TooMany():
            return _page_of(request, "Not so fast", str(error), 429)
        case StoreFailed():
            return _page_of(request, "The record cannot be written", str(error), 503)
        case _:
            return _page_of(request, "That cannot be", str(error), 409)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    text = {404: "There is no such page.", 405: "That page does not take this."}.get(
        error.status_code, str(error.detail)
    )
    return _page_of(request, "Nothing there" if error.status_code == 404 else "That cannot be", text, error.status_code)


async def _bad_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if not _wants_json(request) and first["loc"][0] == "body" and len(first["loc"]) == 2:
        field = str(first["loc"][1])
        words = "this is missing; fill it in" if first["type"] == "missing" else first["msg"]
        if again := await form_again(request, words, 422, field):
            return again
    return _page_of(request, "That cannot be", f"{where}: {first['msg']}", 422)


def _health(house: InHouse) -> dict[str, object]:
    return {"ok": True, "version": __version__, "position": house.store.position()}


def _metrics() -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
