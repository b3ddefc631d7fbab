"""The figures that are kept beside the journal, counted again from it, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.floor.audit.finding import IMPOSSIBLE, Line
from croupier.store.kept.figures import kept_figures, last_figured, rows_of_block
from croupier.store.kept.sums import stretch
from croupier.store.reader import Reader

if TYPE_CHECKING:
    from croupier.floor.figures.digest import Digest


@dataclass(slots=True)
class Refigured:
    """The walk's own figures, compared with what is kept whenever a block is full."""

    reader: Reader
    block: int = 0
    last: int = field(init=False)
    """The last block of which figures are kept."""
    _digest: Digest = field(init=False)

    def __post_init__(self) -> None:
        with self.reader.asking() as connection:
            self.last = last_figured(connection)
        if self.wanted:  # only then: theory's prices, which figures are named by, take a while to import
            from croupier.floor.figures.digest import Digest

            self._digest = Digest(self.reader, anew=True)

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

    def wrong_at(self, position: int) -> Iterator[str]:
        """What is wrong with the figures of the block that ends at a position, if one does."""
        first, last = stretch(self.block)
        if position < last or not self.wanted:
            return
        rows, state = self._digest.end_block(self.block)
        with self.reader.asking() as connection:
            kept, have = kept_figures(connection), rows_of_block(connection, self.block)
        for row in sorted(have ^ set(rows))[:1]:
            yield f"of entries {first + 1} to {last} are not what was played: {row.name}, shift {row.shift}"
        if kept.block == self.block and kept.state != state:
            yield f"do not go on after entry {last} as the tables stood there"
        self.block += 1
