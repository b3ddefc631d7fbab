"""The committer: one thread that writes what many tables bring, as many as are waiting in one flush."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, TypeAlias

from sqlalchemy import Engine, PoolProxiedConnection, select
from sqlalchemy.exc import DBAPIError

from croupier.errors import Refused
from croupier.ledger.balances import Overdrawn
from croupier.store.batch import Batch, Mistaken, WriterCache, last_position, latest_ms
from croupier.store.database import error_text
from croupier.store.dialects import dialect_for
from croupier.store.dialects.dialect import Dialect, Fault, no_fault
from croupier.store.drafts import Draft, drafted
from croupier.store.entry import Entry
from croupier.store.rows import entries_of, of_commands
from croupier.store.schema import entries
from croupier.store.subscriptions import News, Subscriptions
from croupier.store.unit import Receipt, StoreClosed, StoreFailed, Unit

Answer: TypeAlias = Receipt | Refused

# A batch ends at this many units: enough to share a flush among hundreds of tables, few enough that the last of
# them is not kept waiting.
_MOST_UNITS: Final = 256
# A batch that failed counts against the record's health for this long, unless one succeeds: a full disk lets
# everything pass but what is written.
_FAILED_S: Final = 10.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A unit in the queue, and who waits for its answer. Without a unit: only look what others have written."""

    unit: Unit | None
    answer: Future[Receipt] | asyncio.Future[Receipt]
    loop: asyncio.AbstractEventLoop | None


