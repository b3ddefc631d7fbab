"""What has become of the links: the course of their meters with what happened to them, and the hits of the last minute.

A link's stream grows all day, and a display asks every second. Each entry is read once at most: what full blocks of the
journal have of it is kept beside it, and the rest is remembered for what it did.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from croupier.floor.links.desk import PREFIX
from croupier.floor.links.link_book import LinkBook
from croupier.floor.links.link_projection import course_of, deed_events
from croupier.floor.links.meter_course import MeterCourse, Point
from croupier.jackpot.events import (
    AdjustmentMade,
    ClaimLogged,
    ClaimPressed,
    ClaimRefused,
    ClaimReleased,
    Event,
    MeterAdjusted,
)
from croupier.jackpot.office.deeds import LoggedWin, TransferReceived, TransferSent
from croupier.jackpot.record import from_plain
from croupier.money import Cents, dollars, signed_dollars
from croupier.rules.paytables import line_words
from croupier.store.entry import Entry, contents
from croupier.store.journal import Store

_MOST_MARKS: Final = 40
_HIT_MS: Final = 60_000
"""How long a display celebrates a hit."""


class Won(NamedTuple):
    """A hit as a display celebrates it."""

    time_ms: int
    words: str
    cents: Cents
    claim: int


class MeterMark(NamedTuple):
    """Something that happened to a meter other than wagers: `hit`, `backed` (a hit that was backed out), `adjusted`.

    `cents` is where the meter stood: before a hit, and after an adjustment.
    """

    time_ms: int
    kind: str
    cents: Cents
    words: str
    claim: int = 0


@dataclass(slots=True)
class _Past:
    """A link's stream up to a version: how it stands there, and what is remembered of the way."""

    book: LinkBook
    course: MeterCourse
    hits: dict[str, Won] = field(default_factory=dict)
    marks: dict[str, list[MeterMark]] = field(default_factory=dict)
    pressed: dict[int, ClaimPressed] = field(default_factory=dict)
    awards: dict[int, Cents] = field(default_factory=dict)
    """Claims that are not finished, and what those of them were worth that are logged."""


class LinkPast:
    """The past of every link of a record."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, _Past] = {}
        self._lock = threading.Lock()

    def history(self, name: str) -> list[Point]:
        """Every meter after each entry of the link's stream, thinned to what a chart can show."""
        with self._lock:
            return self._followed(name).course.shown()

    def marks(self, name: str, level: str) -> list[MeterMark]:
        """What happened to a level's meter other than wagers: the last of it, in its order."""
        with self._lock:
            return list(self._followed(name).marks.get(level, ()))

    def hits(self, name: str, now_ms: int) -> dict[str, Won]:
        """The hit of the last minute on each level, if there was one."""
        with self._lock:
            found = self._followed(name).hits
            return {level: won for level, won in found.items() if now_ms - won.time_ms < _HIT_MS}

    def _followed(self, name: str) -> _Past:
        past = self._known.get(name) or self._kept(name)
        for entry in self._store.read(PREFIX + name, after=past.book.version):
            events = [from_plain(plain) for plain in contents(entry).events]
            for event in events:
                _take(past, entry, event)
            past.book.follow(entry.version, events)
            assert past.book.link is not None, "a link begins with its opening"
            past.course.note(entry, past.book.link)
        self._known[name] = past
        return past

    def _kept(self, name: str) -> _Past:
        """A link as far as it is kept."""
        course, book = course_of(self._store, name)
        past = _Past(book, course)
        for entry, event in deed_events(self._store, name, until=book.version):
            _take(past, entry, event)
        return past


def _take(past: _Past, entry: Entry, event: Event) -> None:
    match event:
        case ClaimPressed(number):
            past.pressed[number] = event
        case ClaimReleased(number) | ClaimRefused(number):
            del past.pressed[number]
        case ClaimLogged(number, award, before):
            claim, past.awards[number] = past.pressed[number], award.amount
            words = f"{dollars(award.amount)} won at {claim.table}, seat {claim.seat}: {line_words(claim.line)}"
            _mark(past, claim.level, MeterMark(entry.time_ms, "hit", before, words, number))
        case MeterAdjusted(number):
            claim = past.pressed.pop(number)
            words = f"{claim.table}, seat {claim.seat}: {line_words(claim.line)}"
            past.hits[claim.level] = Won(entry.time_ms, words, past.awards.pop(number), number)
        case AdjustmentMade(level=level, new=new, win=LoggedWin(number)):
            _mark(past, level, MeterMark(entry.time_ms, "adjusted", new, f"claim {number} backed out"))
            past.marks[level] = [_undone(mark, number) for mark in past.marks[level]]
            if level in past.hits and past.hits[level].claim == number:
                del past.hits[level]  # what is undone is not celebrated
        case AdjustmentMade(level=level, old=old, new=new, reason=reason):
            words = f"{signed_dollars(new - old)}, {reason.value}"
            _mark(past, level, MeterMark(entry.time_ms, "adjusted", new, words))
        case TransferSent() | TransferReceived() if not event.reserve:
            words = f"{signed_dollars(event.new - event.old)}, transfer"
            _mark(past, event.level, MeterMark(entry.time_ms, "adjusted", event.new, words))
        case _:
            pass


def _mark(past: _Past, level: str, mark: MeterMark) -> None:
    past.marks[level] = [*past.marks.get(level, ()), mark][-_MOST_MARKS:]


def _undone(mark: MeterMark, claim: int) -> MeterMark:
    return mark._replace(kind="backed", words=f"{mark.words}, backed out") if mark.claim == claim else mark
