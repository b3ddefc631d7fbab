"""The transaction that an entry was written in: what one command wrote, stream beside stream."""

from __future__ import annotations

from croupier.floor.audit.finding import DecodedEntry, decode_entry
from croupier.store.entry import Entry, Event
from croupier.store.reader import Reader


def unit_of(reader: Reader, entry: Entry) -> list[DecodedEntry]:
    """The entries of the same transaction, this one among them. They stand side by side in the journal."""
    receipt = reader.receipt(entry.command)
    entries = () if receipt is None else receipt.entries
    first = next((at for at, one in enumerate(entries) if one.position == entry.position), None)
    if first is None:
        return [decode_entry(entry)]
    return [decode_entry(one) for at, one in enumerate(entries) if one.position - entry.position == at - first]


def events_in_unit(reader: Reader, entry: Entry, stream: str) -> list[Event]:
    """What the same transaction says in another stream."""
    return [event for line in unit_of(reader, entry) if line.entry.stream == stream for event in line.events]
