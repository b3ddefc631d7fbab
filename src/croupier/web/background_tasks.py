"""Background tasks of a server: links are split and checked, projections brought up to date, old practice deleted, and
sessions, stalls and garbage looked after.

Several servers may all do it: what they write has derived ids, so the same work done twice is done once.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import time
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Final

from croupier.floor.links.control import Links
from croupier.floor.practice.retention import trim_practice
from croupier.floor.projections import keep_projections
from croupier.jackpot.link import Link
from croupier.rules.law import Law
from croupier.store.journal import Store
from croupier.web import metrics
from croupier.web.context import HouseContext
from croupier.web.friends.practice import HouseSide

_EVERY_S: Final = 0.025
_WINDOW_S: Final = 60.0
_SWEEP_EVERY_S: Final = 0.25
_SWEEPS_TO_A_WHOLE_ONE: Final = 4 * 3_600
"""Once an hour: a look through everything takes 0.6 s where there are six thousand streams."""
_STALL_S: Final = 0.005
"""What is shorter is ordinary work."""


class LoopStalls:
    """How late the event loop was, in the last minute."""

    def __init__(self) -> None:
        self._late: deque[tuple[float, float]] = deque()

    def note(self, now_s: float, late_s: float) -> None:
        """The loop came `late_s` late. Earlier and shorter stalls no longer count."""
        self.forget(now_s)
        if late_s >= _STALL_S:
            while self._late and self._late[-1][1] <= late_s:
                self._late.pop()
            self._late.append((now_s, late_s))

    def forget(self, now_s: float) -> None:
        """Drop what is more than a minute old."""
        while self._late and now_s - self._late[0][0] > _WINDOW_S:
            self._late.popleft()

    @property
    def longest_s(self) -> float:
        """The longest stall of the last minute."""
        return self._late[0][1] if self._late else 0.0


async def sweep() -> None:
    """Run the garbage collector four times a second on the youngest objects alone.

    Left to itself it counts objects made less objects freed. A table's new state replaces the one before, so it would
    run seldom, and then look through the states of all tables at once.

    Older objects that refer to each other are looked for once an hour. There should be none, but a server runs for
    months.
    """
    for sweeps in itertools.count(1):
        await asyncio.sleep(_SWEEP_EVERY_S)
        gc.collect(1 if sweeps % _SWEEPS_TO_A_WHOLE_ONE else 2)


async def watch_pauses() -> None:
    """Ask the loop forty times a second to come back in a moment, and note how late it comes.

    A stall by the clock is what people wait for. How much of it was the loop's own work, and not a wait for a busy
    processor, is told by the processor time that its thread has used meanwhile.
    """
    loop = asyncio.get_running_loop()
    by_clock, own_work = LoopStalls(), LoopStalls()
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
"""One block is summed at a time, so that a record which was never summed is not read all at once."""


@asynccontextmanager
async def tending(house: HouseContext, every_s: float = EVERY_S) -> AsyncIterator[None]:
    """Tend the links, practice and sessions of a house for as long as the context lasts."""
    works = {
        "links": _tend(house, every_s),
        "sums": _sum(house.store),
        "practice": _tidy(house.sides.practice),
        "sessions": house.sessions.watch(),
    }
    async with _doing(works):
        yield


@asynccontextmanager
async def tending_process() -> AsyncIterator[None]:
    """Look after stalls and garbage of the process for as long as the context lasts."""
    async with _doing({"pauses": watch_pauses(), "sweep": sweep()}):
        yield


@asynccontextmanager
async def _doing(works: Mapping[str, Coroutine[None, None, None]]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(work, name=name) for name, work in works.items()]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _tidy(practice: HouseSide) -> None:
    while True:
        await asyncio.sleep(TIDY_EVERY_S)
        try:
            went = await asyncio.to_thread(trim_practice, practice.room)
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


async def _tend(house: HouseContext, every_s: float) -> None:
    seen: dict[str, str | None] = {}
    law: Law | None = None
    while True:
        try:
            seen = await tend(house, seen)
            law = await show_law(house, law)
        except Exception as error:
            # The record is busy or fails: the next turn tries again, and the operator reads why.
            metrics.LOG.warning("links not tended", error=f"{type(error).__name__}: {error}")
        await asyncio.sleep(every_s)


async def show_law(house: HouseContext, before: Law | None) -> Law:
    """The law in force. Where it is another than before, every table is shown again, and goes on or waits (R55)."""
    law = await asyncio.to_thread(_fresh_law, house)
    if before is not None and law is not before:
        for name in house.room.loaded():
            house.hub.show_again(name)
    return law


def _fresh_law(house: HouseContext) -> Law:
    house.sides.practice.room.law.now(fresh=True)
    return house.room.law.now(fresh=True)


def _ticked(links: Links) -> dict[str, Link]:
    links.tick()
    return {name: links.desk.link(name) for name in links.desk.names()}


async def tend(house: HouseContext, seen: dict[str, str | None]) -> dict[str, str | None]:
    """Split and check the links once. Tables whose link has stopped or come back since `seen` are shown again."""
    links = await asyncio.to_thread(_ticked, house.links)
    for name, link in links.items():
        if name in seen and seen[name] != link.fault:
            for table in link.tables:
                house.hub.show_again(table)
    return {name: link.fault for name, link in links.items()}
