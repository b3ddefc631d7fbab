"""Fewer and smaller indexes: none by account for what rounds move; on PostgreSQL, rows and keys of less width."""

from __future__ import annotations

import logging
import time
from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_PAGE: Final = 100_000
_SILENT_S: Final = 5.0
"""Whoever waits for longer than this is told how far it is, as often."""
_APART: Final = "substr(debit, 1, 7) <> 'escrow/' AND substr(credit, 1, 7) <> 'escrow/'"
_log = logging.getLogger("croupier.store")

# Numbers of eight bytes first, then those of four, then texts: PostgreSQL fills up the gaps before numbers. A version
# of four bytes also makes the key of stream and version so narrow that PostgreSQL fills its pages where each table's
# own versions grow, and does not leave them half empty. Positions only grow, so their pages can be full.
_ENTRIES: Final = (
    "CREATE TABLE entries (position bigint NOT NULL, time_ms bigint NOT NULL, version integer NOT NULL,"
    " stream text NOT NULL, actor text NOT NULL, command text NOT NULL, hash bytea NOT NULL, body bytea NOT NULL)"
)
_ENTRIES_KEYS: Final = (
    "ALTER TABLE entries ADD CONSTRAINT entries_pkey PRIMARY KEY (position) WITH (fillfactor = 100)",
    "ALTER TABLE entries ADD CONSTRAINT entries_stream_version UNIQUE (stream, version)",
    "CREATE INDEX entries_command ON entries (hashtext(command))",
)
_TRANSFERS: Final = (
    "CREATE TABLE transfers (position bigint NOT NULL, amount bigint NOT NULL, line integer NOT NULL,"
    " id text NOT NULL, debit text NOT NULL, credit text NOT NULL)"
)
# An index that may hold a position several times keeps it once, with all its rows. Ids grow at as many places as there
# are tables, which leaves the pages of an ordered index half empty; the hash of each is enough to refuse one that is
# there already, for the rows themselves are compared.
_TRANSFERS_KEYS: Final = (
    "CREATE INDEX transfers_position ON transfers (position) WITH (fillfactor = 100)",
    "ALTER TABLE transfers ADD CONSTRAINT transfers_id_key EXCLUDE USING hash (id WITH =) WITH (fillfactor = 100)",
)


def upgrade() -> None:
    """Drop the two indexes, and on PostgreSQL write every row anew."""
    connection = op.get_bind()
    op.drop_index("transfers_debit", "transfers")
    op.drop_index("transfers_credit", "transfers")
    if connection.dialect.name == "postgresql":
        _rewrite(connection, "entries", _ENTRIES, _ENTRIES_KEYS)
        _rewrite(connection, "transfers", _TRANSFERS, _TRANSFERS_KEYS)
    op.execute(f"CREATE INDEX transfers_apart_debit ON transfers (debit, position) WHERE {_APART}")
    op.execute(f"CREATE INDEX transfers_apart_credit ON transfers (credit, position) WHERE {_APART}")


def _rewrite(connection: sa.Connection, table: str, create: str, keys: tuple[str, ...]) -> None:
    """Copy a table into a narrower one. Keys come last: made at once they are quicker, and their pages full."""
    old = f"old_{table}"
    op.rename_table(table, old)
    # Their order on the disk is that of the journal, so that neighbours stay neighbours.
    columns, order = {
        "entries": ("position, time_ms, version, stream, actor, command, hash, body", "position"),
        "transfers": ("position, amount, line, id, debit, credit", "position, line"),
    }[table]
    op.execute(create)
    copy = sa.text(
        f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {old}"
        f" WHERE position > :after AND position <= :upto ORDER BY {order}"
    )
    first, last = connection.execute(sa.text(f"SELECT min(position), max(position) FROM {old}")).one()
    told_s = time.monotonic()
    for after in range(first - 1, last, _PAGE) if first is not None else ():
        connection.execute(copy, {"after": after, "upto": after + _PAGE})
        if time.monotonic() - told_s > _SILENT_S:
            told_s = time.monotonic()
            # A warning, so that it is seen whatever the level: the room stays closed meanwhile.
            told = f"{min(after + _PAGE, last):,}", f"{last:,}"
            _log.warning("the record is being rewritten into a smaller form: %s, entry %s of %s", table, *told)
    op.drop_table(old)
    for key in keys:
        op.execute(key)
