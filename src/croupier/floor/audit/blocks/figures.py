"""The figures that are kept beside the journal, counted again from it, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.floor.audit.blocks.block import BlocksSeen, hash_of
from croupier.floor.audit.finding import IMPOSSIBLE, Line
from croupier.store.kept.figures import Kept, kept_figures, last_figured, rows_of_block
from croupier.store.kept.sums import stretch
from croupier.store.reader import Reader

if TYPE_CHECKING:
    from croupier.floor.figures.digest import Digest


@dataclass(slots=True)
class Refigured:
    """The walk's own figures, compared with what is kept whenever a block is full."""

    reader: Reader
    since: BlocksSeen = BlocksSeen()
    where: str = "figures"
    last: int = field(init=False)
    """The last block of which figures are kept."""
    block: int = field(init=False)
    first: int = field(init=False)
    end: int = field(init=False)
    hashes: list[str] = field(init=False)
    _kept: Kept = field(init=False)
    _state: str = field(init=False)
    _digest: Digest = field(init=False)

    def __post_init__(self) -> None:
        with self.reader.asking() as connection:
            self.last, self._kept = last_figured(connection), kept_figures(connection)
        self.hashes, self._state = list(self.since.hashes), self.since.state
        self._begin(len(self.hashes))
        if self.wanted:  # only then: theory's prices, which figures are named by, take a while to import
            from croupier.floor.figures.digest import Digest

            self._digest = Digest(self.reader, anew=True)
            if self._state:
                self._digest.go_on(self.block - 1, self._state)

    def _begin(self, block: int) -> None:
        self.block = block
        self.first, self.end = stretch(block)

    @property
    def wanted(self) -> bool:
        """Whether the present block has figures to be compared."""
        return self.block <= self.last

    def take(self, line: Line) -> str | None:
        """Count what an entry says; what is wrong, if nothing can be counted from it."""
        try:
            self._digest.take(line.entry, line.events, (row[1:] for row in line.transfers))
        except IMPOSSIBLE as why:
            return f"no figures can be made of it: {why!r}"
        return None

    def wrong_with(self) -> Iterator[str]:
        """What is wrong with the figures of the present block; then the next one begins."""
        rows, self._state = self._digest.end_block(self.block)
        with self.reader.asking() as connection:
            have = rows_of_block(connection, self.block)
        for row in sorted(have ^ set(rows))[:1]:
            yield f"of entries {self.first + 1} to {self.end} are not what was played: {row.name}, shift {row.shift}"
        if self._kept.block == self.block and self._kept.state != self._state:
            yield f"do not go on after entry {self.end} as the tables stood there"
        self.hashes.append(hash_of(have))
        self._begin(self.block + 1)

    def wrong_before(self) -> Iterator[str]:
        """What is wrong with figures that an earlier audit has counted again."""
        for block, known in enumerate(self.since.hashes[: self.last + 1]):
            with self.reader.asking() as connection:
                have = rows_of_block(connection, block)
            if hash_of(have) != known:
                first, end = stretch(block)
                yield f"of entries {first + 1} to {end} are not those that were audited"
        if self.since.hashes and self._kept.block == len(self.since.hashes) - 1 and self._kept.state != self._state:
            yield f"do not go on after entry {self.first} as the tables stood there"

    def seen(self) -> BlocksSeen:
        """What this audit knows, for the next one."""
        return BlocksSeen(tuple(self.hashes), self._state)
