"""The course of a link's meters, as short as a chart can show, however long it has been running."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from croupier.jackpot.link import Link
from croupier.money import Cents
from croupier.store.entry import Entry, canonical

MOST_POINTS: Final = 240


class MeterPoint(NamedTuple):
    """Every meter of a link after an entry of its stream."""

    time_ms: int
    position: int
    cents: dict[str, Cents]


@dataclass(slots=True)
class MeterCourse:
    """Meters after the entries whose versions, less one, are multiples of `stride`, and after the newest."""

    points: list[MeterPoint] = field(default_factory=list)
    newest: MeterPoint | None = None
    stride: int = 1

    def note(self, entry: Entry, link: Link) -> None:
        """Take in how a link stands after the next entry of its stream."""
        cents = {level: standing.cents for level, standing in link.levels.items()}
        self.newest = MeterPoint(entry.time_ms, entry.position, cents)
        if (entry.version - 1) % self.stride == 0:
            self.points.append(self.newest)
        if len(self.points) > MOST_POINTS:
            self.points = self.points[::2]
            self.stride *= 2

    def points_to_draw(self) -> list[MeterPoint]:
        """What a chart is drawn of; the newest is always there."""
        return [*self.points, *([self.newest] if self.newest and self.newest not in self.points[-1:] else [])]


def course_text(course: MeterCourse) -> str:
    """A course as text."""
    return canonical({"newest": course.newest, "points": course.points, "stride": course.stride})


def read_course(text: str) -> MeterCourse:
    """The course that `course_text` wrote."""
    plain = json.loads(text)
    newest = None if plain["newest"] is None else MeterPoint(*plain["newest"])
    return MeterCourse([MeterPoint(*point) for point in plain["points"]], newest, plain["stride"])
