"""Rounds of practice that somebody has shared: kept whole, when the table that they were played at has gone.

A shared round is a copy of its own entries, each with its hash: whoever reads it can check it as if it stood where it
was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from croupier.floor.practice.chips import note
from croupier.floor.room import Room
from croupier.store.entry import COLUMNS, Entry, Event, contents
from croupier.store.reader import Reader

PREFIX: Final = "shared/"


def keep_round(room: Room, round: str, entries: Sequence[Entry]) -> None:
    """Keep the entries of a finished round; once is enough."""
    stream = f"{PREFIX}{round}"
    if room.store.head(stream).version:
        return
    plain = [[getattr(entry, column) for column in COLUMNS] for entry in entries]
    event = {"event": "RoundShared", "entries": plain}
    note(room, stream, stream, f"share {round}", event)


def shared_entries(reader: Reader, round: str) -> list[Entry]:
    """The entries of a round that was shared; none, if it was not."""
    events = (event for copy in reader.read(f"{PREFIX}{round}") for event in contents(copy).events)
    return [entry for event in events for entry in entries_of(event)]


def entries_of(event: Event) -> list[Entry]:
    """The entries that a shared round is a copy of."""
    return [Entry(*columns) for columns in event["entries"]]
