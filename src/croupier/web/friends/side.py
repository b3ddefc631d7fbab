"""The two sides of the house: the room for money and practice, each with a record of its own.

Practice that lies in the room's record, from before it was kept apart, goes on where it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.floor.people import People
from croupier.floor.practice import is_guest, is_known, is_practice
from croupier.floor.room import Room
from croupier.store.journal import Store
from croupier.web.table.hub import Hub


@dataclass(frozen=True, slots=True)
class Side:
    """One side: its record, its tables, who is live at them, and its people."""

    store: Store
    room: Room
    people: People
    hub: Hub


def side_over(store: Store) -> Side:
    """A side of the house over its record."""
    room = Room(store)
    return Side(store, room, People(store), Hub(room))


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides, and which tables and guests belong where."""

    money: Side
    practice: Side
    former: frozenset[str]
    """Private tables in the room's own record: nobody opens any more there, so these are all."""

    def at(self, table: str) -> Side:
        """The side that a table is on."""
        return self.practice if is_practice(table) and table not in self.former else self.money

    def of(self, name: str) -> Side:
        """The side on which somebody's chips are. A guest of a room's own record is there until they practise again."""
        if not is_guest(name):
            return self.money
        return self.practice if not self.former or is_known(self.practice.room, name) else self.money


def sides_of(store: Store) -> Sides:
    """Both sides of the house over the room's record."""
    money = side_over(store)
    former = frozenset(name for name in money.room.tables() if is_practice(name))
    return Sides(money, side_over(store.practice), former)
