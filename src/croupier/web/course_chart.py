"""A result over time beside the expectation: lines and a band, drawn on the server, so that a page needs no script."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple, TypeVar

from pydantic import BaseModel

from croupier.money import Cents, signed_dollars
from croupier.web.wording import house_zone

WIDE: Final = 1000
HIGH: Final = 300
BAND: Final = 2
"""The band is so many standard deviations wide on each side: nineteen of twenty results end inside it."""


class CourseChart(BaseModel):
    """Result and expectation as lines in a box of 1000 by 300, the band as an area; and what it says in words."""

    actual: str
    expected: str
    band: str
    zero: float
    top: str
    middle: str
    bottom: str
    first: str
    last: str
    rounds: str
    words: str


class ResultPoint(NamedTuple):
    """A result after so many rounds, in cents, and what was to be expected."""

    rounds: int
    result: float
    expected: float
    deviation: float
    time_ms: int

    @property
    def band(self) -> tuple[float, float]:
        return self.expected - BAND * self.deviation, self.expected + BAND * self.deviation


Drawn = TypeVar("Drawn", bound=CourseChart)


def draw_course(
    kind: type[Drawn], points: Sequence[ResultPoint], *, rounds: str, words: str, from_zero: bool = False
) -> Drawn:
    """The chart of a course; `from_zero` where it begins before the first round, with nothing won."""
    first, last = points[0], points[-1]
    edges = [0.0, *(cents for one in points for cents in (one.result, *one.band))]
    low, high = _round_ends(min(edges), max(edges))

    def x(one: ResultPoint) -> float:
        return round(WIDE * one.rounds / last.rounds, 1)

    def y(cents: float) -> float:
        return round(HIGH * (high - cents) / (high - low), 1)

    start = [f"0,{y(0)}"] if from_zero else []

    def line(heights: Sequence[float]) -> str:
        return " ".join([*start, *(f"{x(one)},{y(cents)}" for one, cents in zip(points, heights, strict=True))])

    upper = [f"{x(one)},{y(one.band[1])}" for one in points]
    lower = [f"{x(one)},{y(one.band[0])}" for one in reversed(points)]
    return kind(
        actual=line([one.result for one in points]),
        expected=line([one.expected for one in points]),
        band=" ".join([*start, *upper, *lower]),
        zero=y(0),
        top=signed_dollars(high),
        middle=signed_dollars((high + low) // 2),
        bottom=signed_dollars(low),
        first=_moment(first.time_ms),
        last=_moment(last.time_ms),
        rounds=rounds,
        words=words,
    )


def _round_ends(low: float, high: float) -> tuple[Cents, Cents]:
    """Ends of the scale at or beyond these values that are easy to read: whole dollars, tens, hundreds and so on."""
    step = 100
    while (high - low) // step > 40:
        step *= 10
    least, most = int(low // step * step), int(-(-high // step) * step)
    return least, most if most > least else least + step


def _moment(time_ms: int) -> str:
    return datetime.fromtimestamp(time_ms / 1000, house_zone()).strftime("%Y-%m-%d %H:%M")
