"""The history of the links: their meters over time, what happened to them, and the hits of the last minute.

A link's stream grows all day, and a display asks every second. So each entry is read at most once: full blocks of the
journal are summed in a projection, and the rest is held in memory.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from croupier.floor.links.desk import PREFIX
from croupier.floor.links.link_book import LinkBook
from croupier.floor.links.link_projection import course_of, deed_events
from croupier.floor.links.meter_course import MeterCourse, MeterPoint
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


class RecentHit(NamedTuple):
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
class _LinkState:
    """A link's stream up to a version: how it stands there, and what is remembered of the way."""

    book: LinkBook
    course: MeterCourse
    hits: dict[str, RecentHit] = field(default_factory=dict)
    marks: dict[str, list[MeterMark]] = field(default_factory=dict)
    pressed: dict[int, ClaimPressed] = field(default_factory=dict)
    awards: dict[int, Cents] = field(default_factory=dict)
    """Claims that are not finished, and what those of them were worth that are logged."""


class LinkHistory:
    """The past of every link of a record."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, _LinkState] = {}
        self._lock = threading.Lock()

    def history(self, name: str) -> list[MeterPoint]:
        """Every meter after each entry of the link's stream, thinned to what a chart can show."""
        with self._lock:
            return self._followed(name).course.points_to_draw()

    def marks(self, name: str, level: str) -> list[MeterMark]:
        """The last events of a level's meter other than wagers, in their order."""
        with self._lock:
            return list(self._followed(name).marks.get(level, ()))

    def hits(self, name: str, now_ms: int) -> dict[str, RecentHit]:
        """The hit of the last minute on each level, if there was one."""
        with self._lock:
            hits = self._followed(name).hits
            return {level: won for level, won in hits.items() if now_ms - won.time_ms < _HIT_MS}

    def _followed(self, name: str) -> _LinkState:
        past = self._known.get(name) or self._from_projection(name)
        for entry in self._store.read(PREFIX + name, after=past.book.version):
            events = [from_plain(plain) for plain in contents(entry).events]
            for event in events:
                _take(past, entry, event)
            past.book.follow(entry.version, events)
            assert past.book.link is not None, "a link begins with its opening"
            past.course.note(entry, past.book.link)
        self._known[name] = past
        return past

    def _from_projection(self, name: str) -> _LinkState:
        """A link as far as the projection of the journal has it."""
        course, book = course_of(self._store, name)
        past = _LinkState(book, course)
        for entry, event in deed_events(self._store, name, until=book.version):
            _take(past, entry, event)
        return past


def _take(past: _LinkState, entry: Entry, event: Event) -> None:
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
            past.hits[claim.level] = RecentHit(entry.time_ms, words, past.awards.pop(number), number)
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


def _mark(past: _LinkState, level: str, mark: MeterMark) -> None:
    past.marks[level] = [*past.marks.get(level, ()), mark][-_MOST_MARKS:]


def _undone(mark: MeterMark, claim: int) -> MeterMark:
    return mark._replace(kind="backed", words=f"{mark.words}, backed out") if mark.claim == claim else mark
