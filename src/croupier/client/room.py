"""The clients of a card room: a visitor, a machine that reports for another game's table on a link, and a device."""

from __future__ import annotations

import base64
import json
import secrets
import urllib.parse
from collections.abc import Iterator
from http.cookiejar import CookieJar
from typing import Any

from croupier.client.state import TableRow, TableState
from croupier.client.wire import Answer, Declined, Wire
from croupier.errors import Refused
from croupier.extras import needing
from croupier.money import Cents, plain_dollars

_TRIES = 20
"""How often an order is sent again at a table that moves on under it; each time it is looked at anew."""
_MOVED_ON = "moved on"
_SEND_AGAIN = 2


class Client:
    """A visitor: nobody at first, then a guest who practises or whoever signs in."""

    def __init__(self, server: str, *, jar: CookieJar | None = None, timeout_s: float = 30) -> None:
        """`jar` keeps the cookies: with that of another client this is the same visitor."""
        self._wire = Wire(server, timeout_s, jar)
        self._cached_token = ("", "")

    # Who you are

    def sign_in(self, name: str, pin: str) -> None:
        """Be somebody who has an account."""
        self.send("/sign-in", name=name, pin=pin)

    def join(self, name: str, pin: str) -> None:
        """Make a player's account, and be signed in to it."""
        self.send("/join", name=name, pin=pin)

    def sign_out(self) -> None:
        """Be nobody again."""
        self.send("/sign-out")

    # What there is

    def tables(self) -> tuple[TableRow, ...]:
        """The tables that the lobby lists for you."""
        return tuple(TableRow.of(row) for row in self.get("/api/tables"))

    def look(self, table: str) -> TableState:
        """A table as it is now, from your chair."""
        return TableState.of(self.get(f"/tables/{urllib.parse.quote(table, safe='')}"))

    def get(self, path: str, **query: str | int) -> Any:
        """Any page of the room as plain data: `docs/http.md` and `/api` list them."""
        query_text = f"?{urllib.parse.urlencode(query)}" if query else ""
        return self._wire.ask(path + query_text).plain

    # What you do

    def practise(self, rules: str = "wa-2018", **choices: str) -> str:
        """Open a practice table with play chips, sit down at it, and say its name."""
        return self.send("/practice", rules=rules, **choices).location.removeprefix("/tables/")

    def sit(self, table: str, seat: int) -> int:
        """Take a seat; the table's version afterwards."""
        return self.order(table, f"sit {seat}")

    def stand(self, table: str) -> int:
        """Leave the table."""
        return self.order(table, "stand")

    def bet(self, table: str, base: Cents, **others: Cents) -> int:
        """Put bets down, in cents: the game's own first, others by their spot, such as `trips=500`."""
        named = [f"{spot} {plain_dollars(amount)}" for spot, amount in others.items()]
        return self.order(table, " ".join(["bet", plain_dollars(base), *named]))

    def act(self, table: str, action: str) -> int:
        """Decide: one of `TableState.legal`."""
        return self.order(table, action)

    def order(self, table: str, words: str, *, version: int | None = None, command: str | None = None) -> int:
        """Give any order in the words of the table; its version afterwards.

        With the `version` that you were looking at, an order that comes too late is declined; without one the newest
        is meant, and looked up again if the table moves on. A lost answer is asked for again under the same `command`,
        so that what was ordered happens once.
        """
        for _ in range(_TRIES if version is None else 1):
            at = self.look(table).version if version is None else version
            try:
                return self._send_order(table, words, at, command or secrets.token_hex(12))
            except Declined as declined:
                if version is not None or declined.status != 409 or _MOVED_ON not in str(declined):
                    raise
        raise Refused(f"{words!r} never came through: {table} moved on {_TRIES} times; try again with what it is now")

    def staff_order(self, table: str, words: str, *, command: str | None = None) -> int:
        """Press a dealer's key, void, stop or resume, as one of the staff; the table's version afterwards."""
        for _ in range(_TRIES):
            try:
                at = self.look(table).version
                return self._send_order(table, words, at, command or secrets.token_hex(12), staff=True)
            except Declined as declined:
                if declined.status != 409 or _MOVED_ON not in str(declined):
                    raise
        raise Refused(f"{words!r} never came through: {table} moved on {_TRIES} times; try again with what it is now")

    def _send_order(self, table: str, words: str, version: int, command: str, *, staff: bool = False) -> int:
        path = f"/api{'/staff' if staff else ''}/tables/{urllib.parse.quote(table, safe='')}/orders"
        plain = {"order": words, "version": version, "command": command}
        for left in reversed(range(_SEND_AGAIN + 1)):
            try:
                return int(self._wire.body(path, plain, {"x-csrf": self.token}).plain["version"])
            except ConnectionError:
                if not left:
                    raise
        raise AssertionError("the last try answers or raises")

    # Anything else

    def send(self, path: str, **fields: str) -> Answer:
        """Send a form, as a page of the room does, with the token; where to look afterwards, or what was answered."""
        return self._wire.form(path, self.token, fields)

    def post(self, path: str, plain: object = None) -> Any:
        """Send JSON, as a script of the room does, with the token; what was answered."""
        return self._wire.body(path, plain, {"x-csrf": self.token}).plain

    # What goes on

    def stream(self, table: str) -> Iterator[TableState]:
        """The state of a table, then each new one, until the room ends the stream. Needs the extra `client`."""
        with needing("the stream of a table"):
            from websockets.exceptions import ConnectionClosed
            from websockets.sync.client import connect

        scheme, _, rest = self._wire.server.partition("://")
        address = f"{'wss' if scheme == 'https' else 'ws'}://{rest}/live/tables/{urllib.parse.quote(table, safe='')}"
        headers = {"cookie": self._wire.cookies} if self._wire.cookies else {}
        # A state is whole, however large; what a room sends is as big as the room makes it.
        with connect(address, additional_headers=headers, max_size=None, open_timeout=self._wire.timeout_s) as socket:
            try:
                for text in socket:
                    yield TableState.of(json.loads(text))
            except ConnectionClosed:
                return

    @property
    def token(self) -> str:
        """What the room's own pages send along with every change; it is another after signing in or out."""
        cookies, token = self._cached_token
        if not token or cookies != self._wire.cookies:
            token = str(self.get("/sign-in")["csrf"])
            self._cached_token = (self._wire.cookies, token)
        return token


