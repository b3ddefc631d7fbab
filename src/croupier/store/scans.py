"""Walks through a whole record: rows in the journal's order, without the columns that nobody wants.

In a record of many tables every page of the database holds entries of most of them. Reading table by table would touch
each page once for every table; these walks touch it once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias, cast

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, case, func, null, select, text

from croupier.store.entry import Entry
from croupier.store.entry import Row as Moved
from croupier.store.reader import Reader
from croupier.store.schema import entries, transfers

BookLine: TypeAlias = tuple[int, int, str, str, str, int]
"""A movement as the book has it: position, line, id, debit, credit, cents."""
Numbered: TypeAlias = tuple[int, Moved]
"""A movement of one entry: its line, and what moved."""

_PAGE: Final = 5_000
_UNTIL: Final = 1 << 62
# The plus keeps SQLite from going through the index of streams, and so stream by stream.
_AMONG: Final = {
    "sqlite": "+entries.stream IN (SELECT value FROM json_each(:streams))",
    "postgresql": "entries.stream = ANY(ARRAY(SELECT json_array_elements_text(CAST(:streams AS json))))",
}
_NOT_THESE: Final = func.substr(entries.c.stream, 1, func.length(bindparam("spared"))) == bindparam("spared")
_STRETCH: Final = entries.c.position.between(bindparam("first"), bindparam("last"))


class Glance(NamedTuple):
    """A row of the journal as it lies there; with its body, where that was wanted."""

    position: int
    version: int
    time_ms: int
    stream: str
    actor: str
    command: str
    hash: str
    body: str | None

    def entry(self, previous: str) -> Entry:
        """The entry, given the hash of the one before it in its stream."""
        assert self.body is not None, "an entry has a body"
        return Entry(
            self.position,
            self.stream,
            self.version,
            self.time_ms,
            self.actor,
            self.command,
            self.body,
            previous,
            self.hash,
        )


# What `Glance._make` does, without a call in between.
_glance: Final = cast("Callable[[Sequence[Any]], Glance]", partial(tuple.__new__, Glance))
_FIELDS: Final = [entries.c[name] for name in Glance._fields if name != "body"]
_BOOK: Final = [transfers.c[name] for name in ("position", "line", "id", "debit", "credit", "amount")]
# Entry by entry, which is the order that SQLite takes a CROSS JOIN in.
_MOVED: Final = {
    name: text(
        f"SELECT {', '.join(map(str, _BOOK))} FROM entries CROSS JOIN transfers"
        f" WHERE transfers.position = entries.position AND entries.position BETWEEN :first AND :last AND {among}"
        " ORDER BY entries.position, transfers.line"
    )
    for name, among in _AMONG.items()
}


def glances(
    reader: Reader, *, after: int, until: int | None = None, spared: Callable[[], str | None]
) -> Iterator[Glance]:
    """The journal past a position. `spared` is asked page by page how the streams begin whose bodies need not be read;
    those of commands that wrote several entries are read all the same."""
    query = _rows(case((_NOT_THESE, null()), else_=entries.c.body)).limit(_PAGE)
    whole = _rows(entries.c.body).limit(_PAGE)
    last = _UNTIL if until is None else until
    while True:
        prefix = spared()
        with reader.asking() as connection:
            if prefix is None:
                rows = connection.execute(whole, {"first": after + 1, "last": last}).all()
            else:
                rows = connection.execute(query, {"first": after + 1, "last": last, "spared": prefix}).all()
            many = len(rows)
            page = [*map(_glance, _whole_commands(rows))]
            if prefix is not None:
                _read_together(connection, page)
        yield from page
        if many < _PAGE:
            return
        after = page[-1].position


def book(reader: Reader, *, after: int = 0) -> Iterator[BookLine]:
    """Every movement past a position that the book knows."""
    query = select(*_BOOK).where(transfers.c.position > after).order_by(transfers.c.position, transfers.c.line)
    with reader.asking() as connection:
        for page in connection.execution_options(yield_per=_PAGE).execute(query).partitions():
            yield from map(tuple, page)


def entries_among(
    reader: Reader, streams: Collection[str], *, after: int, until: int
) -> Iterator[tuple[Glance, list[Numbered]]]:
    """The entries of these streams past a position, in the journal's order; beside each what the book has of it."""
    parameters: dict[str, Any] = {"streams": json.dumps(sorted(streams))}
    while True:
        with reader.asking() as connection:
            query = _rows(entries.c.body).where(text(_AMONG[connection.dialect.name])).limit(_PAGE)
            rows = connection.execute(query, {**parameters, "first": after + 1, "last": until}).all()
            if not rows:
                return
            parameters |= {"first": after + 1, "last": rows[-1][0]}
            lines = connection.execute(_MOVED[connection.dialect.name], parameters).all()
        beside: dict[int, list[Numbered]] = {}
        for position, line, id, debit, credit, amount in lines:
            beside.setdefault(position, []).append((line, (id, debit, credit, amount)))
        for glance in map(_glance, rows):
            yield glance, beside.get(glance.position, [])
        if len(rows) < _PAGE:
            return
        after = rows[-1][0]


def _rows(body: ColumnElement[Any]) -> Select[Any]:
    return select(*_FIELDS, body).where(_STRETCH).order_by(entries.c.position)


def _whole_commands(rows: Sequence[Row[Any]]) -> Sequence[Row[Any]]:
    """A full page without the entries at its end whose command may go on."""
    if len(rows) < _PAGE:
        return rows
    end = len(rows) - 1
    while end and rows[end - 1].command == rows[-1].command:
        end -= 1
    return rows[: end or len(rows)]


def _read_together(connection: Connection, page: list[Glance]) -> None:
    """Read the bodies of commands that wrote several entries, which are compared with each other."""
    commands = [glance.command for glance in page]
    joined = {
        at
        for at, (one, other) in enumerate(pairwise(commands))
        if one == other
        for at in (at, at + 1)
        if page[at].body is None
    }
    if not joined:
        return
    query = select(entries.c.position, entries.c.body).where(
        entries.c.position.in_(bindparam("positions", expanding=True))
    )
    places = sorted(joined)
    for start in range(0, len(places), 500):
        here = places[start : start + 500]
        parameters = {"positions": [page[at].position for at in here]}
        bodies: dict[int, str] = dict(connection.execute(query, parameters).all())
        for at in here:
            page[at] = page[at]._replace(body=bodies[page[at].position])
