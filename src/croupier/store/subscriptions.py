"""Whoever wants to hear of what becomes durable, and what of it they want to hear."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from sqlalchemy import Engine, select

from croupier.ledger.accounts import Account
from croupier.money import Cents
from croupier.store.entry import Entry
from croupier.store.rows import entries_of
from croupier.store.schema import entries

Heard: TypeAlias = Callable[[tuple[Entry, ...]], None]
Follows: TypeAlias = Callable[[str], bool]
"""Whether somebody wants to hear of a stream."""
MoneyHeard: TypeAlias = Callable[[Mapping[Account, Cents | None]], None]

T = TypeVar("T")

_log = logging.getLogger(__name__)


def every_stream(stream: str) -> bool:
    """What those follow who want to hear of everything."""
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Subscription:
    """Somebody who hears of the entries of streams that they follow."""

    heard: Heard
    follows: Follows = every_stream


@dataclass(frozen=True, slots=True)
class News:
    """What there is to tell after a batch: its own entries, between the two positions, and what the accounts hold that
    it moved; and in which streams others have written before, and which accounts they have moved."""

    entries: tuple[Entry, ...]
    moved: Mapping[Account, Cents]
    before: int
    position: int
    streams_of_others: Collection[str]
    moved_by_others: Collection[Account]


class Listeners(Generic[T]):
    """Those who hear of one kind of thing: they come and go in any thread, and are told in one."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self.all: tuple[T, ...] = ()

    def join(self, one: T) -> Callable[[], None]:
        """Have somebody told. Returns how to stop that."""
        with self._turn:
            self.all = (*self.all, one)

        def stop() -> None:
            with self._turn:
                self.all = tuple(other for other in self.all if other is not one)

        return stop


class Subscriptions:
    """All of them. They are told in the committer's thread, in the order of the journal."""

    def __init__(self, engine: Engine, told: int) -> None:
        self._engine = engine
        self._told = told
        self.entries = Listeners[Subscription]()
        self.money = Listeners[MoneyHeard]()

    @property
    def since(self) -> int | None:
        """From where on they want to hear what others have written; nothing, where nobody watches."""
        return self._told if self.entries.all or self.money.all else None

    def tell(self, news: News) -> None:
        """Tell everybody what is new to them. Where what others have written cannot be read, nobody is told anything
        yet: it is told with the next batch."""
        if news.position == self._told:
            return
        watches, money = self.entries.all, self.money.all
        others = self._read(news, watches)
        self._told = news.position
        moved = {**dict.fromkeys(news.moved_by_others), **news.moved}
        if moved:
            for heard in money:
                _told(heard, moved)
        for watch in watches:
            told = (*others, *news.entries)
            if watch.follows is not every_stream:
                told = tuple([entry for entry in told if watch.follows(entry.stream)])
            if told:
                _told(watch.heard, told)

    def _read(self, news: News, watches: tuple[Subscription, ...]) -> tuple[Entry, ...]:
        """The entries of others that somebody follows: no more than those are read and unpacked."""
        followed = [stream for stream in news.streams_of_others if any(watch.follows(stream) for watch in watches)]
        if not followed:
            return ()
        query = select(entries).where(entries.c.position > self._told, entries.c.position <= news.before)
        with self._engine.connect() as connection:
            query = query.where(entries.c.stream.in_(followed)).order_by(entries.c.position)
            return tuple(entries_of(connection, query))


def _told(heard: Callable[..., None], what: object) -> None:
    try:
        heard(what)
    except Exception:
        _log.exception("a watcher of the journal failed")
