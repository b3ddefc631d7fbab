"""Several servers on one PostgreSQL: who writes which table, and that something was written.

A table has one writer: the server that holds the table's advisory lock. The lock belongs to a database session, so it
is free the moment its server dies, and another takes over. Where the holder can be reached stands in the session's
name. Whatever is committed is announced with NOTIFY in the same transaction, so nobody hears of what did not happen.
"""

from __future__ import annotations

import logging
import threading
import time
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, LiteralString

from sqlalchemy.engine import make_url

from croupier.errors import Refused

if TYPE_CHECKING:
    from psycopg import Connection

_log = logging.getLogger(__name__)
_LOCKS: Final = 0x43524F55
_NAME: Final = "croupier "
_ASK_S: Final = 1.0


class Unreachable(Refused):
    """The database, or the server that runs a table, does not answer."""


class Neighbours:
    """This server among the others on its database. `address` is where they reach it, such as 10.0.0.5:8000."""

    def __init__(self, url: str, address: str) -> None:
        import psycopg

        self._url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._failed = psycopg.Error
        self.address = address
        self._locks = self._connect()
        self.database = str(
            self._ask(
                "SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid FROM pg_database "
                "WHERE datname = current_database()"
            )
        )
        """Which database this is: no other has the same name for it, not even a copy on the same cluster."""
        self._owned: set[str] = set()
        self._guard = threading.Lock()
        self._open = True
        self._listener: threading.Thread | None = None

    def owns(self, table: str) -> bool:
        """Whether this server is the table's writer, as far as it knows."""
        return table in self._owned

    def take(self, table: str) -> bool:
        """Become the table's writer, if nobody else is."""
        with self._guard:
            if table in self._owned:
                return True
            got = self._ask("SELECT pg_try_advisory_lock(%s, %s)", _LOCKS, _key(table))
            if got:
                self._owned.add(table)
            return bool(got)

    def writer(self, table: str) -> str | None:
        """Where the table's writer can be reached."""
        with self._guard:
            name = self._ask(
                # Locks of every database of the cluster are listed, a copy of this room's among them.
                "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' "
                "AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
                "AND granted AND classid::bigint = %s AND objid::bigint = %s AND objsubid = 2",
                _LOCKS,
                _key(table) & 0xFFFFFFFF,
            )
        return str(name).removeprefix(_NAME) if name else None

    def listen(self, heard: Callable[[], None]) -> None:
        """Have `heard` called, in a thread of its own, when anybody has written."""
        self._listener = threading.Thread(target=self._listen, args=(heard,), name="croupier-listener", daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Let every table go."""
        self._open = False
        with self._guard:
            self._owned.clear()
            self._locks.close()
        if self._listener is not None:
            self._listener.join(2 * _ASK_S)

    def _connect(self) -> Connection[tuple[object, ...]]:
        import psycopg

        name = f"{_NAME}{self.address}"[:63]
        return psycopg.connect(self._url, autocommit=True, application_name=name, keepalives_idle=5)

    def _ask(self, question: LiteralString, *values: int) -> object:
        """One answer over the session that holds the locks. A session that was lost has lost its locks, too."""
        try:
            row = self._locks.execute(question, values).fetchone()
        except self._failed as why:
            self._owned.clear()
            try:
                self._locks.close()
                self._locks = self._connect()
            except self._failed:
                pass
            raise Unreachable(f"the database does not answer: {why}; trying again") from None
        return None if row is None else row[0]

    def _listen(self, heard: Callable[[], None]) -> None:
        while self._open:
            try:
                with self._connect() as connection:
                    connection.execute("LISTEN croupier")
                    # What was written while nobody listened is caught up with now.
                    heard()
                    looked = time.monotonic()
                    while self._open:
                        for _ in connection.notifies(timeout=_ASK_S, stop_after=1):
                            heard()
                        if time.monotonic() - looked > _ASK_S:
                            looked = time.monotonic()
                            self._look_after_locks()
            except (self._failed, Refused) as why:
                # Whoever is told reads the record, which may fail like any other question: then it is told again.
                _log.warning("lost the database's news (%s); listening again", type(why).__name__)
                threading.Event().wait(_ASK_S)

    def _look_after_locks(self) -> None:
        """Notice that the session with the locks was lost: others may have taken our tables since."""
        with self._guard:
            if self._open and self._owned:
                self._ask("SELECT 1")


def _key(table: str) -> int:
    """A table's number among the locks; should two tables share one, one server runs both."""
    number = zlib.crc32(table.encode())
    return number - (1 << 32) if number >= 1 << 31 else number
