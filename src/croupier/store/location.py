"""Where a record lies: its address, a SQLite file or PostgreSQL, and what is refused there; a SQLite record as a file,
looked into without a trace, made for its owner alone, copied; and the record of practice beside the room's."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from croupier.errors import Refused
from croupier.store.formats import FORMAT

_IN_MEMORY: Final = ":memory:"
"""What SQLite calls no file at all, also where it is given as a path."""


class NoDatabase(Refused):
    """An address at which there is no database for Croupier."""

    def __init__(self, url: str, why: object) -> None:
        # SQLite shows what it cannot read of a layout as it was written, over many lines.
        reason = " ".join(str(why).split())
        super().__init__(
            f"no database at {url!r}: {reason}; want a file such as 'sqlite:///room.db' or 'postgresql://host/room'"
        )
        self.url = url


class NoAnswer(NoDatabase):
    """A PostgreSQL that does not answer, or lets nobody in: it may in a while."""


class UnnamedFormat(Refused):
    """A record from before entries named their format, of which this program understands nothing."""

    def __init__(self, url: str) -> None:
        super().__init__(
            f"the record at {hidden(url)!r} was written before entries named their format, and this program reads "
            f"formats 1 to {FORMAT}; nothing was changed; read and audit it with the Croupier that wrote it, and begin "
            "a new record with this one"
        )


def parse_address(url: str) -> URL:
    """The address that `url` spells, or `NoDatabase`. A plain path is a SQLite file."""
    if not url.strip() or not url.isprintable():
        raise NoDatabase(url, "not an address")
    if url == _IN_MEMORY:
        raise NoDatabase(url, "a record in memory would not outlive the process")
    if "://" not in url:
        return URL.create("sqlite", database=url)
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as why:  # a port that is no number is the latter
        raise NoDatabase(url, "not an address") from why
    match address.get_backend_name():
        case "sqlite" if address.database and address.database != _IN_MEMORY:
            return address
        case "sqlite":
            raise NoDatabase(url, "a record in memory would not outlive the process")
        case "postgresql":
            return address.set(drivername="postgresql+psycopg")
        case other:
            raise NoDatabase(hidden(url), f"{other} is not supported")


def is_postgresql(url: str) -> bool:
    """Whether an address is a PostgreSQL's, which several servers may share."""
    return parse_address(url).get_backend_name() == "postgresql"


def file_of(url: str) -> Path | None:
    """The file that a record is in; none for a PostgreSQL."""
    address = parse_address(url)
    return Path(address.database or "") if address.get_backend_name() == "sqlite" else None


def hidden(url: str) -> str:
    """An address without its password, fit for a message."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return url


def check_permitted(path: Path, *, writes: bool = False) -> None:
    """Refuse a file that is there, and that whoever runs this may not read or, where it `writes`, not change."""
    for what, mode in (("read", os.R_OK), ("change", os.W_OK))[: 1 + writes]:
        if path.exists() and not os.access(path, mode):
            raise Refused(
                f"whoever runs this may not {what} {str(path)!r}; run it as the owner of the record, or ask them"
            )


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
        return Path(f"{path}{end}").stat().st_size
    except FileNotFoundError:
        return 0


SCHEMA: Final = "practice"
KEY: Final = "record"
"""What an address says after its question mark where it means a schema of its own: `?record=practice`."""


def practice_place(address: URL) -> URL:
    """Where practice is kept for a room that is kept at `address`.

    >>> practice_place(URL.create("sqlite", database="/srv/room.db")).database
    '/srv/room-practice.db'
    """
    if address.get_backend_name() == "sqlite":
        path = Path(address.database or "")
        return address.set(database=str(path.with_name(f"{path.stem}-practice{path.suffix}")))
    return address.update_query_dict({KEY: SCHEMA})


def schema_of(address: URL) -> str | None:
    """The schema that an address means, where it means one."""
    named = address.query.get(KEY)
    return named if isinstance(named, str) else None
