"""Reading the record from its end: what somebody looks for is nearly always the newest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, func, or_, select, union_all
from sqlalchemy.sql.elements import ColumnElement

from croupier.ledger.accounts import Account
from croupier.ledger.transfers import Transfer
from croupier.money import Cents
from croupier.store.batch import entry_of, last_position
from croupier.store.entry import Entry
from croupier.store.schema import entries, transfers

_PAGE: Final = 1_000


class Standing(NamedTuple):
    """How a stream stands: how many entries it has, and the version, the position and the time of the last."""

    entries: int
    version: int
    position: int
    time_ms: int


class NewestFirst:
    """Questions that are answered from the end of the record backwards. `connect` lends a connection for each."""

    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._connect = connect

    def entry(self, position: int) -> Entry | None:
        """The entry at a position of the journal."""
        with self._connect() as connection:
            row = connection.execute(select(entries).where(entries.c.position == position)).one_or_none()
        return None if row is None else entry_of(row)

    def position_at(self, time_ms: int) -> int:
        """How many entries were written before a moment.

        Found by halving, for times rise with positions. Where a clock was set back they do not, for a while: then a
        border lies somewhere in that while, and still cuts the journal into what came before it and what came after.
        """
        # Of a record that is trimmed some are gone; the next that is there speaks for them.
        query = select(entries.c.time_ms).order_by(entries.c.position).limit(1)
        with self._connect() as connection:
            low, high = 0, last_position(connection)
            while low < high:
                middle = (low + high + 1) // 2
                time = connection.execute(query.where(entries.c.position >= middle)).scalar()
                if time is not None and time < time_ms:
                    low = middle
                else:
                    high = middle - 1
        return low

    def newest(
        self,
        *,
        before: int,
        after: int = 0,
        stream: str = "",
        kinds: tuple[str, ...] = (),
        actor: str = "",
        page: int = _PAGE,
    ) -> Iterator[Entry]:
        """The entries between two positions, newest first: of one stream, of kinds of streams, of one actor.

        They are read by the `page`: a small one for who needs only a few of them.
        """
        query = _picked(select(entries), stream, kinds, actor).where(entries.c.position > after)
        query = query.order_by((entries.c.version if stream else entries.c.position).desc()).limit(page)
        return self._paged(query, lambda last: entries.c.position < last, before, page)

    def oldest(
        self,
        *,
        after: int,
        before: int,
        stream: str = "",
        kinds: tuple[str, ...] = (),
        actor: str = "",
        page: int = _PAGE,
    ) -> Iterator[Entry]:
        """The same entries, oldest first."""
        query = _picked(select(entries), stream, kinds, actor).where(entries.c.position < before)
        query = query.order_by(entries.c.version if stream else entries.c.position).limit(page)
        return self._paged(query, lambda last: entries.c.position > last, after, page)

    def _paged(
        self, query: Select[Any], beyond: Callable[[int], ColumnElement[bool]], start: int, size: int
    ) -> Iterator[Entry]:
        while True:
            with self._connect() as connection:
                page = [entry_of(row) for row in connection.execute(query.where(beyond(start)))]
            yield from page
            if len(page) < size:
                return
            start = page[-1].position

    def entries_by(self, what: str, *, after: int = 0, before: int) -> dict[str, int]:
        """How many entries there are between two positions, by `stream` or by `actor`."""
        column = entries.c[what]
        query = select(column, func.count()).where(entries.c.position > after, entries.c.position < before)
        with self._connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query.group_by(column))}

    def standings(self) -> dict[str, Standing]:
        """How every stream stands."""
        last = (
            select(entries.c.stream, func.count().label("many"), func.max(entries.c.position).label("last"))
            .group_by(entries.c.stream)
            .subquery()
        )
        found = select(last.c.stream, last.c.many, entries.c.version, entries.c.position, entries.c.time_ms)
        with self._connect() as connection:
            rows = connection.execute(found.join(entries, entries.c.position == last.c.last))
            return {row[0]: Standing(*row[1:]) for row in rows}

    def movements(self, account: Account, *, before: int, after: int = 0) -> Iterator[tuple[int, Transfer]]:
        """The movements of an account between two positions, newest first, each with the position of its entry."""
        sides = [
            select(transfers).where(side == account, transfers.c.position > after, transfers.c.position < before)
            for side in (transfers.c.debit, transfers.c.credit)
        ]
        # Two walks along an index, merged: nothing is sorted that nobody looks at.
        query = union_all(*sides).order_by(transfers.c.position.desc(), transfers.c.line.desc())
        with self._connect() as connection:
            for row in connection.execution_options(yield_per=_PAGE).execute(query):
                yield row.position, Transfer(row.id, row.debit, row.credit, row.amount)

    def times(self, positions: Collection[int]) -> dict[int, int]:
        """When the entries at these positions were written, in milliseconds."""
        query = select(entries.c.position, entries.c.time_ms).where(entries.c.position.in_(positions))
        with self._connect() as connection:
            return {row.position: row.time_ms for row in connection.execute(query)}

    def turnover(self, account: Account, *, after: int, before: int) -> tuple[Cents, Cents]:
        """What came into an account between two positions, and what went out of it."""
        sums = []
        with self._connect() as connection:
            for side in (transfers.c.credit, transfers.c.debit):
                query = select(func.coalesce(func.sum(transfers.c.amount), 0)).where(
                    side == account, transfers.c.position > after, transfers.c.position < before
                )
                sums.append(int(connection.execute(query).scalar_one()))
        return sums[0], sums[1]


def _picked(query: Select[Any], stream: str, kinds: tuple[str, ...], actor: str) -> Select[Any]:
    if stream:
        query = query.where(entries.c.stream == stream)
    if kinds:
        query = query.where(or_(*(func.substr(entries.c.stream, 1, len(kind)) == kind for kind in kinds)))
    if actor:
        query = query.where(entries.c.actor == actor)
    return query
