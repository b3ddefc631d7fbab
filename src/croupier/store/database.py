"""The two databases behind one door: SQLite in a file, or PostgreSQL by its address."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from croupier.errors import Refused
from croupier.store.entry import is_sound
from croupier.store.formats import is_unnamed
from croupier.store.location import (
    KEY,
    NoAnswer,
    NoDatabase,
    UnnamedFormat,
    check_permitted,
    copied,
    create_private,
    file_of,
    hidden,
    look_into,
    parse_address,
    practice_place,
    schema_of,
)
from croupier.store.rows import entry_of
from croupier.store.schema import entries
from croupier.store.timeouts import READ_S, arguments, timed_connection

LATEST: Final = "0006"
PROJECTED: Final = "0006"
"""Records of this schema or a later one have projections; an older one is read without them."""
# Any number will do, so long as every Croupier takes the same: PostgreSQL's lock for "I am writing the journal".
WRITING: Final = 0x43524F55504945
BUSY_S: Final = 30
_LOG_PAGES: Final = 8_192
_CACHE_KB: Final = 32_768
_FIRST: Final = select(entries).order_by(entries.c.position).limit(1)
_log = logging.getLogger("croupier.store")


def connect(url: str, *, create: bool = True) -> Engine:
    """The database at `url`, its tables brought up to date. A plain path is a SQLite file."""
    address = parse_address(url)
    if address.get_backend_name() == "sqlite":
        if not create and not Path(address.database or "").exists():
            raise NoDatabase(url, "there is no such file")
        check_permitted(Path(address.database or ""), writes=True)
        _check_ours(url, Path(address.database or ""))
        _make_private(url, Path(address.database or ""))
        engine = create_engine(address, connect_args={"timeout": BUSY_S}, hide_parameters=True)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        engine = connect_postgresql(url)
    try:
        _migrate(engine, url, create=create)
    except SQLAlchemyError as why:
        engine.dispose()
        waits = isinstance(why, OperationalError) and address.get_backend_name() != "sqlite"
        raise (NoAnswer if waits else NoDatabase)(hidden(url), getattr(why, "orig", None) or why) from why
    except Refused:
        engine.dispose()
        raise
    return engine


def look_at(url: str) -> Engine:
    """The database at `url` for reading alone: neither made, nor brought up to date, nor touched in any way."""
    address = parse_address(url)
    engine: Engine
    if address.get_backend_name() != "sqlite":
        # Whoever reads the whole record, as the audit does, asks long questions.
        engine = connect_postgresql(url, timeout_s=None).execution_options(postgresql_readonly=True)
    else:
        path = Path(address.database or "")
        if not path.exists():
            raise NoDatabase(url, "there is no such file")
        check_permitted(path)
        engine = create_engine("sqlite://", creator=lambda: look_into(path), poolclass=NullPool)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        with engine.connect() as connection:
            version = _version(connection, schema_of(address))
            _check_version(url, version)
            _check_format(url, connection)
    except (SQLAlchemyError, sqlite3.Error) as why:
        engine.dispose()
        raise NoDatabase(hidden(url), getattr(why, "orig", None) or why) from why
    except Refused:
        engine.dispose()
        raise
    return engine.execution_options(projections=version is not None and version >= PROJECTED)


def connect_postgresql(url: str, timeout_s: float | None = READ_S) -> Engine:
    """A PostgreSQL by its address; `timeout_s`: how long one answer may take."""
    address = parse_address(url)
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

    def connect_with_timeout(_dialect: object, _record: object, where: Any, how: Any) -> Any:
        connection = timed_connection().connect(*where, **how)
        connection.timeout_s = timeout_s  # type: ignore[attr-defined]
        return connection

    event.listen(engine, "do_connect", connect_with_timeout)
    return engine


def _check_version(url: str, version: str | None) -> None:
    """Refuse a database that holds no record, or one of a later time."""
    if version is None:
        raise NoDatabase(hidden(url), "it is no record of Croupier")
    if version > LATEST:
        raise NoDatabase(hidden(url), f"a newer Croupier has written it (schema {version}; this one knows {LATEST})")


def _check_format(url: str, connection: Connection) -> None:
    """Refuse a record from before entries named their format: read as one of ours, it would look forged.

    If somebody has changed the first entry, nothing is refused here: the audit says so.
    """
    first = entry_of(connection, _FIRST)
    if first is not None and is_unnamed(first.body) and is_sound(first):
        raise UnnamedFormat(url)


def error_text(why: BaseException) -> str:
    """What went wrong, fit for a message or a log: no statement, and no values. A statement's values can be a seed."""
    message = str(getattr(why, "orig", None) or "") if isinstance(why, SQLAlchemyError) else str(why)
    # PostgreSQL's later lines quote the row that it did not take.
    return (message.strip().splitlines() or [type(why).__name__])[0]


