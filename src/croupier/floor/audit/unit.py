"""The transaction that an entry was written in: what one command wrote, stream beside stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final
from weakref import WeakKeyDictionary

from croupier.floor.audit.finding import DecodedEntry, decode_entry
from croupier.store.entry import Entry, Event
from croupier.store.reader import Reader


@dataclass(slots=True)
class _Latest:
    """What was read last of a record: transactions by position, and the one that was decoded last, for several
    questions are asked of one entry in a row."""

    units: dict[int, tuple[Entry, ...]] = field(default_factory=dict)
    position: int = 0
    lines: list[DecodedEntry] = field(default_factory=list)


_latest: WeakKeyDictionary[Reader, _Latest] = WeakKeyDictionary()
_PAGE: Final = 500
"""How many entries are read at once with what stands beside them."""


def with_units(reader: Reader, entries: Iterator[Entry]) -> Iterator[Entry]:
    """These entries; the transactions that they were written in are read page by page, for whoever asks for them one by
    one (`unit_of`)."""
    while page := list(islice(entries, _PAGE)):
        _read_units(reader, page)
        yield from page


def _read_units(reader: Reader, entries: Sequence[Entry]) -> None:
    _latest[reader] = _Latest(reader.side_by_side(entries))


def _around(reader: Reader, entry: Entry) -> _Latest:
    """What was read last, the transaction of this entry among it."""
    if reader not in _latest or entry.position not in _latest[reader].units:
        _read_units(reader, [entry])
    return _latest[reader]


def is_alone(reader: Reader, entry: Entry) -> bool:
    """Whether an entry is all that its transaction wrote."""
    return len(_around(reader, entry).units[entry.position]) <= 1


def unit_of(reader: Reader, entry: Entry) -> list[DecodedEntry]:
    """The entries of the same transaction, this one among them. They stand side by side in the journal."""
    latest = _around(reader, entry)
    if latest.position != entry.position:
        latest.lines = [decode_entry(one) for one in latest.units[entry.position] or (entry,)]
        latest.position = entry.position
    return latest.lines


def events_in_unit(reader: Reader, entry: Entry, stream: str) -> list[Event]:
    """What the same transaction says in another stream."""
    return [event for line in unit_of(reader, entry) if line.entry.stream == stream for event in line.events]
