"""Entries of the journal as the pages show them, and whether what is shown has the words that somebody looks for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

from pydantic import BaseModel, ConfigDict

from croupier.errors import Refused
from croupier.floor.cage.moves import STREAM as CAGE
from croupier.floor.history.period import LAST
from croupier.floor.record import game_of
from croupier.floor.room import Room
from croupier.money import dollars
from croupier.rules.events import CardsEntered
from croupier.rules.game import Game
from croupier.store.entry import Contents, Entry, Unreadable, contents, is_sound
from croupier.web.context import HouseContext
from croupier.web.models import Page
from croupier.web.staff.books.entry_words import entry_words
from croupier.web.wording import Dollars, iso, when

_ROUND: Final = re.compile(r"(.+)-\d{1,12}", re.DOTALL)
_TERM: Final = re.compile(r'"([^"]+)"|(\S+)')
_NOTHING: Final = Contents("", (), ())
_DEVICE: Final = "device/"
_FACE_DOWN: Final = "A device has read cards. They are shown here when the round is over."


class Moved(BaseModel):
    """Money that an entry moved."""

    model_config = ConfigDict(from_attributes=True)  # of a `Transfer` of the ledger

    amount: Dollars
    debit: str
    credit: str


class EntryRow(BaseModel):
    """An entry of the journal, as a browser lists it. `rounds` are those it names; `table` is one whose shift it
    closes. One of the cage has a receipt."""

    position: int
    stream: str
    version: int
    time: str
    utc: str
    actor: str
    asked: str
    events: list[str]
    moved: list[Moved]
    rounds: list[str]
    table: str = ""
    receipt: bool = False
    hash: str


class EntryPage(Page):
    """One entry, whole."""

    entry: EntryRow
    command: str
    previous: str
    sound: bool
    raw: str
    in_play: list[str]
    newer: int | None
    older: int | None


@dataclass(frozen=True, slots=True)
class EntryText:
    """An entry and what it says in words. Only for entries that are shown a row of the page is made."""

    entry: Entry
    content: Contents
    events: tuple[str, ...]
    rounds: tuple[str, ...]

    def has(self, terms: Sequence[str]) -> bool:
        """Whether the page shows all of these words for the entry. The record's own name of an event, such as
        `TrayFilled`, is found, too."""
        if not terms:
            return True
        entry = self.entry
        parts = [
            f"{entry.position} {entry.stream} {entry.version}",
            when(entry.time_ms),
            entry.actor,
            self.content.request,
            *self.events,
            *self.rounds,
            *[f"{dollars(move.amount)} {move.debit} → {move.credit}" for move in self.content.transfers],
        ]
        text = " ".join("\n".join(parts).casefold().split())
        missing = [term for term in terms if term not in text]
        return not missing or all(f'"event":"{term}"' in entry.body.casefold() for term in missing)

    def row(self, tables: Collection[str]) -> EntryRow:
        """The entry as the journal lists it."""
        entry = self.entry
        kind, _, name = entry.stream.partition("/")
        return EntryRow(
            position=entry.position,
            stream=entry.stream,
            version=entry.version,
            time=when(entry.time_ms),
            utc=iso(entry.time_ms),
            actor=entry.actor,
            asked=_asked(self.content.request),
            events=list(self.events),
            moved=[Moved.model_validate(move) for move in self.content.transfers],
            rounds=list(self.rounds),
            table=name if kind in ("shift", "count") and name in tables else "",
            receipt=entry.stream == CAGE and bool(self.content.events),
            hash=entry.hash,
        )


def entry_text(entry: Entry, game_at: Callable[[str], Game], tables: Collection[str], room: Room) -> EntryText:
    """What an entry says; `tables` are those whose rounds have a page."""
    try:
        content = contents(entry)
    except Unreadable:
        # An entry that cannot be read is still listed: the journal is looked at most when something is wrong with it.
        return EntryText(entry, _NOTHING, (f"This entry cannot be read: {entry.body[:200]}",), ())
    if lies_face_down(entry, content, room):
        hidden = Contents(f"report {content.request.split(' ')[1]}", (), content.transfers)
        return EntryText(entry, hidden, (_FACE_DOWN,), ())
    events = tuple([entry_words(entry.stream, event, game_at) for event in content.events])
    return EntryText(entry, content, events, tuple(dict.fromkeys(_rounds(content, tables))))


def lies_face_down(entry: Entry, content: Contents, room: Room) -> bool:
    """Whether an entry has cards that a device has read in a round that is not over: they may lie face down, and nobody
    of the staff sees them before the end (R58, R61)."""
    kind, _, table = entry.stream.partition("/")
    if kind != "table" or not entry.actor.startswith(_DEVICE) or not content.request.startswith("report "):
        return False
    if all(event.get("event") != CardsEntered.__name__ for event in content.events):
        return False
    round = room.glance(table).in_play
    return round is not None and round.id == content.request.split(" ")[1]


def round_of(id: str, tables: Collection[str]) -> str | None:
    """The round that a movement belongs to, by its id; `None` where that is no round of these tables."""
    name = id.partition("/")[0]
    match = _ROUND.fullmatch(name)
    return name if match is not None and match[1] in tables else None


def rounds_in_play(room: Room, rounds: Iterable[str]) -> list[str]:
    """Those of these rounds that are not over."""
    tables = {round.rpartition("-")[0] for round in rounds}
    going_on = [room.table(table).in_play for table in sorted(tables)]
    return [round.id for round in going_on if round is not None]


def _rounds(content: Contents, tables: Collection[str]) -> Iterator[str]:
    named = [str(event["round"]) for event in content.events if "round" in event]
    for name in (*named, *(move.id for move in content.transfers)):
        if (round := round_of(name, tables)) is not None:
            yield round


def search_terms(text: str) -> list[str]:
    """The words to look for, in lower case; what stands in quotation marks is one of them.

    >>> search_terms('Fill "to the tray"')
    ['fill', 'to the tray']
    """
    return [" ".join((quoted or word).casefold().split()) for quoted, word in _TERM.findall(text)]


def entry_page(house: HouseContext, position: int) -> EntryPage:
    """One entry with everything that stands in it, and whether its hash is its own."""
    entry = house.store.entry(position) if 0 < position < LAST else None
    if entry is None:
        raise Refused(f"no entry {position}; the journal has {house.store.position()}, numbered from 1")
    tables = set(house.books.rounds.tables())
    row = entry_text(entry, partial(game_of, house.store), tables, house.room).row(tables)
    if not row.rounds and (opened := _round_around(house, entry)):
        row = row.model_copy(update={"rounds": [opened]})
    raw = json.dumps(json.loads(entry.body), indent=2, sort_keys=True) if is_sound(entry) else entry.body
    if row.events == [_FACE_DOWN]:
        raw = _FACE_DOWN
    return EntryPage(
        entry=row,
        command=entry.command,
        previous=entry.previous,
        sound=is_sound(entry),
        raw=raw,
        in_play=rounds_in_play(house.room, row.rounds),
        newer=position + 1 if position < house.store.position() else None,
        older=position - 1 if position > 1 else None,
    )


def _round_around(house: HouseContext, shown_entry: Entry) -> str | None:
    """The round in which an entry of a table was written, where the entry does not name it."""
    if not shown_entry.stream.startswith("table/"):
        return None
    earlier = house.store.newest(stream=shown_entry.stream, before=shown_entry.position)
    for entry in islice(earlier, 1_000):
        events = json.loads(entry.body)["events"]
        for event in reversed(events):
            if event["event"] in ("RoundEnded", "RoundVoided"):
                return None
            if event["event"] == "RoundOpened":
                return str(event["round"])
    return None


def _asked(request: str) -> str:
    """A request as people read it: a change of a table names what was chosen, and is written as data."""
    if not request.startswith("change {"):
        return request
    choices, end = json.JSONDecoder().raw_decode(request.removeprefix("change "))
    named = [f"{key.replace('.', ' ').replace('_', ' ')} {text or 'none'}" for key, text in choices.items()]
    return f"change {', '.join(named)}{request.removeprefix('change ')[end:]}"
