"""What is kept of links beside the journal, made again from it, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.floor.audit.blocks.block import Counting, hash_of
from croupier.floor.audit.finding import IMPOSSIBLE, Line
from croupier.floor.links.kept.keeping import Keeper
from croupier.store.kept.links import BOOK, DEED, LinkRow, end_of_block, last_linked, rows_of_block
from croupier.store.kept.sums import stretch


@dataclass(slots=True)
class Rebooked(Counting):
    """The walk's own books of the links, compared with what is kept whenever a block is full."""

    where: str = "links"
    _keeper: Keeper = field(init=False)

    def __post_init__(self) -> None:
        with self.reader.asking() as connection:
            last = last_linked(connection)
        self.go_on(last)
        self._keeper = Keeper.from_text(self.state) if self.state else Keeper()

    def take(self, line: Line) -> str | None:
        """Take in what an entry says; what is wrong, if a link cannot have got there."""
        try:
            self._keeper.take(line.entry, line.events, line.transfers)
        except IMPOSSIBLE as why:
            return f"no book of a link can be kept with it: {why!r}"
        return None

    def wrong_with(self) -> Iterator[str]:
        """What is wrong with what is kept of the present block; then the next one begins."""
        want = self._keeper.end_block()
        if self.block == self.last:  # how far everything goes, and the courses, are kept for the last block alone
            want = end_of_block([*want, *self._keeper.courses()])
        have = self._rows(self.block)
        for row in sorted(have ^ set(want))[:1]:
            where = f"at entries {self.first + 1} to {self.end}"
            yield f"{where} are not what those say: {row.kind} {row.name}".rstrip()
        self.hashes.append(_hash_of(have))
        self.state = self._keeper.to_text()
        self.begin(self.block + 1)

    def wrong_before(self) -> Iterator[str]:
        """What is wrong with what is kept of blocks that an earlier audit has made again."""
        for block, known in enumerate(self.since.hashes[: self.last + 1]):
            have = self._rows(block)
            wrong = _hash_of(have) != known
            if block == self.last and block == len(self.since.hashes) - 1:
                lasting = {row for row in have if row.kind in (BOOK, DEED)}
                wrong = wrong or have - lasting != set(end_of_block(self._keeper.courses()))
            if wrong:
                first, end = stretch(block)
                yield f"at entries {first + 1} to {end} are not those that were audited"

    def _rows(self, block: int) -> set[LinkRow]:
        with self.reader.asking() as connection:
            return rows_of_block(connection, block)


def _hash_of(rows: set[LinkRow]) -> str:
    """The hash of what stays when a block is no longer the last."""
    return hash_of(row for row in rows if row.kind in (BOOK, DEED))
