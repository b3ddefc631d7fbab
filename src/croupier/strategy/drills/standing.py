"""Where somebody stands: rating, what is due again, and how much was right, all from their answers and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from croupier.strategy.drills.rating import Strength, of_margin, rated
from croupier.strategy.drills.review import Answer, due

_DAY_MS: Final = 86_400_000
_MOST_IDLE: Final = 400
"""Days without an answer after which a rating is as uncertain as it gets."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody plays one game, as far as their answers tell."""

    strength: Strength
    due: tuple[str, ...]
    answered: int
    right: int

    @property
    def accuracy(self) -> float:
        return self.right / self.answered if self.answered else 0.0


def standing(answers: Iterable[Answer], now_ms: int) -> Standing:
    """Where these answers leave somebody at that time."""
    given = sorted(answers, key=lambda answer: answer.time_ms)
    return Standing(rating(given, now_ms), due(given, now_ms), len(given), sum(answer.right for answer in given))


def rating(given: Sequence[Answer], now_ms: int) -> Strength:
    """The rating after these answers. A position counts when it is first met: a review shows memory, not strength.

    A day is a period; days without an answer make the rating less certain.
    """
    met: dict[str, Answer] = {}
    for answer in given:
        met.setdefault(answer.key, answer)
    now, before = Strength(), 0
    for day, group in groupby(met.values(), key=lambda answer: answer.time_ms // _DAY_MS):
        now = _idle(now, day - before - 1 if before else 0)
        now = rated(now, [(of_margin(answer.margin), float(answer.right)) for answer in group])
        before = day
    return _idle(now, now_ms // _DAY_MS - before - 1 if before else 0)


def _idle(now: Strength, days: int) -> Strength:
    for _ in range(min(days, _MOST_IDLE)):
        now = rated(now, [])
    return now
