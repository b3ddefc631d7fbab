"""Reading the record from its end: most readers look for the newest entries."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, func, or_, select, text
from sqlalchemy.sql.elements import ColumnElement

from croupier.ledger.accounts import Account
from croupier.money import Cents
from croupier.store.batch import last_position
from croupier.store.entry import Entry
from croupier.store.projections.moves import Move, moves, moves_apart, turned_over, turnover
from croupier.store.projections.projection import stretch
from croupier.store.projections.sums import CHIPS, OF_CAGE, RARE, blocks_with, count_key, counted_in, last_summed, span
from croupier.store.rows import Chain, entries_of, entry_of
from croupier.store.schema import entries

_PAGE: Final = 1_000
_END: Final = 1 << 62


# Of a record that is trimmed the first are gone: whoever halves there goes on among those that are left.
_VERSION_AT: Final = text(
    "WITH RECURSIVE cut(low, high) AS ("
    " SELECT CAST(0 AS bigint), (SELECT CAST(coalesce(max(version), 0) AS bigint) FROM entries WHERE stream = :stream)"
    " UNION ALL"
    " SELECT CASE WHEN coalesce(e.position, 0) <= :position THEN (low + high + 1) / 2 ELSE low END,"
    " CASE WHEN coalesce(e.position, 0) <= :position THEN high ELSE (low + high + 1) / 2 - 1 END"
    " FROM cut LEFT JOIN entries e ON e.stream = :stream AND e.version = (low + high + 1) / 2 WHERE low < high)"
    " SELECT low FROM cut WHERE low = high"
)


class StreamState(NamedTuple):
    """How a stream stands: how many entries it has, and the version, the position and the time of the last."""

    entries: int
    version: int
    position: int
    time_ms: int


class NewestFirst:
    """Questions that are answered from the end of the record backwards. `connect` lends a connection for each."""

    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._connect = connect

    def asking(self) -> AbstractContextManager[Connection]:
        """A connection that reads, for the projections of the journal."""
        return self._connect()

    def entry(self, position: int) -> Entry | None:
        """The entry at a position of the journal."""
        with self._connect() as connection:
            return entry_of(connection, select(entries).where(entries.c.position == position))

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
        query = _picked(select(entries), stream, kinds, actor)
        if stream:
            first, last = self.version_at(stream, after), self.version_at(stream, before - 1)
            query = query.where(entries.c.version > first).order_by(entries.c.version.desc()).limit(page)
            return self._paged(query, "version", lambda last: entries.c.version < last, last + 1, page)
        query = query.where(entries.c.position > after).order_by(entries.c.position.desc()).limit(page)
        return self._paged(query, "position", lambda last: entries.c.position < last, before, page)

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
        query = _picked(select(entries), stream, kinds, actor)
        if stream:
            first, last = self.version_at(stream, after), self.version_at(stream, before - 1)
            query = query.where(entries.c.version <= last).order_by(entries.c.version).limit(page)
            return self._paged(query, "version", lambda last: entries.c.version > last, first, page)
        query = query.where(entries.c.position < before).order_by(entries.c.position).limit(page)
        return self._paged(query, "position", lambda last: entries.c.position > last, after, page)

    def version_at(self, stream: str, position: int) -> int:
        """How far a stream had come when the entry at a position was written.

        Found by halving, for versions rise with positions: neither is what lies between read, nor what is older.
        """
        with self._connect() as connection:
            return int(connection.execute(_VERSION_AT, {"stream": stream, "position": position}).scalar_one())

    def versions(self, stream: str, first: int, last: int) -> list[Entry]:
        """The entries of a stream from one version to another."""
        of_it = (entries.c.stream == stream, entries.c.version.between(first, last))
        with self._connect() as connection:
            return entries_of(connection, select(entries).where(*of_it).order_by(entries.c.version))

    def _paged(
        self, query: Select[Any], by: str, beyond: Callable[[int], ColumnElement[bool]], start: int, size: int
    ) -> Iterator[Entry]:
        chain = Chain()
        while True:
            with self._connect() as connection:
                page = chain.entries(connection, query.where(beyond(start)))
            yield from page
            if len(page) < size:
                return
            start = getattr(page[-1], by)

    def entries_by(self, what: str, *, after: int = 0, before: int) -> dict[str, int]:
        """How many entries there are between two positions, by `stream` or by `actor`."""
        column = entries.c[what]
        with self._connect() as connection:
            blocks, edges = span(connection, after, before)
            counts = counted_in(connection, what, blocks)
            for low, high in edges:
                query = select(column, func.count()).where(entries.c.position > low, entries.c.position < high)
                counts.update({key: int(many) for key, many in connection.execute(query.group_by(column))})
        return dict(counts)

    def saying(self, stream: str, *events: str) -> Iterator[Entry]:
        """The entries of a stream that say one of these events, which are rare there, newest first."""
        assert set(events) <= set(RARE), "what is looked for so is counted in every block"
        # Not by the index of streams: that would go through all of one's past.
        of_it = entries.c.stream.concat("") == stream
        query = select(entries).where(of_it).order_by(entries.c.position.desc())
        with self._connect() as connection:
            last = last_summed(connection)
            tail = query.where(entries.c.position > stretch(last)[1])
            candidates = entries_of(connection, tail)
            summed = events if last >= 0 else ()
            blocks = {block for event in summed for block in blocks_with(connection, count_key(event), stream)}
            for block in sorted(blocks, reverse=True):
                low, high = stretch(block)
                within = query.where(entries.c.position.between(low + 1, high))
                candidates += entries_of(connection, within)
        said = [f'"event":"{event}"' for event in events]
        yield from (entry for entry in candidates if any(one in entry.body for one in said))

    def standings(self) -> dict[str, StreamState]:
        """How every stream stands."""
        last = (
            select(entries.c.stream, func.count().label("many"), func.max(entries.c.position).label("last"))
            .group_by(entries.c.stream)
            .subquery()
        )
        query = select(last.c.stream, last.c.many, entries.c.version, entries.c.position, entries.c.time_ms)
        with self._connect() as connection:
            rows = connection.execute(query.join(entries, entries.c.position == last.c.last))
            return {row[0]: StreamState(*row[1:]) for row in rows}

    def movements(self, account: Account, *, before: int, after: int = 0) -> Iterator[Move]:
        """The movements of an account between two positions, newest first, each with the position of its entry."""
        with self._connect() as connection:
            yield from moves(connection, account, after, before, newest=True)

    def apart(self, account: Account, *, before: int, after: int = 0) -> Iterator[Move]:
        """Those that are of no round, oldest first: what is bought and sold, filled and credited, counted and paid."""
        with self._connect() as connection:
            yield from moves_apart(connection, account, after, before, newest=False)

    def times(self, positions: Collection[int]) -> dict[int, int]:
        """When the entries at these positions were written, in milliseconds."""
        query = select(entries.c.position, entries.c.time_ms).where(entries.c.position.in_(positions))
        with self._connect() as connection:
            return {row.position: row.time_ms for row in connection.execute(query)}

    def turnover(self, account: Account, *, after: int, before: int, summed: bool = True) -> tuple[Cents, Cents]:
        """What came into an account between two positions, and what went out of it.

        Unless `summed`, no sums are believed: every movement in between is read.
        """
        with self._connect() as connection:
            if not summed:
                return turned_over(connection, account, after, before, summed=False)
            return turnover(connection, account, after, before)

    def chips_moved(self, account: Account, most: int) -> list[Move]:
        """The last movements between an account and the cage, newest first, each with the position of its entry."""
        chip_moves: list[Move] = []
        with self._connect() as connection:
            last = last_summed(connection)
            older = blocks_with(connection, CHIPS, account) if last >= 0 else iter(())
            for low, high in chain([(stretch(last)[1], _END)], map(stretch, older)):
                apart = moves_apart(connection, account, low, high + 1, newest=True)
                chip_moves += [one for one in apart if one[1].id.endswith(OF_CAGE)]
                if len(chip_moves) >= most:
                    break
        return chip_moves[:most]


def _picked(query: Select[Any], stream: str, kinds: tuple[str, ...], actor: str) -> Select[Any]:
    if stream:
        query = query.where(entries.c.stream == stream)
    if kinds:
        query = query.where(or_(*(func.substr(entries.c.stream, 1, len(kind)) == kind for kind in kinds)))
    if actor:
        query = query.where(entries.c.actor == actor)
    return query
