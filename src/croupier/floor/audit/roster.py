"""The roster: who was on the staff at which entry, in which role, and which events the house's automata may write.

Whoever did something must have had the role for it at that place of the journal. A command that somebody gave in a role
may be written a moment after the role has ended, so a role still counts for a minute after its end: until the first
entry of anybody that was written later than that. What the entry in question says of its own time does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeVar

from croupier.errors import Refused
from croupier.floor.audit.finding import decode_entry
from croupier.floor.authors import AUTOMATA, RESERVED, kind_of_stream, unlisted
from croupier.floor.house.devices import CODEC, DeviceEvent, DeviceKeyRenewed, DeviceRegistered
from croupier.floor.house.devices import STREAM as DEVICES
from croupier.floor.house.names import STAFF, Known, note
from croupier.floor.reports import Report, ReporterKind, check_kind
from croupier.floor.roles import Duty, Person, Role, may
from croupier.store.entry import Entry, Unreadable
from croupier.store.reader import Reader
from croupier.store.scans import Glance
from croupier.values import replace

GRACE_MS: Final = 60_000
"""For so long after a role has ended, what was asked for in it may still be written."""


class Nobody(Refused):
    """Somebody who was not there."""

    def __init__(self, actor: str) -> None:
        super().__init__(f"{actor} was not in the book of names then, or was deactivated")


@dataclass(frozen=True, slots=True)
class Stint:
    """A time in one role: after which entry it began, and, if it has ended, by which entry and when."""

    after: int
    role: Role
    ended: int | None = None
    ended_ms: int = 0
    until: int | None = None
    """From this entry on it counts no more; not known as long as nothing was written a minute after its end."""


@dataclass(frozen=True, slots=True)
class DeviceStint:
    """A time in which a device was registered for a table, like that of a person in a role."""

    after: int
    kind: ReporterKind
    table: str
    ended: int | None = None
    ended_ms: int = 0
    until: int | None = None


AnyStint = TypeVar("AnyStint", Stint, DeviceStint)


@dataclass(slots=True)
class Roster:
    """Everybody who was ever on the staff, and every device. It goes with a table into another process, so it is small
    and plain."""

    stints: dict[str, tuple[Stint, ...]] = field(default_factory=dict)
    devices: dict[str, tuple[DeviceStint, ...]] = field(default_factory=dict)

    @staticmethod
    def read(reader: Reader, until: int) -> Roster:
        """The roll of a record, up to a position of its journal. What does not belong there the walk finds."""
        roster = Roster()
        roster.read_on(reader, 0, until, {})
        roster.read_devices(reader, until)
        return roster

    def read_on(self, reader: Reader, after: int, until: int, book: dict[str, Known]) -> None:
        """Go on after a version of the staff's stream, at which the book of names stood like this."""
        for entry in reader.read(STAFF, after=after):
            if entry.position > until:
                break
            try:
                for event in decode_entry(entry).events:
                    note(book, event, entry.time_ms)
                    if event.get("name") in book:
                        self._note(book[event["name"]], entry)
            except (Unreadable, LookupError, ValueError, TypeError, AttributeError):
                continue
        for name, stints in self.stints.items():
            self.stints[name] = tuple(_with_end(reader, stint) for stint in stints)

    def _note(self, known: Known, entry: Entry) -> None:
        before = self.stints.get(known.name, ())
        last = before[-1] if before else None
        runs = last is not None and last.ended is None
        if runs and last is not None and (last.role is not known.role or not known.active):
            before = (*before[:-1], replace(last, ended=entry.position, ended_ms=entry.time_ms))
            runs = False
        if known.active and not runs:
            before = (*before, Stint(entry.position, known.role))
        self.stints[known.name] = before

    def read_devices(self, reader: Reader, until: int) -> None:
        """Read the whole book of devices: it is short."""
        for entry in reader.read(DEVICES):
            if entry.position > until:
                break
            try:
                for plain in decode_entry(entry).events:
                    self._note_device(CODEC.from_plain(plain), entry)
            except (Unreadable, Refused, LookupError, ValueError, TypeError, AttributeError):
                continue
        for name, stints in self.devices.items():
            self.devices[name] = tuple(_with_end(reader, stint) for stint in stints)

    def _note_device(self, event: DeviceEvent, entry: Entry) -> None:
        if isinstance(event, DeviceKeyRenewed):
            return
        before = self.devices.get(event.name, ())
        if isinstance(event, DeviceRegistered):
            self.devices[event.name] = (*before, DeviceStint(entry.position, event.kind, event.table))
        elif before:
            self.devices[event.name] = (
                *before[:-1],
                replace(before[-1], ended=entry.position, ended_ms=entry.time_ms),
            )

    def reporting(self, entry: Entry | Glance) -> Iterator[DeviceStint]:
        """The times in which the device that has written an entry was registered then."""
        for stint in self.devices.get(entry.actor.partition("/")[2], ()):
            if _counts(stint, entry):
                yield stint

    def wrong_report(self, table: str, report: Report, entry: Entry | Glance) -> str | None:
        """What is wrong with the device that has reported to a table, if anything: not registered then, withdrawn, or
        of another table or kind."""
        wrong = f"{entry.actor} was not registered then, or was withdrawn"
        for stint in self.reporting(entry):
            if stint.table != table:
                wrong = f"{entry.actor} was registered for {stint.table}, not for {table}"
                continue
            try:
                check_kind(stint.kind, report.reading)
            except Refused as why:
                wrong = str(why)
                continue
            return None
        return wrong

    def roles(self, name: str, entry: Entry | Glance) -> Iterator[Role]:
        """The roles in which somebody of the staff may have written an entry, the present one first."""
        if name in RESERVED:  # whatever the book says: no person has an automaton's name
            return
        for stint in reversed(self.stints.get(name, ())):
            if _counts(stint, entry):
                yield stint.role

    def who(self, entry: Entry | Glance) -> tuple[Person, ...]:
        """As whom the actor of an entry may have written it; nobody, if they were not there."""
        always = _always(entry.actor, entry.stream)
        if always is not None:
            return always
        kind, _, name = entry.actor.partition("/")
        if kind == "device":
            return (Person(name, Role.DEVICE),) if any(self.reporting(entry)) else ()
        return tuple([_person(name, role) for role in self.roles(name, entry)])

    def wrong_author(self, entry: Entry | Glance, events: tuple[str, ...]) -> str | None:
        """What is wrong, if whoever has written an entry may not be the author of one of these events. That they were
        there at all is asked elsewhere."""
        if entry.actor in AUTOMATA:
            return not_on_its_list(entry, events)
        kind, wrong = kind_of_stream(entry.stream), None
        for person in self.who(entry):
            event = unlisted(person.role, "", kind, events)
            if event is None:
                return None
            wrong = wrong or f"{entry.actor} was {person.role.value} and might not say {event} in {entry.stream}"
        return wrong

    def lacks(self, entry: Entry | Glance, duty: Duty) -> str | None:
        """What is wrong, if the actor of an entry had not that duty then."""
        if any(may(person.role, duty) for person in self.who(entry)):
            return None
        return f"{entry.actor} might not {duty.value} then"

    def lacks_beside(self, entry: Entry, name: object, duty: Duty = Duty.SECOND_PERSON) -> str | None:
        """What is wrong with the second person of an entry, if anything."""
        if f"staff/{name}" == entry.actor:
            return f"{entry.actor} is the second person for what they asked"
        if not any(may(role, duty) for role in self.roles(str(name), entry)):
            return f"staff/{name} might not {duty.value} then"
        return None


