"""A learner's rating: what an answer does to it, and how somebody stands.

A right answer beats the position, a wrong one loses to it. A position is as strong as it is close: the cheaper its next
best choice, the harder it is to see. The constants are those of the system's description by Mark Glickman.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp, log, pi, sqrt
from typing import Final

from croupier.strategy.drills.schedule import PastAnswer, due

_SCALE: Final = 173.7178
_MIDDLE: Final = 1500.0
_TAU: Final = 0.5
_CLOSE_ENOUGH: Final = 1e-6
_OF_POSITION: Final = 60.0
"""How sure we are of a position's strength: its margin is known exactly."""


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating, how uncertain it is (one standard deviation), and how steady."""

    rating: float = _MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def words(self) -> str:
        return f"{self.rating:.0f} ± {2 * self.deviation:.0f}"


def of_margin(margin: float) -> GlickoRating:
    """The strength of a position whose next best choice costs `margin` base bets: 1,500 at a tenth, 300 more for each
    tenth part of that."""
    closeness = log(0.1 / max(margin, 1e-4), 10)
    return GlickoRating(max(600.0, min(2700.0, _MIDDLE + 300 * closeness)), _OF_POSITION)


def rate(now: GlickoRating, games: Iterable[tuple[GlickoRating, float]]) -> GlickoRating:
    """The rating after a period of games, each against an opponent with a score of 1 or 0."""
    played = list(games)
    phi = now.deviation / _SCALE
    if not played:
        return GlickoRating(now.rating, min(350.0, _SCALE * sqrt(phi**2 + now.volatility**2)), now.volatility)
    mu = (now.rating - _MIDDLE) / _SCALE
    information = surprise = 0.0
    for other, score in played:
        weight = _weight(other.deviation / _SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (other.rating - _MIDDLE) / _SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    sigma = _volatility(now.volatility, phi, variance, variance * surprise)
    after = 1 / sqrt(1 / (phi**2 + sigma**2) + information)
    return GlickoRating(_MIDDLE + _SCALE * (mu + after**2 * surprise), _SCALE * after, sigma)


def _weight(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, variance: float, improvement: float) -> float:
    """The new volatility, by the iteration of the description's fifth step."""
    a = log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (improvement**2 - grown) / (2 * grown**2) - (x - a) / _TAU**2

    low, high = a, 0.0
    if improvement**2 > phi**2 + variance:
        high = log(improvement**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * _TAU) < 0:
            steps += 1
        high = a - steps * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


_DAY_MS: Final = 86_400_000
_MOST_IDLE: Final = 400
"""Days without an answer after which a rating is as uncertain as it gets."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How somebody plays one game, as far as their answers tell."""

    strength: GlickoRating
    due: tuple[str, ...]
    answered: int
    right: int

    @property
    def accuracy(self) -> float:
        return self.right / self.answered if self.answered else 0.0


def standing(answers: Iterable[PastAnswer], now_ms: int) -> Rating:
    """Where these answers leave somebody at that time."""
    by_time = sorted(answers, key=lambda answer: answer.time_ms)
    return Rating(rating(by_time, now_ms), due(by_time, now_ms), len(by_time), sum(answer.right for answer in by_time))


def rating(answers: Sequence[PastAnswer], now_ms: int) -> GlickoRating:
    """The rating after these answers. A position counts when it is first met: a review shows memory, not strength.

    A day is a period; days without an answer make the rating less certain.
    """
    met: dict[str, PastAnswer] = {}
    for answer in answers:
        met.setdefault(answer.key, answer)
    now, before = GlickoRating(), 0
    for day, group in groupby(met.values(), key=lambda answer: answer.time_ms // _DAY_MS):
        now = _idle(now, day - before - 1 if before else 0)
        now = rate(now, [(of_margin(answer.margin), float(answer.right)) for answer in group])
        before = day
    return _idle(now, now_ms // _DAY_MS - before - 1 if before else 0)


def _idle(now: GlickoRating, days: int) -> GlickoRating:
    for _ in range(min(days, _MOST_IDLE)):
        now = rate(now, [])
    return now
