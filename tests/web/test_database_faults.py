"""A PostgreSQL that stands still, is restarted or cuts the line: the server goes on, says so, and quotes no secret."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
from test_servers import Browser, start, until

from croupier.floor.cage.cage import Cage
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Role
from croupier.floor.room import Room
from croupier.floor.table import Settings
from croupier.rules.games import ruleset
from croupier.rules.terms import terms
from croupier.store.journal import open_store


@pytest.fixture(scope="module")
def room(postgres: Callable[[], str]) -> str:
    """A room with a table and a player on a real PostgreSQL."""
    address = postgres()
    with open_store(address) as store:
        people = People(store)
        ada = people.register("ada", Role.ADMIN, "1234", FIRST_START, "first")
        sue = people.register("sue", Role.SUPERVISOR, "1234", ada, "sue")
        people.register("ann", Role.PLAYER, "1234", ada, "ann")
        Cage(store).buy_in("ann", 100_000, sue, "chips")
        Room(store).open_table("T1", Settings(terms=terms(ruleset("wa-base"), clock_s=60)), sue, "open")
    return address


@contextmanager
def standing_still(address: str) -> Iterator[None]:
    """Every process of the database stopped, as by a disk that hangs: lines stay open, and nothing answers."""
    with psycopg.connect(address) as connection:
        mine = connection.info.backend_pid
        rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'").fetchall()
        parent = int(Path(f"/proc/{mine}/stat").read_text().split()[3])
    pids = [parent, *(pid for (pid,) in rows if pid != mine)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def test_a_database_that_stands_still_stops_no_page_that_does_not_need_it(room: str) -> None:
    server = start(room)
    try:
        ann = Browser(server, "ann")
        assert ann.order("sit 2").status_code == 200
        said = httpx.get(f"{server.url}/healthz").json()
        assert said["ok"]
        assert said["writable"]
        assert said["view_age_s"] < 5
        with standing_still(room):
            began = time.monotonic()
            unwell = httpx.get(f"{server.url}/healthz", timeout=10)
            assert unwell.status_code == 503
            assert unwell.json()["writable"] is False
            assert httpx.get(f"{server.url}/static/croupier.css", timeout=5).status_code == 200
            assert time.monotonic() - began < 6
            time.sleep(2.5)  # what was remembered for a moment is asked for anew
            page = ann.client.get("/tables/T1", timeout=25)
            assert page.status_code == 503, "unwritable and unreadable is not the visitor's fault"
            assert page.headers["x-content-type-options"] == "nosniff"
            assert "SELECT" not in page.text
            assert httpx.get(f"{server.url}/healthz", timeout=5).elapsed.total_seconds() < 4
        until(lambda: httpx.get(f"{server.url}/healthz", timeout=10).status_code == 200, 15)
        until(lambda: ann.client.get("/tables/T1", timeout=20).status_code == 200, 15)
        until(lambda: ann.order("bet 10").status_code == 200, 15)
    finally:
        server.process.terminate()
        server.process.wait(20)
