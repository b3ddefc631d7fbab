"""The sums that are kept beside the journal, counted again from it: each block must say what its entries say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.floor.audit.blocks.block import Counting, hash_of
from croupier.floor.audit.finding import Line
from croupier.store.kept.sums import ACTOR, CHIPS, DONE, MOVED, RARE, STREAM, Sum, said, stretch

_SAYS = tuple((said(event), f'"event":"{event}"') for event in RARE)


@dataclass(slots=True)
class Resummed(Counting):
    """The walk's own sums of the block that it is in, compared with what is kept when the block is full."""

    where: str = "sums"
    streams: Counter[str] = field(default_factory=Counter)
    actors: Counter[str] = field(default_factory=Counter)
    rare: Counter[tuple[str, str]] = field(default_factory=Counter)
    came: Counter[str] = field(default_factory=Counter)
    went: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.go_on(self.reader.last_summed())

    def take(self, line: Line) -> None:
        """Count what an entry says; nothing can be wrong with that."""
        entry = line.entry
        self.streams[entry.stream] += 1
        self.actors[entry.actor] += 1
        for kind, text in _SAYS:
            if text in entry.body:
                self.rare[kind, entry.stream] += 1
        came, went = self.came, self.went
        for id, debit, credit, amount in line.transfers:
            came[credit] += amount
            went[debit] += amount
            if id.endswith("/chips"):
                for account in (debit, credit):
                    if account.startswith("player/"):
                        self.rare[CHIPS, account] += 1

    def wrong_with(self) -> Iterator[str]:
        """What is wrong with the sums of the present block; then the next one begins."""
        want = {Sum(STREAM, stream, many) for stream, many in self.streams.items()}
        want |= {Sum(ACTOR, actor, many) for actor, many in self.actors.items()}
        want |= {Sum(kind, key, many) for (kind, key), many in self.rare.items()}
        accounts = self.came.keys() | self.went.keys()
        want |= {Sum(MOVED, account, self.came[account], self.went[account]) for account in accounts}
        want.add(Sum(DONE, "", self.end - self.first))
        have = self.reader.sums_of(self.block)
        for one in sorted(want ^ have)[:1]:
            yield f"of entries {self.first + 1} to {self.end} are not what those say: {one.kind} {one.key}".rstrip()
        self.hashes.append(hash_of(have))
        for counter in (self.streams, self.actors, self.rare, self.came, self.went):
            counter.clear()
        self.begin(self.block + 1)

    def wrong_before(self) -> Iterator[str]:
        """What is wrong with sums that an earlier audit has counted again."""
        for block, known in enumerate(self.since.hashes[: self.last + 1]):
            if hash_of(self.reader.sums_of(block)) != known:
                first, end = stretch(block)
                yield f"of entries {first + 1} to {end} are not those that were audited"
