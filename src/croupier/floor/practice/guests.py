"""Guests, under which of their names somebody plays where, and who was let in at a private table.

Who has an account has guests' names of their own, so that play chips and money never meet in one account. The stream
`practice/<name>` says of everybody which private tables are open to them, as whom, and whether they may sit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from croupier.floor.people import People
from croupier.floor.practice.chips import PLAY_CHIPS, lend_chips, note
from croupier.floor.practice.names import LONGEST_NAME, is_guest, shown_name, word
from croupier.floor.roles import PRACTICE_HOST, Person, Role
from croupier.floor.room import Room
from croupier.store.entry import Event, contents
from croupier.store.reader import Reader
from croupier.values import replace

PREFIX: Final = "practice/"
_UNFIT: Final = re.compile(r"[^A-Za-z0-9_-]", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entrance:
    """A private table that is open to somebody: as which guest, and whether to a seat or only to look on."""

    table: str
    guest: str
    seat: bool
    host: bool = False
    """Whether they made the table: the host sends off, or decides for, a friend who has gone."""


def entrances(reader: Reader, name: str) -> dict[str, Entrance]:
    """The private tables that are open to somebody, by name."""
    by_guest: dict[str, Entrance] = {}
    for entry in reader.read(f"{PREFIX}{name}"):
        for event in contents(entry).events:
            entrance = read_entrance(event)
            before = by_guest.get(entrance.table)
            # A seat once given is not taken away by looking at the link for spectators, nor is the host's.
            if before is None or entrance.seat or not before.seat:
                by_guest[entrance.table] = replace(entrance, host=entrance.host or (before is not None and before.host))
    if is_guest(name):
        for table in _tables_before(reader, name):
            by_guest.setdefault(table, Entrance(table, name, seat=True, host=True))
    return by_guest


def read_entrance(event: Event) -> Entrance:
    """What an event of a practice stream says."""
    host = event["event"] == "PracticeOpened"
    return Entrance(event["table"], event["guest"], seat=host or event["seat"], host=host)


def _tables_before(reader: Reader, guest: str) -> list[str]:
    """Practice tables from when a guest's own stream told of them."""
    entries = reader.read(f"player/{guest}")
    return [event["table"] for entry in entries for event in contents(entry).events if event.get("table")]


def guests_of(reader: Reader, name: str) -> list[str]:
    """Every guest's name under which somebody plays: one's own, where one is a guest."""
    own = [name] if is_guest(name) else []
    return list(dict.fromkeys([*own, *(entrance.guest for entrance in entrances(reader, name).values())]))


def is_known(room: Room, guest: str) -> bool:
    """Whether a guest is in this record."""
    return room.store.head(f"player/{guest}").version > 0


def welcome(people: People, room: Room) -> Person:
    """A new guest with play chips."""
    return enter(people, room, f"guest-{word()}")


def enter(people: People, room: Room, name: str) -> Person:
    """Somebody new at the practice tables, with play chips."""
    who = people.register(name, Role.PLAYER, None, PRACTICE_HOST, f"register/{name}")
    lend_chips(room, name, PLAY_CHIPS)
    return who


def as_guest(people: People, room: Room, who: Person | None, name: str = "") -> Person:
    """The guest as whom somebody plays under a name, or under none of their choosing; a new one where need be."""
    if who is None:
        return enter(people, room, f"{name}.guest-{word()}") if name else welcome(people, room)
    if not name and is_guest(who.name):
        # One who practised before practice had a record of its own is new there.
        return who if is_known(room, who.name) else enter(people, room, who.name)
    name = name or guest_name_of(who.name)
    for guest in guests_of(room.store, who.name):
        if shown_name(guest) == name:
            return Person(guest, Role.PLAYER)
    return enter(people, room, f"{name}.guest-{word()}")


def guest_name_of(account: str) -> str:
    """How somebody with an account is shown at a practice table, unless they say otherwise."""
    fit = _UNFIT.sub("-", account).lstrip("_-")[:LONGEST_NAME]
    return fit or "player"


def let_in(room: Room, who: Person, table: str, guest: Person, *, seat: bool) -> None:
    """Remember that somebody was let in at a private table, as this guest."""
    now = entrances(room.store, who.name).get(table)
    if now is not None and now.guest == guest.name and now.seat >= seat:
        return
    event = {"event": "LetIn", "table": table, "guest": guest.name, "seat": seat}
    what = "to a seat" if seat else "to look on"
    note(room, f"{PREFIX}{who.name}", f"let-in/{table}/{word()}", f"let {who.name} in at {table} {what}", event)


def opened(room: Room, who: Person, table: str, guest: Person) -> None:
    """Remember who has made a private table."""
    event = {"event": "PracticeOpened", "table": table, "guest": guest.name}
    note(room, f"{PREFIX}{who.name}", f"note/{table}", f"practice at {table}", event)
