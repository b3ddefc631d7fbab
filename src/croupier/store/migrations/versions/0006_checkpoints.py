"""How far each projection has come, in a table of its own; and the finished rounds, block by block."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Lay the tables out, and take over how far the others had come; a server fills the rounds while it runs."""
    op.create_table(
        "rounds",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("block", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("number", _NUMBER, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("rounds_block", "rounds", ["block"])
    checkpoints = op.create_table(
        "checkpoints",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("block", _NUMBER, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
    connection = op.get_bind()

    def note(name: str, format: int, block: int, state: str) -> None:
        connection.execute(checkpoints.insert(), {"name": name, "format": format, "block": block, "state": state})

    summed = connection.execute(sa.text("SELECT max(block) FROM sums WHERE kind = 'done'")).scalar()
    if summed is not None:
        note("sums", 1, summed, "")
    figured = connection.execute(sa.text("SELECT max(block) FROM figures WHERE name = ''")).scalar()
    if figured is not None:
        query = sa.text("SELECT tally FROM figures WHERE name = '' AND block = :block")
        note("figures", 1, figured, connection.execute(query, {"block": figured}).scalar_one())
    linked = connection.execute(sa.text("SELECT block, text FROM links WHERE kind = 'done'")).first()
    if linked is not None:
        # The last block alone had the course of a link's meters; its book may be older.
        courses = connection.execute(sa.text("SELECT name, text FROM links WHERE kind = 'course'")).all()
        latest = sa.text(
            "SELECT version, text FROM links WHERE kind = 'book' AND name = :name ORDER BY block DESC LIMIT 1"
        )
        links = {}
        for name, course in courses:
            version, book = connection.execute(latest, {"name": name}).one()
            links[name] = [version, book, course]
        state = json.dumps(links, sort_keys=True, separators=(",", ":"))
        note("links", int(linked.text.partition(" ")[0]), linked.block, state)
    op.execute("DELETE FROM sums WHERE kind = 'done'")
    op.execute("DELETE FROM figures WHERE name = ''")
    op.execute("DELETE FROM links WHERE kind IN ('course', 'done')")
