"""What has become of the links: the course of their meters, and the hits of the last minute.

A link's stream grows all day, and a display asks every second: each entry is read once, and remembered for what it did.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from croupier.floor.links.desk import PREFIX
from croupier.jackpot.events import Event, MeterAdjusted
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.record import from_plain
from croupier.money import Cents
from croupier.rules.paytables import line_words
from croupier.store.entry import Entry, contents
from croupier.store.journal import Store
from croupier.web.links.models import HistoryPoint

_MOST_POINTS: Final = 240
_HIT_MS: Final = 60_000
"""How long a display celebrates a hit."""


class Won(NamedTuple):
    """A hit as a display celebrates it."""

    time_ms: int
    words: str
    cents: Cents


@dataclass(slots=True)
class _Past:
    """A link's stream up to a version. `points` keeps every entry whose version is a multiple of `stride`."""

    version: int = 0
    link: Link | None = None
    hits: dict[str, Won] = field(default_factory=dict)
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
    if isinstance(event, MeterAdjusted) and past.link is not None:
        claim = past.link.claims[event.claim]
        assert claim.award is not None, "a meter is adjusted after the win is logged"
        words = f"{claim.table}, seat {claim.seat}: {line_words(claim.line)}"
        past.hits[claim.level] = Won(entry.time_ms, words, claim.award.amount)
    past.link = evolve(past.link, event)


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
