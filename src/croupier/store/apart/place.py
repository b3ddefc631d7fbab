"""Where the record of practice lies: in a file of its own beside the room's, or in a schema of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

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