class Machine:
    """Another game's table on a link. Each report has the machine's key, and one of the staff signs it (HTTP Basic).
    `docs/link.md` has the reports."""

    def __init__(self, server: str, key: str, name: str, pin: str, *, timeout_s: float = 30) -> None:
        self._wire = Wire(server, timeout_s)
        signed = base64.b64encode(f"{name}:{pin}".encode()).decode()
        self._headers = {"authorization": f"Basic {signed}", "x-machine-key": key}

    def look(self, table: str) -> dict[str, Any]:
        """The table as the link knows it."""
        state: dict[str, Any] = self._wire.ask(_games_path(table), headers=self._headers).plain
        return state

    def report(self, table: str, report: str, *, command: str | None = None, **more: Any) -> dict[str, Any]:
        """Make one report, such as `join`, `lock`, `hands` or `end`; the table afterwards, and what was written."""
        plain = {"report": report, "command": command or secrets.token_hex(12), **more}
        answer: dict[str, Any] = self._wire.body(_games_path(table), plain, self._headers).plain
        return answer


class Device:
    """A reader or a sensor rail at its one table. Each report has the device's key. `docs/real-cards.md` has the
    reports."""

    def __init__(self, server: str, key: str, *, timeout_s: float = 30) -> None:
        self._wire = Wire(server, timeout_s)
        self._headers = {"authorization": f"Bearer {key}"}

    def look(self) -> dict[str, Any]:
        """The table as far as the device has to know it: the round in play, how far it has come, what is known."""
        return self._send({"report": "look"})

    def report(self, report: str, round: str, *, command: str | None = None, **more: Any) -> dict[str, Any]:
        """Make one report of a round; the table afterwards. A lost answer is asked for again under the same `command`,
        so that what was reported is entered once."""
        plain = {"report": report, "round": round, "command": command or secrets.token_hex(12), **more}
        for left in reversed(range(_SEND_AGAIN + 1)):
            try:
                return self._send(plain)
            except ConnectionError:
                if not left:
                    raise
        raise AssertionError("the last try answers or raises")

    def _send(self, plain: object) -> dict[str, Any]:
        answer: dict[str, Any] = self._wire.body("/api/device", plain, self._headers).plain
        return answer


def _games_path(table: str) -> str:
    return f"/api/games/{urllib.parse.quote(table, safe='')}"
