"""A small chart for each level of a link: the course of its meter, with hits and adjustments marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from croupier.floor.links.meter_course import Point
from croupier.money import Cents, dollars
from croupier.web.links.chartmodels import HEIGHT, WIDTH, ChartMark, LevelChart
from croupier.web.links.past import MeterMark
from croupier.web.wording import when

_TOP: Final = 12
_LEFT: Final = 4


def level_chart(level: str, points: Sequence[Point], marks: Sequence[MeterMark]) -> LevelChart:
    """The chart of a level. It goes from the lowest to the highest value: from zero a meter's growth would be lost."""
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
        # Beyond its last entry a meter stands where it stood, so even one that nobody has played on has a line.
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
