"""The book of names as the record makes it: who is in it, what each event makes of them, and who may change what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from croupier.errors import Refused
from croupier.floor.roles import Person, Role
from croupier.store.entry import Event

STAFF: Final = "staff"
"""The stream that all of the staff share."""


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody in the book of names."""

    name: str
    role: Role
    failures: int = 0
    locked_until_ms: int = 0
    pins: int = 0
    """How many times what lets them in has changed, by a new PIN, another role or the end of their time: whoever signed
    in before that is signed in no more."""
    active: bool = True
    seen_ms: int = 0
    """When they last signed in; of players it is known only where a wrong PIN went before."""

    @property
    def person(self) -> Person:
        return Person(self.name, self.role)

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
            failures = 0 if until else book[name].failures + 1
            book[name] = replace(book[name], failures=failures, locked_until_ms=until)
        case {"event": "PinSet"}:
            book[name] = replace(book[name], failures=0, locked_until_ms=0, pins=book[name].pins + 1)
        case {"event": "SignedIn", "badge": True}:  # which says nothing of the PIN
            book[name] = replace(book[name], seen_ms=time_ms)
        case {"event": "SignedIn"}:
            book[name] = replace(book[name], failures=0, locked_until_ms=0, seen_ms=time_ms)
        case {"event": "Unlocked"}:
            book[name] = replace(book[name], failures=0, locked_until_ms=0)
        case {"event": "Deactivated"}:
            book[name] = replace(book[name], active=False, pins=book[name].pins + 1)
        case {"event": "Reactivated"}:
            book[name] = replace(book[name], active=True)
        case {"event": "RoleChanged", "new": new}:
            book[name] = replace(book[name], role=Role(new), pins=book[name].pins + 1)


def deactivated(known: Known, staff: dict[str, Known], by: Person) -> Event:
    """The end of somebody's time, where that may be."""
    if known.name == by.name:
        raise Refused(f"{by.name} cannot deactivate themselves; another admin can")
    if not known.active:
        raise Refused(f"{known.name} is deactivated already")
    _check_last_admin(known, staff)
    return {"event": "Deactivated", "name": known.name}


def promoted(known: Known, role: Role, staff: dict[str, Known], by: Person) -> Event:
    """Another role for one of the staff, where that may be."""
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
