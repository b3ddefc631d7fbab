"""When to ask again: what somebody has answered, replayed through a scheduler of spaced repetition (FSRS)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from fsrs import Card, Rating, Scheduler

_SLOW_S: Final = 15.0
_SCHEDULER: Final = Scheduler(enable_fuzzing=False)
"""Without fuzz: the same answers always come to the same days."""


@dataclass(frozen=True, slots=True)
class PastAnswer:
    """One answer to a position: what it cost, in base bets, how long it took, and what was at stake."""

    key: str
    cost: float
    seconds: float
    time_ms: int
    margin: float = 0.1

    @property
    def right(self) -> bool:
        return self.cost == 0

    @property
    def rating(self) -> Rating:
        """How the scheduler rates the answer: a wrong one `Again`, a slow one `Hard`, any other `Good`."""
        if not self.right:
            return Rating.Again
        return Rating.Hard if self.seconds > _SLOW_S else Rating.Good


def schedule(answers: Iterable[PastAnswer]) -> dict[str, int]:
    """When each position that ever went wrong is due again, in milliseconds since 1970. What was right from the first
    is not asked again."""
    cards: dict[str, Card] = {}
    for answer in sorted(answers, key=lambda each: each.time_ms):
        card = cards.get(answer.key)
        if card is None and answer.right:
            continue
        when = datetime.fromtimestamp(answer.time_ms / 1000, UTC)
        cards[answer.key], _ = _SCHEDULER.review_card(card or Card(card_id=1, due=when), answer.rating, when)
    return {key: int(card.due.timestamp() * 1000) for key, card in cards.items()}


def due(answers: Iterable[PastAnswer], now_ms: int) -> tuple[str, ...]:
    """The positions to ask again now, the longest overdue first."""
    waiting = [(when, key) for key, when in schedule(answers).items() if when <= now_ms]
    return tuple(key for _, key in sorted(waiting))
