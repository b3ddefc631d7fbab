"""What tells the books of a rehearsal from those of a room: the command id of their first entry."""

from __future__ import annotations

from typing import Final

from croupier.store.reader import Reader

MARK: Final = "rehearsal"
"""The command id of the first entry of a rehearsal's books. What begins so is no room's: no server opens it as one."""


def is_rehearsal(reader: Reader) -> bool:
    """Whether a record holds the books of a rehearsal: its first entry says so."""
    first = next(reader.read_all(until=1), None)
    return first is not None and first.command == MARK
