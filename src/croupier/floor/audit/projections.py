"""The audit of projections: each is folded again and compared block by block with the stored rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from croupier.errors import Refused
from croupier.floor.audit.finding import IMPOSSIBLE, DecodedEntry
from croupier.floor.audit.rebuilt import ANEW, BadCheckpoint
from croupier.floor.projections import projections
from croupier.store.entry import canonical
from croupier.store.projections.projection import (
    Checkpoint,
    Kind,
    Projection,
    Values,
    checkpoint,
    format_of,
    is_anything_kept,
    last_row,
    restored,
    rows_of,
    stretch,
    unknown_names,
)
from croupier.store.reader import Reader


@dataclass(frozen=True, slots=True)
class BlocksSeen:
    """The blocks that an audit has compared: the hash of each one's rows, and the state in which the next begins."""

    hashes: tuple[str, ...] = ()
    state: str = ""


@dataclass(slots=True)
class ProjectionRecount:
    """One projection, folded again from where an earlier audit ended."""

    reader: Reader
    kind: Kind
    since: BlocksSeen
    format: int | None = field(init=False)
    """The format in which it was left, if it ever was."""
    last: int = field(init=False)
    """The last block of which something is kept."""
    first: int = field(init=False)
    """The entries past this position are those of the block that is counted now."""
    end: int = field(init=False)
    """The last position of that block."""
    hashes: list[str] = field(init=False)
    state: str = field(init=False)
    """How the block after the last one begins that was compared."""
    _block: int = field(init=False)
    _stored: Checkpoint = field(init=False)
    fold: Projection = field(init=False)

    def __post_init__(self) -> None:
        with self.reader.asking() as connection:
            self._stored, self.last = checkpoint(connection, self.kind), last_row(connection, self.kind)
            self.format = format_of(connection, self.kind)
        if self.format in range(1, self.kind.format):
            self.last = -1  # an older program has left it: nobody believes it, and it is made again
        self.hashes, self.state = list(self.since.hashes), self.since.state
        self.fold = restored(self.kind, Checkpoint(len(self.hashes) - 1, self.state))
        self._begin(len(self.hashes))

    def _begin(self, block: int) -> None:
        self._block = block
        self.first, self.end = stretch(block)

    @property
    def wanted(self) -> bool:
        """Whether the present block is kept, and so has something to be compared."""
        return self._block <= self.last

    def wrong_with(self) -> Iterator[str]:
        """What is wrong with what is kept of the present block, which is full; then the next one begins."""
        want, have = set(self.fold.end_block()), self._rows(self._block)
        for row in sorted(have ^ want, key=repr)[:1]:
            yield f"of entries {self.first + 1} to {self.end} are not what those say: {_words(self.kind, row)}"
        self.hashes.append(_hash_of(have))
        if self._block == self.last:
            self.state = self.fold.state()
            if self._stored != Checkpoint(self._block, self.state):
                yield f"do not go on after entry {self.end} as the journal stood there"
        self._begin(self._block + 1)

    def wrong_before(self) -> Iterator[str]:
        """What is wrong with blocks that an earlier audit has compared: they are not those any more."""
        for block, known in enumerate(self.since.hashes[: self.last + 1]):
            if _hash_of(self._rows(block)) != known:
                first, end = stretch(block)
                yield f"of entries {first + 1} to {end} are not those that were audited"
        none_since = self.since.hashes and self.last == len(self.since.hashes) - 1
        if none_since and self._stored != Checkpoint(self.last, self.since.state):
            yield f"do not go on after entry {self.first} as the journal stood there"

    def _rows(self, block: int) -> set[Values]:
        with self.reader.asking() as connection:
            return rows_of(connection, self.kind, block)


@dataclass(slots=True)
class Recounts:
    """All projections. `seen`: what an earlier audit knew of each."""

    reader: Reader
    seen: Mapping[str, BlocksSeen] = field(default_factory=dict)
    end: int | None = None
    """The position at which the next block is full that has something to be compared."""
    unknown: list[str] = field(default_factory=list)
    """Projections that there are not, and of which something is kept."""
    _all: tuple[ProjectionRecount, ...] = ()
    _wanted: tuple[ProjectionRecount, ...] = ()

    def __post_init__(self) -> None:
        with self.reader.asking() as connection:
            if not (self.seen or is_anything_kept(connection)):
                return
            kinds = projections()
            self.unknown = unknown_names(connection, kinds)
        kinds = projections()
        try:
            self._all = tuple(
                ProjectionRecount(self.reader, kind, self.seen.get(kind.name, BlocksSeen())) for kind in kinds
            )
        except (Refused, ValueError, LookupError, TypeError) as why:
            if not self.seen:
                raise
            raise BadCheckpoint(f"the mark was left by another version of Croupier: {why}; {ANEW}") from why
        self._look_ahead()

    def _look_ahead(self) -> None:
        self._wanted = tuple(one for one in self._all if one.wanted)
        self.end = min((one.end for one in self._wanted), default=None)

    def first(self, otherwise: int) -> int:
        """After which position counting begins."""
        return min((one.first for one in self._wanted), default=otherwise)

    def take(self, line: DecodedEntry) -> str | None:
        """Take in an entry; what is wrong, if a projection cannot have gone on with it."""
        wrong = None
        entry, _, events, moved, _ = line
        position = entry.position
        for one in self._wanted:
            if position > one.first:
                try:
                    one.fold.take(entry, events, moved)
                except IMPOSSIBLE as why:
                    wrong = f"no {one.kind.name} can be made of it: {why!r}"
        return wrong

    def wrong_at(self, position: int) -> Iterator[tuple[str, str]]:
        """What is wrong with the blocks that are full at a position: where, and what."""
        for one in self._wanted:
            while one.wanted and position >= one.end:
                for what in one.wrong_with():
                    yield one.kind.name, what
        self._look_ahead()

    def wrong_before(self) -> Iterator[tuple[str, str]]:
        """What is wrong with blocks that an earlier audit has compared."""
        for one in self._all:
            for what in one.wrong_before():
                yield one.kind.name, what

    def left_over(self) -> Iterator[tuple[str, str]]:
        """What is kept of more entries than the journal has, or of nothing, when the walk is over."""
        for one in self._wanted:
            yield one.kind.name, "there are some of entries that the journal does not have"
        for one in self._all:
            if one.format not in (None, *range(1, one.kind.format + 1)):
                yield one.kind.name, f"they are of format {one.format}, which there is not"
        for name in self.unknown:
            yield "checkpoints", f"there is one of {name!r}, and no such projection"

    def seen_now(self) -> dict[str, BlocksSeen]:
        """What this audit knows, for the next one."""
        return {one.kind.name: BlocksSeen(tuple(one.hashes), one.state) for one in self._all}


def _hash_of(rows: Iterable[Values]) -> str:
    """The hash of a block's rows, in whatever order they come."""
    return sha256(canonical(sorted(rows, key=repr)).encode()).hexdigest()


def _words(kind: Kind, row: Values) -> str:
    """Which row is meant: what stands in its key."""
    assert kind.table is not None, "it has rows"
    key = kind.table.primary_key.columns
    columns = [column for column in kind.table.columns if column.name != "block"]
    return " ".join(str(value) for column, value in zip(columns, row, strict=True) if column.name in key).rstrip()
