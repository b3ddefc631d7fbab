"""The committer: one thread that writes what many tables bring, as many as are waiting in one flush."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, TypeAlias

from sqlalchemy import Connection, Engine, bindparam, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from croupier.errors import Refused
from croupier.ledger.accounts import Account
from croupier.ledger.balances import Overdrawn
from croupier.money import Cents
from croupier.store.batch import Batch, Picture, last_position
from croupier.store.database import is_read_only, lock_for_writing, prepare_writer, said
from croupier.store.entry import Entry
from croupier.store.packed.lines import entries_of
from croupier.store.schema import entries, transfers
from croupier.store.statements import statements_for
from croupier.store.unit import Receipt, StoreClosed, StoreFailed, Unit

Answer: TypeAlias = Receipt | Refused
Watcher: TypeAlias = Callable[[tuple[Entry, ...]], None]
Fault: TypeAlias = Callable[[str], None]

# A batch ends at this many units: enough to share a flush among hundreds of tables, few enough that the last of
# them is not kept waiting.
_MOST_UNITS: Final = 256
# A batch that failed counts against the record's health for this long, unless one succeeds: a full disk lets
# everything pass but what is written.
_FAILED_S: Final = 10.0
# So many entries of others are taken into the picture; after more than these it begins anew.
_MOST_NEWS: Final = 1_000
_HEADS_SINCE: Final = (
    select(entries.c.stream, entries.c.version, entries.c.hash)
    .where(entries.c.position > bindparam("after"))
    .order_by(entries.c.position)
)
_MOVED_SINCE: Final = select(transfers.c.debit, transfers.c.credit).where(transfers.c.position > bindparam("after"))
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A unit in the queue, and who waits for its answer. Without a unit: only look what others have written."""

    unit: Unit | None
    answer: Future[Receipt] | asyncio.Future[Receipt]
    loop: asyncio.AbstractEventLoop | None


def no_fault(point: str) -> None:
    """Nothing goes wrong. Tests put something here that does, at the points where it would matter."""


