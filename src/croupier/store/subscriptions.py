"""Subscriptions to entries that have become durable, all of them or those of some streams."""

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
StreamsHeard: TypeAlias = Callable[[Collection[str]], None]

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
    own: bool = True
    """Whether they hear of what this process has written, too."""


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

    def __init__(self, engine: Engine, position: int) -> None:
        self._engine = engine
        self.position = position
        """Up to which position they have heard of everything that they want to hear of."""
        self.entries = Listeners[Subscription]()
        self.money = Listeners[MoneyHeard]()
        self.streams = Listeners[StreamsHeard]()

    @property
    def since(self) -> int | None:
        """From where on they want to hear what others have written; nothing, where nobody watches."""
        return self.position if self.entries.all or self.money.all or self.streams.all else None

    def tell(self, news: News) -> None:
        """Tell everybody what is new to them. Where what others have written cannot be read, nobody is told anything
        yet: it is told with the next batch."""
        if news.position == self.position:
            return
        watches, money, streams = self.entries.all, self.money.all, self.streams.all
        others = self._read(news, watches)
        self.position = news.position
        moved = {**dict.fromkeys(news.moved_by_others), **news.moved}
        if moved:
            for heard in money:
                _call(heard, moved)
        if news.streams_of_others:
            for hears_streams in streams:
                _call(hears_streams, news.streams_of_others)
        for watch in watches:
            heard_of = (*others, *news.entries) if watch.own else others
            if watch.follows is not every_stream:
                heard_of = tuple([entry for entry in heard_of if watch.follows(entry.stream)])
            if heard_of:
                _call(watch.heard, heard_of)

    def _read(self, news: News, watches: tuple[Subscription, ...]) -> tuple[Entry, ...]:
        """The entries of others that somebody follows: no more than those are read and unpacked."""
        followed = [stream for stream in news.streams_of_others if any(watch.follows(stream) for watch in watches)]
        if not followed:
            return ()
        query = select(entries).where(entries.c.position > self.position, entries.c.position <= news.before)
        with self._engine.connect() as connection:
            query = query.where(entries.c.stream.in_(followed)).order_by(entries.c.position)
            return tuple(entries_of(connection, query))


def _call(heard: Callable[..., None], what: object) -> None:
    try:
        heard(what)
    except Exception:
        _log.exception("a watcher of the journal failed")
