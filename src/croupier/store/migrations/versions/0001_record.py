"""The record: entries, transfers, balances, sealed, snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Lay the tables out. Spelled out here, not taken from the schema: a step never changes afterwards."""
    op.create_table(
        "entries",
        sa.Column("position", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", _NUMBER, nullable=False),
        sa.Column("time_ms", _NUMBER, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.UniqueConstraint("stream", "version", name="entries_stream_version"),
    )
    op.create_index("entries_command", "entries", ["command"])
    op.create_table(
        "transfers",
        sa.Column("position", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("line", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("debit", sa.Text, nullable=False),
        sa.Column("credit", sa.Text, nullable=False),
        sa.Column("amount", _NUMBER, nullable=False),
    )
    op.create_index("transfers_debit", "transfers", ["debit", "position"])
    op.create_index("transfers_credit", "transfers", ["credit", "position"])
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("amount", _NUMBER, nullable=False),
    )
    op.create_table(
        "sealed",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", _NUMBER, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
