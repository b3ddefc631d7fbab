"""Who is looking: signed cookies, tokens against forged requests, and a brake on guessing."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import Any, Final

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from croupier.errors import Refused
from croupier.floor.people import People
from croupier.floor.practice import is_guest
from croupier.floor.roles import Person, Role
from croupier.store.journal import Store
from croupier.store.unit import Unit, Write

COOKIE: Final = "croupier"
LASTS_S: Final = 12 * 3600
"""A visitor who does nothing for this long has to sign in again."""
_RENEW_AFTER_S: Final = 600
PINS_KEPT_S: Final = 20
"""A new PIN ends the sessions of the old one within this time, on every server."""
_DEACTIVATED: Final = -2
_LINK_LETTERS: Final = 24
"""120 bits: nobody finds a link by trying."""
_KEY_NAME: Final = "web/signing-key"


class Forged(Refused):
    """A request that did not come from one of our own pages."""

    def __init__(self) -> None:
        super().__init__("this page is out of date; reload it and try again")


class TooMany(Refused):
    """Somebody who tries too often."""

    def __init__(self) -> None:
        super().__init__("too many attempts from your address; wait a minute and try again")


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser: its own random mark, and the person who signed in with it, if anybody has."""

    mark: str
    person: Person | None = None

    @property
    def name(self) -> str:
        return self.person.name if self.person else ""


def signing_key(store: Store) -> str:
    """The key that signs cookies, made once for a record and kept beside it: a restart signs nobody out."""
    kept = store.secret(_KEY_NAME)
    if kept is None:
        unit = Unit(
            command="web/signing-key",
            actor="staff/web",
            time_ms=time.time_ns() // 1_000_000,
            asked="make a key for cookies",
            writes=(Write("staff", None, ({"event": "SigningKeyMade"},)),),
            seal=((_KEY_NAME, secrets.token_hex(32)),),
        )
        store.commit(unit)
        kept = store.secret(_KEY_NAME)
    assert kept is not None, "what was sealed is there"
    return kept


class Cookies:
    """Cookies that only we can make. They hold a mark and a name, no secret."""

    def __init__(self, key: str, people: People, *, secure: bool) -> None:
        self._people = people
        self._pins: dict[str, tuple[float, int]] = {}
        self._key = key.encode()
        self._signer = URLSafeTimedSerializer(key, salt="visitor")
        self._secure = secure
        self._ended: dict[str, float] = {}

    def visitor(self, connection: HTTPConnection) -> tuple[Visitor, bool]:
        """Who is looking, and whether their cookie should be written again."""
        try:
            plain: dict[str, Any]
            plain, stamp = self._signer.loads(
                connection.cookies.get(COOKIE, ""), max_age=LASTS_S, return_timestamp=True
            )
            if plain["mark"] in self._ended:
                return Visitor(secrets.token_hex(16)), True
            role = plain.get("role")
            person = Person(plain["name"], Role(role)) if role else None
            if person is not None and self._is_over(person.name, plain.get("pins", 0)):
                return Visitor(secrets.token_hex(16)), True
            return Visitor(plain["mark"], person), time.time() - stamp.timestamp() > _RENEW_AFTER_S
        except (BadSignature, KeyError, ValueError, TypeError):
            return Visitor(secrets.token_hex(16)), True

    def _is_over(self, name: str, pins: int) -> bool:
        """Whether what let somebody in has changed since their cookie was made, or they come in no more."""
        now = self._pins_of(name)
        return now == _DEACTIVATED or now != pins

    def _pins_of(self, name: str) -> int:
        """How many times what lets somebody in has changed, looked up now and then: an old cookie ends soon after."""
        if is_guest(name):
            return 0
        now = time.monotonic()
        until, pins = self._pins.get(name, (0.0, 0))
        if now >= until:
            known = self._people.find(name)
            pins = -1 if known is None else known.pins if known.active else _DEACTIVATED
            self._pins[name] = (now + PINS_KEPT_S, pins)
        return pins

    def forget(self, name: str) -> None:
        """Look somebody up anew at their next request: what lets them in has changed."""
        self._pins.pop(name, None)

    def end(self, visitor: Visitor) -> None:
        """Take nothing from this cookie any more, should somebody have kept it. A server that was started again, or
        another server of the room, does not know: there it ends with its time."""
        now = time.monotonic()
        self._ended = {mark: until for mark, until in list(self._ended.items()) if until > now}
        self._ended[visitor.mark] = now + LASTS_S

    def header(self, visitor: Visitor) -> str:
        """The browser's cookie, as a header says it."""
        carrier = Response()
        self.write(carrier, visitor)
        return carrier.headers["set-cookie"]

    def write(self, response: Response, visitor: Visitor) -> None:
        """Give the browser its cookie."""
        plain: dict[str, str | int] = {"mark": visitor.mark}
        if visitor.person is not None:
            name, role = visitor.person.name, visitor.person.role.value
            plain |= {"name": name, "role": role, "pins": self._pins_of(name)}
        response.set_cookie(
            COOKIE, self._signer.dumps(plain), max_age=LASTS_S, httponly=True, samesite="lax", secure=self._secure
        )

    def token(self, visitor: Visitor) -> str:
        """What our own pages send along with every change, and nobody else's can know."""
        return hmac.new(self._key, f"csrf/{visitor.mark}/{visitor.name}".encode(), hashlib.sha256).hexdigest()

    def signature(self, what: str) -> str:
        """Letters that only this house can put to something: whoever brings them was given them."""
        made = hmac.new(self._key, f"link/{what}".encode(), hashlib.sha256).digest()
        return base64.b32encode(made).decode().lower()[:_LINK_LETTERS]

    def check_token(self, visitor: Visitor, sent: str | None) -> None:
        """Refuse a change that does not come from our pages."""
        # As bytes: text that is not ASCII cannot be compared in constant time, and anything may be sent.
        if not sent or not hmac.compare_digest(sent.encode(), self.token(visitor).encode()):
            raise Forged


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who is looking. Their cookie was verified once, when the request or the live stream came in."""
    visitor: Visitor = connection.state.visitor
    return visitor


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from; empty where nobody can tell."""
    return connection.client.host if connection.client else ""


class Brake:
    """So many tries in a minute from one address, and no more."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tries: dict[str, deque[float]] = defaultdict(deque)

    def check(self, address: str, *, count: bool = True) -> None:
        """Count a try, or refuse it; without `count` only refuse where too many were counted."""
        now = time.monotonic()
        tries = self._tries[address]
        while tries and now - tries[0] > 60:
            tries.popleft()
        if len(tries) >= self._most:
            raise TooMany
        if not count:
            return
        tries.append(now)
        if len(self._tries) > 10_000:
            # Addresses that have not been heard of for a minute need no memory.
            self._tries = defaultdict(
                deque, {key: kept for key, kept in self._tries.items() if kept and now - kept[-1] <= 60}
            )
