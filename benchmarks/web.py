"""Live tables under load: how long from a click until everybody at the table has seen it, and what a first page weighs.

A server of ours with a record on SQLite runs in one process, all players in another: 100 tables of six seats, each
seat with its own live stream, one action a second at each table.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from benchmarks.table import Table, short
from benchmarks.viewers import Viewer

TABLES = 100
SEATS = (1, 2, 3, 4, 5, 6)
WARM_UP_S = 4
MEASURE_S = 20
_SERVE = "from croupier.cli import main; main()"
_VERSION = re.compile(rb'"version":(\d+)')


def run(tables: int = TABLES, measure_s: int = MEASURE_S) -> list[Table]:
    """The bench: two processes, one card room."""
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "room.db")
        cookies = prepare(db, tables)
        with serving(db) as servers:
            measured = load(servers, cookies, measure_s)
            (address,) = servers.values()
            pages = {
                "lobby": _weight(address, "/", ""),
                "table": _weight(address, "/tables/T1", cookies[0][0]),
            }
    streams, size = tables * len(SEATS), short(measured["bytes"] / 1000)
    clicks = len(measured["answered_s"])
    used = f"The server used {short(1000 * measured['processor_s'] / clicks)} ms of processor time a click. "
    latency = Table(
        f"{tables} tables, {streams} live streams, one action a second at each table",
        ("", "p50 ms", "p99 ms", "slowest ms", "times"),
        [
            ("click until a viewer has the update", *spread(measured["seen_s"])),
            ("click until every viewer of the table has it", *spread(measured["all_seen_s"])),
            ("click until it is answered", *spread(measured["answered_s"])),
        ],
        f"{used}Target: every viewer within 150 ms at p99. An update was {size} KB on average; "
        "the record is SQLite with a full flush at every commit; players and server share the machine's cores.",
    )
    weight = Table(
        "First page, everything it loads, uncompressed",
        ("page", "KB", "files"),
        [(name, short(size / 1000), str(files)) for name, (size, files) in pages.items()],
        "Target: under 200 KB.",
    )
    return [latency, weight]


@contextmanager
def serving(db: str, many: int = 1) -> Iterator[dict[int, str]]:
    """Servers on one record, by their process: where each is reached."""
    command = [sys.executable, "-c", _SERVE, "serve", "--port", "0", "--db", db]
    servers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(many)]
    try:
        yield {one.pid: one.stdout.readline().split()[-1].rstrip("/") for one in servers if one.stdout}
    finally:
        for one in servers:
            one.terminate()
            one.wait()


def load(
    servers: dict[int, str],
    cookies: list[list[str]],
    measure_s: float,
    asked: int | None = None,
    onlookers: int = 0,
) -> dict[str, Any]:
    """Play at every table where somebody sits, each at the next of the servers that are `asked`, from a process of its
    own; so many `onlookers` more watch each. Where nobody sits, six do."""
    work = {
        "servers": list(servers.items()),
        "cookies": cookies,
        "measure_s": measure_s,
        "asked": asked,
        "onlookers": onlookers,
    }
    command = [sys.executable, "-m", "benchmarks.web"]
    answer = subprocess.run(command, input=json.dumps(work), stdout=subprocess.PIPE, text=True, check=True)
    measured: dict[str, Any] = json.loads(answer.stdout)
    return measured


def spread(times_s: list[float]) -> tuple[str, str, str, str]:
    ordered = sorted(times_s)
    at = [ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1]]
    return (*(short(1000 * one) for one in at), f"{len(ordered):,}")  # type: ignore[return-value]


def prepare(db: str, tables: int, seated: int | None = None) -> list[list[str]]:
    """A record with full tables, or with the first so many full; the cookies of who sits there, table by table."""
    from croupier.floor.cage.cage import Cage
    from croupier.floor.orders import Sit
    from croupier.floor.people import People
    from croupier.floor.roles import Person, Role
    from croupier.floor.room import Room
    from croupier.floor.table import Settings
    from croupier.games import ruleset
    from croupier.games.uth import PAIRS, TRIPS
    from croupier.rules.terms import terms
    from croupier.store.journal import open_store
    from croupier.web.context import open_house
    from croupier.web.sessions import COOKIE, Visitor

    boss = Person("boss", Role.SUPERVISOR)
    rules = terms(ruleset("wa-2018"), {TRIPS: "UTH-02", PAIRS: "UPB-1"})
    with open_store(db) as store:
        room, people, cage = Room(store), People(store), Cage(store)
        made = open_house(store).cookies

        def fill(number: int) -> list[str]:
            name = f"T{number}"
            room.open_table(name, Settings(terms=rules), boss, f"open/{name}")
            cookies: list[str] = []
            for seat in SEATS if seated is None or number <= seated else ():
                who = people.register(f"p{number}-{seat}", Role.PLAYER, None, boss, f"register/{number}/{seat}")
                cage.buy_in(who.name, 1_000_000, boss, f"buy-in/{number}/{seat}")
                room.do(name, Sit(seat), who, command=f"sit/{number}/{seat}")
                value = made.header(Visitor(secrets.token_hex(16), who)).split(";")[0]
                assert value.startswith(f"{COOKIE}=")
                cookies.append(value)
            return cookies

        # Many hands at once: their commits share flushes.
        with ThreadPoolExecutor(32) as hands:
            return list(hands.map(fill, range(1, tables + 1)))


def _weight(address: str, path: str, cookie: str) -> tuple[int, int]:
    """The bytes of a page and of everything it loads, and how many files that is."""
    seen: dict[str, int] = {}
    waiting = [path]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        with urlopen(Request(address + path, headers={"cookie": cookie})) as answer:
            body = answer.read().decode()
        seen[path] = len(body.encode())
        waiting += re.findall(r'(?:href|src)="(/static/[^"]+)"', body)
        waiting += [urljoin(path, name) for name in re.findall(r'from "([^"]+)"', body)]
    return sum(seen.values()), len(seen)


# The players, in a process of their own


@dataclass(slots=True, eq=False)
class Watched:
    """A table as its six players see it, and the click that they wait to see."""

    name: str
    address: str
    cookies: list[str]
    """Those of the players."""
    onlookers: int = 0
    """Who only watches has no cookie, and a number after the players'."""
    versions: dict[int, int] = field(default_factory=dict)
    page: dict[str, Any] = field(default_factory=dict)
    """What the first seat sees."""
    version: int = 0
    clicked: tuple[int, float] | None = None
    unseen: int = 0
    seen_s: list[float] = field(default_factory=list)
    all_seen_s: list[float] = field(default_factory=list)
    answered_s: list[float] = field(default_factory=list)
    size: int = 0
    updates: int = 0

    @property
    def viewers(self) -> int:
        return len(self.cookies) + self.onlookers

    def hear(self, seat: int, text: bytes) -> None:
        """A state has arrived at a seat."""
        now = perf_counter()
        found = _VERSION.search(text)
        assert found is not None
        version = int(found[1])
        before = self.versions.get(seat, -1)
        self.versions[seat] = version
        if seat == SEATS[0]:
            self.page = laid(self.page, json.loads(text))
        self.version = max(self.version, version)
        self.size += len(text)
        self.updates += 1
        if self.clicked is None:
            return
        awaited, at = self.clicked
        if version > awaited >= before:
            self.seen_s.append(now - at)
            self.unseen -= 1
            if not self.unseen:
                self.all_seen_s.append(now - at)
                self.clicked = None

    def next_order(self) -> tuple[int, str, int] | None:
        """Who does what next: the seat, the words, and the version they see."""
        page = self.page
        round = page["round"]
        if round is None:
            return None
        if round["stage"] == "betting":
            idle = [seat["number"] for seat in page["seats"] if seat["stakes"] is None]
            return (idle[0], "bet 10 trips 5", page["version"]) if idle else None
        due = [seat["number"] for seat in round["seats"] if seat["due"]]
        words = {"preflop": "check", "flop": "check", "river": "bet1"}.get(round["stage"])
        return (due[0], words, page["version"]) if due and words else None


