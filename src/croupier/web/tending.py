"""What a server does by itself: every few seconds it splits the pools of the links and checks their books, it sums what
was written, and now and then it lets go of practice that is not kept. It looks whether sessions go on, and for pauses.

Any of several servers may do it: what they write has derived ids, so the same work done twice is done once.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from croupier.floor.links.control import Links
from croupier.floor.practice.keeping import tidy
from croupier.floor.projections import keep_projections
from croupier.jackpot.link import Link
from croupier.store.journal import Store
from croupier.web import metrics
from croupier.web.context import House
from croupier.web.friends.side import Side

_EVERY_S: Final = 0.025
_KEPT_S: Final = 60.0
_SWEEP_EVERY_S: Final = 0.25
_SWEEPS_TO_A_WHOLE_ONE: Final = 4 * 3_600
"""Once an hour: a look through everything takes 0.6 s where there are six thousand streams."""
_A_PAUSE_S: Final = 0.005
"""What is shorter is the ordinary work of a busy moment."""


class Pauses:
    """Moments at which the loop was late, of the last minute."""

    def __init__(self) -> None:
        self._late: deque[tuple[float, float]] = deque()

    def note(self, now_s: float, late_s: float) -> None:
        """The loop has come `late_s` after it should have; an earlier pause that was shorter says nothing any more."""
        self.forget(now_s)
        if late_s >= _A_PAUSE_S:
            while self._late and self._late[-1][1] <= late_s:
                self._late.pop()
            self._late.append((now_s, late_s))

    def forget(self, now_s: float) -> None:
        """Let go of what was more than a minute ago."""
        while self._late and now_s - self._late[0][0] > _KEPT_S:
            self._late.popleft()

    @property
    def longest_s(self) -> float:
        """The longest pause of the last minute."""
        return self._late[0][1] if self._late else 0.0


async def sweep() -> None:
    """Have the collector look four times a second through what was made since, and that alone.

    It counts what was made less what was let go of, and a table's new state replaces the one before: left to itself it
    would come seldom, and then look through the states of all tables at once. What was in use for longer and then holds
    itself is found once an hour: there should be none of it, but a server runs for months.
    """
    for sweeps in itertools.count(1):
        await asyncio.sleep(_SWEEP_EVERY_S)
        gc.collect(1 if sweeps % _SWEEPS_TO_A_WHOLE_ONE else 2)


async def watch_pauses() -> None:
    """Ask the loop forty times a second to come back in a moment, and keep how late it comes.

    By the clock, a pause is what people wait for. What of it was the loop's own work, and not a wait for a processor
    that others were using, is told by the processor time that its thread has used meanwhile.
    """
    loop = asyncio.get_running_loop()
    by_clock, own_work = Pauses(), Pauses()
    metrics.PAUSE_S.labels("clock").set_function(lambda: by_clock.longest_s)
    metrics.PAUSE_S.labels("processor").set_function(lambda: own_work.longest_s)
    while True:
        due, used = loop.time() + _EVERY_S, time.thread_time()
        await asyncio.sleep(_EVERY_S)
        now = loop.time()
        late = now - due
        by_clock.note(now, late)
        own_work.note(now, min(late, time.thread_time() - used))


EVERY_S: Final = 3.0
TIDY_EVERY_S: Final = 600.0
SUM_EVERY_S: Final = 5.0
"""A block is summed at a time, so that a record that has never been is not all read at once."""


@asynccontextmanager
async def tending(house: House, every_s: float = EVERY_S) -> AsyncIterator[None]:
    """Tend the links and practice for as long as the context lasts."""
    tasks = (
        asyncio.create_task(_tend(house, every_s), name="links"),
        asyncio.create_task(_sum(house.store), name="sums"),
        asyncio.create_task(_tidy(house.sides.practice), name="practice"),
        asyncio.create_task(house.sessions.watch(), name="sessions"),
        asyncio.create_task(watch_pauses(), name="pauses"),
        asyncio.create_task(sweep(), name="sweep"),
    )
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _tidy(practice: Side) -> None:
    while True:
        await asyncio.sleep(TIDY_EVERY_S)
        try:
            went = await asyncio.to_thread(tidy, practice.room)
            metrics.LOG.info("practice trimmed", entries=went)
        except Exception as error:
            metrics.LOG.warning("practice not trimmed", error=type(error).__name__)


async def _sum(store: Store) -> None:
    while True:
        await asyncio.sleep(SUM_EVERY_S)
        try:
            await asyncio.to_thread(keep_projections, store, 1)
        except Exception as error:
            metrics.LOG.warning("entries not summed", error=type(error).__name__)


async def _tend(house: House, every_s: float) -> None:
    seen: dict[str, str | None] = {}
    while True:
        try:
            seen = await tend(house, seen)
        except Exception as error:
            # A busy or failing record: the next round tries again, and the operator reads why.
            metrics.LOG.warning("links not tended", error=f"{type(error).__name__}: {error}")
        await asyncio.sleep(every_s)


def _ticked(links: Links) -> dict[str, Link]:
    links.tick()
    return {name: links.desk.link(name) for name in links.desk.names()}


async def tend(house: House, seen: dict[str, str | None]) -> dict[str, str | None]:
    """Split and check once; tables whose link has stopped or come back since `seen` are shown again."""
    links = await asyncio.to_thread(_ticked, house.links)
    for name, link in links.items():
        if name in seen and seen[name] != link.fault:
            for table in link.tables:
                house.hub.show_again(table)
    return {name: link.fault for name, link in links.items()}
