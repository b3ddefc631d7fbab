"""The tables of the record. Only `entries` is the truth; the others are made from it, but for what is sealed."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text, UniqueConstraint

# SQLite numbers rows by itself only in a column called INTEGER; PostgreSQL needs eight bytes.
_Number = BigInteger().with_variant(Integer, "sqlite")

metadata: Final = MetaData()

entries: Final = Table(
    "entries",
    metadata,
    Column("position", _Number, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("version", _Number, nullable=False),
    Column("time_ms", _Number, nullable=False),
    Column("actor", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("stream", "version", name="entries_stream_version"),
    Index("entries_command", "command"),
)

transfers: Final = Table(
    "transfers",
    metadata,
    Column("position", _Number, primary_key=True, autoincrement=False),
    Column("line", _Number, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False, unique=True),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    Column("amount", _Number, nullable=False),
    Index("transfers_debit", "debit", "position"),
    Index("transfers_credit", "credit", "position"),
)

balances: Final = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("amount", _Number, nullable=False),
)

sealed: Final = Table(
    "sealed",
    metadata,
    Column("key", Text, primary_key=True),
    Column("secret", Text, nullable=False),
)

snapshots: Final = Table(
    "snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", _Number, nullable=False),
    Column("state", Text, nullable=False),
)

sums: Final = Table(
    "sums",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("block", _Number, primary_key=True, autoincrement=False),
    Column("came", _Number, nullable=False),
    Column("went", _Number, nullable=False),
    Index("sums_block", "block"),
)

figures: Final = Table(
    "figures",
    metadata,
    Column("block", _Number, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("shift", _Number, primary_key=True, autoincrement=False),
    Column("quarter", _Number, primary_key=True, autoincrement=False),
    Column("first", _Number, nullable=False),
    Column("tally", Text, nullable=False),
    Index("figures_quarter", "quarter"),
    Index("figures_shift", "name", "shift"),
)

links: Final = Table(
    "links",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("block", _Number, primary_key=True, autoincrement=False),
    Column("version", _Number, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Index("links_block", "block"),
)
