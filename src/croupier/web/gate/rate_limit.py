"""Rate limits: so many requests at once, and so many a second from then on.

Everything that is asked of a table stands in the journal for ever. A limit is far above what people do, and what a
bot of one's own needs to play all night; it ends what would only fill the record.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import HTTPConnection

from croupier.floor.practice import is_guest, is_practice
from croupier.web.gate.network import network_of
from croupier.web.sessions import TooMany, Visitor, address_of

_MOST_KEPT: Final = 10_000


class TooFast(TooMany):
    """Somebody who goes on faster than anybody plays."""

    def __init__(self, what: str, retry_s: float) -> None:
        wait = max(1, math.ceil(retry_s))
        super().__init__(f"{what} come faster than the house writes them down; wait {wait} s and go on", wait)


class RateLimit:
    """A bucket for everybody, which takes `most` and leaks `a_second`. Who is forgotten begins with an empty one."""

    def __init__(self, what: str, *, most: int, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._most = most
        self._a_second = a_second
        self._clock = clock
        self._kept: dict[str, tuple[float, float]] = {}
        """How full each was, and when: the one that was touched last is the last."""

    def check(self, who: str) -> None:
        """Count one more, or refuse it: what is refused is not counted."""
        now = self._clock()
        full = self._level(who, now)
        if full + 1 > self._most:
            raise TooFast(self._what, (full + 1 - self._most) / self._a_second)
        self._kept.pop(who, None)
        self._kept[who] = (full + 1, now)
        if len(self._kept) > _MOST_KEPT:
            # Whoever was not heard of for longest has leaked most. Nobody can make this remember more.
            del self._kept[next(iter(self._kept))]

    def __len__(self) -> int:
        return len(self._kept)

    def _level(self, who: str, now: float) -> float:
        full, since = self._kept.get(who, (0.0, now))
        return max(0.0, full - (now - since) * self._a_second)


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Every pace of the house.

    People give three or four orders a round, and a round at a table with nobody else takes them three seconds at the
    very least. Who plays for money has a name and chips from the cage, and a pace that only a machine can reach. Play
    chips cost nothing, nor does one more guest: whoever plays for them at one address has one pace together as well,
    enough for a class of forty. Who learns decides in a second at the very fastest, and what they answer is kept. A
    device reports a card or a chip at a time, at a pace of its own; wrong keys are counted by the network from which
    they come, and a right one is never asked about them.
    """

    money: RateLimit = field(default_factory=lambda: RateLimit("your orders", most=600, a_second=10))
    practice: RateLimit = field(default_factory=lambda: RateLimit("your orders", most=150, a_second=3))
    practice_there: RateLimit = field(
        default_factory=lambda: RateLimit("the orders of all who practise at your address", most=600, a_second=12)
    )
    tables: RateLimit = field(default_factory=lambda: RateLimit("new tables from your address", most=60, a_second=0.25))
    answers: RateLimit = field(default_factory=lambda: RateLimit("your answers", most=60, a_second=1))
    answers_there: RateLimit = field(
        default_factory=lambda: RateLimit("the answers of all who learn at your address", most=400, a_second=8)
    )

    sign_ins: RateLimit = field(
        default_factory=lambda: RateLimit("the sign-ins from your network", most=20, a_second=1 / 3)
    )
    reports: RateLimit = field(default_factory=lambda: RateLimit("the reports of this device", most=600, a_second=20))
    wrong_keys: RateLimit = field(
        default_factory=lambda: RateLimit("wrong keys from your network", most=20, a_second=0.25)
    )

    def check_order(self, connection: HTTPConnection, visitor: Visitor, table: str) -> None:
        """Count an order that somebody gives at a table, or refuse it."""
        if visitor.person is None:
            return  # who is nobody is told so, and nothing is written
        if not is_practice(table):
            self.money.check(visitor.name)
            return
        self.practice.check(visitor.name)
        self.practice_there.check(network_of(address_of(connection)))

    def check_table(self, connection: HTTPConnection) -> None:
        """Count a private table that somebody opens, or a seat that a guest is given, or refuse it."""
        self.tables.check(network_of(address_of(connection)))

    def check_answer(self, connection: HTTPConnection, visitor: Visitor) -> None:
        """Count an answer, a test or an examination that somebody with a name hands in, or refuse it."""
        if visitor.person is None:
            return  # nobody's are marked and not kept
        self.answers.check(visitor.name)
        if is_guest(visitor.name):
            self.answers_there.check(network_of(address_of(connection)))
