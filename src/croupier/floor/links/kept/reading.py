"""Reading what links did: from what is kept of full blocks, and from the journal only at the edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from croupier.floor.links.desk import PREFIX
from croupier.floor.links.kept.book import Book, read_book
from croupier.floor.links.kept.course import Course, read_course
from croupier.floor.links.kept.keeping import USUAL
from croupier.jackpot.events import Event
from croupier.jackpot.record import from_plain
from croupier.ledger.accounts import pool
from croupier.store.entry import Entry, contents
from croupier.store.journal import Store
from croupier.store.kept.links import BOOK, COURSE, deed_entries, kept_links, latest_row
from croupier.store.kept.sums import block_up_to, stretch

_EVER: Final = 1 << 62


def book_at(store: Store, name: str, position: int) -> Book:
    """The book of a link after an entry of the journal."""
    with store.asking() as connection:
        block = min(kept_links(connection), block_up_to(position))
        row = latest_row(connection, BOOK, name, block)
    book = Book(name) if row is None else read_book(name, row.version, row.text)
    for entry in store.read(PREFIX + name, after=book.version):
        if entry.position > position:
            break
        book.follow(entry.version, map(from_plain, contents(entry).events))
    for _, one in store.movements(pool(name), after=stretch(block)[1], before=position + 1):
        book.wager((one.id, one.debit, one.credit, one.amount))
    return book


def course_of(store: Store, name: str) -> tuple[Course, Book]:
    """The course of a link's meters as far as it is kept, and its book there."""
    with store.asking() as connection:
        block = kept_links(connection)
        row, book = (latest_row(connection, kind, name, block) for kind in (COURSE, BOOK))
    if row is None or book is None:
        return Course(), Book(name)
    return read_course(row.text), read_book(name, book.version, book.text)


def deed_events(store: Store, name: str, *, after: int = 0, until: int = _EVER) -> Iterator[tuple[Entry, Event]]:
    """Every event of a link but splits of wagers and their return, with the entry that it is in, of the versions past
    `after` up to `until`. What full blocks have of them is read one by one; only behind them a stream is read whole."""
    with store.asking() as connection:
        row = latest_row(connection, BOOK, name, kept_links(connection))
        reached = 0 if row is None else row.version
        found = list(deed_entries(connection, name, PREFIX + name, after, min(until, reached)))
    for entry in found:
        yield from _told(entry)
    for entry in store.read(PREFIX + name, after=max(after, reached)):
        if entry.version > until:
            return
        yield from _told(entry)


def _told(entry: Entry) -> Iterator[tuple[Entry, Event]]:
    for plain in contents(entry).events:
        if plain["event"] not in USUAL:
            yield entry, from_plain(plain)
