"""The course of a player's result beside what was to be expected, as lines in a box: drawn here, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from croupier.floor.history.player_round import PlayerCourse
from croupier.money import Cents, dollars, signed_dollars
from croupier.web.wording import house_zone
from croupier.web.you.models import Curve

WIDE, HIGH = 1000, 300
BAND: Final = 2
"""The band is so many standard deviations wide on each side: nineteen of twenty players end inside it."""


def curve(points: Sequence[PlayerCourse]) -> Curve | None:
    """The curve of a course; none before anything was played."""
    if not points:
        return None
    last = points[-1]
    edges = [0.0, *(cents for one in points for cents in (one.won, *_band(one)))]
    low, high = _round_ends(min(edges), max(edges))

    def x(one: PlayerCourse | None) -> float:
        return 0.0 if one is None else round(WIDE * one.rounds / last.rounds, 1)

    def y(cents: float) -> float:
        return round(HIGH * (high - cents) / (high - low), 1)

    def line(heights: Sequence[float]) -> str:
        return " ".join([f"0,{y(0)}", *(f"{x(one)},{y(cents)}" for one, cents in zip(points, heights, strict=True))])

    upper = [(x(one), y(_band(one)[1])) for one in points]
    lower = [(x(one), y(_band(one)[0])) for one in reversed(points)]
    return Curve(
        actual=line([one.won for one in points]),
        expected=line([one.expected for one in points]),
        band=" ".join(f"{left},{down}" for left, down in ((0.0, y(0)), *upper, *lower)),
        zero=y(0),
        top=signed_dollars(high),
        middle=signed_dollars((high + low) // 2),
        bottom=signed_dollars(low),
        first=_moment(points[0].time_ms),
        last=_moment(last.time_ms),
        rounds=f"{last.rounds:,} round{'' if last.rounds == 1 else 's'}",
        words=_words(last),
    )


def off_words(last: PlayerCourse) -> str:
    """How far off the result is: `0.7 deviations above`."""
    if not last.deviation:
        return ""
    off = (last.won - last.expected) / last.deviation
    return f"{abs(off):.1f} deviations {'below' if off < 0 else 'above'}"


def _words(last: PlayerCourse) -> str:
    rounds = f"{last.rounds:,} round{'' if last.rounds == 1 else 's'}"
    result = f"{'lost' if last.won < 0 else 'won'} {dollars(abs(last.won))}"
    expected = f"to be expected was {signed_dollars(round(last.expected))}"
    inside = abs(last.won - last.expected) <= BAND * last.deviation
    said = "inside the band that chance alone makes" if inside else "outside the band that chance alone makes"
    swing = dollars(round(BAND * last.deviation))
    return f"After {rounds} you have {result}; {expected}, give or take {swing}: {said}."


def _band(one: PlayerCourse) -> tuple[float, float]:
    return one.expected - BAND * one.deviation, one.expected + BAND * one.deviation


def _round_ends(low: float, high: float) -> tuple[Cents, Cents]:
    """Ends at or beyond these that are easily read: whole dollars, tens of them, hundreds, as far as it goes."""
    step = 100
    while (high - low) // step > 40:
        step *= 10
    least, most = int(low // step * step), int(-(-high // step) * step)
    return least, most if most > least else least + step


def _moment(time_ms: int) -> str:
    return datetime.fromtimestamp(time_ms / 1000, house_zone()).strftime("%Y-%m-%d %H:%M")
