"""What an audit finds, and an entry as an audit reads it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from croupier.store.entry import Entry, Unreadable


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something that disagrees: at which entry, where, and what. Position 0 is the record as a whole."""

    position: int
    where: str
    what: str

    def __str__(self) -> str:
        return f"entry {self.position}, {self.where}: {self.what}" if self.position else f"{self.where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Line:
    """An entry and what its body says, as plain as it was written."""

    entry: Entry
    asked: str
    events: list[dict[str, Any]]
    transfers: list[tuple[str, str, str, int]]


def read_line(entry: Entry) -> Line:
    """An entry, read; `Unreadable` if its body is not what Croupier writes."""
    try:
        body = json.loads(entry.body)
        rows = [(id, debit, credit, amount) for id, debit, credit, amount in body["transfers"]]
        if not all(type(row[3]) is int for row in rows):
            raise ValueError("a transfer moves whole cents")
        return Line(entry, body["asked"], body["events"], rows)
    except (ValueError, KeyError, TypeError) as why:
        raise Unreadable(entry.position, why) from why
