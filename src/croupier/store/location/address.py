"""The address of a record: a SQLite file or a PostgreSQL, and what is refused there."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from croupier.errors import Refused
from croupier.store.formats import FORMAT


class NoDatabase(Refused):
    """An address at which there is no database for Croupier."""

    def __init__(self, url: str, why: object) -> None:
        super().__init__(
            f"no database at {url!r}: {why}; want a file such as 'sqlite:///room.db' or 'postgresql://host/room'"
        )
        self.url = url


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
    if "://" not in url:
        return URL.create("sqlite", database=url)
    try:
        address = make_url(url)
    except ArgumentError as why:
        raise NoDatabase(url, "not an address") from why
    match address.get_backend_name():
        case "sqlite" if address.database and address.database != ":memory:":
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
    except ArgumentError:
        return url
