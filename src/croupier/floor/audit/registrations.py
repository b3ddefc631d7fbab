"""The audit of the book of names: who was registered, by whom, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.authors import RESERVED
from croupier.floor.house.names import Known, check_person, deactivated, note, promoted
from croupier.floor.practice.names import is_guest
from croupier.floor.roles import Duty, Role
from croupier.ledger.accounts import PLAY, player
from croupier.store.entry import Event


@dataclass(frozen=True, slots=True)
class EventForm:
    """What an event about somebody has: its fields besides `event`, those that may be missing, and who may write it."""

    fields: frozenset[str]
    may_miss: frozenset[str] = frozenset()
    by: Duty | str | None = None
    """A duty, or the one automaton that writes it; none: whomever it is about."""


def _form(fields: str, by: Duty | str | None = None, may_miss: str = "") -> EventForm:
    return EventForm(frozenset(fields.split()), frozenset(may_miss.split()), by)


ABOUT_STAFF: Final[Mapping[str, EventForm]] = {
    "Registered": _form("name role", Duty.REGISTER_STAFF),
    "PinSet": _form("name", Duty.UNLOCK),
    "Unlocked": _form("name", Duty.UNLOCK),
    "BadgeIssued": _form("name", Duty.UNLOCK),
    "Deactivated": _form("name", Duty.REGISTER_STAFF),
    "Reactivated": _form("name", Duty.REGISTER_STAFF),
    "RoleChanged": _form("name old new", Duty.REGISTER_STAFF),
    "SignedIn": _form("name", may_miss="badge way"),
    "SignInFailed": _form("name locked_until_ms", may_miss="way"),
    "SignedOut": _form("name session"),
    "SigningKeyMade": _form("", "web"),
    "SigningKeyMoved": _form("", "web"),
}
"""Every event of the staff's stream."""

ABOUT_PLAYER: Final[Mapping[str, EventForm]] = {
    **{kind: ABOUT_STAFF[kind] for kind in ("PinSet", "Unlocked", "Deactivated", "Reactivated")},
    **{kind: ABOUT_STAFF[kind] for kind in ("SignedIn", "SignInFailed", "SignedOut")},
    "Registered": _form("name role", Duty.REGISTER_PLAYER),
    "PlayChipsLent": _form("amount", "practice-host"),
    "PracticeOpened": _form("table", "practice-host"),
}
"""Every event of a player's own stream."""

_SEALED: Final = {"PinSet": "pin", "BadgeIssued": "badge"}
"""What leaves something sealed beside the journal, and how its key begins."""


def check_staff(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with an entry about the staff, if anything."""
    wrong = _check(line, context, ABOUT_STAFF, None)
    return wrong or (f"moved {line.transfers}, but the book of names moves no money" if line.transfers else None)


def check_player(line: DecodedEntry, context: Context) -> str | None:
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
    return _check(line, context, ABOUT_PLAYER, name)


def _check(line: DecodedEntry, context: Context, known: Mapping[str, EventForm], player: str | None) -> str | None:
    (event,) = line.events
    form = known.get(event["event"])
    if form is None or not form.fields <= event.keys() - {"event"} <= form.fields | form.may_miss:
        return f"says {event}, which nobody writes there"
    wrong = _wrong_person(line, context, event, form, player) or _wrong_change(context, event, line, player)
    book = context.staff if player is None else context.players
    if event["event"] == "Registered" or event.get("name") in book:
        note(book, event, line.entry.time_ms)
    if (sealed := _SEALED.get(event["event"])) is not None:
        context.sealed.add(f"{sealed}/{'staff' if player is None else 'player'}/{event['name']}")
    if player is not None and (now := book.get(player)) is not None:
        if now.active:
            context.gone.pop(player, None)
        else:
            context.gone.setdefault(player, context.clock_ms)
    return wrong


def _wrong_person(
    line: DecodedEntry, context: Context, event: Event, form: EventForm, player: str | None
) -> str | None:
    """What is wrong with who wrote it."""
    entry = line.entry
    who = entry.actor.partition("/")[2]
    own = f"{'staff' if player is None else 'player'}/{event.get('name', player)}"
    match form.by, event["event"]:
        case None, _:
            return None if entry.actor == own else f"{entry.actor} signed in as {own}"
        case str() as machine, _:
            return None if entry.actor == f"staff/{machine}" else f"{entry.actor} did what only {machine} does"
        case Duty(), "PinSet" if entry.actor == own:
            return None
        case Duty() as duty, "Registered" if who in ("first-start", "front-desk", "practice-host"):
            right = {
                "first-start": not context.staff and event["role"] == Role.ADMIN.value,
                "front-desk": player is not None and not is_guest(player),
                "practice-host": player is not None and is_guest(player),
            }[who]
            return None if right else f"{entry.actor} may not {duty.value} like that"
        case Duty() as duty, _:
            return context.roster.lacks(entry, duty)


def _wrong_change(context: Context, event: Event, line: DecodedEntry, player: str | None) -> str | None:
    """What is wrong with what it makes of the book."""
    book = context.staff if player is None else context.players
    name, entry = event.get("name", player), line.entry
    if player is not None and name != player:
        return f"speaks of {name!r}, in the stream of {player!r}"
    known = book.get(name) if name is not None else None
    if event["event"] == "Registered":
        check_person(Role(event["role"]))
        if (Role(event["role"]) is Role.PLAYER) != (player is not None):
            return f"{name} is registered as {event['role']}, in the stream {entry.stream}"
        if player is None and name in RESERVED:
            return f"{name} is the name of an automaton, which no person has"
        return f"{name} is registered twice" if name in context.staff or name in context.players else None
    if event["event"] in ("SigningKeyMade", "SigningKeyMoved"):
        return None
    if known is None:
        return f"nobody was called {name!r} then"
    try:
        expected = _as_written_by_room(known, event, context, line)
    except Refused as why:
        return f"cannot have happened: {why}"
    return None if expected is None or expected == event else f"should say {expected}, not {event}"


def _as_written_by_room(known: Known, event: Event, context: Context, line: DecodedEntry) -> Event | None:
    """The event as the room would have written it, where it works that out."""
    match event["event"]:
        case "Deactivated":
            return deactivated(known, context.staff, context.roster.who(line.entry)[0])
        case "RoleChanged":
            return promoted(known, Role(event["new"]), context.staff, context.roster.who(line.entry)[0])
        case "Reactivated" if known.active:
            raise Refused(f"{known.name} was active already")
        case _:
            return None