_person: Final = lru_cache(maxsize=10_000)(Person)


def _counts(stint: Stint | DeviceStint, entry: Entry | Glance) -> bool:
    """Whether an entry stands where that time still counted, the grace included."""
    return stint.after < entry.position and (stint.until is None or entry.position < stint.until)


def _with_end(reader: Reader, stint: AnyStint) -> AnyStint:
    """The same, with where it ends for good, if anything was written after that."""
    if stint.ended is None or stint.until is not None:
        return stint
    return replace(stint, until=reader.first_later(stint.ended, stint.ended_ms + GRACE_MS))


@lru_cache(maxsize=100_000)
def _always(actor: str, stream: str) -> tuple[Person, ...] | None:
    """As whom somebody writes in a stream, whenever it is; `None` of people of the staff and of devices,
    which come and go."""
    kind, _, name = actor.partition("/")
    if kind == "player":  # that they are registered, the walk knows
        return (Person(name, Role.PLAYER),)
    if kind == "device" and stream.startswith("table/"):
        return None
    if kind != "staff":
        return ()
    automaton = AUTOMATA.get(actor)
    if automaton is None:
        return None
    return (automaton.person,) if automaton.list_for(stream) else ()


def not_on_its_list(entry: Entry | Glance, events: tuple[str, ...]) -> str | None:
    """What is wrong, if an automaton has written an entry and one of these events is not on its list."""
    automaton = AUTOMATA.get(entry.actor)
    if automaton is None:
        return None
    event = unlisted(automaton.person.role, automaton.person.name, kind_of_stream(entry.stream), events)
    if event is None:
        return None
    there = ", ".join(sorted(automaton.list_for(entry.stream))) or "nothing"
    return f"{entry.actor} might not say {event} in {entry.stream}: this automaton says {there} there"
