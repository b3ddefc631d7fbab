"""Movements of an account, without an index of accounts over all of them.

The sums say in which blocks an account moved at all, and only those are read, in the order in which movements lie:
about two thousandths of a second a block. Two indexes by account would take a seventh of the record, and every command
would write into them at four places or more. What is not summed yet, at the end of the journal or in a record without
sums, is read as one stretch. Movements outside of rounds do have indexes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, and_, case, func, or_, select, union_all
from sqlalchemy.sql.elements import ColumnElement

from croupier.ledger.accounts import Account
from croupier.ledger.transfers import Transfer
from croupier.money import Cents
from croupier.store.projections.projection import block_of, stretch
from croupier.store.projections.sums import MOVED, last_summed, moved_in, span
from croupier.store.schema import APART, sums, transfers

Move: TypeAlias = tuple[int, Transfer]
"""A movement, with the position of its entry before it."""
Stretch: TypeAlias = tuple[int, int]
"""Positions past the first and before the second."""

_SIDES: Final = (transfers.c.debit, transfers.c.credit)
_FIRST_PAGE: Final = 32
_PAGE: Final = 1_000
_STREAMED: Final = {"stream_results": True, "max_row_buffer": _PAGE}
_BLOCKS: Final = 64
"""So many blocks are asked for at once: nobody looks further back than some of them."""


def moves(connection: Connection, account: Account, after: int, before: int, *, newest: bool) -> Iterator[Move]:
    """The movements of an account between two positions, from the one end or from the other."""
    order = (transfers.c.position, transfers.c.line)
    query = select(transfers).where(_of(account)).order_by(*(column.desc() if newest else column for column in order))
    for low, high in stretches(connection, account, after, before, newest=newest):
        yield from _read(connection, query.where(_between(low, high)))


def moves_apart(connection: Connection, account: Account, after: int, before: int, *, newest: bool) -> Iterator[Move]:
    """The same outside of rounds."""
    sides = (select(transfers).where(side == account, APART, _between(after, before)) for side in _SIDES)
    order = (transfers.c.position, transfers.c.line)
    # Two walks along an index, merged: nothing is sorted that nobody looks at.
    query = union_all(*sides).order_by(*(column.desc() if newest else column for column in order))
    yield from _read(connection, query)


def turnover(connection: Connection, account: Account, after: int, before: int) -> tuple[Cents, Cents]:
    """What came into an account between two positions, and what went out of it: blocks added up, and edges read."""
    blocks, edges = span(connection, after, before)
    last, parts = last_summed(connection), [(1, moved_in(connection, MOVED, account, blocks))]
    for low, high in edges:
        block = block_of(low + 1)
        first, end = stretch(block)
        if block <= last and high <= end + 1 and high - low > (end - first) // 2:
            # Most of a block is what the block says, less the rest of it.
            parts.append((1, moved_in(connection, MOVED, account, range(block, block + 1))))
            parts += [(-1, turned_over(connection, account, *rest)) for rest in ((first, low + 1), (high - 1, end + 1))]
        else:
            parts.append((1, turned_over(connection, account, low, high)))
    return sum(sign * came for sign, (came, _) in parts), sum(sign * went for sign, (_, went) in parts)


def turned_over(
    connection: Connection, account: Account, after: int, before: int, *, summed: bool = True
) -> tuple[Cents, Cents]:
    """The same, movement by movement; unless `summed`, sums are not even believed about where there are any."""
    came = func.sum(case((transfers.c.credit == account, transfers.c.amount), else_=0))
    went = func.sum(case((transfers.c.debit == account, transfers.c.amount), else_=0))
    query = select(func.coalesce(came, 0), func.coalesce(went, 0)).where(_of(account))
    within = stretches(connection, account, after, before, newest=True) if summed else [(after, before)]
    rows = [connection.execute(query.where(_between(low, high))).one() for low, high in within]
    return sum(int(row[0]) for row in rows), sum(int(row[1]) for row in rows)


def stretches(connection: Connection, account: Account, after: int, before: int, *, newest: bool) -> Iterator[Stretch]:
    """Where movements of an account can be between two positions, in the order asked for; blocks side by side are one
    stretch."""
    if after + 1 >= before:
        return
    last = last_summed(connection)
    summed = stretch(last)[1]
    blocks = range(block_of(after + 1), min(last, block_of(before - 1)) + 1)
    tail = [(max(after, summed), before)] if before > summed + 1 else []
    if newest:
        all_stretches = chain(tail, _runs(connection, account, blocks, newest=True))
    else:
        all_stretches = chain(_runs(connection, account, blocks, newest=False), tail)
    for low, high in all_stretches:
        if max(low, after) + 1 < min(high, before):
            yield max(low, after), min(high, before)


def _of(account: Account) -> ColumnElement[bool]:
    return or_(*(side == account for side in _SIDES))


def _between(low: int, high: int) -> ColumnElement[bool]:
    return and_(transfers.c.position > low, transfers.c.position < high)


def _runs(connection: Connection, account: Account, blocks: range, *, newest: bool) -> Iterator[Stretch]:
    """The blocks in which an account moved; of those that are asked for together, neighbours are one stretch."""
    block = sums.c.block
    query = select(block).where(sums.c.kind == MOVED, sums.c.key == account)
    query = query.order_by(block.desc() if newest else block).limit(_BLOCKS)
    first, end = blocks.start, blocks.stop
    while first < end:
        page = list(connection.execute(query.where(block >= first, block < end)).scalars())
        for ends in _neighbours(page):
            yield stretch(min(ends))[0], stretch(max(ends))[1] + 1
        if len(page) < _BLOCKS:
            return
        first, end = (first, page[-1]) if newest else (page[-1] + 1, end)


def _neighbours(blocks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of blocks that stand side by side."""
    first = 0
    for place, block in enumerate(blocks):
        if place + 1 == len(blocks) or abs(blocks[place + 1] - block) != 1:
            yield blocks[first], block
            first = place + 1


def _read(connection: Connection, query: Any) -> Iterator[Move]:
    # Nearly always a page is wanted: more than that would be found in blocks that nobody looks at.
    result, size = connection.execute(query, execution_options=_STREAMED), _FIRST_PAGE
    while rows := result.fetchmany(size):
        for row in rows:
            yield row.position, Transfer(row.id, row.debit, row.credit, row.amount)
        size = min(4 * size, _PAGE)
