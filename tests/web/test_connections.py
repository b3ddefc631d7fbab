"""Connections that send slowly or nothing, and records that somebody else should not open."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import stat
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from test_servers import Server, start
from web_place import TIMEOUT_S
from websockets.asyncio.client import connect

from croupier.store.journal import open_store
from croupier.web.gate import connections
from croupier.web.gate.middleware import SAFETY
from croupier.web.gate.websocket import LiveConnection
from croupier.web.server import listen
from depth import thorough


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = start(str(tmp_path_factory.mktemp("slow") / "room.db"))
    yield made
    made.process.terminate()
    made.process.wait(20)


def slow_sockets(server: Server, many: int, said: bytes) -> list[socket.socket]:
    where = urlsplit(server.url)
    made = []
    for _ in range(many):
        made.append(socket.create_connection((where.hostname, where.port), timeout=20))
        made[-1].sendall(said)
    return made


def is_ended(one: socket.socket) -> bool:
    one.settimeout(0.05)
    try:
        return one.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


@asynccontextmanager
async def served(app: Any) -> AsyncIterator[tuple[str, int]]:
    """Serve an application by our own connections; where. What goes wrong beside it ends the test."""
    wrong: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))
    config = uvicorn.Config(
        app,
        http=connections.GuardedConnection,
        ws=LiveConnection,
        lifespan="off",
        log_level="error",
        timeout_graceful_shutdown=1,
    )
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield listener.getsockname()
    finally:
        server.should_exit = True
        await serving
    assert wrong == []


@thorough
def test_two_hundred_slow_connections_keep_nobody_out(server: Server) -> None:
    slow = slow_sockets(server, 200, b"GET / HTTP/1.1\r\nHost: room\r\nX-Slow: ")
    try:
        # Whoever waited for one of them would wait until it is given up.
        assert httpx.get(f"{server.url}/healthz", timeout=connections.HEADERS_S - 1).status_code == 200
        given_up = time.monotonic() + TIMEOUT_S
        while not all(map(is_ended, slow)):
            assert time.monotonic() < given_up, "the oldest go soon, and the others after a while"
            time.sleep(0.1)
    finally:
        for one in slow:
            one.close()


@pytest.mark.thorough
def test_a_crowd_that_comes_at_once_through_one_address_is_served(server: Server) -> None:
    """As from a proxy, or from the one address of a whole card room: a hundred connections before the first request."""
    crowd = slow_sockets(server, 3 * connections.MOST_WAITING, b"")
    try:
        for one in crowd:
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: room\r\n\r\n")
        assert [one.recv(15) for one in crowd] == [b"HTTP/1.1 200 OK"] * len(crowd)
    finally:
        for one in crowd:
            one.close()


def test_a_live_stream_is_no_unfinished_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it stays open, and however many there are at one address."""
    monkeypatch.setattr(connections, "MOST_WAITING", 2)
    monkeypatch.setattr(connections, "BURST_S", 0.05)
    monkeypatch.setattr(connections, "HEADERS_S", 0.1)
    monkeypatch.setattr(connections, "REQUEST_S", 0.1)

    async def echo(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        await send({"type": "websocket.accept"})
        while True:
            await receive()
            await send({"type": "websocket.send", "text": "still here"})

    async def visit() -> None:
        async with served(echo) as address, AsyncExitStack() as streams:
            opened = [await streams.enter_async_context(connect(f"ws://{address[0]}:{address[1]}/")) for _ in range(5)]
            await asyncio.sleep(0.5)
            for one in opened:
                await one.send("hello")
                assert await one.recv() == "still here"

    asyncio.run(visit())


TWO = b"GET /first HTTP/1.1\r\nHost: room\r\n\r\nGET /second HTTP/1.1\r\nHost: room\r\n"
STREAM = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
STREAM += b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"


def test_who_leaves_while_several_requests_wait_is_answered_no_more() -> None:
    """The one that is being answered is told so, and not only the last: what it wrote was a traceback in the log."""

    async def visit() -> None:
        begun, told = asyncio.Event(), asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            assert scope["path"] == "/first", "the second is not answered any more"
            assert (await receive())["type"] == "http.request"
            begun.set()
            assert (await receive())["type"] == "http.disconnect"
            await send({"type": "http.response.start", "status": 200, "headers": []})
            told.set()

        async with served(app) as address:
            _, writer = await asyncio.open_connection(*address)
            writer.write(TWO + b"\r\n")
            await asyncio.wait_for(begun.wait(), TIMEOUT_S)
            writer.transport.abort()
            await asyncio.wait_for(told.wait(), TIMEOUT_S)

    asyncio.run(visit())


def test_a_live_stream_that_does_not_wait_for_the_answers_before_it_is_ended() -> None:
    async def visit() -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            assert scope["type"] == "http"
            while (await receive())["type"] != "http.disconnect":
                pass

        async with served(app) as address:
            reader, writer = await asyncio.open_connection(*address)
            writer.write(TWO + STREAM + b"\r\n")
            with contextlib.suppress(ConnectionError):
                assert await asyncio.wait_for(reader.read(), TIMEOUT_S) == b""
            writer.close()

    asyncio.run(visit())


def test_a_live_stream_that_speaks_before_it_is_let_in_is_ended_without_a_traceback() -> None:
    async def visit() -> None:
        met, told = asyncio.Event(), asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            assert (await receive())["type"] == "websocket.connect"
            met.set()
            assert (await receive())["type"] == "websocket.disconnect"
            told.set()
            await send({"type": "websocket.accept"})

        async with served(app) as address:
            reader, writer = await asyncio.open_connection(*address)
            writer.write(b"GET / HTTP/1.1\r\nHost: room\r\n" + STREAM + b"\r\n")
            await asyncio.wait_for(met.wait(), TIMEOUT_S)
            writer.write(b"no frame at all")
            await asyncio.wait_for(told.wait(), TIMEOUT_S)
            with contextlib.suppress(ConnectionError):
                assert await asyncio.wait_for(reader.read(), TIMEOUT_S) == b""
            writer.close()

    asyncio.run(visit())


def test_what_is_no_request_is_answered_as_safely_as_the_rest(server: Server) -> None:
    (one,) = slow_sockets(server, 1, b"no request at all\r\n\r\n")
    answer = one.recv(4_000).decode().lower()
    assert answer.startswith("http/1.1 400")
    for header in SAFETY:
        assert header in answer
    one.close()


def test_headers_have_an_end(server: Server) -> None:
    (one,) = slow_sockets(server, 1, b"GET / HTTP/1.1\r\nHost: room\r\n")
    with contextlib.suppress(ConnectionError):  # it may be closed while we still talk
        for _ in range(80):
            one.sendall(b"X-More: " + b"a" * 1_000 + b"\r\n")
    assert one.recv(4_000).startswith(b"HTTP/1.1 400")
    one.close()


@thorough
def test_a_second_server_on_the_same_file_does_not_start_and_says_why(tmp_path: Path) -> None:
    db = str(tmp_path / "room.db")
    first = start(db)
    try:
        second = subprocess.run(
            [sys.executable, "-m", "croupier.cli", "serve", "--port", "0", "--db", db],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert second.returncode != 0
        assert "is served already, at 127.0.0.1:" in re.sub(r"\s+", " ", second.stderr + second.stdout)
        assert "Traceback" not in second.stderr
        assert httpx.get(f"{first.url}/healthz").status_code == 200
    finally:
        first.kill()
    again = start(db)  # a server that was killed holds nothing
    again.kill()


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "room.db")):
        for one in tmp_path.iterdir():
            assert stat.S_IMODE(one.stat().st_mode) == 0o600, one.name
