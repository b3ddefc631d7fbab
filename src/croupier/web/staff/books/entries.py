"""Entries of the journal as the pages show them, and whether what is shown has the words that somebody looks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.floor.cage.moves import STREAM as CAGE
from croupier.floor.room import Room
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.store.entry import Contents, Entry, Unreadable, contents
from croupier.web.staff.books.entrywords import entry_words
from croupier.web.staff.books.models import EntryRow, Moved
from croupier.web.wording import iso, when

_ROUND: Final = re.compile(r"(.+)-\d{1,12}", re.DOTALL)
_TERM: Final = re.compile(r'"([^"]+)"|(\S+)')
_NOTHING: Final = Contents("", (), ())


@dataclass(frozen=True, slots=True)
class EntryText:
    """An entry with what it says, in words; the row of a page is made only of those that are shown."""

    entry: Entry
    said: Contents
    events: tuple[str, ...]
    rounds: tuple[str, ...]

    def has(self, terms: Sequence[str]) -> bool:
        """Whether all of these are among what the page shows. What the record itself calls an event, such as
        `TrayFilled`, is found too."""
        if not terms:
            return True
        entry = self.entry
        shown = [
            f"{entry.position} {entry.stream} {entry.version}",
            when(entry.time_ms),
            entry.actor,
            self.said.asked,
            *self.events,
            *self.rounds,
            *[f"{dollars(move.amount)} {move.debit} → {move.credit}" for move in self.said.transfers],
        ]
        text = " ".join("\n".join(shown).casefold().split())
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
            asked=self.said.asked,
            events=list(self.events),
            moved=[Moved.model_validate(move) for move in self.said.transfers],
            rounds=list(self.rounds),
            table=name if kind == "shift" and name in tables else "",
            receipt=entry.stream == CAGE and bool(self.said.events),
            hash=entry.hash,
        )


def told_of(entry: Entry, game_at: Callable[[str], Game], tables: Collection[str]) -> EntryText:
    """What an entry says; `tables` are those whose rounds have a page."""
    try:
        said = contents(entry)
    except Unreadable:
        # The journal is read most closely where something is wrong with it.
        return EntryText(entry, _NOTHING, (f"This entry cannot be read: {entry.body[:200]}",), ())
    events = tuple([entry_words(entry.stream, event, game_at) for event in said.events])
    return EntryText(entry, said, events, tuple(dict.fromkeys(_rounds(said, tables))))


def round_of(id: str, tables: Collection[str]) -> str | None:
    """The round that a movement belongs to, by its id; none where it is no round's of these tables."""
    name = id.partition("/")[0]
    found = _ROUND.fullmatch(name)
    return name if found is not None and found[1] in tables else None


def in_play(room: Room, rounds: Iterable[str]) -> list[str]:
    """Those of these rounds that are not over."""
    tables = {round.rpartition("-")[0] for round in rounds}
    going_on = [room.table(table).in_play for table in sorted(tables)]
    return [round.id for round in going_on if round is not None]


def _rounds(said: Contents, tables: Collection[str]) -> Iterator[str]:
    named = [str(event["round"]) for event in said.events if "round" in event]
    for name in (*named, *(move.id for move in said.transfers)):
        if (round := round_of(name, tables)) is not None:
            yield round


def terms_of(text: str) -> list[str]:
    """What is looked for: every word, and what stands in quotation marks as it is; without regard to case.

    >>> terms_of('Fill "to the tray"')
    ['fill', 'to the tray']
    """
    return [" ".join((quoted or word).casefold().split()) for quoted, word in _TERM.findall(text)]
