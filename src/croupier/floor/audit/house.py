"""The smaller books of the house, judged entry by entry: its choices, its school, private tables, shared rounds
and secrets.

The audit sees only that a secret is there, not whether it is the right one. The one exception is the seed of a round in
play, which must fit the commitment of its table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry
from croupier.floor.audit.law import check_law_change
from croupier.floor.house.choices import CHOICES, PER_DAY, SECOND_PERSON, SIGNED, choice_words, is_milder
from croupier.floor.house.law import LawChanged
from croupier.floor.practice.guests import PREFIX, read_entrance
from croupier.floor.practice.names import is_guest, is_practice
from croupier.floor.practice.shared import PREFIX as SHARED
from croupier.floor.practice.shared import entries_of
from croupier.floor.roles import PRACTICE_HOST, Duty
from croupier.money import Cents, plain_dollars
from croupier.store.entry import Event, is_sound
from croupier.store.reader import Reader

_FIELDS: Final = {"event", "choice", "old", "new"}
_ALWAYS_SIGNED: Final = frozenset(SIGNED) - {SECOND_PERSON}
"""The amounts that two people raise since there is such a choice."""


def check_house(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with a choice of the house, if anything."""
    (event,) = line.events
    if event["event"] == LawChanged.__name__:
        return check_law_change(line, context)
    if event["event"] != "HouseChose" or event.get("choice") not in CHOICES or _wrong_form(event, context):
        return f"says {event}, which nobody writes there"
    if line.transfers:
        return f"moved {line.transfers}, but a choice moves no money"
    choice, new, before = event["choice"], event["new"], getattr(context.house, event["choice"])
    try:
        text = plain_dollars(new) if type(new) is int else choice_words(new)
        right = CHOICES[choice][1](text) == new
    except (Refused, TypeError, ValueError):
        right = False
    if not right:
        return f"chose {new!r}, which {choice} cannot be"
    # Two people may choose at once, and both have seen what it was before.
    seen, daily = context.lately(choice), "per" in event
    context.choose(choice, new, daily=daily)
    if event["old"] not in seen:
        return f"says that {choice} was {event['old']!r}, but it was {before!r}"
    signed = daily or choice in _ALWAYS_SIGNED
    return context.roster.lacks(line.entry, Duty.SET_HOUSE) or (_wrong_raise(line, before, context) if signed else None)


def _wrong_form(event: Event, context: Context) -> bool:
    """Whether a choice has other fields than it should. Once an amount has counted by the day, they all do."""
    if event["choice"] != SECOND_PERSON or not (context.daily or "per" in event):
        return event.keys() - ({"approver"} if event["choice"] in _ALWAYS_SIGNED else set()) != _FIELDS
    return event.keys() - {"approver"} != _FIELDS | {"per"} or event["per"] != PER_DAY


def _wrong_raise(line: DecodedEntry, before: Cents | None, context: Context) -> str | None:
    """What is wrong with who raised the amount above which money takes two people: they are two themselves."""
    (event,) = line.events
    second = event.get("approver")
    if second is None:
        alone = f"{line.entry.actor} alone raised an amount above which money takes two people"
        return alone if is_milder(before, event["new"]) else None
    return context.roster.lacks_beside(line.entry, second, Duty.SET_HOUSE)


def check_practice(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with letting somebody in, if anything."""
    entry = line.entry
    if line.transfers:
        return f"moved {line.transfers}, but a door moves no money"
    if entry.actor != PRACTICE_HOST.actor:
        return f"{entry.actor} let somebody in, and only {PRACTICE_HOST.actor} does"
    (event,) = line.events
    if event["event"] not in ("PracticeOpened", "LetIn"):
        return f"{event['event']!r} does not happen at the door of a private table"
    entrance, name = read_entrance(event), entry.stream.removeprefix(PREFIX)
    elsewhere = context.apart and not is_guest(name)
    if not elsewhere and name not in context.players and name not in context.staff:
        return f"{name} was let in at {entrance.table}, and nobody was called so then"
    if not is_practice(entrance.table) or not is_guest(entrance.guest):
        return f"{entrance.guest} was let in at {entrance.table}: only guests are, and only where play chips are played"
    for stream in (f"table/{entrance.table}", f"player/{entrance.guest}"):
        if stream not in context.streams and not context.apart:  # where practice is trimmed they may have gone
            return f"{entrance.guest} was let in at {entrance.table} before {stream} began"
    return None


def check_school(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with an examination, if anything. One of an older edition cannot be drawn again."""
    # Imported only where an examination is on record: the course takes a while, in every process of an audit.
    from croupier.floor.house.exams import event_of, sheet_of
    from croupier.school.course import EDITION

    if line.transfers:
        return f"moved {line.transfers}, but a school moves no money"
    (event,) = line.events
    if event["event"] != "ExamTaken" or line.entry.actor != f"staff/{event['who']}":
        return f"says {event['event']} of {event['who']}, by {line.entry.actor}"
    if not 1 <= event["edition"] <= EDITION:
        return f"is of edition {event['edition']}, which there never was"
    try:
        marked = event if event["edition"] != EDITION else event_of(sheet_of(event), event["who"])
    except Refused as why:
        return f"cannot have happened: {why!r}"
    if marked != event:
        return f"marked again it is {marked['score']}, not {event['score']}"
    return context.roster.lacks(line.entry, Duty.TAKE_EXAM)


_OF_THE_SERVERS: Final = "web/signing-key"
"""The key that signs cookies, which a server may keep there."""


def wrong_secrets(reader: Reader, context: Context, rounds: Iterable[str]) -> Iterator[str]:
    """What is sealed and belongs to nothing, and what should be sealed and is not, when the walk is over. `rounds` are
    those in play."""
    keys, in_play = set(reader.sealed_keys()), set(rounds)
    for key in sorted(context.sealed - keys):
        yield f"nothing is kept under {key}, though the journal says so"
    for key in sorted(keys - context.sealed - {_OF_THE_SERVERS}):
        kind, _, who = key.partition("/")
        role, _, name = who.partition("/")
        # Whether somebody was entered with a PIN, the journal does not say.
        book = {"staff": context.staff, "player": context.players}.get(role, {})
        known = name in book if kind == "pin" else key in in_play
        if not known:
            yield f"something is kept under {key}, which nothing in the journal knows"


def check_shared(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with a round that is kept because it was shared, if anything."""
    entry = line.entry
    if line.transfers:
        return f"moved {line.transfers}, but a copy moves nothing"
    if entry.actor != PRACTICE_HOST.actor:
        return f"{entry.actor} kept it, and only {PRACTICE_HOST.actor} does"
    (event,) = line.events
    if event["event"] != "RoundShared":
        return f"{event['event']!r} is nothing that happens to a shared round"
    table = entry.stream.removeprefix(SHARED).rpartition("-")[0]
    copies = entries_of(event)
    if not copies or any(one.stream != f"table/{table}" for one in copies):
        return f"holds entries of another table than {table}"
    changed = [one.version for one in copies if not is_sound(one)]
    if changed or any(one.hash != other.previous for one, other in pairwise(copies)):
        return f"holds entries that were changed: {changed or 'they do not follow each other'}"
    return None
