"""Somebody at a server, over HTTP: signs in once, and knows of every order whether it was done, refused or unheard."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

PIN: Final = "1234"
_TIMEOUT_S: Final = 20.0
_HANGS_UP: Final = 0.06


class Unheard(Exception):
    """No answer came: the server is dead, or says that it does not know."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@dataclass(slots=True)
class Browser:
    """One browser at one address, and its cookie."""

    port: int
    name: str
    cookie: str = ""
    token: str = ""
    twin: Browser | None = None
    """The same person at another server, who is asked the same at the same moment."""
    hangs_up: Random | None = None
    """Chance by which an answer is not waited for, as when a phone loses its network; none: never."""
    _line: http.client.HTTPConnection | None = field(default=None)

    def sign_in(self) -> None:
        """Come in with name and PIN."""
        self.token = self._json(*self.ask("GET", "/sign-in"))["csrf"]
        status, said, _ = self.ask("POST", "/sign-in", form={"name": self.name, "pin": PIN, "csrf": self.token})
        assert status == 303, f"{self.name} cannot sign in: {said[:300]!r}"
        self.token = self._json(*self.ask("GET", "/sign-in"))["csrf"]
        if self.twin is not None:
            self.twin.sign_in()

    def page(self, path: str) -> dict[str, Any]:
        """A page as plain data."""
        return self._json(*self.ask("GET", path))

    def order(self, table: str, words: str, version: int, command: str) -> str | None:
        """Give an order; why it is refused, or nothing where it is done."""
        body = {"order": words, "version": version, "command": command}
        status, said, _ = self.ask("POST", f"/api/tables/{table}/orders", plain=body)
        return None if status == 200 else f"{status}: {json.loads(said)['error']}"

    def at_cage(self, what: str, player: str, table: str, cents: int, command: str) -> tuple[int | None, str]:
        """Ask the cage for something: the position of its entry, or why it is refused."""
        amount = f"{cents // 100}.{cents % 100:02}"
        form = {"what": what, "player": player, "table": table, "amount": amount, "command": command}
        status, said, location = self.ask("POST", "/staff/cage", form={**form, "csrf": self.token})
        if status == 303:
            return int(location.rpartition("receipt=")[2]), ""
        return None, f"{status}: {json.loads(said)['error']}"

    def at_link(self, link: str, what: Mapping[str, str], command: str) -> str:
        """Ask for something that a link's page offers; why it is refused, or nothing where it is done."""
        form = {**what, "command": command, "csrf": self.token}
        status, said, _ = self.ask("POST", f"/staff/links/{link}", form=form)
        return "" if status == 303 else f"{status}: {json.loads(said)['error']}"

    def ask(
        self, method: str, path: str, *, form: dict[str, str] | None = None, plain: dict[str, Any] | None = None
    ) -> tuple[int, bytes, str]:
        """One request: status, body, and where it leads; or `Unheard`."""
        headers = {"accept": "application/json", "cookie": f"croupier={self.cookie}", "x-csrf": self.token}
        body = None
        if form is not None:
            body, headers["content-type"] = urlencode(form), "application/x-www-form-urlencoded"
        elif plain is not None:
            body, headers["content-type"] = json.dumps(plain), "application/json"
        try:
            if self._line is None:
                self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_TIMEOUT_S)
            self._line.request(method, path, body, headers)
            if method == "POST" and self.hangs_up is not None and self.hangs_up.random() < _HANGS_UP:
                raise ConnectionError("hung up before the answer")
            answer = self._line.getresponse()
            said = answer.read()
        except (OSError, http.client.HTTPException) as why:
            self.hang_up()
            raise Unheard(repr(why)) from why
        for given in answer.headers.get_all("set-cookie") or ():
            if given.startswith("croupier="):
                self.cookie = given.partition("=")[2].partition(";")[0]
        if answer.status >= 500:
            raise Unheard(f"{answer.status} {said[:200]!r}")
        return answer.status, said, answer.headers.get("location") or ""

    def hang_up(self) -> None:
        """Close the line; the next request opens another."""
        if self.twin is not None:
            self.twin.hang_up()
        if self._line is not None:
            self._line.close()
            self._line = None

    def is_known(self) -> bool:
        """Whether the server knows who this is."""
        return bool(self.page("/sign-in")["you"]["name"] == self.name)

    @staticmethod
    def _json(status: int, said: bytes, _location: str) -> dict[str, Any]:
        assert status == 200, f"{status}: {said[:300]!r}"
        page: dict[str, Any] = json.loads(said)
        return page


@dataclass(slots=True)
class Balanced(Browser):
    """A browser before a proxy that sends each request to the other of two servers."""

    other: int = 0

    def ask(
        self, method: str, path: str, *, form: dict[str, str] | None = None, plain: dict[str, Any] | None = None
    ) -> tuple[int, bytes, str]:
        """One request, at the other server than the one before."""
        self.hang_up()
        self.port, self.other = self.other, self.port
        return Browser.ask(self, method, path, form=form, plain=plain)
