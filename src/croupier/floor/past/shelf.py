"""The finished rounds of one table, by leaves of its stream: each is read when somebody looks there, and not before.

A leaf is so many entries that stand side by side in the table's stream, and has the rounds that ended in it. Whoever
asks for a time goes to its leaf at once, however long the table has been open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from croupier.floor.past.digest import RoundDigest, digests
from croupier.floor.past.period import LAST
from croupier.store.entry import Entry
from croupier.store.reader import Reader

LEAF: Final = 64
"""So many entries are a leaf: some four rounds."""
_MOST: Final = 1_000
"""So many leaves of a table are kept in mind."""
_ENDED: Final = ('"RoundEnded"', '"RoundVoided"')


@dataclass(frozen=True, slots=True)
class Tired:
    """Of a table, the rounds that ended before this position have not been read."""

    position: int


@dataclass(slots=True)
class Effort:
    """How many entries may still be read; what has been begun is finished."""

    left: int


class Run(NamedTuple):
    """Positions past `low` up to `high`. `beyond`: the round in play at the end belongs to it, too."""

    low: int
    high: int
    beyond: bool = False


class _Leaf(NamedTuple):
    """What was read of a leaf when the stream had come so far; `first` is the position of its first entry."""

    head: int
    first: int
    rounds: tuple[RoundDigest, ...]


Walk: TypeAlias = Iterator[RoundDigest | Tired]


@dataclass(slots=True)
class Shelf:
    """The rounds of one table."""

    reader: Reader
    table: str
    _leaves: dict[int, _Leaf] = field(default_factory=dict)

    @property
    def _stream(self) -> str:
        return f"table/{self.table}"

    def walk(self, run: Run, before: int, left: Effort) -> Walk:
        """The rounds that ended in a run of positions, and before one, newest first."""
        head = self.reader.head(self._stream).version
        first = self.reader.version_at(self._stream, run.low) if run.low else 0
        last = self.reader.version_at(self._stream, run.high) if run.high < LAST - 1 else head
        if not head or (first == last and run.low < run.high):
            return
        top = max(0, (last - 1) // LEAF)
        if run.beyond:
            if left.left <= 0:
                yield Tired(before)
                return
            while not self._ends_after(run.high, top, head, left):
                # The round in play at the end of the run ended in a later leaf.
                top += 1
        for number in range(top, first // LEAF - 1, -1):
            if not self._is_known(number, head) and left.left <= 0:
                yield Tired(before)
                return
            leaf = self._leaf(number, head, left)
            for round in reversed(leaf.rounds):
                if round.position <= run.low:
                    return
                if round.position < before:
                    yield round
            before = min(before, leaf.first)

    def _ends_after(self, position: int, number: int, head: int, left: Effort) -> bool:
        """Whether a leaf has a round that ended after a position, or is the last."""
        ended = any(round.position > position for round in self._leaf(number, head, left).rounds)
        return ended or (number + 1) * LEAF >= head

    def _is_known(self, number: int, head: int) -> bool:
        known = self._leaves.get(number)
        return known is not None and min(head, (number + 1) * LEAF) <= known.head

    def _leaf(self, number: int, head: int, left: Effort) -> _Leaf:
        if not self._is_known(number, head):
            entries = self.reader.versions(self._stream, number * LEAF + 1, (number + 1) * LEAF)
            whole = [*self._begun_before(entries), *entries]
            left.left -= max(1, len(whole))
            # A round that ended in the leaf was opened in it, or is the one that was begun before.
            self._leaves.pop(number, None)
            self._leaves[number] = _Leaf(head, entries[0].position if entries else 0, tuple(digests(whole)))
            if len(self._leaves) > _MOST:
                del self._leaves[next(iter(self._leaves))]
        return self._leaves[number]

    def _begun_before(self, entries: list[Entry]) -> list[Entry]:
        """The older entries of the round that was in play when a leaf begins, if it ended there."""
        for entry in entries:
            if is_opening(entry):
                return []
            if any(words in entry.body for words in _ENDED):
                return entries_since_opening(self.reader, self._stream, entries[0].version - 1)
        return []


def is_opening(entry: Entry) -> bool:
    """Whether a round was opened with an entry."""
    return '"RoundOpened"' in entry.body


def entries_since_opening(reader: Reader, stream: str, version: int) -> list[Entry]:
    """The entries of a table up to a version, from the last opening on; nothing where no round was ever opened."""
    found: list[Entry] = []
    size = 24
    while version > 0:
        page = reader.versions(stream, version - size + 1, version)
        if not page:
            return []  # of practice the oldest are let go
        found = [*page, *found]
        opened = next((i for i in range(len(page) - 1, -1, -1) if is_opening(page[i])), None)
        if opened is not None:
            return found[opened:]
        version, size = version - size, 4 * size
    return []
