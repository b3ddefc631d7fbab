"""The journal as files: JSON Lines that can be checked by hash, or CSV for a spreadsheet.

The deck and the seed of an unfinished round are in no entry, so they cannot be in an export, whoever asks.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import Enum
from typing import TextIO

from croupier.errors import Refused
from croupier.spreadsheets import cell
from croupier.store.entry import COLUMNS, Entry, Unreadable, canonical, read_body
from croupier.store.reader import Reader

_COLUMNS = ("position", "stream", "version", "time", "actor", "command", "asked", "events", "transfers", "hash")


class JournalFormat(Enum):
    """How a journal can be written."""

    JSON_LINES = "jsonl"
    CSV = "csv"


def parse_format(text: str) -> JournalFormat:
    """The format that `text` names."""
    try:
        return JournalFormat(text)
    except ValueError:
        raise Refused(f"no format {text!r}; want 'jsonl' or 'csv'") from None


def export(reader: Reader, format: JournalFormat, out: TextIO, stream: str | None = None) -> int:
    """Write every entry, or those of one stream; how many there were."""
    entries = reader.read_all() if stream is None else reader.read(stream)
    match format:
        case JournalFormat.JSON_LINES:
            return _lines(entries, out)
        case JournalFormat.CSV:
            return _rows(entries, out)


def _lines(entries: Iterable[Entry], out: TextIO) -> int:
    """One JSON object a line: without its `hash`, it is exactly what the hash was taken of."""
    count = 0
    for entry in entries:
        fields = {name: getattr(entry, name) for name in COLUMNS}
        fields["body"] = _body(entry)
        out.write(canonical(fields) + "\n")
        count += 1
    return count


def _body(entry: Entry) -> object:
    try:
        return json.loads(entry.body)
    except ValueError as why:
        raise Unreadable(entry.position, why) from why


def _rows(entries: Iterable[Entry], out: TextIO) -> int:
    table = csv.writer(out)
    table.writerow(_COLUMNS)
    count = 0
    for entry in entries:
        request, plain_events, transfers = read_body(entry)
        when = datetime.fromtimestamp(entry.time_ms / 1000, UTC).isoformat(timespec="milliseconds")
        events, moved = canonical(plain_events), canonical(transfers)
        table.writerow(
            (
                entry.position,
                entry.stream,
                entry.version,
                when,
                cell(entry.actor),
                cell(entry.command),
                cell(request),
                events,
                moved,
                entry.hash,
            )
        )
        count += 1
    return count
