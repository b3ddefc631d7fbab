"""The dialect of each kind of database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from croupier.store.dialects.dialect import Dialect
from croupier.store.dialects.postgresql import PostgresqlDialect
from croupier.store.dialects.sqlite import SqliteDialect


def dialect_for(dialect: str, driven: Any) -> Dialect:
    """A pen on a driver's own connection; `dialect` is SQLAlchemy's name for the kind of database."""
    return PostgresqlDialect(driven) if dialect == "postgresql" else SqliteDialect(driven)


def dialect_of(connection: Connection) -> Dialect:
    """A pen that writes in the transaction which a connection is in."""
    return dialect_for(connection.dialect.name, connection.connection.driver_connection)
