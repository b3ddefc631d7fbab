"""What one person alone has moved within 24 hours, and for whom: small movements that nobody signed beside add up."""

from __future__ import annotations

import threading
from collections import deque
from typing import Final, TypeAlias

from croupier.floor.cage.moves import STREAM
from croupier.money import Cents
from croupier.store.entry import Event, contents
from croupier.store.journal import Store

WINDOW_MS: Final = 24 * 3600 * 1000
_LONG_AGO_MS: Final = 3600 * 1000

Whose: TypeAlias = tuple[str, str]


def whose(event: Event) -> Whose | None:
    """What a movement of the cage is added up with: the same done for the same player or tray, or for the cage. Chips
    that are carried away are nobody's, so each sale of those stands alone."""
    match event:
        case {"event": "BoughtIn" | "CashedOut" as kind}:
            return (kind, event["player"]) if "player" in event else None
        case {"event": "TrayFilled" | "TrayCredited" as kind, "table": table}:
            return kind, table
        case {"event": "CageFunded" as kind}:
            return kind, ""
        case _:
            return None


class MovedAlone:
    """The movements of the last 24 hours that only one person has signed, kept up with the stream of the cage."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._version: int | None = None
        self._moved: dict[Whose, deque[tuple[int, int, Cents]]] = {}

    def with_this(self, event: Event, since: int, now_ms: int) -> Cents:
        """What a movement comes to with all that it is added up with, of entries past a position."""
        among, cents = whose(event), event["amount"]
        if among is None:
            return int(cents)
        with self._lock:
            self._read_on(now_ms)
            moved = self._moved.get(among, deque())
            while moved and moved[0][1] <= now_ms - WINDOW_MS:
                moved.popleft()
            return int(cents) + sum(before for position, _, before in moved if position > since)

    def _read_on(self, now_ms: int) -> None:
        if self._version is None:
            begins = self._store.position_at(now_ms - WINDOW_MS - _LONG_AGO_MS)
            self._version = self._store.version_at(STREAM, begins)
        for entry in self._store.read(STREAM, after=self._version):
            self._version = entry.version
            for event in contents(entry).events:
                if (among := whose(event)) is not None and "approver" not in event:
                    self._moved.setdefault(among, deque()).append((entry.position, entry.time_ms, event["amount"]))
