"""The sums that are kept beside the journal, counted again from it: each block must say what its entries say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.floor.audit.finding import Line
from croupier.store.kept.sums import ACTOR, CHIPS, DONE, MOVED, RARE, STREAM, Sum, said, stretch
from croupier.store.reader import Reader

_SAYS = tuple((said(event), f'"event":"{event}"') for event in RARE)


@dataclass(slots=True)
class Resummed:
    """The walk's own sums of the block that it is in, compared with what is kept when the block is full."""

    reader: Reader
    last: int = -1
    """The last block of which sums are kept."""
    block: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    came: Counter[str] = field(default_factory=Counter)
    went: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.last = self.reader.last_summed()

    @property
    def wanted(self) -> bool:
        """Whether the present block has sums to be compared."""
        return self.block <= self.last

    def take(self, line: Line) -> None:
        """Count what an entry says; nothing can be wrong with that."""
        entry, counts = line.entry, self.counts
        counts[STREAM, entry.stream] += 1
        counts[ACTOR, entry.actor] += 1
        for kind, text in _SAYS:
            if text in entry.body:
                counts[kind, entry.stream] += 1
        for id, debit, credit, amount in line.transfers:
            self.came[credit] += amount
            self.went[debit] += amount
            if id.endswith("/chips"):
                for account in (debit, credit):
                    if account.startswith("player/"):
                        counts[CHIPS, account] += 1

    def wrong_at(self, position: int) -> Iterator[str]:
        """What is wrong with the sums of the block that ends at a position, if one does."""
        first, last = stretch(self.block)
        if position < last or not self.wanted:
            return
        want = {Sum(kind, key, many) for (kind, key), many in self.counts.items()}
        accounts = self.came.keys() | self.went.keys()
        want |= {Sum(MOVED, account, self.came[account], self.went[account]) for account in accounts}
        want.add(Sum(DONE, "", last - first))
        for one in sorted(want ^ self.reader.sums_of(self.block))[:1]:
            yield f"of entries {first + 1} to {last} are not what those say: {one.kind} {one.key}".rstrip()
        self.block += 1
        self.counts.clear()
        self.came.clear()
        self.went.clear()
