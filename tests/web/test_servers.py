"""Several servers on one PostgreSQL: one writer a table, taken over when its server dies; everybody sees everything."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

import httpx
import psycopg
import pytest
import websockets
from web_place import TIMEOUT_S

from croupier.floor.cage.cage import Cage
from croupier.floor.orders import parse_order
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.rules.terms import terms
from croupier.store.journal import open_store
from depth import thorough


@dataclass
class Server:
    process: subprocess.Popen[str]
    url: str

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


def start(db: str) -> Server:
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier.cli", "serve", "--port", "0", "--db", db],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://\S+?:\d+", line):
            return Server(process, found[0])
    raise AssertionError("the server ended before it opened its doors")


@pytest.fixture(scope="module")
def room_url(postgres: Callable[[], str]) -> str:
    """A room with a table and two players, on a real PostgreSQL."""
    address = postgres()
    with open_store(address) as store:
        people, room, cage = People(store), Room(store), Cage(store)
        ada = people.register("ada", Role.ADMIN, "1234", FIRST_START, "first")
        sue = people.register("sue", Role.SUPERVISOR, "1234", ada, "sue")
        for name in ("ann", "bob"):
            people.register(name, Role.PLAYER, "1234", ada, f"register {name}")
            cage.buy_in(name, 100_000, sue, f"chips for {name}")
        for name in ("T1", "T2"):
            room.open_table(name, Settings(terms=terms(ruleset("wa-base"), clock_s=60)), sue, f"open {name}")
    return address


@pytest.fixture
def servers(room_url: str) -> Iterator[tuple[Server, Server]]:
    both = start(room_url), start(room_url)
    yield both
    for server in both:
        if server.process.poll() is None:
            server.process.terminate()
            server.process.wait(10)


class Browser:
    """Somebody who has signed in at one of the servers."""

    def __init__(self, server: Server, name: str, table: str = "T1") -> None:
        self.table = table
        self.client = httpx.Client(
            base_url=server.url,
            follow_redirects=True,
            headers={"accept": "application/json"},
            timeout=TIMEOUT_S,
        )
        token = self.client.get("/sign-in").json()["csrf"]
        answer = self.client.post("/sign-in", data={"name": name, "pin": "1234", "csrf": token})
        assert answer.status_code == 200, answer.text

    def page(self) -> dict:
        return self.client.get(f"/tables/{self.table}").json()

    def order(self, words: str) -> httpx.Response:
        page = self.page()
        body = {"order": words, "version": page["version"], "command": secrets.token_hex(8)}
        return self.client.post(
            f"/api/tables/{self.table}/orders", json=body, headers={"x-csrf": page["csrf"]}, timeout=15
        )


def until(seen, within_s: float = TIMEOUT_S):
    """Wait until something is seen; say what was seen last if it never is."""
    ends = time.monotonic() + within_s
    while not (found := seen()):
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.02)
    return found


@thorough
def test_a_table_outlives_its_server_and_is_seen_from_every_server(servers: tuple[Server, Server]) -> None:
    one, two = servers
    ann, bob = Browser(one, "ann"), Browser(two, "bob")
    assert ann.order("sit 2").status_code == 200
    until(lambda: bob.page()["seats"])
    # An order that comes in at the other server is passed on; one that is overtaken by the deal is given again.
    until(lambda: bob.order("sit 5").status_code == 200)
    until(lambda: ann.page()["round"])
    assert ann.order("bet 10").status_code == 200
    # So is one that was overtaken by a bet which this server has not shown yet.
    until(lambda: bob.order("bet 10 trips 5").status_code == 200)
    until(lambda: ann.page()["round"]["stage"] == "preflop")
    cards = {
        who: seat["cards"]
        for who, page in (("ann", ann.page()), ("bob", bob.page()))
        for seat in page["seats"]
        if seat["you"]
    }

    one.kill()
    began = time.monotonic()
    until(lambda: bob.order("check").status_code == 200, within_s=10)
    assert time.monotonic() - began < 5, "taken over within five seconds"

    ann = Browser(two, "ann")
    page = ann.page()
    assert page["round"]["stage"] == "preflop"
    mine = next(seat for seat in page["seats"] if seat["you"])
    assert mine["cards"] == cards["ann"], "the same round, with the same cards"
    assert ann.order("bet4").status_code == 200
    until(lambda: bob.page()["round"]["stage"] == "flop")


@thorough
def test_what_one_server_commits_is_seen_live_at_the_other(servers: tuple[Server, Server]) -> None:
    one, two = servers
    ann, bob = Browser(one, "ann", "T2"), Browser(two, "bob", "T2")
    ann.page()

    async def watch() -> list[dict]:
        cookie = "; ".join(f"{key}={value}" for key, value in bob.client.cookies.items())
        address = two.url.replace("http", "ws") + "/live/tables/T2"
        async with websockets.connect(address, additional_headers={"cookie": cookie}) as socket:
            before = json.loads(await socket.recv())
            answer = await asyncio.to_thread(ann.order, "sit 1")
            assert answer.status_code == 200, answer.text
            shown = [before]
            while not shown[-1]["seats"] or not shown[-1]["round"]:
                shown.append(json.loads(await asyncio.wait_for(socket.recv(), TIMEOUT_S)))
            await asyncio.to_thread(until, lambda: ann.order("bet 10").status_code == 200)
            while shown[-1]["round"]["stage"] != "preflop":
                shown.append(json.loads(await asyncio.wait_for(socket.recv(), TIMEOUT_S)))
            return shown

    before, *after = asyncio.run(watch())
    assert before["seats"] == []
    assert after[0]["seats"][0]["name"] == "ann"
    rounds = [state["round"] for state in after if state["round"]]
    stages = [
        one for one, _ in groupby((round["stage"], [seat["number"] for seat in round["seats"]]) for round in rounds)
    ]
    # However much is heard at once: who was in when bets were closed is shown before the cards.
    assert stages == [("betting", []), ("betting", [1]), ("locked", [1]), ("preflop", [1])]


@thorough
def test_a_table_goes_to_the_server_where_it_is_played(room_url: str, servers: tuple[Server, Server]) -> None:
    def writer() -> str:
        asked = "SELECT address FROM leases JOIN servers ON id = server WHERE name = 'T3'"
        with psycopg.connect(room_url) as connection:
            row = connection.execute(asked).fetchone()
        return "" if row is None else f"http://{row[0]}"

    with open_store(room_url) as store:
        sue = Person("sue", Role.SUPERVISOR)
        Room(store).open_table("T3", Settings(terms=terms(ruleset("wa-base"), clock_s=60)), sue, "open T3")
    one, two = servers
    looks_on = Browser(one, "bob", "T3")
    assert looks_on.page()["seats"] == []
    until(lambda: writer() == one.url)
    ann = Browser(two, "ann", "T3")
    until(lambda: ann.order("sit 2").status_code == 200)
    until(lambda: ann.page()["round"])
    until(lambda: ann.order("bet 10").status_code == 200)
    until(lambda: writer() == two.url)
    until(lambda: ann.page()["round"]["stage"] == "preflop")
    until(lambda: ann.order("check").status_code == 200)
    until(lambda: looks_on.page()["round"]["stage"] == "flop")
    assert writer() == two.url, "one who only looks does not draw it back"


@thorough
def test_a_table_that_a_command_has_opened_and_filled_is_dealt_by_one_of_the_servers(
    room_url: str, servers: tuple[Server, Server]
) -> None:
    """Nobody looks at it anywhere: an automatic dealer is there all the same, and commands beside it are seen."""
    sue, ann = Person("sue", Role.SUPERVISOR), Person("ann", Role.PLAYER)
    with open_store(room_url) as store:
        room = Room(store)
        room.open_table("T4", Settings(terms=terms(ruleset("wa-base"), clock_s=60)), sue, "open T4")
        room.do("T4", parse_order("sit 1"), ann, command="ann sits")
        until(lambda: room.reload("T4").in_play)
        looks_on = [Browser(server, "bob", "T4") for server in servers]
        room.do("T4", parse_order("bet 10"), ann, command="ann bets")
        for browser in looks_on:
            until(lambda browser=browser: (browser.page()["round"] or {"stage": ""})["stage"] == "preflop")
        room.reload("T4")
        room.do("T4", parse_order("bet4"), ann, command="ann plays")
        for browser in looks_on:
            until(lambda browser=browser: browser.page()["version"] > room.table("T4").version)


@thorough
def test_a_forged_message_between_servers_is_refused(servers: tuple[Server, Server]) -> None:
    body = {
        "table": "T1",
        "order": "stand",
        "name": "ann",
        "role": "player",
        "command": "x",
        "version": 1,
        "from": "0123456789abcdef",
        "beat": 1,
    }
    answer = httpx.post(
        servers[0].url + "/between-servers/orders",
        json=body,
        headers={"accept": "application/json", "x-signature": "0" * 64},
        timeout=TIMEOUT_S,
    )
    assert answer.status_code == 409
    assert "does not come from" in answer.json()["error"]
