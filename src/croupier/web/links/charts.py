"""A small chart for each level of a link: the course of its meter, with hits and adjustments marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel

from croupier.floor.links.meter_course import MeterPoint
from croupier.money import Cents, dollars
from croupier.web.links.history import MeterMark
from croupier.web.wording import when

_TOP: Final = 12
_LEFT: Final = 4


WIDTH: Final = 360
HEIGHT: Final = 120


class ChartMark(BaseModel):
    """Something that happened to a meter, where the chart shows it."""

    x: float
    y: float
    kind: str
    words: str


class LevelChart(BaseModel):
    """The chart of a level: a line, and marks on it."""

    level: str
    width: int = WIDTH
    height: int = HEIGHT
    line: str
    marks: list[ChartMark]
    low: str
    high: str
    since: str
    until: str
    about: str


def level_chart(level: str, points: Sequence[MeterPoint], marks: Sequence[MeterMark]) -> LevelChart:
    """The chart of a level. Its scale is from the lowest to the highest value: from zero no growth could be seen."""
    values = [point.cents.get(level, 0) for point in points] + [mark.cents for mark in marks]
    low, high = min(values), max(values)
    first, last = points[0].time_ms, points[-1].time_ms

    def x(time_ms: int) -> float:
        share = (min(max(time_ms, first), last) - first) / max(1, last - first)
        return round(_LEFT + (WIDTH - 2 * _LEFT) * share, 1)

    def y(cents: Cents) -> float:
        return round(HEIGHT - _TOP - (HEIGHT - 2 * _TOP) * (cents - low) / max(1, high - low), 1)

    return LevelChart(
        level=level,
        # The line goes on flat after the last entry, so even a meter that nobody has played on has a line.
        line=" ".join(
            (
                *(f"{x(point.time_ms)},{y(point.cents.get(level, 0))}" for point in points),
                f"{WIDTH - _LEFT},{y(points[-1].cents.get(level, 0))}",
            )
        ),
        marks=[ChartMark(x=x(mark.time_ms), y=y(mark.cents), kind=mark.kind, words=mark.words) for mark in marks],
        low=dollars(low),
        high=dollars(high),
        since=when(first),
        until=when(last),
        about=f"{level} from {when(first)} to {when(last)}, between {dollars(low)} and {dollars(high)}; "
        + (", ".join(mark.words for mark in marks) or "no hit and no adjustment"),
    )
