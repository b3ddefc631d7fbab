"""A kind of block beside the journal, as the audit counts it again; and what an audit leaves of those it has seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from croupier.floor.audit.finding import Line
from croupier.store.entry import canonical
from croupier.store.kept.sums import stretch
from croupier.store.reader import Reader


@dataclass(frozen=True, slots=True)
class BlocksSeen:
    """The blocks that an audit has compared: the hash of each one's rows, and how the count of the next begins."""

    hashes: tuple[str, ...] = ()
    state: str = ""


class Counted(Protocol):
    """What is kept beside the journal in blocks of one kind, and counted again."""

    where: str
    first: int
    """The entries past this position are those of the block that is counted now."""
    end: int
    """The last position of that block."""

    @property
    def wanted(self) -> bool:
        """Whether the present block is kept, and so has something to be compared."""
        ...

    def take(self, line: Line) -> str | None:
        """Count what an entry says; what is wrong, if nothing can be counted from it."""
        ...

    def wrong_with(self) -> Iterator[str]:
        """What is wrong with what is kept of the present block, which is full; then the next one begins."""
        ...

    def wrong_before(self) -> Iterator[str]:
        """What is wrong with blocks that an earlier audit has compared: they are not those any more."""
        ...

    def seen(self) -> BlocksSeen:
        """What this audit knows, for the next one."""
        ...


@dataclass(slots=True)
class Counting:
    """How far the counting has come, which is alike for every kind; `since` is what an earlier audit knew."""

    reader: Reader
    since: BlocksSeen = BlocksSeen()
    last: int = field(init=False)
    """The last block of which something is kept."""
    block: int = field(init=False)
    first: int = field(init=False)
    end: int = field(init=False)
    hashes: list[str] = field(init=False)
    state: str = field(init=False)
    """How the count of the present block begins."""

    def go_on(self, last: int) -> None:
        """Begin where the earlier audit ended; `last`: the last block of which something is kept."""
        self.last = last
        self.hashes, self.state = list(self.since.hashes), self.since.state
        self.begin(len(self.hashes))

    def begin(self, block: int) -> None:
        """Come to a block."""
        self.block = block
        self.first, self.end = stretch(block)

    @property
    def wanted(self) -> bool:
        """Whether the present block is kept, and so has something to be compared."""
        return self.block <= self.last

    def seen(self) -> BlocksSeen:
        """What this audit knows, for the next one."""
        return BlocksSeen(tuple(self.hashes), self.state)


def hash_of(rows: Iterable[tuple[object, ...]]) -> str:
    """The hash of a block's rows, in whatever order they come."""
    return sha256(canonical(sorted(rows)).encode()).hexdigest()
