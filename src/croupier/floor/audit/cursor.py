"""Cursors of the walk through the journal: one for the chain of every stream, one for the book of movements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import orjson

from croupier.floor.audit.checkpoints import SignedPosition
from croupier.floor.audit.finding import decode_entry
from croupier.floor.audit.streams import kind_of
from croupier.floor.audit.trimming import is_of_practice
from croupier.store.entry import EMPTY, Head, Unreadable
from croupier.store.scans import BookLine, Glance, Numbered

TOLERANCE_MS: Final = 300_000
"""Commands wait for their turn, and the clocks of two servers differ: so much may an entry be dated before another that
stands before it, or after the moment of the audit. The room's own clock is not set back
(`store.journal.Store.clock`)."""
_NOTHING: Final[list[Numbered]] = []


def movements_text(moved: list[Numbered]) -> str:
    """The end of a body with these movements; if lines are missing, a text with which no body ends."""
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
class BookCursor:
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


_BEGINNING: Final = (EMPTY.version, EMPTY.hash)


@dataclass(slots=True)
class Cursor:
    """The chain as far as it was walked. What is wrong goes to `find`, with position, stream and words."""

    known_heads: Mapping[str, Head]
    """Heads that somebody kept elsewhere."""
    find: Callable[[int, str, str], None]
    signed: SignedPosition | None = None
    """Heads that were signed, which must be all that there was at their position."""
    gaps: bool = False
    """Whether entries may be missing, as in a record that is trimmed."""
    now_ms: int | None = None
    """The moment of the audit, if it is known."""
    clock_ms: int = 0
    """The latest time that an entry has said."""
    _behind: bool = False
    _ahead: bool = False
    position: int = 0
    missing: int = 0
    reached: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By stream, the version and the hash that it has come to."""

    @property
    def heads(self) -> dict[str, Head]:
        """How far every stream has come by now."""
        return {stream: Head(version, hash) for stream, (version, hash) in self.reached.items()}

    def take_up(self, heads: Mapping[str, Head]) -> None:
        """Go on from where streams stood."""
        self.reached.update({stream: (head.version, head.hash) for stream, head in heads.items()})

    def follows(self, glance: Glance) -> str:
        """Check an entry against the one before it in the journal and in its stream, and against a head that was
        kept; the hash that it follows."""
        self.position += 1
        position, version, stream, hash = glance.position, glance.version, glance.stream, glance.hash
        if position != self.position:
            self.missing += position - self.position
            if not self.gaps:
                self.find(position, stream, f"entry {self.position} is missing before it")
            self.position = position
        self._look_at_clock(glance)
        reached, previous = self.reached.get(stream, _BEGINNING)
        if version != reached + 1:
            self.find(position, stream, f"version {version} follows version {reached}")
        self.reached[stream] = version, hash
        head = self.known_heads.get(stream) if self.known_heads else None
        if head is not None and head.version == version and head.hash != hash:
            self.find(position, stream, "is not the entry whose head was kept: the stream was rewritten")
        if self.signed is not None and position == self.signed.position and self.heads != self.signed.heads:
            self.find(0, "journal", f"is not what was signed up to entry {position}: its heads were others")
        return previous

    def _look_at_clock(self, glance: Glance) -> None:
        time_ms = glance.time_ms
        if type(time_ms) is not int:  # SQLite keeps whatever it is given; its hash tells
            return
        if time_ms >= self.clock_ms:
            self.clock_ms, self._behind = time_ms, False
            if self.now_ms is not None and time_ms > self.now_ms + TOLERANCE_MS and not self._ahead:
                self._ahead, ahead = True, f"{(time_ms - self.now_ms) // 60_000:,} min"
                said = f"is dated {ahead} after this audit: one of the two clocks is wrong, or nobody wrote it then"
                self.find(glance.position, glance.stream, said)
        elif time_ms < self.clock_ms - TOLERANCE_MS:
            if not self._behind:
                back = f"{(self.clock_ms - time_ms) // 60_000:,} min"
                self.find(glance.position, glance.stream, f"is dated {back} before an entry before it: times run back")
            self._behind = True

    def cut_off(self) -> None:
        """Find streams that have not come as far as somebody has kept or signed."""
        if self.signed is not None and self.position < self.signed.position:
            ends = f"it ends at entry {self.position}, but heads were signed at entry {self.signed.position}"
            self.find(0, "journal", f"was cut back: {ends}")
        for stream, head in self.known_heads.items():
            version = self.reached.get(stream, _BEGINNING)[0]
            if version < head.version:
                self.find(0, stream, f"was cut off: it ends at version {version}, but version {head.version} was kept")


def misplaced(stream: str, *, practice: bool) -> str | None:
    """What is wrong with a stream that does not belong in a record, the room's or that of practice."""
    kind = kind_of(stream)
    if practice:
        return None if kind is not None and is_of_practice(stream) else "is of no stream that practice writes"
    return "is of no stream that the room writes" if kind is None or kind.apart else None


def wrong_together(one: Glance, other: Glance) -> str | None:
    """What is wrong with two neighbours of one command: they say the same of who asked, when and what, and the first
    alone moves money."""
    try:
        before, after = (decode_entry(glance.entry("")) for glance in (one, other))
    except Unreadable:
        return None  # found where it is read
    if (one.actor, one.time_ms, before.request) == (other.actor, other.time_ms, after.request) and not after.transfers:
        return None
    return "was not written with the entry before it, as it says"
