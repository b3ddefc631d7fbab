"""Connections to PostgreSQL that do not wait for ever: for a host that is lost, or a server that stands still.

A server that stands still keeps its side of the line open, so neither its own timeouts nor the network's help: whoever
asks has to stop waiting. What becomes of the question is then unknown, and the connection is of no more use.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from psycopg import Connection

CONNECT_S: Final = 3
READ_S: Final = 10.0
"""How long a page waits for one answer of the record."""
WRITE_S: Final = 5.0
"""How long the committer does: everybody's commands wait with it."""
LOOP_S: Final = 0.5
"""How long a question that is asked in an event loop may keep everybody else there waiting."""

WRITER_IDLES: Final = "4s"
"""How long the database waits for a writer that goes no further, and holds the journal's lock meanwhile."""

# What the server does about us, should our host be lost: a line at whose other end nobody is, is closed. The system's
# own two hours would keep the locks of whoever was there.
_SERVER_SIDE: Final = {
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "4s",
}


def arguments(schema: str | None = None) -> dict[str, Any]:
    """What every connection says when it is made; with a `schema`, that it means what is there first."""
    path = {} if schema is None else {"search_path": f'{schema},"$user",public'}
    settings = " ".join(f"-c {name}={value}" for name, value in {**_SERVER_SIDE, **path}.items())
    return {
        "connect_timeout": CONNECT_S,
        "options": settings,
        "keepalives_idle": 2,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        "tcp_user_timeout": 4_000,
    }


@cache
def timed_connection() -> type[Connection[Any]]:
    """The driver's connection, with a timeout. Made on demand: the driver is only there for PostgreSQL."""
    import psycopg

    class TimedConnection(psycopg.Connection[Any]):
        """A connection whose `timeout_s` says how long an answer may take; none: for as long as it takes."""

        timeout_s: float | None = READ_S

        def wait(self, gen: Any, *rest: Any, **more: Any) -> Any:
            return super().wait(self._until_late(gen), *rest, **more)

        def _until_late(self, asking: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
            began = time.monotonic()
            try:
                wanted = next(asking)
                while True:
                    ready = yield wanted
                    if not ready and self._is_late(began):
                        self.pgconn.finish()
                        raise psycopg.OperationalError("the database does not answer")
                    wanted = asking.send(ready)
            except StopIteration as answered:
                return answered.value

        def _is_late(self, began: float) -> bool:
            if self.timeout_s is None:
                return False
            allowed = min(self.timeout_s, LOOP_S) if in_event_loop() else self.timeout_s
            return time.monotonic() - began > allowed

    return TimedConnection


def in_event_loop() -> bool:
    """Whether this thread runs an event loop, in which nobody should wait for a database."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
