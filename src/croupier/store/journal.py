"""The store: the journal, its money and its secrets, on one database."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, DataError, SQLAlchemyError

from croupier.store.batch import last_position
from croupier.store.committer import Committer
from croupier.store.database import connect, error_text, look_at, practice_url
from croupier.store.dialects.dialect import Fault, no_fault
from croupier.store.location import file_of
from croupier.store.polling import Poller
from croupier.store.reader import Reader
from croupier.store.subscriptions import Follows, Heard, MoneyHeard, StreamsHeard, Subscription, every_stream
from croupier.store.threads import check_off_the_loop
from croupier.store.unit import Damaged, Receipt, Unaskable, Unit, Unreadable


def _is_damage(why: SQLAlchemyError) -> bool:
    """Whether a file is not as it was written: SQLite says so with the plainest of its errors, and of a text that is
    none among those of the moment."""
    return type(why) is DatabaseError or "Could not decode to UTF-8" in str(why)


class Record(Reader):
    """An open record that is only read: nothing of it changes, not even its file."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(self._lend)
        self._engine = engine

    @contextmanager
    def _lend(self) -> Iterator[Connection]:
        """A connection for one question; what the database says to a failing one is a refusal in our words."""
        check_off_the_loop()
        try:
            with self._engine.connect() as connection:
                yield connection
        except (DataError, OverflowError, UnicodeError) as why:
            raise Unaskable from why
        except SQLAlchemyError as why:
            raise (Damaged if _is_damage(why) else Unreadable)(error_text(why)) from why

    @contextmanager
    def frozen(self) -> Iterator[Reader]:
        """The record as it stands now, for as long as one looks, whatever is written meanwhile."""
        with self._lend() as connection:
            if self._engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            last_position(connection)  # the first question fixes the moment
            yield Reader(lambda: nullcontext(connection))

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Store(Record):
    """An open record. Commands go in through `commit` (or `commit_async`, or `submit`); everything else reads.

    One store a process: its committer gathers what all tables bring into shared flushes. Other processes may have
    theirs on the same database; they take turns, batch by batch.
    """

    def __init__(self, url: str, engine: Engine, fault: Fault = no_fault) -> None:
        super().__init__(engine)
        self.url = url
        self._fault = fault
        self._committer = Committer(engine, fault)
        self._practice: Store | None = None
        self._opening = threading.Lock()
        self._poller: Poller | None = None

    @property
    def practice(self) -> Store:
        """The record of practice, apart from this one: opened when it is first needed, closed with this one."""
        with self._opening:
            if self._practice is None:
                self._practice = open_store(practice_url(self.url), fault=self._fault)
            return self._practice

    def commit(self, unit: Unit) -> Receipt:
        """Write a unit and return once it is durable; or raise its refusal."""
        return self.submit(unit).result()

    def submit(self, unit: Unit) -> Future[Receipt]:
        """Queue a unit; the future is answered once it is durable, or refused."""
        return self._committer.submit(unit)

    async def commit_async(self, unit: Unit) -> Receipt:
        """Write a unit from an event loop; returns once it is durable, or raises its refusal."""
        return await self._committer.submit_from(asyncio.get_running_loop(), unit)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection that may write, for what does not go through the committer: trimming a record of practice."""
        with self._engine.connect().execution_options(writing=True) as connection:
            yield connection

    def clock(self, now_ms: Callable[[], int]) -> Callable[[], int]:
        """A clock for what is written next: `now_ms`, as long as that is not behind what this process has found here
        or is about to write. A clock on the wall may be set back, and times in the journal do not run back: until the
        wall has caught up, this one goes on from the latest entry at half speed."""
        committer = self._committer

        def clock_ms() -> int:
            now, (latest, at_s) = now_ms(), committer.latest
            return now if now >= latest else latest + int((time.monotonic() - at_s) * 500)

        return clock_ms

    def watch(self, heard: Heard, follows: Follows = every_stream, *, own: bool = True) -> Callable[[], None]:
        """Call `heard` with the entries of each batch after it is durable, in the order of the journal and in the
        committer's thread, so it should only hand them on. Returns how to stop.

        It hears of the streams that it `follows`, and only those that somebody follows are read where other processes
        have written. Unless `own`, it hears of what those have written and of nothing else.
        """
        return self._committer.watchers.entries.join(Subscription(heard, follows, own))

    def watch_streams(self, heard: StreamsHeard) -> Callable[[], None]:
        """Call `heard` with the streams in which other processes have written, in the same way, once that is noticed:
        with a batch of one's own, by `refresh`, or because it is polled for. Returns how to stop."""
        return self._committer.watchers.streams.join(heard)

    def watch_money(self, heard: MoneyHeard) -> Callable[[], None]:
        """Call `heard` with the accounts that moved in each batch after it is durable, in the same way: with what they
        hold now, or `None` where another process has moved them. Returns how to stop."""
        return self._committer.watchers.money.join(heard)

    async def writable(self) -> int:
        """How far the journal has come, once it is clear that more can be written; or a refusal.

        It goes the way of every command, lock and all, and writes nothing.
        """
        return await self._committer.try_out(asyncio.get_running_loop())

    @property
    def writer(self) -> str:
        """The name under which other processes hear of what is written here."""
        return self._committer.writer

    def refresh(self) -> None:
        """Look what other processes have written, and tell the watchers."""
        self._committer.submit(None).result()

    def poll(self) -> Callable[[], None]:
        """Notice what other processes write into a SQLite file, within a moment. Returns how to stop."""
        path = file_of(self.url)
        assert path is not None, "PostgreSQL announces what is written"
        self._poller = Poller(path, lambda: self._committer.watchers.position, self.refresh)
        return self._poller.close

    def close(self) -> None:
        """Write what is queued, then let go of the database."""
        if self._practice is not None:
            self._practice.close()
        if self._poller is not None:
            self._poller.close()
        self._committer.close()
        super().close()


def open_store(url: str, *, create: bool = True, writes: bool = True, fault: Fault = no_fault) -> Store:
    """The record at `url`: `sqlite:///room.db`, a plain path, or `postgresql://…`; made if it is not there yet.

    Unless it `writes`, it must be there, is read as it is, whatever its layout, and takes nothing.
    """
    return Store(url, connect(url, create=create) if writes else look_at(url), fault)


def open_record(url: str) -> Record:
    """The record at `url`, to look at and not to change: it must be there, and may be a copy that nobody can write."""
    return Record(look_at(url))
