"""A player's result over time beside the expectation, as lines."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.floor.history.player_round import PlayerCourse
from croupier.money import dollars, signed_dollars
from croupier.web.course_chart import BAND, CourseChart, ResultPoint, draw_course


class Curve(CourseChart):
    """Result and expectation as lines in a box of 1000 by 300, the band as an area; and what it says in words."""


def curve(points: Sequence[PlayerCourse]) -> Curve | None:
    """The curve of a course; `None` before anything was played."""
    if not points:
        return None
    last = points[-1]
    course = [ResultPoint(one.rounds, one.won, one.expected, one.deviation, one.time_ms) for one in points]
    return draw_course(Curve, course, rounds=_rounds(last), words=_words(last), from_zero=True)


def off_words(last: PlayerCourse) -> str:
    """How far off the result is: `0.7 deviations above`."""
    if not last.deviation:
        return ""
    off = (last.won - last.expected) / last.deviation
    return f"{abs(off):.1f} deviations {'below' if off < 0 else 'above'}"


def _rounds(last: PlayerCourse) -> str:
    return f"{last.rounds:,} round{'' if last.rounds == 1 else 's'}"


def _words(last: PlayerCourse) -> str:
    result = f"{'lost' if last.won < 0 else 'won'} {dollars(abs(last.won))}"
    expected = f"to be expected was {signed_dollars(round(last.expected))}"
    inside = abs(last.won - last.expected) <= BAND * last.deviation
    verdict = "inside the band that chance alone makes" if inside else "outside the band that chance alone makes"
    swing = dollars(round(BAND * last.deviation))
    return f"After {_rounds(last)} you have {result}; {expected}, give or take {swing}: {verdict}."
