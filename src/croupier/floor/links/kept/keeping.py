"""Keeping links: their books, the course of their meters and where their deeds stand, written once a full block."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from croupier.floor.links.desk import PREFIX
from croupier.floor.links.kept.book import Book, Move, book_text, read_book
from croupier.floor.links.kept.course import Course, course_text, read_course
from croupier.jackpot.record import from_plain
from croupier.ledger.accounts import pool
from croupier.store.batch import last_position
from croupier.store.entry import Entry, Event, canonical, contents
from croupier.store.journal import Store
from croupier.store.kept.links import (
    BOOK,
    COURSE,
    DEED,
    LinkRow,
    forget_links,
    kept_links,
    latest_row,
    named,
    write_block,
)
from croupier.store.kept.sums import stretch
from croupier.store.reader import Reader

USUAL: Final = frozenset({"WagersSplit", "WagersReturned"})
"""What tables' rounds make happen on a link, all day. Whatever else an entry says is a deed."""
_POOL: Final = "pool/"


def deed_words(events: Iterable[Event]) -> str:
    """What an entry of a link says more than that wagers were split, or went back; nothing where that is all."""
    return " ".join(event["event"] for event in events if event["event"] not in USUAL)


class Keeper:
    """Every link while the journal is read, block by block."""

    def __init__(self) -> None:
        self.books: dict[str, Book] = {}
        self._courses: dict[str, Course] = {}
        self._touched: set[str] = set()
        self._deeds: list[LinkRow] = []

    @staticmethod
    def resumed(reader: Reader) -> Keeper:
        """Every link at the end of the last block that is kept."""
        made = Keeper()
        with reader.asking() as connection:
            block = kept_links(connection)
            for name in named(connection) if block >= 0 else ():
                book = latest_row(connection, BOOK, name, block)
                course = latest_row(connection, COURSE, name, block)
                assert book is not None, "they are written together"
                assert course is not None, "they are written together"
                made.books[name] = read_book(name, book.version, book.text)
                made._courses[name] = read_course(course.text)
        return made

    def to_text(self) -> str:
        """Every link at the end of a block, as text."""
        return canonical(
            {
                name: [book.version, book_text(book), course_text(self._courses[name]) if name in self._courses else ""]
                for name, book in self.books.items()
            }
        )

    @staticmethod
    def from_text(text: str) -> Keeper:
        """The links that `to_text` wrote."""
        made = Keeper()
        for name, (version, book, course) in json.loads(text).items():
            made.books[name] = read_book(name, version, book)
            if course:
                made._courses[name] = read_course(course)
        return made

    def book(self, name: str) -> Book:
        """The book of a link, to be gone on with."""
        return self.books.setdefault(name, Book(name))

    def take(self, entry: Entry, events: Iterable[Event], moved: Iterable[Move]) -> None:
        """Take in the next entry of the journal."""
        if entry.stream.startswith(PREFIX):
            name, plain = entry.stream.removeprefix(PREFIX), tuple(events)
            book = self.book(name)
            book.follow(entry.version, map(from_plain, plain))
            assert book.link is not None, "a link begins with its opening"
            self._courses.setdefault(name, Course()).note(entry, book.link)
            self._touched.add(name)
            if words := deed_words(plain):
                self._deeds.append(LinkRow(DEED, name, entry.version, words))
        self.move(moved)

    def move(self, moved: Iterable[Move]) -> None:
        """Take in what an entry moved."""
        for move in moved:
            for account in (move[1], move[2]):
                if account.startswith(_POOL):
                    name = account.removeprefix(_POOL)
                    self.book(name).wager(move)
                    self._touched.add(name)

    def end_block(self) -> list[LinkRow]:
        """What is kept of the block that has just been taken in."""
        rows = self._deeds
        for name in sorted(self._touched):
            book = self.books[name]
            rows.append(LinkRow(BOOK, name, book.version, book_text(book)))
        self._touched, self._deeds = set(), []
        return rows

    def courses(self) -> list[LinkRow]:
        """What is kept of the last block alone."""
        return [
            LinkRow(COURSE, name, self.books[name].version, course_text(course))
            for name, course in self._courses.items()
        ]


def keep_links(store: Store, most: int | None = None) -> int:
    """Keep the links of blocks that have been filled since, so many at most; how many blocks that were.

    Only what links wrote and what their pools moved is read, and then written in a moment: nobody's command waits.
    """
    many, keeper, expected = 0, Keeper.resumed(store), None
    while most is None or many < most:
        with store.asking() as connection:
            block = kept_links(connection) + 1
            if last_position(connection) < stretch(block)[1]:
                break
        if expected not in (None, block):
            keeper = Keeper.resumed(store)  # another server was quicker
        _read_block(store, keeper, block)
        with store.writing() as connection, connection.begin():
            write_block(connection, block, [*keeper.end_block(), *keeper.courses()])
        many, expected = many + 1, block + 1
    return many


def _read_block(store: Store, keeper: Keeper, block: int) -> None:
    first, last = stretch(block)
    for stream in store.streams(PREFIX):
        name = stream.removeprefix(PREFIX)
        known = keeper.books.get(name)
        for entry in store.read(stream, after=0 if known is None else known.version):
            if entry.position > last:
                break
            keeper.take(entry, contents(entry).events, ())
        moved = store.movements(pool(name), after=first, before=last + 1)
        keeper.move((one.id, one.debit, one.credit, one.amount) for _, one in moved)


def link_anew(store: Store) -> None:
    """Let go of everything that is kept of links, to make it again."""
    with store.writing() as connection, connection.begin():
        forget_links(connection)
