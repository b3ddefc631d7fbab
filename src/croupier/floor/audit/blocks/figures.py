"""The figures that are kept beside the journal, counted again from it, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.floor.audit.blocks.block import Counting, hash_of
from croupier.floor.audit.finding import IMPOSSIBLE, Line
from croupier.store.kept.figures import Kept, kept_figures, last_figured, rows_of_block
from croupier.store.kept.sums import stretch

if TYPE_CHECKING:
    from croupier.floor.figures.digest import Digest


@dataclass(slots=True)
class Refigured(Counting):
    """The walk's own figures, compared with what is kept whenever a block is full."""

    where: str = "figures"
    _kept: Kept = field(init=False)
    _digest: Digest = field(init=False)

    def __post_init__(self) -> None:
        with self.reader.asking() as connection:
            last, self._kept = last_figured(connection), kept_figures(connection)
        self.go_on(last)
        if self.wanted:  # only then: theory's prices, which figures are named by, take a while to import
            from croupier.floor.figures.digest import Digest

            self._digest = Digest(self.reader, anew=True)
            if self.state:
                self._digest.go_on(self.block - 1, self.state)

    def take(self, line: Line) -> str | None:
        """Count what an entry says; what is wrong, if nothing can be counted from it."""
        try:
            self._digest.take(line.entry, line.events, (row[1:] for row in line.transfers))
        except IMPOSSIBLE as why:
            return f"no figures can be made of it: {why!r}"
        return None

    def wrong_with(self) -> Iterator[str]:
        """What is wrong with the figures of the present block; then the next one begins."""
        rows, self.state = self._digest.end_block(self.block)
        with self.reader.asking() as connection:
            have = rows_of_block(connection, self.block)
        for row in sorted(have ^ set(rows))[:1]:
            yield f"of entries {self.first + 1} to {self.end} are not what was played: {row.name}, shift {row.shift}"
        if self._kept.block == self.block and self._kept.state != self.state:
            yield f"do not go on after entry {self.end} as the tables stood there"
        self.hashes.append(hash_of(have))
        self.begin(self.block + 1)

    def wrong_before(self) -> Iterator[str]:
        """What is wrong with figures that an earlier audit has counted again."""
        for block, known in enumerate(self.since.hashes[: self.last + 1]):
            with self.reader.asking() as connection:
                have = rows_of_block(connection, block)
            if hash_of(have) != known:
                first, end = stretch(block)
                yield f"of entries {first + 1} to {end} are not those that were audited"
        if self.since.hashes and self._kept.block == len(self.since.hashes) - 1 and self._kept.state != self.state:
            yield f"do not go on after entry {self.first} as the tables stood there"
