"""A record's file in the hands of a test: bodies as text for who changes them past the store."""

from __future__ import annotations

import sqlite3

from croupier.store.packed.bodies import packed, unpacked


def speaking(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The same connection, on which SQL can say `unpacked(body)` and `packed(text)`."""
    connection.create_function("unpacked", 1, unpacked)
    connection.create_function("packed", 1, packed)
    return connection
