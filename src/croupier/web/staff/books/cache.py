"""The server's cache of the books: rounds that were read, and counts of entries."""

from __future__ import annotations

from collections import Counter
from threading import Lock

from croupier.floor.history.finder import RoundBook
from croupier.store.reader import Reader


class BooksCache:
    """Rounds that have been read, and how many entries there are by stream and by actor.

    Without it every page of the books would read the whole record.
    """

    def __init__(self, store: Reader) -> None:
        self.rounds = RoundBook(store)
        self._store = store
        self._counted = 0
        self._counts: dict[str, Counter[str]] = {"stream": Counter(), "actor": Counter()}
        self._lock = Lock()

    def counts(self, what: str) -> Counter[str]:
        """How many entries the journal has, by `stream` or by `actor`. Only new entries are read."""
        with self._lock:
            now = self._store.position()
            for column, known in self._counts.items():
                known.update(self._store.entries_by(column, after=self._counted, before=now + 1))
            self._counted = now
            return self._counts[what].copy()
