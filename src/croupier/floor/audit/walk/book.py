"""The book of movements, read beside the journal: which lines belong to the entry at which the walk is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import orjson

from croupier.store.scans import BookLine, Numbered

_NOTHING: Final[list[Numbered]] = []


def movements_text(moved: list[Numbered]) -> str:
    """How a body ends that says these movements, in the order of their lines; otherwise a text that ends none."""
    if not moved:
        return '"transfers":[]}'
    if any(line != number for number, (line, _) in enumerate(moved)):
        return "lines are missing"
    try:
        # The quick writer; where it writes otherwise than the record's own, the body has to be read.
        return f'"transfers":{orjson.dumps([row for _, row in moved]).decode()}}}'
    except (TypeError, ValueError):
        return "no movements"


@dataclass(slots=True)
class Book:
    """The lines of the book in the journal's order. Those that belong to no entry go to `find`."""

    lines: Iterator[BookLine]
    find: Callable[[int, str, str], None]
    _ahead: BookLine | None = None

    def __post_init__(self) -> None:
        self._ahead = self._next()

    def at(self, position: int) -> list[Numbered]:
        """What the book has of the entry at a position, which comes after those that were asked for before."""
        ahead = self._ahead
        if ahead is None or ahead[0] > position:
            return _NOTHING
        moved: list[Numbered] = []
        while ahead is not None and ahead[0] <= position:
            at, line, id, debit, credit, cents = ahead
            if at == position:
                moved.append((line, (id, debit, credit, cents)))
            else:
                self._stray(ahead)
            ahead = self._next()
        self._ahead = ahead
        return moved

    def end(self) -> None:
        """There are no more entries."""
        while self._ahead is not None:
            self._stray(self._ahead)
            self._ahead = self._next()

    def _next(self) -> BookLine | None:
        for line in self.lines:
            if type(line[0]) is int:
                return line
            self._stray(line)  # SQLite keeps whatever it is given
        return None

    def _stray(self, line: BookLine) -> None:
        self.find(line[0], f"transfer {line[2]}", "is in the book, but not in the journal")
