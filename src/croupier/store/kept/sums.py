"""Sums over blocks of the journal: who asks for a total adds up blocks, and reads only the edges.

A block is so many entries that stand side by side. Once it is full nothing of it ever changes, so its sums are written
once, a while after it was filled, and no command waits for them. They are a shortcut, never the truth: what is not
summed yet is read from the journal, `croupier sums` makes them all again, and the audit recounts every one. A record of
practice is trimmed, so it has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from croupier.store.schema import entries, sums, transfers

SIZE: Final = 16_384
"""So many entries are a block: few enough to read at an edge, and a million rounds have a thousand of them."""
DONE, MOVED, CHIPS = "done", "moved", "chips"
"""Kinds of sums: how many entries a block has, what came into and went out of an account, how often an account had
chips from the cage or brought them there."""
STREAM, ACTOR = "stream", "actor"
"""Kinds of sums that count entries."""
RARE: Final = ("TableChanged",)
"""Events that are looked for among very many others: it is counted which streams say them."""

_LAST: Final = select(func.coalesce(func.max(sums.c.block), -1)).where(sums.c.kind == DONE)
OF_CAGE: Final = "/chips"
"""The cage's own ids end so; a round's do not."""


class Sum(NamedTuple):
    """What one block says of one thing."""

    kind: str
    key: str
    came: int
    went: int = 0


class Span(NamedTuple):
    """Positions past `after` and before `before`, cut into an edge, whole blocks that are summed, and an edge."""

    blocks: range
    edges: tuple[tuple[int, int], ...]


def said(event: str) -> str:
    """The kind of sum that counts the entries which say `event`."""
    return f"says {event}"


def stretch(block: int) -> tuple[int, int]:
    """The positions of a block: past the first, up to the second."""
    return block * SIZE, (block + 1) * SIZE


def block_of(position: int) -> int:
    """The block that a position is in."""
    return (position - 1) // SIZE


def block_up_to(position: int) -> int:
    """The last block that ends at a position or before it; -1 where none does."""
    return position // SIZE - 1


def span(connection: Connection, after: int, before: int) -> Span:
    """Cut a stretch of the journal; there are no blocks in it where it is short, or nothing is summed yet."""
    first = -(-after // SIZE)
    end = (before - 1) // SIZE
    if first >= end:
        return Span(range(0), ((after, before),))
    end = min(end, last_block(connection) + 1)
    if first >= end:
        return Span(range(0), ((after, before),))
    return Span(range(first, end), ((after, first * SIZE + 1), (end * SIZE, before)))


def last_block(connection: Connection) -> int:
    """The last block that is summed; -1 where none is, as in a record that an older Croupier has left."""
    if not connection.get_execution_options().get("summed", True):
        return -1
    block: int = connection.execute(_LAST).scalar_one()
    return block


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


def sums_of(connection: Connection, block: int) -> set[Sum]:
    """What is kept of a block."""
    query = select(sums.c.kind, sums.c.key, sums.c.came, sums.c.went).where(sums.c.block == block)
    return {Sum(*row) for row in connection.execute(query)}


def made(connection: Connection, block: int) -> list[Sum]:
    """The sums of a block, from the journal."""
    first, last = stretch(block)
    within = {"first": first + 1, "last": last}
    there = entries.c.position.between(bindparam("first"), bindparam("last"))
    money = transfers.c.position.between(bindparam("first"), bindparam("last"))
    found = [Sum(DONE, "", connection.execute(select(func.count()).where(there), within).scalar_one())]
    for kind in (STREAM, ACTOR):
        query = select(entries.c[kind], func.count()).where(there).group_by(entries.c[kind])
        found += [Sum(kind, *row) for row in connection.execute(query, within)]
    saying = Counter[tuple[str, str]]()
    for stream, body in connection.execute(select(entries.c.stream, entries.c.body).where(there), within):
        saying.update((event, stream) for event in RARE if f'"event":"{event}"' in body)
    found += [Sum(said(event), stream, many) for (event, stream), many in saying.items()]
    moved, chips = Counter[tuple[str, bool]](), Counter[str]()
    for side in (transfers.c.credit, transfers.c.debit):
        query = select(side, func.sum(transfers.c.amount)).where(money).group_by(side)
        for account, cents in connection.execute(query, within):
            moved[account, side is transfers.c.credit] += int(cents)
        query = select(side, func.count()).where(money, transfers.c.id.like(f"%{OF_CAGE}"), side.like("player/%"))
        chips.update({account: int(many) for account, many in connection.execute(query.group_by(side), within)})
    accounts = sorted({account for account, _ in moved})
    found += [Sum(MOVED, account, moved[account, True], moved[account, False]) for account in accounts]
    return found + [Sum(CHIPS, account, many) for account, many in chips.items()]
