"""Sums over blocks of the journal, and figures of play, beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Lay the tables out; a server fills them while it runs, and whoever asks meanwhile reads the journal."""
    op.create_table(
        "sums",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("block", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("came", _NUMBER, nullable=False),
        sa.Column("went", _NUMBER, nullable=False),
    )
    op.create_index("sums_block", "sums", ["block"])
    op.create_table(
        "figures",
        sa.Column("block", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("shift", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("quarter", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("first", _NUMBER, nullable=False),
        sa.Column("tally", sa.Text, nullable=False),
    )
    op.create_index("figures_quarter", "figures", ["quarter"])
    op.create_index("figures_shift", "figures", ["name", "shift"])
