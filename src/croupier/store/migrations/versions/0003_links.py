"""Links, block by block beside the journal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Lay the table out; a server fills it while it runs, and whoever asks meanwhile reads the journal."""
    op.create_table(
        "links",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("block", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("version", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("links_block", "links", ["block"])
