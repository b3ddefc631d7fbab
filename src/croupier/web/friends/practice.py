"""The two sides of the house, money and practice, each with a record of its own; and who is let in at a private table.

Private tables that were opened in the room's own record, before practice had one, stay there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.floor.people import People
from croupier.floor.practice import Entrance, entrances, is_guest, is_known, is_practice
from croupier.floor.room import Room
from croupier.store.journal import Store
from croupier.web.table.hub import Hub

_MOST_CACHED: Final = 10_000


@dataclass(frozen=True, slots=True)
class HouseSide:
    """One side: its record, its tables, their live streams, and its people."""

    store: Store
    room: Room
    people: People
    hub: Hub


def side_over(store: Store) -> HouseSide:
    """A side of the house over its record."""
    room = Room(store)
    return HouseSide(store, room, People(store), Hub(room))


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides, and which tables and guests belong where."""

    money: HouseSide
    practice: HouseSide
    former: frozenset[str]
    """Private tables in the room's own record. No new ones are opened there."""

    def at(self, table: str) -> HouseSide:
        """The side that a table is on."""
        return self.practice if is_practice(table) and table not in self.former else self.money

    def of(self, name: str) -> HouseSide:
        """The side that has somebody's chips. A guest of the room's own record stays there until they practise
        again."""
        if not is_guest(name):
            return self.money
        return self.practice if not self.former or is_known(self.practice.room, name) else self.money


def sides_of(store: Store) -> Sides:
    """Both sides of the house over the room's record."""
    money = side_over(store)
    former = frozenset(name for name in money.room.tables() if is_practice(name))
    return Sides(money, side_over(store.practice), former)


class Entrances:
    """Who is let in at which private table, read from the record. A seat is never taken back, so seats are cached."""

    def __init__(self, store: Store, former: Store | None = None) -> None:
        """`former` has the entrances from before practice had a record of its own."""
        self._stores = (store,) if former is None else (former, store)
        self._seats: dict[tuple[str, str], Entrance] = {}

    def at(self, name: str, table: str) -> Entrance | None:
        """The entrance of somebody at a private table; `None` for those who were not let in."""
        known = self._seats.get((name, table))
        if known is not None or not name:
            return known
        entrance = self._all(name).get(table)
        if entrance is not None and entrance.seat:
            if len(self._seats) >= _MOST_CACHED:
                self._seats.clear()
            self._seats[name, table] = entrance
        return entrance

    def every(self, name: str) -> list[Entrance]:
        """Every private table that is open to somebody."""
        return list(self._all(name).values()) if name else []

    def _all(self, name: str) -> dict[str, Entrance]:
        return {table: one for store in self._stores for table, one in entrances(store, name).items()}
