"""Links, block by block beside the journal: rows whose meaning the floor knows, and how far they go.

Of every link there is a row for each block in which it had something to note, saying how it stood at the block's end,
and one for each entry of its stream that says more than that wagers were split. Neither ever changes. How the course of
its meters is drawn, and how far everything goes, is kept for the last block alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, delete, func, insert, or_, select

from croupier.store.entry import Entry
from croupier.store.formats import stamped, unstamped
from croupier.store.packed.lines import entries_of
from croupier.store.schema import entries, links

BOOK, DEED, COURSE, DONE = "book", "deed", "course", "done"
"""Kinds of rows: a link at the end of a block, an entry that is more than a split, the course of the meters, and how
far rows go."""
_AT_ONCE: Final = 500


class LinkRow(NamedTuple):
    """What a block says of a link; `version` is how far its stream has come, or which entry is meant."""

    kind: str
    name: str
    version: int
    text: str


def kept_links(connection: Connection) -> int:
    """The last block of which links are kept; -1 where there is none, or one that an older format has left."""
    if not connection.get_execution_options().get("summed", True):
        return -1
    query = select(links.c.block, links.c.text).where(links.c.kind == DONE).order_by(links.c.block.desc()).limit(1)
    row = connection.execute(query).one_or_none()
    return -1 if row is None or unstamped(row.text) is None else int(row.block)


def last_linked(connection: Connection) -> int:
    """The last block of which there is any row. For the audit."""
    if kept_links(connection) < 0:
        return -1
    return int(connection.execute(select(func.max(links.c.block))).scalar_one())


def latest_row(connection: Connection, kind: str, name: str, upto: int) -> LinkRow | None:
    """The last row of a kind that a link has in the blocks up to `upto`."""
    if upto < 0:
        return None
    query = _rows().where(links.c.kind == kind, links.c.name == name, links.c.block <= upto)
    row = connection.execute(query.order_by(links.c.block.desc()).limit(1)).one_or_none()
    return None if row is None else LinkRow(*row)


def named(connection: Connection) -> list[str]:
    """The links of which anything is kept."""
    return list(connection.execute(select(links.c.name).where(links.c.kind == COURSE)).scalars())


def deed_entries(connection: Connection, name: str, stream: str, after: int, until: int) -> Iterator[Entry]:
    """The entries that say more than a split, of the versions past `after` up to `until`."""
    if until <= after:
        return
    kept = select(links.c.version).where(links.c.kind == DEED, links.c.name == name)
    # Blocks rise with versions: so it is the order of the key.
    within = kept.where(links.c.version > after, links.c.version <= until).order_by(links.c.block, links.c.version)
    versions = list(connection.execute(within).scalars())
    for first in range(0, len(versions), _AT_ONCE):
        chosen = entries.c.version.in_(versions[first : first + _AT_ONCE])
        query = select(entries).where(entries.c.stream == stream, chosen).order_by(entries.c.version)
        yield from entries_of(connection, query)


def rows_of_block(connection: Connection, block: int) -> set[LinkRow]:
    """Everything that is kept of a block."""
    return {LinkRow(*row) for row in connection.execute(_rows().where(links.c.block == block))}


def end_of_block(rows: Sequence[LinkRow]) -> list[LinkRow]:
    """A block's rows with the one that says that they are all there."""
    return [*rows, LinkRow(DONE, "", 0, stamped(""))]


def write_block(connection: Connection, block: int, rows: Sequence[LinkRow]) -> None:
    """Write a block's rows, unless somebody else was quicker."""
    if kept_links(connection) + 1 != block:
        return
    # What stands at or behind the place is of another format, or was left halfway.
    last_only = or_(links.c.block >= block, links.c.kind.in_((COURSE, DONE)))
    connection.execute(delete(links).where(last_only))
    connection.execute(insert(links), [{**row._asdict(), "block": block} for row in end_of_block(rows)])


def forget_links(connection: Connection) -> None:
    """Let go of all of them."""
    connection.execute(delete(links))


def _rows() -> Select[Any]:
    return select(*(links.c[name] for name in LinkRow._fields))
