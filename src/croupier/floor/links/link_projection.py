"""The links as a projection of the journal: the state of each link at the end of every block, and the places of its
deeds.

A reader takes the state at the last full block, and from the journal only the entries since then.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from croupier.floor.links.desk import PREFIX
from croupier.floor.links.link_book import LinkBook, book_text, read_book
from croupier.floor.links.meter_course import MeterCourse, course_text, read_course
from croupier.jackpot.events import Event as LinkEvent
from croupier.jackpot.record import from_plain
from croupier.ledger.accounts import pool
from croupier.store.entry import Entry, Event, Row, canonical, contents
from croupier.store.formats import STATE
from croupier.store.journal import Store
from croupier.store.projections.links import BOOK, DEED, LinkRow, deed_entries, latest_book
from croupier.store.projections.projection import Projection, block_up_to, checkpoint, last_block, stretch
from croupier.store.schema import links

USUAL: Final = frozenset({"WagersSplit", "WagersReturned"})
"""What tables' rounds make happen on a link, all day. Whatever else an entry says is a deed."""
_POOL: Final = "pool/"
_EVER: Final = 1 << 62


class LinkBooks(Projection):
    """Every link while the journal is read. Its state has the course of the meters, too."""

    name = "links"
    table = links
    format = STATE
    """A book holds a link as a snapshot does."""

    def __init__(self) -> None:
        self.books: dict[str, LinkBook] = {}
        self.courses: dict[str, MeterCourse] = {}
        self._touched: set[str] = set()
        self._deeds: list[LinkRow] = []

    def take(self, entry: Entry, events: Sequence[Event], moved: Sequence[Row]) -> None:
        """Take in what an entry says of a link, and what went into a link's pool or out of it."""
        if entry.stream.startswith(PREFIX):
            name = entry.stream.removeprefix(PREFIX)
            book = self._book(name)
            book.follow(entry.version, map(from_plain, events))
            assert book.link is not None, "a link begins with its opening"
            self.courses.setdefault(name, MeterCourse()).note(entry, book.link)
            if words := deed_words(events):
                self._deeds.append(LinkRow(DEED, name, entry.version, words))
        for move in moved:
            for account in (move[1], move[2]):
                if account.startswith(_POOL):
                    self._book(account.removeprefix(_POOL)).wager(move)

    def end_block(self) -> list[LinkRow]:
        """The deeds of the block, and the books in which anything was noted."""
        books = ((name, self.books[name]) for name in sorted(self._touched))
        rows = [*self._deeds, *(LinkRow(BOOK, name, book.version, book_text(book)) for name, book in books)]
        self._touched, self._deeds = set(), []
        return rows

    def state(self) -> str:
        """Every link, as text."""
        return canonical(
            {
                name: [book.version, book_text(book), course_text(self.courses[name]) if name in self.courses else ""]
                for name, book in self.books.items()
            }
        )

    def restore(self, state: str) -> None:
        """Go on from the links that `state` wrote."""
        for name, (version, book, course) in json.loads(state).items():
            self.books[name] = read_book(name, version, book)
            if course:
                self.courses[name] = read_course(course)

    def _book(self, name: str) -> LinkBook:
        self._touched.add(name)
        return self.books.setdefault(name, LinkBook(name))


def deed_words(events: Iterable[Event]) -> str:
    """What an entry of a link says more than that wagers were split, or went back; nothing where that is all."""
    return " ".join(event["event"] for event in events if event["event"] not in USUAL)


def book_at(store: Store, name: str, position: int) -> LinkBook:
    """The book of a link after an entry of the journal."""
    with store.asking() as connection:
        block = min(last_block(connection, LinkBooks), block_up_to(position))
        row = latest_book(connection, name, block)
    book = LinkBook(name) if row is None else read_book(name, row.version, row.text)
    for entry in store.read(PREFIX + name, after=book.version):
        if entry.position > position:
            break
        book.follow(entry.version, map(from_plain, contents(entry).events))
    for _, one in store.movements(pool(name), after=stretch(block)[1], before=position + 1):
        book.wager((one.id, one.debit, one.credit, one.amount))
    return book


def course_of(store: Store, name: str) -> tuple[MeterCourse, LinkBook]:
    """The course of a link's meters as far as it is kept, and its book there."""
    with store.asking() as connection:
        folded = checkpoint(connection, LinkBooks)
    version, book, course = json.loads(folded.state).get(name, _NO_LINK) if folded.block >= 0 else _NO_LINK
    return (read_course(course), read_book(name, version, book)) if course else (MeterCourse(), LinkBook(name))


_NO_LINK: Final = (0, "", "")


def deed_events(store: Store, name: str, *, after: int = 0, until: int = _EVER) -> Iterator[tuple[Entry, LinkEvent]]:
    """Every event of a link but splits of wagers and their return, with the entry that it is in, of the versions past
    `after` up to `until`. What full blocks have of them is read one by one; only behind them a stream is read whole."""
    with store.asking() as connection:
        row = latest_book(connection, name, last_block(connection, LinkBooks))
        reached = 0 if row is None else row.version
        rows = list(deed_entries(connection, name, PREFIX + name, after, min(until, reached)))
    for entry in rows:
        yield from _deeds_of(entry)
    for entry in store.read(PREFIX + name, after=max(after, reached)):
        if entry.version > until:
            return
        yield from _deeds_of(entry)


def _deeds_of(entry: Entry) -> Iterator[tuple[Entry, LinkEvent]]:
    for plain in contents(entry).events:
        if plain["event"] not in USUAL:
            yield entry, from_plain(plain)
