"""The book of names as the record makes it: who is in it, what each event makes of them, and who may change what."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakKeyDictionary

from croupier.codec import Codec
from croupier.errors import Refused
from croupier.floor.roles import PEOPLE, Person, Role
from croupier.store.entry import Entry, Event, Row, canonical, contents
from croupier.store.projections.projection import Projection, Values, checkpoint, restored
from croupier.store.reader import Reader
from croupier.values import replace

STAFF: Final = "staff"
"""The stream that all of the staff share."""
SESSION_LASTS_MS: Final = 12 * 3600 * 1000
"""A session that nobody uses is over after this time; until then the record remembers that it was ended."""
STRANGER: Final = ""
"""The way in of a browser that nobody knows. Whoever has signed in there before comes by a way of their own."""
_codec = Codec()


@dataclass(frozen=True, slots=True)
class Guesses:
    """Wrong PINs in a row by one way in, and until when that way is closed."""

    failures: int = 0
    locked_until_ms: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody in the book of names."""

    name: str
    role: Role
    guesses: Mapping[str, Guesses] = field(default_factory=dict)
    """Wrong PINs by the way in, so that a stranger who guesses locks out only strangers."""
    pins: int = 0
    """How often what lets them in has changed: a new PIN or badge, another role, or deactivation. Earlier sessions are
    over."""
    ended: Mapping[str, int] = field(default_factory=dict)
    """Sessions that were signed out, and when."""
    active: bool = True
    seen_ms: int = 0
    """When they last signed in; of players it is known only where a wrong PIN went before."""

    @property
    def person(self) -> Person:
        return Person(self.name, self.role)

    def guessed(self, way: str) -> Guesses:
        """The wrong PINs that came by one way in."""
        return self.guesses.get(way, Guesses())

    def is_locked(self, now_ms: int) -> bool:
        """Whether the door for strangers is closed."""
        return now_ms < self.guessed(STRANGER).locked_until_ms

    @property
    def stream(self) -> str:
        """Where the record speaks of them: staff share one stream, every player has their own."""
        return f"player/{self.name}" if self.role is Role.PLAYER else STAFF


def note(book: dict[str, Known], event: Event, time_ms: int) -> None:
    """What one event makes of the book."""
    name = event.get("name", "")
    match event:
        case {"event": "Registered", "role": role}:
            book[name] = Known(name, Role(role))
        case {"event": "SignInFailed", "locked_until_ms": until}:
            way = event.get("way", STRANGER)
            failures = 0 if until else book[name].guessed(way).failures + 1
            book[name] = replace(book[name], guesses={**book[name].guesses, way: Guesses(failures, until)})
        case {"event": "PinSet"}:
            book[name] = replace(book[name], guesses={}, pins=book[name].pins + 1)
        case {"event": "BadgeIssued"}:
            book[name] = replace(book[name], pins=book[name].pins + 1)
        case {"event": "SignedIn", "badge": True}:  # which says nothing of the PIN
            book[name] = replace(book[name], seen_ms=time_ms)
        case {"event": "SignedIn"}:
            left = {way: wrong for way, wrong in book[name].guesses.items() if way != event.get("way", STRANGER)}
            book[name] = replace(book[name], guesses=left, seen_ms=time_ms)
        case {"event": "SignedOut", "session": session}:
            ended = {one: at for one, at in book[name].ended.items() if time_ms - at < SESSION_LASTS_MS}
            book[name] = replace(book[name], ended={**ended, session: time_ms})
        case {"event": "Unlocked"}:
            book[name] = replace(book[name], guesses={})
        case {"event": "Deactivated"}:
            book[name] = replace(book[name], active=False, pins=book[name].pins + 1)
        case {"event": "Reactivated"}:
            book[name] = replace(book[name], active=True)
        case {"event": "RoleChanged", "new": new}:
            book[name] = replace(book[name], role=Role(new), pins=book[name].pins + 1)


class StaffNames(Projection):
    """The staff as they stand after every block: all that is kept is the state."""

    name = "staff"

    def __init__(self) -> None:
        self.version = 0
        """How far the stream of the staff was taken in."""
        self.book: dict[str, Known] = {}

    def take(self, entry: Entry, events: Sequence[Event], moved: Sequence[Row]) -> None:
        """Take in what an entry says of the staff."""
        if entry.stream == STAFF:
            self.version = entry.version
            for event in events:
                note(self.book, event, entry.time_ms)

    def end_block(self) -> tuple[Values, ...]:
        """No rows."""
        return ()

    def state(self) -> str:
        """Everybody in the order in which they were entered, as text."""
        return canonical([self.version, [_codec.plain(Known, known) for known in self.book.values()]])

    def restore(self, state: str) -> None:
        """Go on with the staff that `state` wrote."""
        self.version, staff = json.loads(state)
        self.book = {known.name: known for known in (_codec.value(Known, plain) for plain in staff)}


_folds: Final[WeakKeyDictionary[Reader, tuple[threading.Lock, list[StaffNames]]]] = WeakKeyDictionary()
"""The staff of each open record as far as it was read, and whose turn it is to read on."""


def staff_now(store: Reader) -> dict[str, Known]:
    """Everybody on the staff. Whoever asks for the first time begins with the projection of the last full block; later
    only those entries of the stream are read that have come since, however often people have signed in."""
    turn, known = _folds.setdefault(store, (threading.Lock(), []))
    with turn:
        if not known:
            with store.asking() as connection:
                known.append(restored(StaffNames, checkpoint(connection, StaffNames)))
        (fold,) = known
        for entry in store.read(STAFF, after=fold.version):
            fold.take(entry, contents(entry).events, ())
        return dict(fold.book)


def deactivated(known: Known, staff: dict[str, Known], by: Person) -> Event:
    """The end of somebody's time, where that may be."""
    if known.name == by.name:
        raise Refused(f"{by.name} cannot deactivate themselves; another admin can")
    if not known.active:
        raise Refused(f"{known.name} is deactivated already")
    _check_last_admin(known, staff)
    return {"event": "Deactivated", "name": known.name}


def check_person(role: Role) -> None:
    """Refuse to enter a device into the book of names."""
    if role not in PEOPLE:
        raise Refused(f"a {role.value} is nobody to be entered here; register it with its table, and it gets a key")


def promoted(known: Known, role: Role, staff: dict[str, Known], by: Person) -> Event:
    """Another role for one of the staff, where that may be."""
    check_person(role)
    if Role.PLAYER in (known.role, role):
        raise Refused(f"a player stays a player, and staff stay staff; register {known.name} under another name")
    if known.name == by.name:
        raise Refused(f"{by.name} cannot change their own role; another admin can")
    if known.role is role:
        raise Refused(f"{known.name} is {role.value} already")
    _check_last_admin(known, staff)
    return {"event": "RoleChanged", "name": known.name, "old": known.role.value, "new": role.value}


def _check_last_admin(known: Known, staff: dict[str, Known]) -> None:
    """Somebody must be left who can let others in."""
    admins = [each.name for each in staff.values() if each.role is Role.ADMIN and each.active]
    if admins == [known.name]:
        raise Refused(f"{known.name} is the last admin; make somebody else admin first")