def _processor_s(pid: int) -> float:
    """The processor time that a process has used; 0 where the system does not say."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    used = stat.read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> float:
    """What a process has in memory; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return float(found[1]) if found else 0.0


def _longest_pauses_s(address: str) -> list[float]:
    """The longest pause of the last minute by the clock, and the longest that was the server's own work."""
    with urlopen(f"{address}/metrics") as answer:
        text = answer.read().decode()
    found = (
        re.search(rf'^croupier_longest_pause_seconds{{by="{by}"}} (\S+)', text, re.M) for by in ("clock", "processor")
    )
    return [float(one[1]) for one in found if one is not None]


async def _play(
    servers: list[tuple[int, str]], cookies: list[list[str]], measure_s: float, asked: int | None, onlookers: int
) -> dict[str, object]:
    at = itertools.cycle(address for _, address in servers[:asked])
    tables = [
        Watched(f"T{number}", next(at), row, onlookers if row else len(SEATS)) for number, row in enumerate(cookies, 1)
    ]
    loop, streams = asyncio.get_running_loop(), []
    async with asyncio.TaskGroup() as players:
        tasks = []

        async def listen(table: Watched, seat: int) -> None:
            host, _, port = table.address.removeprefix("http://").partition(":")
            cookie = table.cookies[seat - 1] if seat <= len(table.cookies) else ""
            path = f"/live/tables/{table.name}?changes=seats"
            made = partial(Viewer, table.address.removeprefix("http://"), path, cookie, partial(table.hear, seat))
            _, stream = await loop.create_connection(made, host, int(port))
            streams.append(stream)
            await stream.began

        for table in tables:
            await asyncio.gather(*(listen(table, viewer) for viewer in range(1, table.viewers + 1)))
        began = perf_counter()
        played = [table for table in tables if table.cookies]
        tasks += [players.create_task(_click(table, i / len(played))) for i, table in enumerate(played)]
        await asyncio.sleep(WARM_UP_S)
        for table in tables:
            for times in (table.seen_s, table.all_seen_s, table.answered_s):
                times.clear()
            table.size = table.updates = 0
        used = -sum(_processor_s(server) for server, _ in servers)
        await asyncio.sleep(measure_s)
        used += sum(_processor_s(server) for server, _ in servers)
        server_kb = sum(memory_kb(server) for server, _ in servers)
        # Before they all go: that is no part of what is measured.
        pauses_s = await asyncio.to_thread(_longest_pauses_s, servers[0][1])
        for task in tasks:
            task.cancel()
        for stream in streams:
            stream.close()
        assert perf_counter() - began < WARM_UP_S + measure_s + 10, "the players could not keep up"
    return {
        "seen_s": [one for table in tables for one in table.seen_s],
        "all_seen_s": [one for table in tables for one in table.all_seen_s],
        "answered_s": [one for table in tables for one in table.answered_s],
        "processor_s": used,
        "server_kb": server_kb,
        "pauses_s": pauses_s,
        "streams": sum(table.viewers for table in tables),
        "bytes": sum(table.size for table in tables) / max(1, sum(table.updates for table in tables)),
    }