class Committer:
    """The only writer of this process. Units queue up while a flush is under way and share the next one."""

    def __init__(self, engine: Engine, fault: Fault = no_fault) -> None:
        self._engine = engine
        self._fault = fault
        self.writer = secrets.token_hex(8)
        """Under this name the others hear of what is written here."""
        self._queue: deque[_Waiting] = deque()
        self._wake = threading.Condition()
        self._open = True
        self._lent: PoolProxiedConnection | None = None
        self._pen: Dialect | None = None
        self._failed = (0.0, "")
        self._read_only = False
        with engine.connect() as connection:
            self._cache = WriterCache(last_position(connection))
            self.latest = latest_ms(connection), time.monotonic()
            """The latest time of what this process has found here or has been given to write, and when that was by a
            steady clock."""
        self.watchers = Subscriptions(engine, self._cache.position)
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
        """Go the way of a unit without writing one: the position of the journal, or why nothing can be written now."""
        answer: asyncio.Future[Receipt] = loop.create_future()
        self._enqueue(_Waiting(None, answer, loop))
        await answer
        when_s, why = self._failed
        if why and time.monotonic() - when_s < _FAILED_S:
            raise StoreFailed(why)
        if self._read_only:
            raise StoreFailed("the database takes nothing; it is read-only")
        return self._cache.position

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
            # Noted before it is written: the next may be decided meanwhile, and stand behind it in the same batch.
            if waiting.unit is not None and waiting.unit.time_ms > self.latest[0]:
                self.latest = waiting.unit.time_ms, time.monotonic()
            self._wake.notify()

    def _run(self) -> None:
        batch: list[_Waiting] = []
        try:
            while batch := self._next():
                self._answer(batch, self._flush(batch))
        except BaseException as why:  # the thread is dying: nobody may be left waiting for it
            _log.critical("the committer stopped: %s", error_text(why))
            with self._wake:
                self._open = False
                left = [*batch, *self._queue]
                self._queue.clear()
            self._answer(left, [StoreFailed(error_text(why))] * len(left))
        finally:
            self._drop_connection()

    def _next(self) -> list[_Waiting]:
        with self._wake:
            while not self._queue:
                if not self._open:
                    return []
                self._wake.wait()
            return self._arrived(_MOST_UNITS)

    def _arrived(self, most: int) -> list[_Waiting]:
        return [self._queue.popleft() for _ in range(min(len(self._queue), most))]

    def _flush(self, batch: list[_Waiting]) -> list[Answer | None]:
        """Answers in order, once everything admitted is durable. A failing database fails the whole batch.

        Whoever comes while another server writes is taken along: the batch grows until its turn has come.
        """
        drafts = list(map(_drafted, batch))
        tries_left, ids = 1, False
        while True:
            try:
                dialect = self._take_up()
                dialect.begin()
                with self._wake:
                    came = self._arrived(_MOST_UNITS - len(batch))
                batch += came
                drafts += map(_drafted, came)
                answers, news = self._commit(dialect, drafts, ids=ids)
            except Exception as why:
                if not ids and self._is_surprise(why):
                    # Nearly all transfers are new and nearly all streams stand where we left them, so neither is asked
                    # for: the database refuses what is not so. Now they are.
                    self._roll_back()
                    self._cache.forget()
                    ids = True
                    continue
                lost = self._is_lost(why)
                _log.warning("a batch of %d failed: %s", len(batch), error_text(why))
                self._drop_connection()
                # Whether the commit arrived is unknown: the next batch asks the database.
                self._cache.forget()
                # A server that was restarted is there again. If the batch had arrived after all, its commands are
                # known by their ids and answered as before.
                if not (tries_left and lost):
                    if any(drafts):
                        self._failed = time.monotonic(), error_text(why)
                    return [StoreFailed(error_text(why))] * len(batch)
                tries_left -= 1
            else:
                if any(drafts):
                    self._failed = (0.0, "")
                self._tell(news)
                return answers

    def _commit(self, dialect: Dialect, drafts: list[Draft | None], *, ids: bool) -> tuple[list[Answer | None], News]:
        """Decide and write, in the transaction that was begun."""
        cache, fault, answers = self._cache, self._fault, list[Answer | None]()
        fault("begin")
        cache.trim()
        batch = Batch(cache)
        units = [draft.unit for draft in drafts if draft is not None]
        if len(units) < len(drafts):
            self._read_only = dialect.is_read_only()
        answer = batch.look(dialect, units, self.watchers.since)
        before = cache.position
        if answer.commands:
            batch.remember(self._carried_out(answer.commands))
        batch.look_up_begun(dialect, units)
        if ids:
            batch.look_up_ids(dialect, {move.id for unit in units for move in unit.transfers})
        for draft in drafts:
            try:
                answers.append(None if draft is None else self._admit(batch, dialect, draft))
            except Refused as refused:
                assert draft is not None
                batch.verify(dialect, draft.unit)
                answers.append(refused)
        dialect.write(batch.to_write(self.writer), fault)
        dialect.commit()
        fault("commit")
        batch.close()
        moved = {account: cache.balances[account] for account in batch.touched}
        return answers, News(tuple(batch.entries), moved, before, cache.position, answer.written, answer.moved)

    @staticmethod
    def _admit(batch: Batch, dialect: Dialect, draft: Draft) -> Receipt:
        try:
            return batch.admit(draft)
        except Overdrawn:
            # What was moved before is not moved again, so perhaps it is not short.
            batch.look_up_ids(dialect, [move.id for move in draft.unit.transfers])
            return batch.admit(draft)

    def _carried_out(self, commands: Collection[str]) -> list[Entry]:
        """The entries of commands that came before. They stand for ever, so another connection may read them."""
        with self._engine.connect() as connection:
            return entries_of(connection, select(entries).where(of_commands(connection, set(commands))))

    def _tell(self, news: News) -> None:
        try:
            self.watchers.tell(news)
        except Exception as why:
            _log.warning("what others have written could not be read: %s", error_text(why))
            self._cache.alone = False  # so that it is asked for again

    def _take_up(self) -> Dialect:
        """The pen, on a connection that is this thread's own."""
        if self._pen is None:
            self._lent = self._engine.raw_connection()
            self._pen = dialect_for(self._engine.dialect.name, self._lent.driver_connection)
            self._pen.prepare()
        return self._pen

    def _is_surprise(self, why: Exception) -> bool:
        """Whether the record is not as we took it to be, and nothing else is wrong."""
        return isinstance(why, Mistaken | self._engine.dialect.loaded_dbapi.IntegrityError)

    def _is_lost(self, why: Exception) -> bool:
        """Whether the database was not there to answer; it may be there again."""
        dialect, driven = self._engine.dialect, self._lent and self._lent.driver_connection
        if isinstance(why, DBAPIError):  # it could not even be reached
            return why.connection_invalidated
        return isinstance(why, dialect.loaded_dbapi.Error) and dialect.is_disconnect(why, driven, None)

    def _roll_back(self) -> None:
        try:
            self._take_up().roll_back()
        except Exception:
            self._drop_connection()

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
        """Let go of the connection, and with it of whatever it had begun."""
        if self._pen is not None:
            self._pen.lay_down()
        if self._lent is not None:
            self._lent.invalidate()
            self._lent.close()
        self._lent = self._pen = None


def _drafted(waiting: _Waiting) -> Draft | None:
    return None if waiting.unit is None else drafted(waiting.unit)


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
