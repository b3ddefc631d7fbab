"""The transaction that an entry was written in: what one command wrote, stream beside stream."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from croupier.floor.audit.finding import DecodedEntry, decode_entry
from croupier.store.entry import Entry, Event
from croupier.store.reader import Reader

# Of one entry several questions are asked in a row, so the latest answer of each record is kept.
_latest: WeakKeyDictionary[Reader, tuple[int, list[DecodedEntry]]] = WeakKeyDictionary()


def unit_of(reader: Reader, entry: Entry) -> list[DecodedEntry]:
    """The entries of the same transaction, this one among them. They stand side by side in the journal."""
    known = _latest.get(reader)
    if known is not None and known[0] == entry.position:
        return known[1]
    lines = [decode_entry(one) for one in reader.side_by_side(entry.position, entry.command)] or [decode_entry(entry)]
    _latest[reader] = entry.position, lines
    return lines


def events_in_unit(reader: Reader, entry: Entry, stream: str) -> list[Event]:
    """What the same transaction says in another stream."""
    return [event for line in unit_of(reader, entry) if line.entry.stream == stream for event in line.events]
