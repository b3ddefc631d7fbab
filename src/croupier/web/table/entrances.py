"""Which private tables are open to whom: read from the record, and remembered once a seat has been given."""

from __future__ import annotations

from typing import Final

from croupier.floor.practice import Entrance, entrances
from croupier.store.journal import Store

_MOST: Final = 10_000


class Entrances:
    """The doors of private tables. A seat is never taken back, so only that is remembered."""

    def __init__(self, store: Store, former: Store | None = None) -> None:
        """`former` is where the doors stand that were made before practice had a record of its own."""
        self._stores = (store,) if former is None else (former, store)
        self._seats: dict[tuple[str, str], Entrance] = {}

    def at(self, name: str, table: str) -> Entrance | None:
        """How somebody comes in at a private table; `None` for those who were not let in."""
        known = self._seats.get((name, table))
        if known is not None or not name:
            return known
        found = self._all(name).get(table)
        if found is not None and found.seat:
            if len(self._seats) >= _MOST:
                self._seats.clear()
            self._seats[name, table] = found
        return found

    def every(self, name: str) -> list[Entrance]:
        """Every private table that is open to somebody."""
        return list(self._all(name).values()) if name else []

    def _all(self, name: str) -> dict[str, Entrance]:
        return {table: one for store in self._stores for table, one in entrances(store, name).items()}