def lock_for_writing(connection: Connection) -> None:
    """Make this transaction the only one that writes the journal, until it ends."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(LOCK)
    # SQLite's writer began with BEGIN IMMEDIATE, which is that lock.


def practice_url(url: str) -> str:
    """Where practice is kept for the room whose record is at `url`."""
    return practice_place(parse_address(url)).render_as_string(hide_password=False)


def has_practice(url: str) -> bool:
    """Whether a room has a record of practice; nothing is made, and nothing changed."""
    place = practice_place(parse_address(url))
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


# Practice has a lock of its own: nobody who plays for money waits for those who practise.
LOCK: Final = f"SELECT pg_advisory_xact_lock({WRITING} + (current_schema() = 'practice')::int)"


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
    schema = schema_of(parse_address(url))
    with engine.connect() as connection:
        version = _version(connection, schema)
        if version is not None:
            _check_version(url, version)
            _check_format(url, connection)
        elif not create:
            _check_version(url, None)
        if version == LATEST:
            return
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        if schema is not None:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({WRITING})"))
            connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {schema}"))
            # Only there: the room's own tables, further along the path, are not to be taken for these.
            connection.execute(text(f"SET LOCAL search_path = {schema}"))
        lock_for_writing(connection)
        version = _version(connection, schema)
        if version == LATEST:  # somebody else was quicker
            return
        if version is not None:
            _keep_a_copy(url, version)
        # Imported only when there is work: Alembic would add a fifth of a second to every command.
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", "croupier.store:migrations")
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _keep_a_copy(url: str, version: str) -> None:
    """Copy a SQLite record before its layout changes, while nobody else writes, and say where the way back is."""
    path = file_of(url)
    if path is None:
        way_back = "the way back is a dump that was taken before (pg_dump)"
    else:
        try:
            way_back = f"a copy of it as it was is in {copied(path, f'before-{LATEST}')}"
        except (OSError, sqlite3.Error) as why:
            raise NoDatabase(url, f"its layout is older, and no copy of it could be made first: {why}") from why
    # A warning, so that it is seen whatever the level.
    _log.warning("the layout of the record is brought from %s to %s; %s", version, LATEST, way_back)


def _make_private(url: str, path: Path) -> None:
    """Make the file for its owner alone before anything is in it; the files that SQLite puts beside it follow it."""
    try:
        create_private(path)
    except FileExistsError:
        return
    except OSError as why:
        raise NoDatabase(url, why.strerror) from why


def _check_ours(url: str, path: Path) -> None:
    """Refuse a file that holds something else, before anything of it is changed: our tables have no place in it."""
    if not path.exists() or not path.stat().st_size:
        return
    try:
        with closing(look_into(path)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except (sqlite3.Error, UnicodeError) as why:  # a damaged file's own names need be no text
        raise NoDatabase(url, why) from why
    if names and "alembic_version" not in names:
        _check_version(url, None)
    if names:
        look_at(url).dispose()  # refuses what this program cannot read


def _version(connection: Connection, schema: str | None) -> str | None:
    # In a schema of its own, and not in whatever else is on the path.
    if not inspect(connection).has_table("alembic_version", schema=schema):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
