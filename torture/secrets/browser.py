"""A browser in the same process: it speaks to the application as a server would, and keeps every byte of the answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI

from croupier.floor.roles import Person
from croupier.web.context import HouseContext
from croupier.web.sessions import COOKIE, Visitor


class Browser:
    """Somebody's browser: `who` is nobody where nobody has signed in."""

    def __init__(self, app: FastAPI, name: str, who: Person | None) -> None:
        self.app, self.name, self.who = app, name, who
        house: HouseContext = app.state.house
        visitor = Visitor(name.encode().hex(), who)
        self.token = house.cookies.token(visitor)
        self._cookie = house.cookies.header(visitor).split(";")[0].removeprefix(f"{COOKIE}=")

    def _scope(self, kind: str, path: str, **more: object) -> dict[str, Any]:
        path, _, query = path.partition("?")
        headers = [(b"host", b"room.test"), (b"cookie", f"{COOKIE}={self._cookie}".encode())]
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws" if kind == "websocket" else "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("192.0.2.7", 7),
            "server": ("room.test", 80),
            "state": {},
            **more,
        }

    async def ask(
        self, path: str, *, body: object = None, form: dict[str, str] | None = None, page: bool = False
    ) -> str:
        """The whole answer to a request, headers and all: a page or JSON. With a body or a form it is a POST."""
        posts = body is not None or form is not None
        scope = self._scope("http", path, method="POST" if posts else "GET")
        data = b""
        scope["headers"].append((b"accept", b"text/html" if page else b"application/json"))
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            scope["headers"] += [(b"content-type", b"application/json"), (b"x-csrf", self.token.encode())]
        elif form is not None:
            data = urlencode({"csrf": self.token, **form}).encode()
            scope["headers"].append((b"content-type", b"application/x-www-form-urlencoded"))
        scope["headers"].append((b"content-length", str(len(data)).encode()))
        asked, told = False, bytearray()

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if asked:
                await asyncio.Event().wait()
            asked = True
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                told.extend(f"{message['status']}\n".encode())
                for key, value in message["headers"]:
                    told.extend(key + b": " + value + b"\n")
            else:
                told.extend(message.get("body", b""))

        await self.app(scope, receive, send)  # type: ignore[arg-type]
        return told.decode(errors="replace")

    async def order(self, path: str, words: str, version: int, command: str) -> str:
        """The answer to an order that is given on a page."""
        return await self.ask(path, body={"order": words, "version": version, "command": command})

    def watch(self, table: str) -> Stream:
        """A live stream of a table."""
        return Stream(self.app, self._scope("websocket", f"/live/tables/{table}", subprotocols=[]))


class Stream:
    """Every state that a live stream has sent."""

    def __init__(self, app: FastAPI, scope: dict[str, Any]) -> None:
        self.heard: list[str] = []
        self._closing = asyncio.Event()
        self._greeted = False
        self._task = asyncio.create_task(app(scope, self._receive, self._send))  # type: ignore[arg-type]

    async def _receive(self) -> dict[str, Any]:
        if not self._greeted:
            self._greeted = True
            return {"type": "websocket.connect"}
        await self._closing.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(message["text"])
        elif message["type"] == "websocket.close":
            self.heard.append(f"closed {message.get('code')}")

    async def begun(self) -> None:
        """Wait for the first state."""
        while not self.heard:
            await asyncio.sleep(0.0005)

    async def close(self) -> None:
        """Go away."""
        self._closing.set()
        await asyncio.gather(self._task, return_exceptions=True)
