"""What an audit finds, and an entry as an audit reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.store.entry import Entry, Event, Row, read_body

IMPOSSIBLE: Final = (
    *(Refused, AssertionError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError),
    *(StopIteration, RuntimeError),  # a generator in which somebody who should be there is not
)
"""What a forged record may raise where it is worked out again: a finding, and never the end of the audit."""


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
    events: list[Event]
    transfers: list[Row]


def read_line(entry: Entry) -> Line:
    """An entry, read; `Unreadable` if its body is not what Croupier writes."""
    return Line(entry, *read_body(entry))
