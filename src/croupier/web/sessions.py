"""Visitors and their sessions: signed cookies, tokens against forged requests, and a limit on guessing PINs."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

from itsdangerous import BadSignature
from starlette.requests import HTTPConnection
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.house.names import SESSION_LASTS_MS, STRANGER
from croupier.floor.people import People
from croupier.floor.practice import is_guest
from croupier.floor.roles import Person, Role
from croupier.web.gate.key import CLOCKS_APART_S, TimedSigner

COOKIE: Final = "croupier"
REHEARSAL_COOKIE: Final = "croupier-rehearsal"
"""The session of a browser in a rehearsal. Whether the rehearsal knows it says which books its requests reach."""
KNOWN: Final = "-known"
"""How the cookie ends that says who has signed in with this browser before. A stranger's guesses at their PIN do not
lock them out here."""
_KNOWN_FOR_S: Final = 365 * 24 * 3600
_USUAL_PORTS: Final = {"http": ":80", "https": ":443"}
_MOST_KNOWN: Final = 8
LASTS_S: Final = SESSION_LASTS_MS // 1000 - 2 * CLOCKS_APART_S
"""A visitor who does nothing for this long has to sign in again. The record remembers for longer that a session was
ended, by the clocks of whichever servers."""
_RENEW_AFTER_S: Final = 600
_MOST_SIGNED: Final = 16_384
"""Cookies whose signature is remembered; each takes half a kilobyte, and never more than two."""
_LONGEST_HEADER: Final = 1_000
PINS_CACHED_S: Final = 20
"""A new PIN ends the sessions of the old one within this time, should a server not have heard of it."""
_DEACTIVATED: Final = -2
_LINK_LETTERS: Final = 24
"""120 bits: nobody finds a link by trying."""


class Forged(Refused):
    """A request that did not come from one of our own pages."""

    def __init__(self) -> None:
        super().__init__("this page is out of date; reload it and try again")


class FromElsewhere(Refused):
    """A change that a page of another address sends."""

    def __init__(self) -> None:
        super().__init__("a page of another address sent this; open the page of this room and try again")


class TooMany(Refused):
    """Somebody who tries too often."""

    def __init__(self, text: str, retry_s: int) -> None:
        super().__init__(text)
        self.retry_s = retry_s


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser: its own random mark, and the person who signed in with it, if anybody has."""

    mark: str
    person: Person | None = None
    pins: int = 0
    """How often what lets them in, such as the PIN, had changed when they signed in."""

    @property
    def name(self) -> str:
        return self.person.name if self.person else ""

    @property
    def session(self) -> str:
        """How the record names this session; knowing the name does not let anybody go on with it."""
        return hashlib.sha256(f"session/{self.mark}".encode()).hexdigest()[:24]


class _Admission(NamedTuple):
    """What lets somebody in, as it was last read from the record."""

    until: float
    pins: int
    ended: Collection[str] = ()


