"""Several servers on one PostgreSQL: who writes which table, and that something was written.

A table has one writer: the server that holds the table's lease. A server that is not heard of for three seconds has
lost its leases, and another takes over; should it come back, what it still wants to write as the table's writer is
refused with the batch. Whatever is committed is announced with NOTIFY in the same transaction, so nobody hears of what
did not happen.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy.engine import make_url

from croupier.errors import Refused
from croupier.store import leases
from croupier.store.database import error_text
from croupier.store.leases import BEAT_S, LOST_S, Sightings
from croupier.store.timeouts import arguments, timed_connection

if TYPE_CHECKING:
    from psycopg import Connection

T = TypeVar("T")
_log = logging.getLogger(__name__)
_ASK_S: Final = 1.0
_TIMEOUT_S: Final = 2.0
_LONGEST_PAUSE_S: Final = 2.0


class Unreachable(Refused):
    """The database, or the server that runs a table, does not answer."""


class Cluster:
    """This server among the others on its database. `address` is where they reach it, such as 10.0.0.5:8000."""

    def __init__(self, url: str, address: str) -> None:
        import psycopg

        self._url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._failed = psycopg.Error
        self.address = address
        self.id = secrets.token_hex(8)
        self.beat = 1
        self._sightings = Sightings()
        self._owned: set[str] = set()
        self._alive_until_s = time.monotonic() + LOST_S
        self._seen_s = time.monotonic()
        self._guard = threading.Lock()
        self._session: Connection[Any] | None = None
        self.database = str(self._ask(_begin_at(self.id, address)))
        """Which database this is: no other has the same name for it, not even a copy on the same cluster."""
        self._closing = threading.Event()
        self._threads: list[threading.Thread] = []
        self._work(self._beat, "heart", BEAT_S)

    def owns(self, table: str) -> bool:
        """Whether this server is the table's writer, as far as it knows."""
        return table in self._owned and time.monotonic() < self._alive_until_s

    def take(self, table: str) -> bool:
        """Become the table's writer, if nobody else is."""
        if self.owns(table):
            return True
        got = self._ask(lambda session: leases.take(session, table, self.id, self._sightings))
        if got:
            self._owned.add(table)
        return got and self.owns(table)

    def hand_over(self, table: str, to: str) -> bool:
        """Have another server be the table's writer from now on, if this one is."""
        handed_over = self._ask(lambda session: leases.hand_over(session, table, self.id, to))
        if handed_over:
            self.lose(table)
        return handed_over

    def lose(self, table: str) -> None:
        """Know that another server writes at a table now."""
        self._owned.discard(table)

    def writer(self, table: str) -> str | None:
        """Where the table's writer can be reached."""
        return self._ask(lambda session: leases.writer(session, table, self._sightings))

    def unowned(self, tables: Collection[str]) -> set[str]:
        """Those of these tables that have no writer."""
        return self._ask(lambda session: leases.unowned(session, tables, self._sightings))

    def is_neighbour(self, id: str, beat: int) -> bool:
        """Whether a server with this id is alive on this very database, and lately had this beat."""
        return self._ask(lambda session: leases.is_fresh(session, id, beat))

    def listen(self, heard: Callable[[str], None]) -> None:
        """Have `heard` called, in a thread of its own, when anybody has written: with the writer and the streams, or
        with nothing if anything may have been written."""
        self._work(lambda: self._listen(heard), "listener", 0.0)

    def behind_s(self) -> float:
        """How long ago this server was sure to have heard of everything that was written."""
        return time.monotonic() - self._seen_s

    def close(self) -> None:
        """Let every table go."""
        self._closing.set()
        for thread in self._threads:
            thread.join(2 * _ASK_S)
        self._owned.clear()
        with contextlib.suppress(Unreachable):  # then they are free in a moment
            self._ask(lambda session: leases.leave(session, self.id))
        with self._guard:
            if self._session is not None:
                self._session.close()

    def _connect(self) -> Connection[Any]:
        name = f"croupier {self.address}"[:63]
        connection = timed_connection().connect(self._url, autocommit=True, application_name=name, **arguments())
        connection.timeout_s = _TIMEOUT_S  # type: ignore[attr-defined]
        return connection

    def _ask(self, question: Callable[[Connection[Any]], T]) -> T:
        """One answer over the session that all questions share."""
        with self._guard:
            try:
                if self._session is None:
                    self._session = self._connect()
                return question(self._session)
            except self._failed as why:
                if self._session is not None:
                    self._session.close()
                    self._session = None
                raise Unreachable(f"the database does not answer: {error_text(why)}; trying again") from None

    def _work(self, work: Callable[[], None], name: str, pause_s: float) -> None:
        """Repeat something for as long as the server is open, even if it fails; after failures less often."""

        def keep_on() -> None:
            wait_s = pause_s
            while not self._closing.wait(wait_s):
                try:
                    work()
                    wait_s = pause_s
                except Exception as why:
                    _log.warning("the database's %s failed (%s); trying again", name, type(why).__name__)
                    wait_s = min(2 * max(wait_s, BEAT_S / 2), _LONGEST_PAUSE_S)

        self._threads.append(threading.Thread(target=keep_on, name=f"croupier-{name}", daemon=True))
        self._threads[-1].start()

    def _beat(self) -> None:
        began_s = time.monotonic()
        if began_s >= self._alive_until_s:
            # Others may have taken our tables since; which of them are ours is asked anew.
            self._owned.clear()
        if not self._ask(lambda session: leases.beat(session, self.id)):
            self._owned.clear()
            self.id, self.beat = secrets.token_hex(8), 0
            self._ask(lambda session: leases.lay_out(session))
            self._ask(lambda session: leases.enter(session, self.id, self.address, first=False))
        self.beat += 1
        # From before the question: whoever counts from when they see the beat, counts from later.
        self._alive_until_s = began_s + LOST_S
        self._ask(lambda session: leases.look(session, self._sightings))

    def _listen(self, heard: Callable[[str], None]) -> None:
        """Listen until the connection is lost. `heard` reads the record, which may fail: then it is called again."""
        with self._connect() as connection:
            connection.execute("LISTEN croupier")
            # What was written while nobody listened is caught up with now.
            began_s = time.monotonic()
            heard("")
            self._seen_s = began_s
            while not self._closing.is_set():
                for notice in connection.notifies(timeout=_ASK_S):
                    heard(notice.payload)
                # Nothing heard may mean that nothing was said, or that the line is dead: an answer tells.
                began_s = time.monotonic()
                connection.execute("SELECT 1")
                self._seen_s = began_s


def _begin_at(id: str, address: str) -> Callable[[Connection[Any]], object]:
    """Enter a server on its database; which one that is."""

    def begin(session: Connection[Any]) -> object:
        leases.lay_out(session)
        leases.enter(session, id, address, first=True)
        row = session.execute(
            "SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid FROM pg_database "
            "WHERE datname = current_database()"
        ).fetchone()
        return None if row is None else row[0]

    return begin