def laid(state: dict[str, Any], came: dict[str, Any]) -> dict[str, Any]:
    """A state with what has changed laid over it, as the pages do (`static/live.js`)."""
    changed = came.pop("seats_changed", None)
    if changed is not None:
        round = {**state["round"], **came.get("round", {})}
        came |= {"seats": _over(state["seats"], changed), "round": {**round, "seats": _over(round["seats"], changed)}}
    return {**state, **came}


def _over(cards: list[dict[str, Any]], changed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    by_number = {card["number"]: card for card in (*cards, *changed)}
    return [by_number[number] for number in sorted(by_number)]


async def _click(table: Watched, after_s: float) -> None:
    """One action a second, each answered before the next."""
    host, _, port = table.address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    tokens: dict[int, str] = {}
    for seat in SEATS:
        head = f"GET /tables/{table.name} HTTP/1.1\r\nhost: {host}:{port}\r\naccept: application/json\r\n"
        page = await _ask(reader, writer, head, table.cookies[seat - 1], b"")
        tokens[seat] = json.loads(page)["csrf"]
    loop = asyncio.get_running_loop()
    due = loop.time() + after_s
    while True:
        await asyncio.sleep(max(0.0, due - loop.time()))
        due += 1
        order = table.next_order()
        if order is None or table.clicked is not None:
            continue
        seat, words, version = order
        body = json.dumps({"order": words, "version": version, "command": secrets.token_hex(12)}).encode()
        head = (
            f"POST /api/tables/{table.name}/orders HTTP/1.1\r\nhost: {host}:{port}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\nx-csrf: {tokens[seat]}\r\n"
        )
        at = perf_counter()
        table.clicked, table.unseen = (version, at), table.viewers
        try:
            answer = await _ask(reader, writer, head, table.cookies[seat - 1], body)
        except (asyncio.IncompleteReadError, ConnectionError):
            # A server closes a line that was quiet for a while; the same command again happens once.
            reader, writer = await asyncio.open_connection(host, int(port))
            answer = await _ask(reader, writer, head, table.cookies[seat - 1], body)
        table.answered_s.append(perf_counter() - at)
        if "error" in json.loads(answer):
            table.clicked = None


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: str, cookie: str, body: bytes
) -> bytes:
    """One request over a connection that stays open; the answer's body."""
    writer.write(f"{head}cookie: {cookie}\r\n\r\n".encode() + body)
    answer = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", answer, re.I)
    assert length is not None, answer
    return await reader.readexactly(int(length[1]))


if __name__ == "__main__":
    import uvloop  # the server runs on it as well

    given = json.load(sys.stdin)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(_play(**given))))
