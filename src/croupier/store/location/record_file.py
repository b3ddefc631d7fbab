"""The file of a SQLite record: looked into without a trace, made for its owner alone, copied."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from urllib.parse import quote


def look_into(path: Path) -> sqlite3.Connection:
    """A connection that reads a file, changes nothing of it, and leaves nothing beside it that was not there."""
    if not os.access(path.absolute().parent, os.W_OK):
        # SQLite cannot keep its own files beside the record, and need not: nothing changes.
        mode = "ro&immutable=1"
    elif os.access(path, os.W_OK) and not any(_size(path, end) for end in ("-wal", "-journal")):
        # Only who might write takes those files away again when the last one closes. Where there is something in them
        # it would be worked into the file.
        mode = "rw"
    else:
        mode = "ro"
    connection = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode={mode}", uri=True)
    connection.execute("PRAGMA query_only = on")
    return connection


def create_private(path: Path) -> None:
    """Make a file for its owner alone; `FileExistsError` where there is one."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def copied(path: Path, ending: str) -> Path:
    """A copy of a record beside it, for its owner alone; one that is there already stays, and the next has a number."""
    copy = path.with_name(f"{path.name}.{ending}")
    again = count(2)
    while copy.exists():
        copy = path.with_name(f"{path.name}.{ending}-{next(again)}")
    try:
        create_private(copy)
        with closing(look_into(path)) as there, closing(sqlite3.connect(copy)) as here:
            there.backup(here)
    except (OSError, sqlite3.Error):
        copy.unlink(missing_ok=True)
        raise
    return copy


def _size(path: Path, end: str) -> int:
    try:
        return path.with_name(path.name + end).stat().st_size
    except FileNotFoundError:
        return 0
