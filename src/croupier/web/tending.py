"""What a server does by itself: every few seconds it splits the pools of the links and checks their books, it sums what
was written, and now and then it lets go of practice that is not kept. It looks whether sessions go on, and for pauses.

Any of several servers may do it: what they write has derived ids, so the same work done twice is done once.
"""

from __future__ import annotations

import asyncio
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
from croupier.web.gate.stalls import sweep, watch_pauses

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
