"""The two databases behind one door: SQLite in a file, or PostgreSQL by its address."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from croupier.errors import Refused
from croupier.store.apart.place import KEY, practice_place, schema_of
from croupier.store.patience import READ_S, WRITE_S, WRITER_IDLES, arguments, patient

LATEST: Final = "0005"
SUMMED: Final = "0003"
"""From this one on a record has all that is kept beside the journal; an older one is read as it is."""
# Any number will do, so long as every Croupier takes the same: PostgreSQL's lock for "I am writing the journal".
WRITING: Final = 0x43524F55504945
_BUSY_S: Final = 30
_LOG_PAGES: Final = 8_192
_CACHE_KB: Final = 32_768


class NoDatabase(Refused):
    """An address at which there is no database for Croupier."""

    def __init__(self, url: str, why: object) -> None:
        super().__init__(
            f"no database at {url!r}: {why}; want a file such as 'sqlite:///room.db' or 'postgresql://host/room'"
        )
        self.url = url


def connect(url: str, *, create: bool = True) -> Engine:
    """The database at `url`, its tables brought up to date. A plain path is a SQLite file."""
    address = _address(url)
    if address.get_backend_name() == "sqlite":
        if not create and not Path(address.database or "").exists():
            raise NoDatabase(url, "there is no such file")
        _check_ours(url, Path(address.database or ""))
        _make_private(url, Path(address.database or ""))
        engine = create_engine(address, connect_args={"timeout": _BUSY_S}, hide_parameters=True)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        engine = connect_postgresql(url)
    try:
        _migrate(engine, url, create=create)
    except SQLAlchemyError as why:
        engine.dispose()
        raise NoDatabase(hidden(url), getattr(why, "orig", None) or why) from why
    return engine


def look_at(url: str) -> Engine:
    """The database at `url` for reading alone: neither made, nor brought up to date, nor touched in any way."""
    address = _address(url)
    if address.get_backend_name() != "sqlite":
        # Whoever reads the whole record, as the audit does, asks long questions.
        engine = connect_postgresql(url, patience_s=None)
    else:
        path = Path(address.database or "")
        if not path.exists():
            raise NoDatabase(url, "there is no such file")
        uri = _read_only(path)
        engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True), poolclass=NullPool)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        with engine.connect() as connection:
            version = _version(connection, schema_of(address))
            _check_version(url, version)
    except (SQLAlchemyError, sqlite3.Error) as why:
        engine.dispose()
        raise NoDatabase(hidden(url), getattr(why, "orig", None) or why) from why
    return engine.execution_options(summed=version is not None and version >= SUMMED)


def connect_postgresql(url: str, patience_s: float | None = READ_S) -> Engine:
    """A PostgreSQL by its address; `patience_s`: how long one answer may take."""
    address = _address(url)
    try:
        engine = create_engine(
            address.difference_update_query([KEY]),
            connect_args=arguments(schema_of(address)),
            # A connection that the server has closed meanwhile is replaced, and nobody's question fails for it.
            pool_pre_ping=True,
            # As many as there are threads that ask; more would wait for each other when the database is slow.
            pool_size=10,
            max_overflow=40,
            pool_timeout=READ_S,
            hide_parameters=True,
        )
    except ImportError as why:
        needs = "PostgreSQL needs the postgres extra: pip install 'croupier[postgres]'"
        raise NoDatabase(hidden(url), needs) from why

    def connect_patiently(_dialect: object, _record: object, where: Any, how: Any) -> Any:
        made = patient().connect(*where, **how)
        made.patience_s = patience_s  # type: ignore[attr-defined]
        return made

    event.listen(engine, "do_connect", connect_patiently)
    return engine


def _check_version(url: str, version: str | None) -> None:
    """Refuse a database that holds no record, or one of a later time."""
    if version is None:
        raise NoDatabase(hidden(url), "it is no record of Croupier")
    if version > LATEST:
        raise NoDatabase(hidden(url), f"a newer Croupier has written it (schema {version}; this one knows {LATEST})")


def said(why: BaseException) -> str:
    """What went wrong, fit for a message or a log: no statement, and no values. A statement's values can be a seed."""
    told = str(getattr(why, "orig", None) or "") if isinstance(why, SQLAlchemyError) else str(why)
    # PostgreSQL's later lines quote the row that it did not take.
    return (told.strip().splitlines() or [type(why).__name__])[0]


