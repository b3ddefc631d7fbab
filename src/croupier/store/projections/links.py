"""Rows of the links. Their content is the floor's (`floor.links`).

Every link has a row for each block in which something changed, with its state at the block's end, and a row for each
entry of its stream that says more than that wagers were split.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from croupier.store.entry import Entry
from croupier.store.rows import entries_of
from croupier.store.schema import entries, links

BOOK, DEED = "book", "deed"
"""Kinds of rows: a link at the end of a block, and an entry that is more than a split."""
_AT_ONCE: Final = 500


class LinkRow(NamedTuple):
    """What a block says of a link; `version` is how far its stream has come, or which entry is meant."""

    kind: str
    name: str
    version: int
    text: str


def latest_book(connection: Connection, name: str, upto: int) -> LinkRow | None:
    """The last book that a link has in the blocks up to `upto`."""
    if upto < 0:
        return None
    query = select(*(links.c[name] for name in LinkRow._fields)).where(
        links.c.kind == BOOK, links.c.name == name, links.c.block <= upto
    )
    row = connection.execute(query.order_by(links.c.block.desc()).limit(1)).one_or_none()
    return None if row is None else LinkRow(*row)


def deed_entries(connection: Connection, name: str, stream: str, after: int, until: int) -> Iterator[Entry]:
    """The entries that say more than a split, of the versions past `after` up to `until`."""
    if until <= after:
        return
    deeds = select(links.c.version).where(links.c.kind == DEED, links.c.name == name)
    # Blocks rise with versions: so it is the order of the key.
    within = deeds.where(links.c.version > after, links.c.version <= until).order_by(links.c.block, links.c.version)
    versions = list(connection.execute(within).scalars())
    for first in range(0, len(versions), _AT_ONCE):
        chosen = entries.c.version.in_(versions[first : first + _AT_ONCE])
        query = select(entries).where(entries.c.stream == stream, chosen).order_by(entries.c.version)
        yield from entries_of(connection, query)
