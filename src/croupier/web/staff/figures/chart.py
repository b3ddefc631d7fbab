"""The course of win and theory as lines in a box, and bets as bars: drawn here, so that the page needs no script."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from croupier.floor.figures.projection import QUARTER_MS
from croupier.floor.figures.report import BetRow, Point
from croupier.floor.figures.theory import Theory
from croupier.money import Cents, dollars, signed_dollars
from croupier.web.staff.figures.models import Chart
from croupier.web.wording import house_zone

WIDE, HIGH = 1000, 300
_BAND: Final = 2
"""The band about theory is so many deviations wide on each side."""


def chart(course: Sequence[Point]) -> Chart | None:
    """The chart of a course; none before anything was bet against the house."""
    last = course[-1]
    if last.theory.off is None:
        return None
    edges = [cents for point in course for cents in (point.theory.win, *_band(point.theory))]
    low, high = _round_ends(min(0, *edges), max(0, *edges))

    def x(point: Point) -> float:
        return round(WIDE * point.rounds / last.rounds, 1)

    def y(cents: float) -> float:
        return round(HIGH * (high - cents) / (high - low), 1)

    def line(heights: Sequence[float]) -> str:
        return " ".join(f"{x(point)},{y(cents)}" for point, cents in zip(course, heights, strict=True))

    upper = [(x(point), y(_band(point.theory)[1])) for point in course]
    lower = [(x(point), y(_band(point.theory)[0])) for point in reversed(course)]
    return Chart(
        actual=line([point.theory.win for point in course]),
        expected=line([point.theory.expected for point in course]),
        band=" ".join(f"{left},{down}" for left, down in (*upper, *lower)),
        zero=y(0),
        top=signed_dollars(high),
        middle=signed_dollars((high + low) // 2),
        bottom=signed_dollars(low),
        first=_day(course[0]),
        last=_day(last),
        rounds=f"{last.rounds:,} rounds",
        words=_words(last),
    )


def bar(bet: BetRow, most: float) -> tuple[float, float, float]:
    """Where a bet's bar begins, how wide it is, and where theory has its mark, if `most` is a hundred.

    Bars are shares of the handle: in dollars the base game would leave nothing to see of the side bets.
    """
    won, expected = (100 * (share or 0.0) / most if most else 0.0 for share in (bet.of_handle, bet.expected_of_handle))
    return round(min(won, 0.0), 2), round(abs(won), 2), round(expected, 2)


def _words(last: Point) -> str:
    theory = last.theory
    result = f"{'lost' if theory.win < 0 else 'won'} {dollars(abs(theory.win))}"
    said = f"theory says {dollars(theory.expected)}, give or take {dollars(_BAND * theory.deviation)}"
    return f"After {last.rounds:,} rounds the house has {result}; {said}."


def _band(theory: Theory) -> tuple[Cents, Cents]:
    return theory.expected - _BAND * theory.deviation, theory.expected + _BAND * theory.deviation


def _round_ends(low: Cents, high: Cents) -> tuple[Cents, Cents]:
    """Ends at or beyond these that are easily read: whole dollars, tens of them, hundreds, as far as it goes."""
    step = 100
    while (high - low) // step > 40:
        step *= 10
    return low // step * step, -(-high // step) * step


def _day(point: Point) -> str:
    return datetime.fromtimestamp(point.quarter * QUARTER_MS / 1000, house_zone()).strftime("%Y-%m-%d %H:%M")
