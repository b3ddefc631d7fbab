"""A house in a process of its own, with everybody's browsers open and every byte kept that it sends or writes down."""

from __future__ import annotations

import asyncio
import io
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

import structlog
from fastapi import FastAPI

from croupier.floor.practice import company_order, has_company, is_practice
from croupier.floor.practice.names import is_company
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy, Table
from croupier.web.context import HouseContext
from croupier.web.gate.rate_limit import RateLimit, RateLimits
from croupier.web.lab.worker import LabFailed
from torture.secrets.browser import Browser
from torture.secrets.furnish import ADMIN, PLAYERS, STAFF
from torture.secrets.lies import Chance
from torture.secrets.still import Still

NOBODY: Final = "nobody"
_CALM: Final = 3
_MOST_LOOKS: Final = 5_000


def _closed(*_: object) -> NoReturn:
    raise LabFailed("the lab is closed tonight")


@dataclass(slots=True)
class Played:
    """What one house has told, by moment and viewer; what a search found in it; and what there was of it."""

    told: dict[str, str] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


class Open:
    """An open house. `still` is its clock and `chance` draws its seeds."""

    def __init__(self, app: FastAPI, chance: Chance, still: Still) -> None:
        self.app, self.chance, self.still = app, chance, still
        self.house: HouseContext = app.state.house
        self.played = Played()
        self._log = io.StringIO()
        self._browsers = {NOBODY: Browser(app, NOBODY, None)}
        for person in (ADMIN, *STAFF):
            self._browsers[person.name] = Browser(app, person.name, person)
        self._let_in: dict[str, list[str]] = {}
        for side in (self.house.sides.money, self.house.sides.practice):
            chance.install(side.room)
            # A table's clock runs out when it is told to look at it, never by itself in the middle of another's round.
            room: Any = side.room
            room.seconds_left = lambda name: None
        self._keep_the_log()
        # The lab is told cards by browsers and knows no table; it would only take its time to learn every game.
        lab: Any = self.house.coach.lab
        lab._send = lab.wake = _closed
        # Nobody is slowed down here: an hour of play has to pass in a minute.
        self.house.rate_limits = RateLimits(*(RateLimit("torture", most=10**9, a_second=1) for _ in range(4)))

    def _keep_the_log(self) -> None:
        structlog.configure(
            wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG),
            processors=[structlog.processors.add_log_level, structlog.processors.JSONRenderer()],
            logger_factory=structlog.PrintLoggerFactory(self._log),
            cache_logger_on_first_use=False,
        )
        logging.basicConfig(stream=self._log, force=True)

    def logged(self) -> str:
        """What was written into the log since somebody asked last."""
        text = self._log.getvalue()
        self._log.seek(0)
        self._log.truncate()
        return text

    def browser(self, name: str) -> Browser:
        """Somebody's browser; it is opened when they are first met."""
        if name not in self._browsers:
            self._browsers[name] = Browser(self.app, name, Person(name, Role.PLAYER))
        return self._browsers[name]

    def viewers(self, table: Table) -> Iterator[str]:
        """Everybody who can look at a table: who sits there, who was let in, who works there, who walks by."""
        sitting = [one.player for one in table.sittings if not is_company(one.player)]
        yield from sitting
        if is_practice(table.name):
            yield from (name for name in self._guests_at(table.name) if name not in sitting)
            return
        yield NOBODY
        yield from (one.name for one in (ADMIN, *STAFF))
        yield from (name for name in PLAYERS if name not in sitting)

    def _guests_at(self, table: str) -> list[str]:
        if table not in self._let_in:
            names = [
                stream.removeprefix("practice/") for stream in self.house.sides.practice.store.streams("practice/")
            ]
            self._let_in[table] = [name for name in names if self.house.entrances.at(name, table) is not None]
        return self._let_in[table]

    async def at_rest(self, name: str) -> None:
        """Wait until nothing more happens at a table by itself, and everybody has been sent everything."""
        calm = 0
        for _ in range(_MOST_LOOKS):
            calm = 0 if self._busy_with(name) else calm + 1
            if calm == _CALM:
                return
            await asyncio.sleep(0 if calm else 0.0003)
        raise RuntimeError(f"{name} does not come to rest: {self._busy_with(name)}")

    def _busy_with(self, name: str) -> str:
        """What a table still has to do; nothing, where it waits for people."""
        side = self.house.sides.at(name)
        felt, table = side.hub._felts.get(name), side.room.table(name)
        if felt is None:
            return "nobody runs it"
        if felt.wake.is_set():
            return "somebody has acted"
        if felt.showing is not None or felt.to_show or any(not one.states.empty() for one in felt.watchers):
            return "states wait to be sent"
        if (step := side.room.next_order(name)) is not None:
            return str(step)
        if table.unpaid and table.settings.dealt_by is DealtBy.MACHINE and not felt.claimed:
            return "a win is not claimed yet"
        return str(company_order(table) or "") if has_company(table) else ""
