"""Live streams of people who have signed in: a stream is closed when its session ends, on whichever server it ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Final

from croupier.errors import Refused
from croupier.floor.roles import Person
from croupier.web import metrics
from croupier.web import sessions as visitors
from croupier.web.sessions import Cookies, Visitor

_EVERY_S: Final = 0.2
_AT_ONCE: Final = 100
"""So many sessions are looked up in one go; ten thousand have their turn within twenty seconds."""

_LONG_AGO: Final = float("-inf")


@dataclass(slots=True, eq=False)
class _Stream:
    visitor: Visitor
    end: Callable[[], Awaitable[None]]


class LiveStreams:
    """Everybody's streams. One task checks their sessions, the one that was checked longest ago first."""

    def __init__(self, cookies: Cookies) -> None:
        self._cookies = cookies
        self._looked_s: dict[_Stream, float] = {}
        """When the session of each was checked last, oldest first."""

    @contextmanager
    def stream_of(self, visitor: Visitor, end: Callable[[], Awaitable[None]]) -> Iterator[None]:
        """A visitor's stream, for as long as the context lasts; `end` closes it."""
        if visitor.person is None:  # nobody's session ends
            yield
            return
        stream = _Stream(visitor, end)
        self._looked_s[stream] = time.monotonic()
        try:
            yield
        finally:
            self._looked_s.pop(stream, None)

    def look_again(self, concerns: Callable[[Person], bool]) -> None:
        """Look at the streams of these people next: what lets them in may have changed."""
        due = {
            stream: _LONG_AGO for stream in self._looked_s if stream.visitor.person and concerns(stream.visitor.person)
        }
        self._looked_s = due | {stream: at for stream, at in self._looked_s.items() if stream not in due}

    async def watch(self) -> None:
        """Close the streams of sessions that have ended, for as long as the server runs."""
        while True:
            await asyncio.sleep(_EVERY_S)
            try:
                await self._look()
            except Refused as why:  # the record cannot be read now
                metrics.LOG.warning("sessions not looked up", why=str(why))

    async def _look(self) -> None:
        due_s = time.monotonic() - visitors.PINS_CACHED_S
        due = list(takewhile(lambda one: self._looked_s[one] <= due_s, islice(self._looked_s, _AT_ONCE)))
        if not due:
            return
        over = await asyncio.to_thread(self._over, due)
        for stream in due:
            if self._looked_s.pop(stream, None) is not None and stream not in over:
                self._looked_s[stream] = time.monotonic()
        for stream in over:
            await stream.end()

    def _over(self, streams: list[_Stream]) -> set[_Stream]:
        return {stream for stream in streams if self._cookies.is_over(stream.visitor)}
