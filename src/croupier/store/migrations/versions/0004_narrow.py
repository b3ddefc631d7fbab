"""Narrower rows: bodies compressed, hashes as bytes, the hash before each entry no longer written twice."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

from croupier.store.compression import packed_bytes

revision = "0004"
down_revision = "0003"

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_PAGE: Final = 10_000
_SILENT_S: Final = 5.0
"""Whoever waits for longer than this is told how far it is, as often."""
_log = logging.getLogger("croupier.store")


def upgrade() -> None:
    """Write every row anew. What is hashed is the text, and that stays as it is, so all hashes do."""
    connection = op.get_bind()
    for name in ("entries", "transfers", "balances"):
        op.rename_table(name, f"old_{name}")
    # Names of indexes are a database's, not a table's: the old ones go first.
    op.drop_index("entries_command", "old_entries")
    op.drop_index("transfers_debit", "old_transfers")
    op.drop_index("transfers_credit", "old_transfers")
    if connection.dialect.name == "postgresql":
        for name, constraint in (
            ("entries", "entries_pkey"),
            ("entries", "entries_stream_version"),
            ("transfers", "transfers_pkey"),
            ("transfers", "transfers_id_key"),
            ("balances", "balances_pkey"),
        ):
            op.execute(f"ALTER TABLE old_{name} RENAME CONSTRAINT {constraint} TO old_{constraint}")
    entries = op.create_table(
        "entries",
        sa.Column("position", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("version", _NUMBER, nullable=False),
        sa.Column("time_ms", _NUMBER, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("stream", "version", name="entries_stream_version"),
    )
    op.create_table(
        "transfers",
        sa.Column("position", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("debit", sa.Text, nullable=False),
        sa.Column("credit", sa.Text, nullable=False),
        sa.Column("amount", _NUMBER, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("amount", _NUMBER, nullable=False),
        sqlite_with_rowid=False,
    )
    for page in _pages(connection):
        connection.execute(entries.insert(), page)
    columns = "position, line, id, debit, credit, amount"
    op.execute(f"INSERT INTO transfers ({columns}) SELECT {columns} FROM old_transfers ORDER BY position, line")
    op.execute("INSERT INTO balances (account, amount) SELECT account, amount FROM old_balances")
    op.create_index("entries_command", "entries", ["command"])
    op.create_index("transfers_debit", "transfers", ["debit", "position"])
    op.create_index("transfers_credit", "transfers", ["credit", "position"])
    for name in ("entries", "transfers", "balances"):
        op.drop_table(f"old_{name}")


def _pages(connection: sa.Connection) -> Iterator[list[dict[str, Any]]]:
    """The rows as they are to be, so many at a time: a long record need not fit into memory."""
    # As bytes, whatever they are: in a damaged record they may be no text at all, and that is for its readers to find.
    as_bytes = "convert_to({}, 'UTF8')" if connection.dialect.name == "postgresql" else "CAST({} AS BLOB)"
    query = sa.text(
        f"SELECT position, version, time_ms, stream, actor, command, {as_bytes.format('hash')} AS hash,"
        f" {as_bytes.format('body')} AS body FROM old_entries"
        " WHERE position > :after ORDER BY position LIMIT :size"
    )
    last = connection.execute(sa.text("SELECT max(position) FROM old_entries")).scalar()
    told_s, after = time.monotonic(), -(1 << 62)
    while rows := connection.execute(query, {"after": after, "size": _PAGE}).mappings().all():
        yield [{**row, "hash": _hash(bytes(row["hash"])), "body": packed_bytes(bytes(row["body"]))} for row in rows]
        after = rows[-1]["position"]
        if time.monotonic() - told_s > _SILENT_S:
            told_s = time.monotonic()
            # A warning, so that it is seen whatever the level: the room stays closed meanwhile.
            _log.warning("the record is being rewritten into a smaller form: entry %s of %s", f"{after:,}", f"{last:,}")


def _hash(kept: bytes) -> bytes:
    """A hash as bytes. What is none stays as it is, and nobody will take it for one in this form either."""
    try:
        made = bytes.fromhex(kept.decode("ascii"))
    except ValueError:
        return kept
    return made if made.hex().encode() == kept else kept
