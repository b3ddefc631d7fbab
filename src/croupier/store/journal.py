"""The store: the journal, its money and its secrets, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Engine, bindparam, func, or_, select, text

from croupier.ledger.accounts import Account
from croupier.ledger.transfers import Transfer
from croupier.money import Cents
from croupier.store.batch import entry_of, last_position
from croupier.store.committer import Committer, Fault, Watcher, no_fault
from croupier.store.database import connect
from croupier.store.entry import EMPTY, Entry, Head
from croupier.store.schema import balances, entries, sealed, snapshots, transfers
from croupier.store.unit import Receipt, Unit

_PAGE: Final = 5_000
# Hops from stream to stream over the index instead of reading every entry.
_STREAMS: Final = text(
    "WITH RECURSIVE names(stream) AS (SELECT min(stream) FROM entries UNION ALL"
    " SELECT (SELECT min(e.stream) FROM entries e WHERE e.stream > names.stream) FROM names"
    " WHERE names.stream IS NOT NULL) SELECT stream FROM names WHERE stream IS NOT NULL"
)
_HEAD: Final = (
    select(entries.c.version, entries.c.hash)
    .where(entries.c.stream == bindparam("stream"))
    .order_by(entries.c.version.desc())
    .limit(1)
)


class Store:
    """An open record. Commands go in through `commit` (or `commit_async`, or `submit`); everything else reads.

    One store a process: its committer gathers what all tables bring into shared flushes. Other processes may have
    theirs on the same database; they take turns, batch by batch.
    """

    def __init__(self, engine: Engine, fault: Fault = no_fault) -> None:
        self._engine = engine
        self._committer = Committer(engine, fault)

    def commit(self, unit: Unit) -> Receipt:
        """Write a unit and return once it is durable; or raise its refusal."""
        return self.submit(unit).result()

    def submit(self, unit: Unit) -> Future[Receipt]:
        """Queue a unit; the future is answered once it is durable, or refused."""
        return self._committer.submit(unit)

    async def commit_async(self, unit: Unit) -> Receipt:
        """Write a unit from an event loop; returns once it is durable, or raises its refusal."""
        return await self._committer.submit_from(asyncio.get_running_loop(), unit)

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher` with each batch of entries after it is durable, in the order of the journal and in the
        committer's thread, so it should only hand them on. Returns how to stop."""
        return self._committer.watch(watcher)

    def refresh(self) -> None:
        """Look what other processes have written, and tell the watchers."""
        self._committer.submit(None).result()

    def receipt(self, command: str) -> Receipt | None:
        """How a command was answered, if it ever was."""
        query = select(entries).where(entries.c.command == command).order_by(entries.c.position)
        with self._engine.connect() as connection:
            found = tuple(entry_of(row) for row in connection.execute(query))
        return Receipt(command, found, repeated=True) if found else None

    def read(self, stream: str, *, after: int = 0) -> Iterator[Entry]:
        """The entries of a stream past version `after`, page by page: memory stays flat on any stream."""
        query = (
            select(entries)
            .where(entries.c.stream == stream, entries.c.version > bindparam("after"))
            .order_by(entries.c.version)
            .limit(_PAGE)
        )
        while True:
            with self._engine.connect() as connection:
                page = [entry_of(row) for row in connection.execute(query, {"after": after})]
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].version

    def read_all(self, *, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        """The whole journal past position `after`, in order."""
        query = select(entries).where(entries.c.position > bindparam("after")).order_by(entries.c.position).limit(_PAGE)
        if until is not None:
            query = query.where(entries.c.position <= until)
        while True:
            with self._engine.connect() as connection:
                page = [entry_of(row) for row in connection.execute(query, {"after": after})]
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].position

    def position(self) -> int:
        """How many entries the journal has."""
        with self._engine.connect() as connection:
            return last_position(connection)

    def head(self, stream: str) -> Head:
        """How far a stream has come."""
        with self._engine.connect() as connection:
            row = connection.execute(_HEAD, {"stream": stream}).one_or_none()
        return EMPTY if row is None else Head(row.version, row.hash)

    def heads(self) -> dict[str, Head]:
        """Every stream and how far it has come: print this at the end of a shift, and keep it elsewhere."""
        with self._engine.connect() as connection:
            names = list(connection.execute(_STREAMS).scalars())
            rows = {name: connection.execute(_HEAD, {"stream": name}).one() for name in names}
        return {name: Head(row.version, row.hash) for name, row in rows.items()}

    def streams(self, prefix: str = "") -> list[str]:
        """The names of the streams that begin with `prefix`."""
        with self._engine.connect() as connection:
            return [name for name in connection.execute(_STREAMS).scalars() if name.startswith(prefix)]

    def balance(self, account: Account) -> Cents:
        """What an account holds."""
        with self._engine.connect() as connection:
            held = select(balances.c.amount).where(balances.c.account == account)
            return connection.execute(held).scalar() or 0

    def balances(self) -> dict[Account, Cents]:
        """What every account holds."""
        with self._engine.connect() as connection:
            return {Account(row.account): row.amount for row in connection.execute(select(balances))}

    def statement(self, account: Account, *, after: int = 0) -> Iterator[tuple[int, Transfer]]:
        """The movements of an account past position `after`, each with the position of its entry."""
        query = (
            select(transfers)
            .where(or_(transfers.c.debit == account, transfers.c.credit == account))
            .where(transfers.c.position > after)
            .order_by(transfers.c.position, transfers.c.line)
        )
        with self._engine.connect() as connection:
            for row in connection.execution_options(yield_per=_PAGE).execute(query):
                yield row.position, Transfer(row.id, row.debit, row.credit, row.amount)

    def transfers(self) -> Iterator[tuple[int, int, str, str, str, int]]:
        """Every movement that the book knows: position, line, id, debit, credit, cents. For the audit."""
        query = select(transfers).order_by(transfers.c.position, transfers.c.line)
        with self._engine.connect() as connection:
            for row in connection.execution_options(yield_per=_PAGE).execute(query):
                yield tuple(row)

    def transfer_count(self) -> int:
        """How many movements the book knows."""
        with self._engine.connect() as connection:
            return connection.execute(select(func.count()).select_from(transfers)).scalar_one()

    def secret(self, key: str) -> str | None:
        """What is sealed under a key. Only for going on with what it belongs to: never shown, never exported."""
        with self._engine.connect() as connection:
            query = select(sealed.c.secret).where(sealed.c.key == key)
            return connection.execute(query).scalar()

    def snapshot(self, stream: str) -> tuple[int, str] | None:
        """The latest shortcut of a stream: a version and the state there."""
        with self._engine.connect() as connection:
            row = connection.execute(select(snapshots).where(snapshots.c.stream == stream)).one_or_none()
        return None if row is None else (row.version, row.state)

    def close(self) -> None:
        """Write what is queued, then let go of the database."""
        self._committer.close()
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(url: str, *, create: bool = True, fault: Fault = no_fault) -> Store:
    """The record at `url`: `sqlite:///room.db`, a plain path, or `postgresql://…`; made if it is not there yet."""
    return Store(connect(url, create=create), fault)
