"""The records in `tests/records/`, each in a database of its own."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

RECORDS: Final = Path(__file__).parent / "records"
ROOMS: Final = ("room-0dd7885", "room-3df372f")
"""Whole rooms, oldest first, each with what it held by the program that wrote it."""
UNNAMED: Final = "room-72e848b"
"""One from before entries named their format."""


def unpacked(name: str, folder: Path) -> str:
    """The address of a record, in a SQLite file."""
    file = folder / "kept.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(gzip.decompress((RECORDS / f"{name}.sql.gz").read_bytes()).decode())
    return f"sqlite:///{file}"


def on_postgresql(name: str, folder: Path, postgres: Callable[[str | None], str]) -> str:
    """The address of the same record in a PostgreSQL: tables of its layout, and in them its rows."""
    url = postgres("template1")
    config = Config()
    config.set_main_option("script_location", "croupier.store:migrations")
    config.set_main_option("path_separator", "os")
    unpacked(name, folder)
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with closing(sqlite3.connect(folder / "kept.db")) as source, engine.begin() as connection:
        ((layout,),) = source.execute("SELECT version_num FROM alembic_version")
        config.attributes["connection"] = connection
        command.upgrade(config, layout)
        tables = source.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'alembic_version'")
        for (table,) in tables.fetchall():
            rows = source.execute(f"SELECT * FROM {table}")
            names = [column for column, *_ in rows.description]
            values = [dict(zip(names, row, strict=True)) for row in rows]
            if values:
                places = ", ".join(f":{column}" for column in names)
                connection.execute(text(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})"), values)
    engine.dispose()
    return url


def expected(name: str) -> Any:
    """What a room held, by the program that wrote it."""
    return json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
