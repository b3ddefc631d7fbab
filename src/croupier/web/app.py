"""The web application: routes, safety headers, logs and metrics, over one open house."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response

from croupier import __version__
from croupier.errors import Refused
from croupier.floor.cage.receipts import NoSuchReceipt
from croupier.floor.cage.shift import NoSuchSheet
from croupier.floor.history.rounds import NoSuchRound
from croupier.floor.house.devices import WrongKey
from croupier.floor.house.drills import NoSuchCertificate
from croupier.floor.links.desk import NoSuchLink
from croupier.floor.links.winpage import NoSuchHit
from croupier.floor.marks import is_demonstration, is_rehearsal
from croupier.floor.plan import NoSuchTable
from croupier.floor.practice import is_practice
from croupier.store.cluster import Unreachable
from croupier.store.journal import Store
from croupier.store.unit import StoreClosed, StoreFailed, Unaskable, Unreadable
from croupier.web import lobby, metrics, position, proof, replay, signing
from croupier.web.api.describing import describes
from croupier.web.api.page import api_page
from croupier.web.background_tasks import tending, tending_process
from croupier.web.context import HouseContext, open_house
from croupier.web.demo import pages as demo_pages
from croupier.web.demo.demonstration import Demonstration
from croupier.web.demo.pace import Pace
from croupier.web.devices import door as device_door
from croupier.web.devices import page as device_page
from croupier.web.docs import pages as docs_pages
from croupier.web.forms import BadField, form_again
from croupier.web.friends import pages as friends
from croupier.web.gate.fast_routes import FastRoute, FastRoutes
from croupier.web.gate.health import health
from croupier.web.gate.middleware import RequestMiddleware, page_of, wants_json
from croupier.web.lab import games as lab_games
from croupier.web.lab import own as lab_side_bets
from croupier.web.lab import pages as lab_pages
from croupier.web.lab import variants as lab_variants
from croupier.web.lab.studies import pages as lab_studies
from croupier.web.learn import certificates, drilling, play_pages, settlement_drill
from croupier.web.learn import keypads as mock_keypads
from croupier.web.learn import pages as school_pages
from croupier.web.learn.primer import first, front, how
from croupier.web.links import acts, claims, link_keypad, outside, reports, wins
from croupier.web.links import pages as link_pages
from croupier.web.other_processes import join_other_processes
from croupier.web.permissions import ClosedDoor, SignInFirst, check_request
from croupier.web.rehearsal import pages as rehearsal_pages
from croupier.web.rehearsal.rehearsals import Rehearsals
from croupier.web.sessions import Forged, TooMany
from croupier.web.staff import approvals, choices, papers, people, search, signs
from croupier.web.staff.books import accounts, exporting, finder, journal
from croupier.web.staff.disputes import pages as disputes
from croupier.web.staff.figures import pages as figures
from croupier.web.staff.keypad import routes as keypad
from croupier.web.staff.money import cage, sheets, shift
from croupier.web.staff.pit import home, pit
from croupier.web.staff.tables import equipment, face_up
from croupier.web.staff.tables import pages as table_choices
from croupier.web.static_files import STATIC, VersionedFiles
from croupier.web.table import rounds, sharing
from croupier.web.table import routes as table_routes
from croupier.web.you import banks as you_banks
from croupier.web.you import pages as you_pages
from croupier.web.you import review as you_review

_NO_TABLE = "There is no such table; the lobby lists those that are."
_NO_PRACTICE = (
    "There is no such private table, or nobody has let you in there. One goes two days after its last move; the lobby "
    "opens another."
)


def create_app(
    store: Store, *, db: str = "", address: str = "", secure: bool = False, demo: Demonstration | None = None
) -> FastAPI:
    """The application over an open record, which it does not close. `secure`: cookies for HTTPS only.

    With the record on PostgreSQL and an `address` at which others reach it, it is one of several servers. A record that
    is a demonstration's is opened as one, and no other is: there anybody enters as anybody.
    """
    if is_rehearsal(store):
        raise Refused("these are the books of a rehearsal, which its room opens; `croupier audit` verifies them")
    if is_demonstration(store) is not (demo is not None):
        raise Refused(
            "this is no demonstration's record, and its doors are not opened to everybody; `croupier serve` opens it"
            if demo
            else "this is the record of a demonstration; `croupier demo` opens it, with its folder"
        )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house: HouseContext = app.state.house
        stop_listening = join_other_processes(house, db, address)
        house.hub.resume()
        house.sides.practice.hub.resume()
        async with tending_process(), tending(house), rehearsals.resumed(), _played(house):
            yield
        await house.hub.close()
        await house.sides.practice.hub.close()
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
    app.state.house.demo = demo
    app.state.rehearsals = rehearsals = Rehearsals(app.state.house, address=address, secure=secure)
    fast = FastRoutes(
        FastRoute("POST /api/tables/{name}/orders", table_routes.OrderBody, table_routes.carry_out),
        FastRoute("POST /api/staff/tables/{name}/orders", keypad.StaffOrderBody, keypad.carry_out),
    )
    app.add_middleware(RequestMiddleware, house_for=rehearsals.house_for, fast=fast, refused=_refused)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _bad_request)
    staff = (
        *(keypad, home, pit, cage, shift, sheets, table_choices, face_up, equipment, people, choices, approvals),
        *(figures, journal, finder, accounts, signs, exporting, papers, disputes, search),
        *(claims, link_pages, acts, wins, reports, outside, link_keypad),
        *(device_door, device_page, rehearsal_pages),
    )
    school = (front, how, first, settlement_drill, mock_keypads, school_pages, play_pages, drilling, certificates)
    tables = (lobby, friends, table_routes, rounds, sharing, replay, position, proof, you_pages, you_banks, you_review)
    lab = (lab_pages, lab_variants, lab_side_bets, lab_studies, lab_games)
    for room in (*tables, signing, *staff, *lab, *school):
        app.include_router(room.router)
    if demo is not None:
        app.include_router(demo_pages.router)
    app.get("/api", include_in_schema=False)(api_page)
    app.include_router(docs_pages.router)
    app.get("/healthz", summary="Whether the server and its record are well")(health)
    app.get("/metrics", summary="Figures for Prometheus", response_class=PlainTextResponse)(_metrics)
    # Pages are not compressed: beside their token, the length would tell a stranger who chooses some of the words.
    app.mount("/static", GZipMiddleware(VersionedFiles(directory=STATIC), minimum_size=1_000, compresslevel=6))
    app.openapi = describes(app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _played(house: HouseContext) -> AsyncIterator[None]:
    """With the people of a demonstration at its tables, where it is one."""
    if house.demo is None:
        yield
        return
    async with Pace(house, house.demo).playing():
        yield


async def _refused(request: Request, error: Exception) -> Response:
    metrics.REFUSALS.labels(type(error).__name__).inc()
    answer = _answer(request, error)
    if wants_json(request) or answer.status_code == 404:
        return answer
    if isinstance(error, SignInFirst):
        return signing.sign_in_first(request)
    field = error.field if isinstance(error, BadField) else None
    again = await form_again(request, str(error), answer.status_code, field)
    if again is not None and "retry-after" in answer.headers:
        again.headers["retry-after"] = answer.headers["retry-after"]
    return again or answer


def _answer(request: Request, error: Exception) -> Response:
    match error:
        case NoSuchTable(name=name):
            # The refusal names the tables that there are, and some of them are their guests' own.
            return page_of(request, "Nothing there", _NO_PRACTICE if is_practice(name) else _NO_TABLE, 404)
        case NoSuchRound() | NoSuchLink() | NoSuchHit() | NoSuchReceipt() | NoSuchSheet() | NoSuchCertificate():
            return page_of(request, "Nothing there", str(error), 404)
        case SignInFirst():
            return page_of(request, "Sign in first", str(error), 401)
        case WrongKey():
            return page_of(request, "No such key", str(error), 401)
        case ClosedDoor():
            return page_of(request, "Not for you", str(error), 403)
        case Forged():
            return page_of(request, "Out of date", str(error), 403)
        case TooMany():
            answer = page_of(request, "Not so fast", str(error), 429)
            answer.headers["retry-after"] = str(error.retry_s)
            return answer
        case StoreFailed() | StoreClosed() | Unreachable():
            return page_of(request, "The record cannot be written", str(error), 503)
        case Unreadable():
            return page_of(request, "The record cannot be read", str(error), 503)
        case Unaskable():
            return page_of(request, "Nothing there", str(error), 404)
        case _:
            return page_of(request, "That cannot be", str(error), 409)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    text = {404: "There is no such page.", 405: "That page does not take this."}.get(
        error.status_code, str(error.detail)
    )
    return page_of(request, "Nothing there" if error.status_code == 404 else "That cannot be", text, error.status_code)


async def _bad_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if not wants_json(request) and first["loc"][0] == "body" and len(first["loc"]) == 2:
        field = str(first["loc"][1])
        words = "this is missing; fill it in" if first["type"] == "missing" else first["msg"]
        if again := await form_again(request, words, 422, field):
            return again
    return page_of(request, "That cannot be", f"{where}: {first['msg']}", 422)


def _metrics() -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
