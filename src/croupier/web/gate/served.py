"""A record in a file: nobody else's to read, and served by one server at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.errors import Refused
from croupier.store.location import file_of


class AlreadyServed(Refused):
    """A record in a file that another server has open."""


@contextmanager
def served_alone(url: str, address: str) -> Iterator[None]:
    """Serve the record at `url` for as long as the context lasts; refused where another server does. PostgreSQL takes
    several; in a file each of them would show its own tables as they were when it last looked."""
    record = file_of(url)
    if record is None:
        yield
        return
    mark = Path(f"{record}.served")
    try:
        handle = os.open(mark, os.O_RDWR | os.O_CREAT, 0o600)
    except (OSError, ValueError) as why:
        raise Refused(
            f"cannot serve {str(record)!r}: beside it goes {mark.name!r}, while it is served, and that cannot be "
            f"written: {why}; want a folder that this server may write in"
        ) from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            other = os.read(handle, 200).decode(errors="replace").strip()
            raise AlreadyServed(
                f"{record} is served already, at {other or 'another address'}; end that server first, or keep the "
                "record in PostgreSQL, which several servers can share"
            ) from None
        os.ftruncate(handle, 0)
        os.write(handle, f"{address}\n".encode())
        yield
    finally:
        os.close(handle)
