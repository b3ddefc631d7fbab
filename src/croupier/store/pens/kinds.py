"""Which pen writes into which kind of database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from croupier.store.pens.in_postgresql import PostgresPen
from croupier.store.pens.in_sqlite import SqlitePen
from croupier.store.pens.pen import Pen


def pen_for(dialect: str, driven: Any) -> Pen:
    """A pen on a driver's own connection; `dialect` is SQLAlchemy's name for the kind of database."""
    return PostgresPen(driven) if dialect == "postgresql" else SqlitePen(driven)


def pen_of(connection: Connection) -> Pen:
    """A pen that writes in the transaction which a connection is in."""
    return pen_for(connection.dialect.name, connection.connection.driver_connection)
