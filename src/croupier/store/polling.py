"""What other processes write into a SQLite file. PostgreSQL announces it (`croupier.store.cluster`); a file is polled.

`PRAGMA data_version` changes on a connection when any other connection has written the file. To ask for it takes some
microseconds and reads nothing of the record; only then is looked how far the journal has come.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from croupier.errors import Refused
from croupier.store.database import BUSY_S, error_text

EVERY_S: Final = 0.2
_FAILED_S: Final = 2.0
_VERSION: Final = "PRAGMA data_version"
_LAST: Final = "SELECT coalesce(max(position), 0) FROM entries"
_log = logging.getLogger(__name__)


class Poller:
    """Polls one file, in a thread of its own, and has the store `refresh` where the journal has come further than its
    subscribers were `told`: what the store has written itself, it has told them."""

    def __init__(self, path: Path, told: Callable[[], int], refresh: Callable[[], None]) -> None:
        self._path, self._told, self._refresh = path, told, refresh
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="croupier-poller", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Poll no more."""
        self._closing.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with closing(sqlite3.connect(self._path, timeout=BUSY_S, isolation_level=None)) as connection:
                    connection.execute("PRAGMA query_only = on")
                    self._poll(connection)
            except (sqlite3.Error, Refused) as why:
                _log.warning("what other processes write was not looked for: %s; trying again", error_text(why))
                self._closing.wait(_FAILED_S)

    def _poll(self, connection: sqlite3.Connection) -> None:
        seen = None
        while not self._closing.wait(EVERY_S):
            (version,) = connection.execute(_VERSION).fetchone()
            if version == seen:
                continue
            (last,) = connection.execute(_LAST).fetchone()
            if last > self._told():
                self._refresh()
            if last <= self._told():  # else it could not be read just now, and is looked for again
                seen = version