def hidden(url: str) -> str:
    """An address without its password, fit for a message."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url


def prepare_writer(connection: Connection) -> None:
    """Make a connection fit for the committer."""
    if connection.dialect.name == "postgresql":
        # It only ever looks things up by key. A plan made while the tables were small would read them from end to
        # end, and go on doing so when they have grown.
        connection.execute(text("SET enable_seqscan = off"))
        # Should our host be lost in the middle of a batch, nobody else waits for it long.
        connection.execute(text(f"SET idle_in_transaction_session_timeout = '{WRITER_IDLES}'"))
        connection.commit()
        driven: Any = connection.connection.driver_connection
        driven.patience_s = WRITE_S


def lock_for_writing(connection: Connection) -> None:
    """Make this transaction the only one that writes the journal, until it ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK)
    # SQLite's writer began with BEGIN IMMEDIATE, which is that lock.


def is_read_only(connection: Connection) -> bool:
    """Whether this database takes nothing, as one that only follows another; SQLite says so when it is locked."""
    if connection.dialect.name != "postgresql":
        return False
    return bool(connection.execute(text("SELECT current_setting('transaction_read_only') = 'on'")).scalar())


def practice_url(url: str) -> str:
    """Where practice is kept for the room whose record is at `url`."""
    return practice_place(_address(url)).render_as_string(hide_password=False)


def has_practice(url: str) -> bool:
    """Whether a room has a record of practice; nothing is made, and nothing changed."""
    place = practice_place(_address(url))
    if place.get_backend_name() == "sqlite":
        return Path(place.database or "").exists()
    engine = connect_postgresql(url)
    try:
        with engine.connect() as connection:
            return inspect(connection).has_table("entries", schema=schema_of(place))
    except SQLAlchemyError as why:
        raise NoDatabase(hidden(url), getattr(why, "orig", None) or why) from why
    finally:
        engine.dispose()


def is_postgresql(url: str) -> bool:
    """Whether an address is a PostgreSQL's, which several servers may share."""
    return _address(url).get_backend_name() == "postgresql"


def _address(url: str) -> URL:
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


# Practice has a lock of its own: nobody who plays for money waits for those who practise.
_LOCK: Final = text(f"SELECT pg_advisory_xact_lock({WRITING} + (current_schema() = 'practice')::int)")


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver's own guesses about transactions are switched off; `_begin_sqlite` starts them.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    # Every commit is flushed to the log in full; only how often the log is worked into the file is chosen here. A page
    # that many batches touch is then written there once, not each time.
    cursor.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
    cursor.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer that upgraded from reading could be refused halfway: it says so from the start.
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _migrate(engine: Engine, url: str, *, create: bool) -> None:
    schema = schema_of(_address(url))
    with engine.connect() as connection:
        version = _version(connection, schema)
        if version == LATEST:
            return
        if version is not None and version > LATEST:
            _check_version(url, version)
        if version is None and not create:
            _check_version(url, None)
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        if schema is not None:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({WRITING})"))
            connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {schema}"))
            # Only there: the room's own tables, further along the path, are not to be taken for these.
            connection.execute(text(f"SET LOCAL search_path = {schema}"))
        lock_for_writing(connection)
        if _version(connection, schema) == LATEST:  # somebody else was quicker
            return
        # Imported only when there is work: Alembic would add a fifth of a second to every command.
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", "croupier.store:migrations")
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def file_of(url: str) -> Path | None:
    """The file that a record is in; none for a PostgreSQL."""
    address = _address(url)
    return Path(address.database or "") if address.get_backend_name() == "sqlite" else None


def _make_private(url: str, path: Path) -> None:
    """Make the file for its owner alone before anything is in it; the files that SQLite puts beside it follow it."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    except OSError as why:
        raise NoDatabase(url, why.strerror) from why


def _check_ours(url: str, path: Path) -> None:
    """Refuse a file that holds something else, before anything of it is changed: our tables have no place in it."""
    if not path.exists() or not path.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(_read_only(path), uri=True)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except (sqlite3.Error, UnicodeError) as why:  # a damaged file's own names need be no text
        raise NoDatabase(url, why) from why
    if names and "alembic_version" not in names:
        _check_version(url, None)


def _read_only(path: Path) -> str:
    # Where nobody can write, SQLite cannot keep its own files beside the record, and need not: nothing changes.
    still = "" if os.access(path.absolute().parent, os.W_OK) else "&immutable=1"
    return f"file:{quote(str(path.absolute()))}?mode=ro{still}"


def _version(connection: Connection, schema: str | None) -> str | None:
    # In a schema of its own, and not in whatever else is on the path.
    if not inspect(connection).has_table("alembic_version", schema=schema):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
