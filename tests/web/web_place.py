"""A card room of one's own for a test: a record in a file, a server on a free port, and people who visit it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import threading
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.client import Client
from croupier.floor.orders import parse_order
from croupier.floor.people import FIRST_START
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy, Settings, Table
from croupier.games import ruleset
from croupier.games.uth import BAD_BEAT, PAIRS, TRIPS
from croupier.rules.terms import terms
from croupier.store.journal import open_store
from croupier.web.app import create_app
from croupier.web.context import HouseContext
from croupier.web.demo.demonstration import Demonstration
from croupier.web.gate.connections import GuardedConnection
from croupier.web.gate.websocket import LiveConnection
from croupier.web.sessions import COOKIE, Visitor

BOSS = Person("boss", Role.SUPERVISOR)
TIMEOUT_S = 60
"""How long anything is waited for. A busy machine is slow, and that is no fault of the card room's."""
_T = TypeVar("_T")


class _Server(uvicorn.Server):
    """A server that leaves when it is told to, and not when it next looks up: hundreds of them come and go."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.leave = asyncio.Event()

    async def main_loop(self) -> None:
        counter = 0
        while not await self.on_tick(counter):
            counter += 1
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.leave.wait(), 0.1)

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        """As uvicorn's own, without its tenth of a second where every line is closed at once."""
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        for _ in range(10):
            await asyncio.sleep(0.001)
            if not self.server_state.connections and not self.server_state.tasks:
                await self.lifespan.shutdown()
                return
        await super().shutdown(sockets)


class Place:
    """A running card room. Tables, players and staff are made in its record; visits come through the socket."""

    def __init__(
        self, folder: Path, *, secure: bool = False, record: str = "room.db", demo: Demonstration | None = None
    ) -> None:
        self.store = open_store(str(folder / record))
        self.app = create_app(self.store, secure=secure, demo=demo)
        self.house: HouseContext = self.app.state.house
        config = uvicorn.Config(
            self.app,
            port=0,
            http=GuardedConnection,
            ws=LiveConnection,
            ws_per_message_deflate=False,
            log_level="error",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._server = _Server(config)
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="server")
        self._thread.start()
        assert self._started.wait(TIMEOUT_S), "the server starts"

    def _serve(self) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            serving = asyncio.create_task(self._server.serve())
            while not self._server.started and not serving.done():
                await asyncio.sleep(0.005)
            self._started.set()
            await serving

        asyncio.run(serve())

    def close(self) -> None:
        self._server.should_exit = True
        with contextlib.suppress(RuntimeError):  # it has gone already
            self._loop.call_soon_threadsafe(self._server.leave.set)
        self._thread.join()
        self.store.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    # Who and what is there

    def open_table(
        self,
        name: str,
        rules: str = "wa-2018",
        *,
        bets: tuple[str, ...] = (TRIPS, BAD_BEAT, PAIRS),
        dealt_by: DealtBy = DealtBy.MACHINE,
        **choices: object,
    ) -> str:
        chosen = ruleset(rules)
        tables = {bet: chosen.tables[bet][0] for bet in bets if bet in chosen.tables}
        settings = Settings(terms=terms(chosen, tables, **choices), dealt_by=dealt_by)
        self.house.room.open_table(name, settings, BOSS, f"open/{name}")
        return name

    def player(self, name: str, chips: int = 100_000, pin: str | None = None) -> Person:
        """A player with an account, and chips bought at the cage."""
        who = self.house.people.register(name, Role.PLAYER, pin, BOSS, f"register/{name}")
        self.house.cage.buy_in(name, chips, BOSS, f"buy-in/{name}")
        return who

    def employ_boss(self, admin: Person | None = None) -> None:
        """Enter `BOSS` in the book of names, where the record is audited: whoever acts must be in it."""
        admin = admin or self.house.people.register("root", Role.ADMIN, None, FIRST_START, "first")
        self.house.people.register(BOSS.name, BOSS.role, None, admin, "register/boss")

    def table(self, name: str) -> Table:
        return self.house.sides.at(name).room.table(name)

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(TIMEOUT_S + 5)

    def order(self, table: str, words: str, who: Person) -> Table:
        """Somebody's order, given at the table and not through a page."""
        command = secrets.token_hex(8)
        hub = self.house.sides.at(table).hub
        return self.run(hub.order(table, parse_order(words), who, command=command, version=None))

    def until(self, table: str, true_of: Callable[[Table], bool]) -> Table:
        """Wait until a table is as it should be."""

        async def waiting() -> Table:
            async with asyncio.timeout(TIMEOUT_S):
                while not true_of(self.table(table)):
                    await asyncio.sleep(0.005)
            return self.table(table)

        return self.run(waiting())

    def visit(self, who: Person | None = None) -> Visit:
        """A browser in which somebody has signed in, or nobody."""
        return Visit(self, who)

    def cookie(self, who: Person | None) -> str:
        header = self.house.cookies.header(Visitor(secrets.token_hex(16), who))
        return header.split(";")[0].removeprefix(f"{COOKIE}=")