class Committer:
    """The only writer of this process. Units queue up while a flush is under way and share the next one."""

    def __init__(self, engine: Engine, fault: Fault = no_fault) -> None:
        self._engine = engine
        self._statements = statements_for(engine.dialect.name)
        self._fault = fault
        self.writer = secrets.token_hex(8)
        """Under this name the others hear of what is written here."""
        self._queue: deque[_Waiting] = deque()
        self._wake = threading.Condition()
        self._open = True
        self._watchers: tuple[Watcher, ...] = ()
        self._connection: Connection | None = None
        self._failed = (0.0, "")
        self._read_only = False
        with engine.connect() as connection:
            self._told = last_position(connection)
        self._picture = Picture(self._told)
        self._thread = threading.Thread(target=self._run, name="croupier-committer", daemon=True)
        self._thread.start()

    def submit(self, unit: Unit | None) -> Future[Receipt]:
        """Queue a unit; its answer arrives once it is durable, or refused."""
        answer: Future[Receipt] = Future()
        self._enqueue(_Waiting(unit, answer, None))
        return answer

    def submit_from(self, loop: asyncio.AbstractEventLoop, unit: Unit) -> asyncio.Future[Receipt]:
        """Queue a unit from an event loop, which will be told the answer."""
        answer: asyncio.Future[Receipt] = loop.create_future()
        self._enqueue(_Waiting(unit, answer, loop))
        return answer

    async def try_out(self, loop: asyncio.AbstractEventLoop) -> int:
        """Go the way of a unit without one: how far the journal has come, or why nothing can be written now."""
        answer: asyncio.Future[Receipt] = loop.create_future()
        self._enqueue(_Waiting(None, answer, loop))
        await answer
        when_s, why = self._failed
        if why and time.monotonic() - when_s < _FAILED_S:
            raise StoreFailed(why)
        if self._read_only:
            raise StoreFailed("the database takes nothing; it is read-only")
        return self._picture.position

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Have `watcher` called, in the committer's thread, with the entries of each batch once it is durable.
        Returns how to stop that."""
        with self._wake:
            self._watchers = (*self._watchers, watcher)

        def stop() -> None:
            with self._wake:
                self._watchers = tuple(other for other in self._watchers if other is not watcher)

        return stop

    def told_balance(self, account: Account) -> Cents | None:
        """What an account holds after the batch that watchers are just told of: only they, in this thread, may ask."""
        assert threading.current_thread() is self._thread, "the picture is the committer's own"
        return self._picture.balances.get(account)

    def close(self) -> None:
        """Write what is queued, then stop."""
        with self._wake:
            self._open = False
            self._wake.notify()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _enqueue(self, waiting: _Waiting) -> None:
        with self._wake:
            if not self._open:
                raise StoreClosed
            self._queue.append(waiting)
            self._wake.notify()

    def _run(self) -> None:
        batch: list[_Waiting] = []
        try:
            while batch := self._next():
                self._answer(batch, self._flush([waiting.unit for waiting in batch]))
        except BaseException as why:  # the thread is dying: nobody may be left waiting for it
            _log.critical("the committer stopped: %s", said(why))
            with self._wake:
                self._open = False
                left = [*batch, *self._queue]
                self._queue.clear()
            self._answer(left, [StoreFailed(said(why))] * len(left))
        finally:
            self._drop_connection()

    def _next(self) -> list[_Waiting]:
        with self._wake:
            while not self._queue:
                if not self._open:
                    return []
                self._wake.wait()
            return [self._queue.popleft() for _ in range(min(len(self._queue), _MOST_UNITS))]

    def _flush(self, units: list[Unit | None]) -> list[Answer | None]:
        """Answers in order, once everything admitted is durable. A failing database fails the whole batch."""
        tries_left, ids = 1, False
        while True:
            try:
                answers, news = self._commit(units, ids=ids)
            except Exception as why:
                if not ids and isinstance(why, IntegrityError):
                    # Nearly all transfers are new, so their ids are not asked for: the database refuses one that is
                    # not. Now they are.
                    self._picture.forget(-1)
                    ids = True
                    continue
                _log.warning("a batch of %d failed: %s", len(units), said(why))
                self._drop_connection()
                # Whether the commit arrived is unknown: the next batch asks the database.
                self._picture.forget(-1)
                # A server that was restarted is there again. If the batch had arrived after all, its commands are
                # known by their ids and answered as before.
                if not (tries_left and isinstance(why, DBAPIError) and why.connection_invalidated):
                    if any(units):
                        self._failed = time.monotonic(), said(why)
                    return [StoreFailed(said(why))] * len(units)
                tries_left -= 1
            else:
                if any(units):
                    self._failed = (0.0, "")
                self._tell(news)
                return answers

    def _commit(self, units: list[Unit | None], *, ids: bool) -> tuple[list[Answer | None], tuple[Entry, ...]]:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(writing=True)
            prepare_writer(self._connection)
        connection, picture, fault = self._connection, self._picture, self._fault
        answers: list[Answer | None] = []
        with connection.begin():
            lock_for_writing(connection)
            fault("begin")
            others = self._catch_up(connection)
            picture.trim()
            batch = Batch(picture)
            asked = [unit for unit in units if unit is not None]
            if len(asked) < len(units):
                self._read_only = is_read_only(connection)
            if asked:
                batch.look_up(connection, self._statements, asked, ids=ids)
            for unit in units:
                try:
                    try:
                        answers.append(None if unit is None else batch.admit(unit))
                    except Overdrawn:
                        # What was moved before is not moved again, so perhaps it is not short.
                        assert unit is not None
                        batch.look_up_ids(connection, self._statements, [move.id for move in unit.transfers])
                        answers.append(batch.admit(unit))
                except Refused as refused:
                    answers.append(refused)
            if batch.unseal:
                self._statements.remove_sealed(connection, batch.unseal)
                fault("unseal")
            for table, rows in batch.rows():
                self._statements.insert(connection, table, rows)
                fault(table)
            if batch.entries:
                named = dict.fromkeys(entry.stream for entry in batch.entries)
                self._statements.announce(connection, self.writer, named)
        fault("commit")
        return answers, (*others, *batch.entries)

    def _catch_up(self, connection: Connection) -> tuple[Entry, ...]:
        """What other processes have written since our last batch; our picture of the record takes it in."""
        position, picture = last_position(connection), self._picture
        if position == picture.position:
            return ()
        if not picture.position <= position <= picture.position + _MOST_NEWS or picture.position < 0:
            picture.forget(position)
        else:
            since = {"after": picture.position}
            picture.take_in(connection.execute(_HEADS_SINCE, since), connection.execute(_MOVED_SINCE, since), position)
        if not self._watchers:
            return ()
        news = select(entries).where(entries.c.position > self._told).order_by(entries.c.position)
        return tuple(entries_of(connection, news))

    def _tell(self, news: tuple[Entry, ...]) -> None:
        if not news:
            return
        self._told = news[-1].position
        for watcher in self._watchers:
            try:
                watcher(news)
            except Exception:
                _log.exception("a watcher of the journal failed")

    def _answer(self, batch: list[_Waiting], answers: list[Answer | None]) -> None:
        loops: dict[asyncio.AbstractEventLoop, list[tuple[_Waiting, Answer | None]]] = {}
        for waiting, answer in zip(batch, answers, strict=True):
            if waiting.loop is None:
                _settle(waiting, answer)
            else:
                loops.setdefault(waiting.loop, []).append((waiting, answer))
        for loop, pairs in loops.items():
            # One wake-up a loop and batch: waking it for every unit would cost more than writing the unit.
            try:
                loop.call_soon_threadsafe(_settle_all, pairs)
            except RuntimeError:
                _log.warning("%d answers had nobody left to hear them", len(pairs))

    def _drop_connection(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None


def _settle_all(pairs: list[tuple[_Waiting, Answer | None]]) -> None:
    for waiting, answer in pairs:
        _settle(waiting, answer)


def _settle(waiting: _Waiting, answer: Answer | None) -> None:
    if waiting.answer.done():  # whoever asked has given up; the record has it all the same
        return
    if isinstance(answer, Refused):
        waiting.answer.set_exception(answer)
    else:
        waiting.answer.set_result(answer if answer is not None else Receipt("", ()))
