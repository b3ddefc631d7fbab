"""Win and theory as lines, and bets as bars."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.floor.figures.projection import QUARTER_MS
from croupier.floor.figures.report import BetRow, CoursePoint
from croupier.money import dollars
from croupier.web.course_chart import BAND, CourseChart, ResultPoint, draw_course


class Chart(CourseChart):
    """Win and theory from the first round to the last, drawn in a box of 1000 by 300."""


def chart(course: Sequence[CoursePoint]) -> Chart | None:
    """The chart of a course; `None` before anything was bet against the house."""
    last = course[-1]
    if last.theory.off is None:
        return None
    points = [
        ResultPoint(
            point.rounds, point.theory.win, point.theory.expected, point.theory.deviation, point.quarter * QUARTER_MS
        )
        for point in course
    ]
    return draw_course(Chart, points, rounds=f"{last.rounds:,} rounds", words=_words(last))


def bar(bet: BetRow, most: float) -> tuple[float, float, float]:
    """Where a bet's bar begins, how wide it is, and where theory has its mark, where `most` is 100.

    Bars are shares of the handle: in dollars, side bets would be too small to see beside the base game.
    """
    won, expected = (100 * (share or 0.0) / most if most else 0.0 for share in (bet.of_handle, bet.expected_of_handle))
    return round(min(won, 0.0), 2), round(abs(won), 2), round(expected, 2)


def _words(last: CoursePoint) -> str:
    theory = last.theory
    result = f"{'lost' if theory.win < 0 else 'won'} {dollars(abs(theory.win))}"
    expected = f"theory says {dollars(theory.expected)}, give or take {dollars(BAND * theory.deviation)}"
    return f"After {last.rounds:,} rounds the house has {result}; {expected}."
