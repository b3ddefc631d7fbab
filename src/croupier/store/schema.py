"""The tables of the record. Only `entries` is the truth; the others are made from it, but for what is sealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from croupier.store.compression import packed, unpacked

# SQLite numbers rows by itself only in a column called INTEGER; PostgreSQL needs eight bytes.
_Number = BigInteger().with_variant(Integer, "sqlite")

# A record that is only looked at may still be of a time when both lay there as text; then they are what they are.


class Hash(TypeDecorator[str]):
    """A hash, in hexadecimal wherever it is used and as bytes where it is kept."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else bytes.fromhex(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[bytes | str | None], str | None]:
        return _hash_text


class Body(TypeDecorator[str]):
    """The body of an entry: text wherever it is used, and packed where it is kept."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else packed(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[bytes | str | None], str | None]:
        return _body_text


# One call for each value that is read: an audit reads millions.
def _hash_text(value: bytes | str | None) -> str | None:
    return value.hex() if isinstance(value, bytes) else value


def _body_text(value: bytes | str | None) -> str | None:
    return unpacked(value) if isinstance(value, bytes) else value


metadata: Final = MetaData()

# What each row and index takes was weighed for each database, so they are laid out differently where PostgreSQL would
# take more (step 0005 says how): these are the columns as both are asked for them. The hash of the entry before is not
# kept: it is that entry's own (`packed.lines`).
entries: Final = Table(
    "entries",
    metadata,
    Column("position", _Number, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("time_ms", _Number, nullable=False),
    Column("stream", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("hash", Hash, nullable=False),
    Column("body", Body, nullable=False),
    UniqueConstraint("stream", "version", name="entries_stream_version"),
    Index("entries_command", "command"),
)

APART: Final = text("substr(debit, 1, 7) <> 'escrow/' AND substr(credit, 1, 7) <> 'escrow/'")
"""Movements outside of rounds: whatever lies on a table in a round lies in an escrow. They are a few in a hundred, so
only they have indexes by account; others are found by the blocks in which an account moved (`projections.moves`)."""

transfers: Final = Table(
    "transfers",
    metadata,
    Column("position", _Number, primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False, unique=True),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    Column("amount", _Number, nullable=False),
    Index("transfers_apart_debit", "debit", "position", sqlite_where=APART, postgresql_where=APART),
    Index("transfers_apart_credit", "credit", "position", sqlite_where=APART, postgresql_where=APART),
    # The rows lie in their own key: one index less.
    sqlite_with_rowid=False,
)

balances: Final = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("amount", _Number, nullable=False),
    sqlite_with_rowid=False,
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

checkpoints: Final = Table(
    "checkpoints",
    metadata,
    Column("name", Text, primary_key=True),
    Column("format", Integer, nullable=False),
    Column("block", _Number, nullable=False),
    Column("state", Text, nullable=False),
)
"""How far each projection has come."""

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

rounds: Final = Table(
    "rounds",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("block", _Number, primary_key=True, autoincrement=False),
    Column("number", _Number, nullable=False),
    Column("body", Body, nullable=False),
    Index("rounds_block", "block"),
)

PROJECTED: Final = (sums, figures, links, rounds)
"""The rows of the projections, block by block."""
