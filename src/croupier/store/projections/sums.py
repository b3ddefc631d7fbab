"""Sums over blocks of the journal: who asks for a total adds up blocks, and reads only the edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from croupier.store.entry import Entry, Event, Row
from croupier.store.projections import projection
from croupier.store.projections.projection import Projection
from croupier.store.schema import sums

MOVED, CHIPS = "moved", "chips"
"""Kinds of sums: what came into and went out of an account, how often an account had chips from the cage or brought
them there."""
STREAM, ACTOR = "stream", "actor"
"""Kinds of sums that count entries."""
DISPUTED: Final = ("DisputeOpened", "DisputeNoted", "DisputeClosed")
RARE: Final = frozenset(("TableChanged", "RoundCorrected", *DISPUTED))
"""Events that are looked for among very many others: it is counted which streams say them."""
OF_CAGE: Final = "/chips"
"""The cage's own ids end so; a round's do not."""


class Sum(NamedTuple):
    """What one block says of one thing."""

    kind: str
    key: str
    came: int
    went: int = 0


class Sums(Projection):
    """Entries by stream and by actor, rare events, and the money of every account."""

    name = "sums"
    table = sums

    def __init__(self) -> None:
        self._counted: Counter[tuple[str, str]] = Counter()
        self._came: Counter[str] = Counter()
        self._went: Counter[str] = Counter()

    def take(self, entry: Entry, events: Sequence[Event], moved: Sequence[Row]) -> None:
        """Count what an entry says."""
        counted, came, went = self._counted, self._came, self._went
        counted[STREAM, entry.stream] += 1
        counted[ACTOR, entry.actor] += 1
        for rare in {name for event in events if (name := event.get("event")) in RARE}:
            counted[count_key(rare), entry.stream] += 1
        for id, debit, credit, amount in moved:
            came[credit] += amount
            went[debit] += amount
            if id.endswith(OF_CAGE):
                for account in (debit, credit):
                    if account.startswith("player/"):
                        counted[CHIPS, account] += 1

    def end_block(self) -> list[Sum]:
        """The sums of the block; the next one begins at nothing."""
        rows = [Sum(kind, key, many) for (kind, key), many in self._counted.items()]
        accounts = self._came.keys() | self._went.keys()
        rows += [Sum(MOVED, account, self._came[account], self._went[account]) for account in accounts]
        self._counted, self._came, self._went = Counter(), Counter(), Counter()
        return rows

    def state(self) -> str:
        """Nothing: every block is summed by itself."""
        return ""

    def restore(self, state: str) -> None:
        """Go on after any block."""


class Span(NamedTuple):
    """Positions past `after` and before `before`, cut into an edge, whole blocks that are summed, and an edge."""

    blocks: range
    edges: tuple[tuple[int, int], ...]


def count_key(event: str) -> str:
    """The kind of sum that counts the entries which say `event`."""
    return f"says {event}"


def span(connection: Connection, after: int, before: int) -> Span:
    """Cut a stretch of the journal; there are no blocks in it where it is short, or nothing is summed yet."""
    size = projection.BLOCK_SIZE
    first, end = -(-after // size), (before - 1) // size
    if first < end:
        end = min(end, last_summed(connection) + 1)
    if first >= end:
        return Span(range(0), ((after, before),))
    return Span(range(first, end), ((after, first * size + 1), (end * size, before)))


def last_summed(connection: Connection) -> int:
    """The last block that is summed; -1 where none is."""
    return projection.last_block(connection, Sums)


def moved_in(connection: Connection, kind: str, key: str, blocks: range) -> tuple[int, int]:
    """What some blocks say of one thing, added up."""
    if not blocks:
        return 0, 0
    query = select(func.coalesce(func.sum(sums.c.came), 0), func.coalesce(func.sum(sums.c.went), 0)).where(
        sums.c.kind == kind, sums.c.key == key, sums.c.block >= blocks.start, sums.c.block < blocks.stop
    )
    came, went = connection.execute(query).one()
    return int(came), int(went)


def counted_in(connection: Connection, kind: str, blocks: range) -> Counter[str]:
    """What some blocks say of every thing of a kind."""
    if not blocks:
        return Counter()
    query = select(sums.c.key, func.sum(sums.c.came)).where(
        sums.c.kind == kind, sums.c.block >= blocks.start, sums.c.block < blocks.stop
    )
    return Counter({key: int(many) for key, many in connection.execute(query.group_by(sums.c.key))})


def blocks_with(connection: Connection, kind: str, key: str) -> Iterator[int]:
    """The blocks that have something of that kind, the newest first."""
    query = select(sums.c.block).where(sums.c.kind == kind, sums.c.key == key).order_by(sums.c.block.desc())
    yield from connection.execute(query).scalars()
