"""What has become of the links: the course of their meters with what happened to them, and the hits of the last minute.

A link's stream grows all day, and a display asks every second: each entry is read once, and remembered for what it did.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from croupier.floor.links.desk import PREFIX
from croupier.jackpot.events import AdjustmentMade, ClaimLogged, Event, MeterAdjusted
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.office.deeds import LoggedWin, TransferReceived, TransferSent
from croupier.jackpot.record import from_plain
from croupier.money import Cents, dollars, signed_dollars
from croupier.rules.paytables import line_words
from croupier.store.entry import Entry, contents
from croupier.store.journal import Store
from croupier.web.links.chartmodels import HistoryPoint

_MOST_POINTS: Final = 240
_MOST_MARKS: Final = 40
_HIT_MS: Final = 60_000
"""How long a display celebrates a hit."""


class Won(NamedTuple):
    """A hit as a display celebrates it."""

    time_ms: int
    words: str
    cents: Cents
    claim: int


class Mark(NamedTuple):
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
    """A link's stream up to a version. `points` keeps every entry whose version is a multiple of `stride`."""

    version: int = 0
    link: Link | None = None
    hits: dict[str, Won] = field(default_factory=dict)
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    points: list[HistoryPoint] = field(default_factory=list)
    newest: HistoryPoint | None = None
    stride: int = 1


class LinkPast:
    """The past of every link of a record."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, _Past] = {}
        self._lock = threading.Lock()

    def history(self, name: str) -> list[HistoryPoint]:
        """Every meter after each entry of the link's stream, thinned to what a chart can show."""
        with self._lock:
            past = self._followed(name)
            return [*past.points, *([past.newest] if past.newest and past.newest not in past.points else [])]

    def marks(self, name: str, level: str) -> list[Mark]:
        """What happened to a level's meter other than wagers: the last of it, in its order."""
        with self._lock:
            return list(self._followed(name).marks.get(level, ()))

    def hits(self, name: str, now_ms: int) -> dict[str, Won]:
        """The hit of the last minute on each level, if there was one."""
        with self._lock:
            found = self._followed(name).hits
            return {level: won for level, won in found.items() if now_ms - won.time_ms < _HIT_MS}

    def _followed(self, name: str) -> _Past:
        past = self._known.setdefault(name, _Past())
        for entry in self._store.read(PREFIX + name, after=past.version):
            for plain in contents(entry).events:
                _take(past, entry, from_plain(plain))
            _note(past, entry)
        return past


def _take(past: _Past, entry: Entry, event: Event) -> None:
    link = past.link
    match event:
        case ClaimLogged(number, award, before) if link is not None:
            claim = link.claims[number]
            words = f"{dollars(award.amount)} won at {claim.table}, seat {claim.seat}: {line_words(claim.line)}"
            _mark(past, claim.level, Mark(entry.time_ms, "hit", before, words, number))
        case MeterAdjusted(number) if link is not None:
            claim = link.claims[number]
            assert claim.award is not None, "a meter is adjusted after the win is logged"
            words = f"{claim.table}, seat {claim.seat}: {line_words(claim.line)}"
            past.hits[claim.level] = Won(entry.time_ms, words, claim.award.amount, number)
        case AdjustmentMade(level=level, new=new, win=LoggedWin(number)):
            _mark(past, level, Mark(entry.time_ms, "adjusted", new, f"claim {number} backed out"))
            past.marks[level] = [_undone(mark, number) for mark in past.marks[level]]
            if level in past.hits and past.hits[level].claim == number:
                del past.hits[level]  # what is undone is not celebrated
        case AdjustmentMade(level=level, old=old, new=new, reason=reason):
            words = f"{signed_dollars(new - old)}, {reason.value}"
            _mark(past, level, Mark(entry.time_ms, "adjusted", new, words))
        case TransferSent() | TransferReceived() if not event.reserve:
            words = f"{signed_dollars(event.new - event.old)}, transfer"
            _mark(past, event.level, Mark(entry.time_ms, "adjusted", event.new, words))
        case _:
            pass
    past.link = evolve(link, event)


def _mark(past: _Past, level: str, mark: Mark) -> None:
    past.marks[level] = [*past.marks.get(level, ()), mark][-_MOST_MARKS:]


def _undone(mark: Mark, claim: int) -> Mark:
    return mark._replace(kind="backed", words=f"{mark.words}, backed out") if mark.claim == claim else mark


def _note(past: _Past, entry: Entry) -> None:
    assert past.link is not None, "a link begins with its opening"
    past.version = entry.version
    cents = {level: standing.cents for level, standing in past.link.levels.items()}
    past.newest = HistoryPoint(time_ms=entry.time_ms, position=entry.position, cents=cents)
    if (entry.version - 1) % past.stride == 0:
        past.points.append(past.newest)
    if len(past.points) > _MOST_POINTS:
        past.points = past.points[::2]
        past.stride *= 2
