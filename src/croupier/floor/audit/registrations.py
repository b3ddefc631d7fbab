"""The book of names made again: who was entered, by whom, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import Line
from croupier.floor.house.names import Known, deactivated, note, promoted
from croupier.floor.practice.names import is_guest
from croupier.floor.roles import RESERVED, Duty, Role
from croupier.ledger.accounts import PLAY, player
from croupier.store.entry import Event


@dataclass(frozen=True, slots=True)
class EventForm:
    """What an event about somebody has: its fields besides `event`, those that may be missing, and who may write it."""

    fields: frozenset[str]
    may_miss: frozenset[str] = frozenset()
    by: Duty | str | None = None
    """A duty, or the one automaton that writes it; none: whomever it is about."""


def _said(fields: str, by: Duty | str | None = None, may_miss: str = "") -> EventForm:
    return EventForm(frozenset(fields.split()), frozenset(may_miss.split()), by)


ABOUT_STAFF: Final[Mapping[str, EventForm]] = {
    "Registered": _said("name role", Duty.REGISTER_STAFF),
    "PinSet": _said("name", Duty.UNLOCK),
    "Unlocked": _said("name", Duty.UNLOCK),
    "BadgeIssued": _said("name", Duty.UNLOCK),
    "Deactivated": _said("name", Duty.REGISTER_STAFF),
    "Reactivated": _said("name", Duty.REGISTER_STAFF),
    "RoleChanged": _said("name old new", Duty.REGISTER_STAFF),
    "SignedIn": _said("name", may_miss="badge way"),
    "SignInFailed": _said("name locked_until_ms", may_miss="way"),
    "SignedOut": _said("name session"),
    "SigningKeyMade": _said("", "web"),
    "SigningKeyMoved": _said("", "web"),
}
"""Every event of the staff's stream."""

ABOUT_PLAYER: Final[Mapping[str, EventForm]] = {
    **{kind: ABOUT_STAFF[kind] for kind in ("PinSet", "Unlocked", "Deactivated", "Reactivated")},
    **{kind: ABOUT_STAFF[kind] for kind in ("SignedIn", "SignInFailed", "SignedOut")},
    "Registered": _said("name role", Duty.REGISTER_PLAYER),
    "PlayChipsLent": _said("amount", "practice-host"),
    "PracticeOpened": _said("table", "practice-host"),
}
"""Every event of a player's own stream."""

_SEALED: Final = {"PinSet": "pin", "BadgeIssued": "badge"}
"""What leaves something sealed beside the journal, and how its key begins."""


def check_staff(line: Line, moment: Context) -> str | None:
    """What is wrong with an entry about the staff, if anything."""
    wrong = _check(line, moment, ABOUT_STAFF, None)
    return wrong or (f"moved {line.transfers}, but the book of names moves no money" if line.transfers else None)


def check_player(line: Line, moment: Context) -> str | None:
    """What is wrong with an entry about a player, if anything. The book of names only ever lends play chips."""
    name = line.entry.stream.partition("/")[2]
    want = [
        (f"{line.entry.command}/chips", str(PLAY), str(player(name)), event["amount"])
        for event in line.events
        if event.get("event") == "PlayChipsLent"
    ]
    if line.transfers != want:
        return f"moved {line.transfers}, but says {line.events}"
    if want and not is_guest(name):
        return f"says {line.events}, but play chips are for guests and their company alone"
    return _check(line, moment, ABOUT_PLAYER, name)


def _check(line: Line, moment: Context, known: Mapping[str, EventForm], player: str | None) -> str | None:
    (event,) = line.events
    said = known.get(event["event"])
    if said is None or not said.fields <= event.keys() - {"event"} <= said.fields | said.may_miss:
        return f"says {event}, which nobody writes there"
    wrong = _wrong_person(line, moment, event, said, player) or _wrong_change(moment, event, line, player)
    book = moment.staff if player is None else moment.players
    if event["event"] == "Registered" or event.get("name") in book:
        note(book, event, line.entry.time_ms)
    if (sealed := _SEALED.get(event["event"])) is not None:
        moment.sealed.add(f"{sealed}/{'staff' if player is None else 'player'}/{event['name']}")
    if player is not None and (now := book.get(player)) is not None:
        if now.active:
            moment.gone.pop(player, None)
        else:
            moment.gone.setdefault(player, line.entry.time_ms)
    return wrong


def _wrong_person(line: Line, moment: Context, event: Event, said: EventForm, player: str | None) -> str | None:
    """What is wrong with who wrote it."""
    entry = line.entry
    who = entry.actor.partition("/")[2]
    own = f"{'staff' if player is None else 'player'}/{event.get('name', player)}"
    match said.by, event["event"]:
        case None, _:
            return None if entry.actor == own else f"{entry.actor} signed in as {own}"
        case str() as machine, _:
            return None if entry.actor == f"staff/{machine}" else f"{entry.actor} did what only {machine} does"
        case Duty(), "PinSet" if entry.actor == own:
            return None
        case Duty() as duty, "Registered" if who in ("first-start", "front-desk", "practice-host"):
            right = {
                "first-start": not moment.staff and event["role"] == Role.ADMIN.value,
                "front-desk": player is not None and not is_guest(player),
                "practice-host": player is not None and is_guest(player),
            }[who]
            return None if right else f"{entry.actor} may not {duty.value} like that"
        case Duty() as duty, _:
            return moment.roll.lacks(entry, duty)


def _wrong_change(moment: Context, event: Event, line: Line, player: str | None) -> str | None:
    """What is wrong with what it makes of the book."""
    book = moment.staff if player is None else moment.players
    name, entry = event.get("name", player), line.entry
    if player is not None and name != player:
        return f"speaks of {name!r}, in the stream of {player!r}"
    known = book.get(name) if name is not None else None
    if event["event"] == "Registered":
        if (Role(event["role"]) is Role.PLAYER) != (player is not None):
            return f"{name} is registered as {event['role']}, in the stream {entry.stream}"
        if player is None and name in RESERVED:
            return f"{name} is the name of an automaton, which no person has"
        return f"{name} is registered twice" if name in moment.staff or name in moment.players else None
    if event["event"] in ("SigningKeyMade", "SigningKeyMoved"):
        return None
    if known is None:
        return f"nobody was called {name!r} then"
    try:
        made = _made(known, event, moment, line)
    except Refused as why:
        return f"cannot have happened: {why}"
    return None if made is None or made == event else f"should say {made}, not {event}"


def _made(known: Known, event: Event, moment: Context, line: Line) -> Event | None:
    """The event as the room would have written it, where it works that out."""
    match event["event"]:
        case "Deactivated":
            return deactivated(known, moment.staff, moment.roll.who(line.entry)[0])
        case "RoleChanged":
            return promoted(known, Role(event["new"]), moment.staff, moment.roll.who(line.entry)[0])
        case "Reactivated" if known.active:
            raise Refused(f"{known.name} was active already")
        case _:
            return None