class Visit:
    """A browser without a window, for what a page is sent; `client` is the same visitor as a program."""

    def __init__(self, place: Place, who: Person | None) -> None:
        self.place = place
        self.who = who
        self.http = httpx.Client(base_url=place.url, timeout=TIMEOUT_S)
        self.client = Client(place.url, jar=self.http.cookies.jar, timeout_s=TIMEOUT_S)
        if who is not None:
            self.http.cookies.set(COOKIE, place.cookie(who))

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def json(self, path: str) -> Any:
        return self.http.get(path, headers={"accept": "application/json"}).json()

    @property
    def token(self) -> str:
        """What our pages send along; it stays the same until somebody signs in or out."""
        return self.client.token

    def post(self, path: str, **fields: str) -> httpx.Response:
        """A form, sent from one of our own pages."""
        return self.http.post(path, data={"csrf": self.token, **fields})

    def order(
        self, table: str, words: str, *, version: int | None = None, command: str | None = None
    ) -> httpx.Response:
        """An order, as the page of a table sends it."""
        if version is None:
            version = self.json(f"/tables/{table}")["version"]
        body = {"order": words, "version": version, "command": command or secrets.token_hex(12)}
        return self.http.post(f"/api/tables/{table}/orders", json=body, headers={"x-csrf": self.token})

    def must(self, table: str, words: str) -> None:
        """An order that is carried out, however often the table moves on beneath it."""
        self.client.order(table, words)

    def practise(self, rules: str = "wa-2018") -> str:
        """Open a practice table, sit down and wait for the first round; the table's name."""
        table = self.client.practise(rules)
        self.place.until(table, lambda table: table.in_play is not None)
        return table

    def watch(self, table: str) -> Stream:
        return Stream(self, table)


class Stream:
    """A live connection to a table, with every byte that came through it."""

    def __init__(self, visit: Visit, table: str) -> None:
        cookie = "; ".join(f"{key}={value}" for key, value in visit.http.cookies.items())
        address = visit.place.url.replace("http://", "ws://") + f"/live/tables/{table}"
        self._open = ExitStack()
        headers = {"cookie": cookie} if cookie else {}
        self._socket: ClientConnection = self._open.enter_context(connect(address, additional_headers=headers))
        self.heard: list[str] = []
        self.page: Any = None

    def next(self) -> Any:
        text = self._socket.recv(timeout=TIMEOUT_S)
        assert isinstance(text, str)
        self.heard.append(text)
        self.page = json.loads(text)
        return self.page

    def until(self, true_of: Callable[[Any], bool]) -> Any:
        """Read on until the newest state is as it should be; that state."""
        while self.page is None or not true_of(self.page):
            self.next()
        return self.page

    def closed_with(self) -> int:
        """Read on until the server ends the connection; the code with which it does."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.next()
        code = self._socket.close_code
        assert code is not None, "the server says why"
        return code

    def close(self) -> None:
        self._open.close()
