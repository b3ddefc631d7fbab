"""Requests to a room: cookies are kept, redirects are not followed, refusals are raised in the room's own words."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from email.message import Message
from http.cookiejar import CookieJar
from typing import Any, NamedTuple

from croupier.errors import Refused
from croupier.inputs import ANSWER, Readable, read_all


class Declined(Refused):
    """What the room did not do, in its own words."""

    def __init__(self, status: int, text: str, answer: Mapping[str, Any], retry_after_s: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.answer = answer
        """All that it answered; `page` holds the newest state of the table that an order was for."""
        self.retry_after_s = retry_after_s
        """How long to wait, where it was asked too often (429)."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    plain: Any
    headers: Message

    @property
    def location(self) -> str:
        """Where to look afterwards, where it was answered so (303); else nothing."""
        return urllib.parse.unquote(self.headers.get("location", ""))


class _Stay(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer: it says where the thing is that was made."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Wire:
    """One visitor's way to a server."""

    def __init__(self, server: str, timeout_s: float, jar: CookieJar | None = None) -> None:
        if not server.startswith(("http://", "https://")):
            raise Refused(f"no server {server!r}; want an address such as http://localhost:8000")
        self.server = server.rstrip("/")
        self.timeout_s = timeout_s
        self.jar = CookieJar() if jar is None else jar
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar), _Stay())

    @property
    def cookies(self) -> str:
        """The visitor's cookies, as a header says them."""
        return "; ".join(f"{one.name}={one.value}" for one in self.jar if one.path == "/")

    def ask(self, path: str, data: bytes | None = None, headers: Mapping[str, str] | None = None) -> Answer:
        """Send one request; a status of 400 or more is raised as `Declined`, no answer at all as `ConnectionError`."""
        request = urllib.request.Request(
            self.server + path, data=data, headers={"accept": "application/json", **(headers or {})}
        )
        try:
            return self._answer(request)
        except OSError as lost:
            why = getattr(lost, "reason", lost.strerror or lost)
            raise ConnectionError(f"no answer from {self.server}: {why}") from None

    def _answer(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=self.timeout_s) as response:
                return Answer(response.status, self._plain(response), response.headers)
        except urllib.error.HTTPError as answered:
            with answered:
                plain = self._plain(answered)
            if answered.code < 400:
                return Answer(answered.code, plain, answered.headers)
            fields = plain if isinstance(plain, dict) else {}
            after = answered.headers.get("retry-after")
            raise Declined(
                answered.code, _words(fields, answered.code), fields, int(after) if after else None
            ) from None

    def _plain(self, response: Readable) -> Any:
        """What an answer says; nothing where it is no JSON."""
        try:
            return json.loads(read_all(response, ANSWER, self.server))
        except ValueError:
            return None

    def form(self, path: str, token: str, fields: Mapping[str, str]) -> Answer:
        """Send a form, as a page of the room would."""
        return self.ask(path, urllib.parse.urlencode({"csrf": token, **fields}).encode())

    def body(self, path: str, plain: object, headers: Mapping[str, str]) -> Answer:
        """Send JSON, as a script of the room would, with headers that say who asks."""
        return self.ask(path, json.dumps(plain).encode(), {"content-type": "application/json", **headers})


def _words(fields: Mapping[str, Any], status: int) -> str:
    for key in ("error", "notice", "text", "detail"):
        if fields.get(key):
            return str(fields[key])
    return f"the room answered {status} and no words"
