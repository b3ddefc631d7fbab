"""What tells a record in which nobody plays for money, a demonstration's or the books of a rehearsal, from a room's:
the command id of its first entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from croupier.store.reader import Reader

DEMONSTRATION: Final = "demonstration"
REHEARSAL: Final = "rehearsal"
"""Command ids of a first entry. What begins so is no room's: no server opens it as one."""
MEANINGS: Final[Mapping[str, str]] = {
    DEMONSTRATION: "invented people, invented money",
    REHEARSAL: "play chips, in books of its own",
}
"""What is said of each wherever it is marked, on pages and in print."""


def is_demonstration(reader: Reader) -> bool:
    """Whether a record is a demonstration's: its first entry says so."""
    return _first_command(reader) == DEMONSTRATION


def is_rehearsal(reader: Reader) -> bool:
    """Whether a record holds the books of a rehearsal: its first entry says so."""
    return _first_command(reader) == REHEARSAL


def mark_of(reader: Reader) -> str:
    """What stands on whatever is printed from a record in which nobody plays for money; else nothing."""
    command = _first_command(reader)
    return f"{command.capitalize()}: {MEANINGS[command]}" if command in MEANINGS else ""


def _first_command(reader: Reader) -> str:
    first = next(reader.read_all(until=1), None)
    return "" if first is None else first.command
