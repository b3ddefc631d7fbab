"""What is kept of links beside the journal, made again from it, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.floor.audit.finding import IMPOSSIBLE, Line
from croupier.floor.links.kept.keeping import Keeper
from croupier.store.kept.links import end_of_block, last_linked, rows_of_block
from croupier.store.kept.sums import stretch
from croupier.store.reader import Reader


@dataclass(slots=True)
class Rebooked:
    """The walk's own books of the links, compared with what is kept whenever a block is full."""

    reader: Reader
    block: int = 0
    last: int = field(init=False)
    """The last block of which links are kept."""
    _keeper: Keeper = field(default_factory=Keeper)

    def __post_init__(self) -> None:
        with self.reader.asking() as connection:
            self.last = last_linked(connection)

    @property
    def wanted(self) -> bool:
        """Whether something is kept of the present block."""
        return self.block <= self.last

    def take(self, line: Line) -> str | None:
        """Take in what an entry says; what is wrong, if a link cannot have got there."""
        try:
            self._keeper.take(line.entry, line.events, line.transfers)
        except IMPOSSIBLE as why:
            return f"no book of a link can be kept with it: {why!r}"
        return None

    def wrong_at(self, position: int) -> Iterator[str]:
        """What is wrong with what is kept of the block that ends at a position, if one does."""
        first, last = stretch(self.block)
        if position < last or not self.wanted:
            return
        want = self._keeper.end_block()
        if self.block == self.last:  # how far everything goes, and the courses, are kept for the last block alone
            want = end_of_block([*want, *self._keeper.courses()])
        with self.reader.asking() as connection:
            have = rows_of_block(connection, self.block)
        for row in sorted(have ^ set(want))[:1]:
            yield f"at entries {first + 1} to {last} are not what those say: {row.kind} {row.name}".rstrip()
        self.block += 1
