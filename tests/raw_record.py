"""A record's file in the hands of a test: bodies as text for who changes them past the store, records to begin with."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from croupier.floor.soak.run import Soak
from croupier.store.compression import packed, unpacked
from croupier.store.entry import canonical, entry_hash
from croupier.store.journal import Store
from croupier.store.location import parse_address

_records: dict[object, sqlite3.Connection] = {}


def is_made(key: object) -> bool:
    """Whether a record was kept under that key."""
    return key in _records


def file_of(url: str) -> Path | None:
    """The file of a record; none where it lies in PostgreSQL."""
    address = parse_address(url)
    return Path(address.database or "") if address.get_backend_name() == "sqlite" else None


def keep(key: object, file: Path) -> None:
    """Keep a SQLite record as it is now, for tests that begin with the same."""
    _records[key] = sqlite3.connect(":memory:", check_same_thread=False)
    with closing(sqlite3.connect(file)) as connection:
        connection.backup(_records[key])


def put_back(key: object, file: Path) -> None:
    """Write a record that was kept over an empty one, which others may have open."""
    with closing(sqlite3.connect(file)) as connection:
        _records[key].backup(connection)


def soak(store: Store, *, seed: int, rounds: int, tables: int) -> None:
    """Play a clean soak into an empty record. The same one is played into a SQLite record once, and then copied."""
    key, file = ("soak", seed, rounds, tables), file_of(store.url)
    if file is not None and is_made(key):
        put_back(key, file)
        return
    assert Soak(store, seed=seed, rounds=rounds, tables=tables).run().clean
    if file is not None:
        keep(key, file)


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
