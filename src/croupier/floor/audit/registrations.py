"""The audit of the book of names: who was registered, by whom, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.audit.roster import GRACE_MS
from croupier.floor.authors import AUTHORS, AUTOMATA, is_reserved
from croupier.floor.house.names import Known, check_person, deactivated, note, promoted
from croupier.floor.live_tables import check_name
from croupier.floor.people import LOCKED_FOR_MS
from croupier.floor.practice.names import is_guest
from croupier.floor.roles import Duty, Role
from croupier.ledger.accounts import PLAY, player
from croupier.store.entry import Event


@dataclass(frozen=True, slots=True)
class EventForm:
    """What an event about somebody has: its fields besides `event`, and those that may be missing. Who may write it,
    `floor.authors` says."""

    fields: frozenset[str]
    may_miss: frozenset[str] = frozenset()


def _form(fields: str, may_miss: str = "") -> EventForm:
    return EventForm(frozenset(fields.split()), frozenset(may_miss.split()))


ABOUT_STAFF: Final[Mapping[str, EventForm]] = {
    **dict.fromkeys(("PinSet", "Unlocked", "BadgeIssued", "Deactivated", "Reactivated"), _form("name")),
    "Registered": _form("name role"),
    "RoleChanged": _form("name old new"),
    "SignedIn": _form("name", may_miss="badge way"),
    "SignInFailed": _form("name locked_until_ms", may_miss="way"),
    "SignedOut": _form("name session"),
    "SigningKeyMade": _form(""),
    "SigningKeyMoved": _form(""),
}
"""Every event of the staff's stream."""

ABOUT_PLAYER: Final[Mapping[str, EventForm]] = {
    **{kind: ABOUT_STAFF[kind] for kind in ("Registered", "PinSet", "Unlocked", "Deactivated", "Reactivated")},
    **{kind: ABOUT_STAFF[kind] for kind in ("SignedIn", "SignInFailed", "SignedOut")},
    "PlayChipsLent": _form("amount"),
    "PracticeOpened": _form("table"),
}
"""Every event of a player's own stream."""

_KINDS: Final[Mapping[str, type]] = {
    **dict.fromkeys(("name", "role", "old", "new", "way", "session", "table"), str),
    **dict.fromkeys(("locked_until_ms", "amount"), int),
    "badge": bool,
}
"""What each field holds."""
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
    says = event.keys() - {"event"}
    if form is None or not form.fields <= says <= form.fields | form.may_miss:
        return f"says {event}, which nobody writes there"
    if any(type(event[key]) is not _KINDS[key] for key in says):
        return f"says {event}, which nobody writes there"
    wrong = _wrong_person(line, context, event, player) or _wrong_change(context, event, line, player)
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


def _wrong_person(line: DecodedEntry, context: Context, event: Event, player: str | None) -> str | None:
    """What is wrong with who wrote it, by the table of authors: somebody of themselves, or of others by their role."""
    entry, kind = line.entry, event["event"]
    stream = "staff" if player is None else "player"
    authors, own = AUTHORS[stream, kind], f"{stream}/{event.get('name', player)}"
    automaton = AUTOMATA.get(entry.actor)
    if automaton is not None and kind in automaton.list_for(entry.stream):
        return _wrong_registration(context, event, automaton.person.name, player) if kind == "Registered" else None
    if not authors.roles:
        return f"{entry.actor} did what only {', '.join(sorted(authors.automata))} does"
    if authors.own and entry.actor == own:
        return None
    others = authors.roles - authors.own
    if not others:
        return f"{entry.actor} signed in as {own}"
    if automaton is None and any(person.role in others for person in context.roster.who(entry)):
        return None
    return f"{entry.actor} might not say {kind} of {own} then"


def _wrong_registration(context: Context, event: Event, automaton: str, player: str | None) -> str | None:
    """What is wrong with whom an automaton has entered: each enters its own sort of people."""
    right = {
        "first-start": not context.staff and event["role"] == Role.ADMIN.value,
        "front-desk": player is not None and not is_guest(player),
        "practice-host": player is not None and is_guest(player),
    }[automaton]
    whom = Duty.REGISTER_STAFF if player is None else Duty.REGISTER_PLAYER
    return None if right else f"staff/{automaton} may not {whom.value} like that"


def _wrong_change(context: Context, event: Event, line: DecodedEntry, player: str | None) -> str | None:
    """What is wrong with what it makes of the book."""
    book = context.staff if player is None else context.players
    name, entry = event.get("name", player), line.entry
    if player is not None and name != player:
        return f"speaks of {name!r}, in the stream of {player!r}"
    known = book.get(name) if name is not None else None
    if event["event"] == "Registered":
        check_person(Role(event["role"]))
        check_name(name)
        if (Role(event["role"]) is Role.PLAYER) != (player is not None):
            return f"{name} is registered as {event['role']}, in the stream {entry.stream}"
        if player is None and (is_reserved(name) or is_guest(name)):
            return f"{name} is the name of {'a guest' if is_guest(name) else 'an automaton'}, which no person has"
        # Rooms of older versions entered `Ada` beside `ada`.
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
        case "Reactivated" if context.roster.who(line.entry)[0].name == known.name:
            raise Refused(f"{known.name} cannot have come in to activate themselves")
        case "SignInFailed" if not _locks_as_long(event["locked_until_ms"], line.entry.time_ms):
            raise Refused(f"wrong PINs lock for {LOCKED_FOR_MS // 60_000} min, from when the last one came")
        case _:
            return None


def _locks_as_long(until_ms: int, time_ms: int) -> bool:
    """Whether somebody is locked out for as long as wrong PINs do it, if they are. The PIN came before its entry."""
    return until_ms == 0 or 0 <= time_ms + LOCKED_FOR_MS - until_ms <= GRACE_MS