class Cookies:
    """Cookies that only we can make. They hold a mark and a name, no secret."""

    def __init__(self, key: str, people: People, *, secure: bool, name: str = COOKIE) -> None:
        self.name = name
        self._people = people
        self._let_in: dict[str, _Admission] = {}
        self._signed: dict[bytes, tuple[Visitor, float]] = {}
        self._tokens: dict[tuple[str, str], bytes] = {}
        self._guests_gone: set[str] = set()
        self._key = key.encode()
        self._signer = TimedSigner(key, "visitor", LASTS_S)
        self._knower = TimedSigner(key, "known browser", _KNOWN_FOR_S)
        self._secure = secure

    def visitor(self, connection: HTTPConnection) -> tuple[Visitor, bool]:
        """Who is looking, and whether their cookie should be written again."""
        signed = self._signed_in(connection)
        if signed is None or self.is_over(signed[0]):
            return Visitor(secrets.token_hex(16)), True
        visitor, stamp_s = signed
        return visitor, time.time() - stamp_s > _RENEW_AFTER_S

    def knows(self, connection: HTTPConnection) -> bool:
        """Whether a browser brings a cookie of ours that still holds, whoever is or was signed in with it."""
        return self._signed_in(connection) is not None

    def _signed_in(self, connection: HTTPConnection) -> tuple[Visitor, float] | None:
        """Whom a cookie of ours names, and when it was signed; nothing where it is not ours, or too old.

        That the signature is ours is verified once and cached by the header that the cookie came in. How old it is and
        whether the session goes on is checked every time.
        """
        header = _cookie_header(connection)
        try:
            signed = self._signed.get(header) or self._verified(header, connection.cookies.get(self.name, ""))
        except (BadSignature, KeyError, ValueError, TypeError):
            return None
        return signed if self._signer.is_fresh(signed[1]) else None

    def _verified(self, header: bytes, sent: str) -> tuple[Visitor, float]:
        plain, stamp_s = self._signer.read(sent)
        role = plain.get("role")
        person = Person(plain["name"], Role(role)) if role else None
        if len(self._signed) >= _MOST_SIGNED:
            self._signed.clear()
        signed = Visitor(plain["mark"], person, plain.get("pins", 0)), stamp_s
        if header:
            self._signed[header] = signed
        return signed

    def is_over(self, visitor: Visitor) -> bool:
        """Whether a session has ended: by signing out, by deactivation, or since what lets them in, such as the PIN,
        has changed."""
        if visitor.person is None:
            return False
        if is_guest(visitor.name):
            return visitor.mark in self._guests_gone
        now = self._lets_in(visitor.name)
        gone = now.pins == _DEACTIVATED or now.pins != visitor.pins
        return gone or (bool(now.ended) and visitor.session in now.ended)

    def _lets_in(self, name: str) -> _Admission:
        """What lets somebody in, read again every few seconds, so that an old cookie ends soon."""
        now = time.monotonic()
        cached = self._let_in.get(name)
        if cached is None or now >= cached.until:
            known = self._people.find(name)
            if known is None:
                cached = _Admission(now + PINS_CACHED_S, -1)
            else:
                cached = _Admission(now + PINS_CACHED_S, known.pins if known.active else _DEACTIVATED, known.ended)
            self._let_in[name] = cached
        return cached

    def forget(self, name: str) -> None:
        """Read anew, at their next request, what lets somebody in: it has changed."""
        self._let_in.pop(name, None)

    def forget_all(self) -> None:
        """Look everybody up anew: what lets some of them in may have changed."""
        self._let_in.clear()

    def end(self, visitor: Visitor) -> None:
        """End a session in the record, for every server, in case somebody has copied its cookie.

        Of a guest's this server alone knows, so that another tab which is quicker than the answer is out too: a copy of
        the cookie would be worth play chips and nothing else.
        """
        if visitor.person is None:
            return
        if is_guest(visitor.name):
            if len(self._guests_gone) >= _MOST_SIGNED:
                self._guests_gone.clear()
            self._guests_gone.add(visitor.mark)
            return
        self._people.sign_out(visitor.name, visitor.session)
        self.forget(visitor.name)

    def way_of(self, connection: HTTPConnection, name: str) -> str:
        """The way by which a browser signs somebody in: a way of its own where they have signed in with it before."""
        mark = self._known_here(connection).get(name)
        return STRANGER if mark is None else f"browser/{mark}"

    def remember(self, connection: HTTPConnection, response: Response, name: str) -> None:
        """Mark this browser as one with which somebody has signed in."""
        others = {one: mark for one, mark in self._known_here(connection).items() if one != name}
        here = {**dict(list(others.items())[1 - _MOST_KNOWN :]), name: secrets.token_hex(8)}
        response.set_cookie(
            self.name + KNOWN,
            self._knower.sign(here),
            max_age=_KNOWN_FOR_S,
            path="/sign-in",
            httponly=True,
            samesite="strict",
            secure=self._secure,
        )

    def _known_here(self, connection: HTTPConnection) -> dict[str, str]:
        try:
            plain, _ = self._knower.read(connection.cookies.get(self.name + KNOWN, ""))
            return {str(name): str(mark) for name, mark in plain.items()}
        except (BadSignature, AttributeError):
            return {}

    def header(self, visitor: Visitor) -> str:
        """The browser's cookie as a header."""
        carrier = Response()
        self.write(carrier, visitor)
        return carrier.headers["set-cookie"]

    def write(self, response: Response, visitor: Visitor) -> None:
        """Give the browser its cookie."""
        plain: dict[str, str | int] = {"mark": visitor.mark}
        if visitor.person is not None:
            name, role = visitor.person.name, visitor.person.role.value
            plain |= {"name": name, "role": role, "pins": 0 if is_guest(name) else self._lets_in(name).pins}
        response.set_cookie(
            self.name, self._signer.sign(plain), max_age=LASTS_S, httponly=True, samesite="lax", secure=self._secure
        )

    def token(self, visitor: Visitor) -> str:
        """The token that our own pages send with every change, and that no other page can know."""
        return hmac.digest(self._key, f"csrf/{visitor.mark}/{visitor.name}".encode(), "sha256").hex()

    def signature(self, what: str) -> str:
        """A signature of this house under some text, for links."""
        digest = hmac.new(self._key, f"link/{what}".encode(), hashlib.sha256).digest()
        return base64.b32encode(digest).decode().lower()[:_LINK_LETTERS]

    def check_token(self, visitor: Visitor, sent: str | None) -> None:
        """Refuse a change that does not come from our pages."""
        # As bytes: text that is not ASCII cannot be compared in constant time, and anything may be sent.
        if not sent or not hmac.compare_digest(sent.encode(), self._token(visitor)):
            raise Forged

    def _token(self, visitor: Visitor) -> bytes:
        """A visitor's token, cached: it comes with every click."""
        key = visitor.mark, visitor.name
        token = self._tokens.get(key)
        if token is None:
            if len(self._tokens) >= _MOST_SIGNED:
                self._tokens.clear()
            token = self._tokens[key] = self.token(visitor).encode()
        return token


def _cookie_header(connection: HTTPConnection) -> bytes:
    """The raw cookies of a request, where they come in one short header, as browsers send them."""
    headers = [value for name, value in connection.scope["headers"] if name == b"cookie"]
    return headers[0] if len(headers) == 1 and len(headers[0]) <= _LONGEST_HEADER else b""


def is_from_elsewhere(connection: HTTPConnection) -> bool:
    """Whether a browser says that a page of another address asks this. Every browser says so of a change and of a live
    stream; a page in a frame without rights says "null". Proxies may name the usual port where browsers do not."""
    origins = connection.headers.getlist("origin")
    if not origins:
        return False
    scheme, _, asking = origins[0].lower().partition("://")
    port = _USUAL_PORTS.get(scheme)
    if len(origins) > 1 or port is None or (scheme == "http" and connection.scope["scheme"] in ("https", "wss")):
        return True
    host = connection.headers.get("host", "").lower().removesuffix(port)
    return not host or asking.removesuffix(port) != host


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who is looking. Their cookie was verified once, when the request or the live stream came in."""
    visitor: Visitor = connection.state.visitor
    return visitor


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from; empty where nobody can tell."""
    return connection.client.host if connection.client else ""
