"""A PostgreSQL that stands still, is restarted or cuts the line: the server goes on, says so, and quotes no secret."""

from __future__ import annotations

import json
import logging
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
from test_servers import Browser, Server, start, until
from websockets.sync.client import connect

from croupier.floor.cage.cage import Cage
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Role
from croupier.floor.room import Room
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.rules.terms import terms
from croupier.store.journal import open_store
from croupier.store.unit import StoreFailed, Unit, Write
from depth import thorough


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


@pytest.fixture(scope="module")
def odd_server(room: str) -> Iterator[Server]:
    made = start(room)
    yield made
    made.process.terminate()
    made.process.wait(20)


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


@thorough
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
        until(lambda: httpx.get(f"{server.url}/healthz", timeout=10).status_code == 200, 60)
        until(lambda: ann.client.get("/tables/T1", timeout=20).status_code == 200, 60)
        until(lambda: ann.order("bet 10").status_code == 200, 60)
    finally:
        server.process.terminate()
        server.process.wait(20)


def test_a_line_that_is_cut_while_a_seed_is_sealed_tells_nobody_the_seed(
    postgres: Callable[[], str], caplog: pytest.LogCaptureFixture
) -> None:
    """Cut at every point of the batch, also during the insert itself, by the database refusing the row."""
    address, seed = postgres(), "5eed" * 16
    caplog.set_level(logging.DEBUG)

    def cut(point: str) -> None:
        if point == "transfers" or point == "entries":
            with psycopg.connect(address, autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' "
                    "AND datname = current_database()"
                )

    write = Write("table/T1", None, ({"event": "noted"},))
    sealing = Unit(
        command="open", actor="staff/dora", time_ms=1, writes=(write,), seal=(("T1-1", seed), ("T1-2", f"{seed}\0"))
    )
    with open_store(address, fault=cut) as store, pytest.raises(StoreFailed) as failed:
        store.commit(sealing)
    with open_store(address) as store:
        with pytest.raises(StoreFailed) as refused:
            store.commit(sealing)  # a row that PostgreSQL does not take, and would quote
        assert store.secret("T1-1") is None
    said = [str(failed.value), str(refused.value), caplog.text]
    said += ["".join(traceback.format_exception(each.value)) for each in (failed, refused)]
    for text in said:
        assert seed not in text
        assert "INSERT" not in text


@thorough
@pytest.mark.parametrize(
    "path",
    [
        "/tables/%00",
        "/rounds/T1-%00",
        "/rounds/T1-1%00",
        "/staff/entries/%00",
        "/?then=%00",
        "/api/tables/%00/orders",
        "/tables/" + "9" * 5_000,
        "/shared/%00",
    ],
)
def test_no_odd_name_makes_the_house_stumble_on_postgresql(odd_server: Server, path: str) -> None:
    answer = httpx.get(f"{odd_server.url}{path}", timeout=20)
    assert answer.status_code < 500, answer.text
    assert answer.headers["x-frame-options"] == "DENY"


@thorough
def test_the_log_at_its_most_talkative_has_no_cookie_and_no_card(tmp_path: Path) -> None:
    """With a live stream open, whose headers and states the server's libraries would write down."""
    log = (tmp_path / "log").open("w+")
    command = [sys.executable, "-m", "croupier.cli", "serve", "--port", "0", "--log", "debug"]
    process = subprocess.Popen(
        [*command, "--db", str(tmp_path / "room.db")], stdout=subprocess.PIPE, stderr=log, text=True
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1].rstrip("/")
        http = httpx.Client(base_url=address, headers={"accept": "application/json"}, timeout=20)
        token = http.get("/").json()["csrf"]
        table = http.post("/practice", data={"csrf": token}).headers["location"]
        cookie = http.cookies["croupier"]
        where = f"{address.replace('http', 'ws')}/live{table}"
        with connect(where, additional_headers={"cookie": f"croupier={cookie}"}) as stream:
            page = json.loads(stream.recv(timeout=10))
            while page["round"] is None or not page["seats"][0]["cards"]:
                order = {"order": "bet 10", "version": page["version"], "command": secrets.token_hex(8)}
                http.post(f"/api{table}/orders", json=order, headers={"x-csrf": http.get(table).json()["csrf"]})
                page = json.loads(stream.recv(timeout=10))
            mine = page["seats"][0]["cards"]
    finally:
        process.terminate()
        process.wait(20)
    log.seek(0)
    written = log.read()
    log.close()
    assert '"level": "info"' in written
    assert cookie not in written
    for card in mine:
        assert f'"{card}"' not in written


@thorough
def test_a_server_that_starts_before_its_database_opens_when_that_answers(room: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "croupier.cli", "serve", "--port", str(port), "--db", room]
    with standing_still(room):
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        assert "no database at" in server.stdout.readline()
        assert httpx.get(f"{url}/healthz", timeout=20).status_code == 503
    try:
        until(lambda: httpx.get(f"{url}/healthz", timeout=20).status_code == 200)
        assert any("Croupier is open" in line for line in server.stdout)
    finally:
        server.terminate()
        server.wait(20)
