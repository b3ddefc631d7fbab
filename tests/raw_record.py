"""A record's file in the hands of a test: bodies as text for who changes them past the store."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Any

from croupier.store.entry import canonical, entry_hash
from croupier.store.packed.bodies import packed, unpacked


def speaking(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The same connection, on which SQL can say `unpacked(body)` and `packed(text)`."""
    connection.create_function("unpacked", 1, unpacked)
    connection.create_function("packed", 1, packed)
    return connection


def rewrite(copy: sqlite3.Connection, position: int, change: Callable[[dict[str, Any]], object]) -> None:
    """Change an entry's body, and forge every hash after it in its stream, as a clever thief would."""
    stream, body = copy.execute("SELECT stream, unpacked(body) FROM entries WHERE position = ?", (position,)).fetchone()
    said = json.loads(body)
    change(said)
    copy.execute("UPDATE entries SET body = packed(?) WHERE position = ?", (canonical(said), position))
    previous = "0" * 64
    for row in copy.execute(
        "SELECT position, version, time_ms, actor, command, unpacked(body) FROM entries WHERE stream = ?"
        " ORDER BY version",
        (stream,),
    ).fetchall():
        at, version, time_ms, actor, command, text = row
        hash = entry_hash(at, stream, version, time_ms, actor, command, text, previous)
        copy.execute("UPDATE entries SET hash = ? WHERE position = ?", (bytes.fromhex(hash), at))
        previous = hash
