"""The clock policy (R19). Time is an argument: seconds of any clock that only moves forward."""

from __future__ import annotations

from croupier.rules.commands import Act
from croupier.rules.events import Cause
from croupier.rules.round import Round, due_seats


def deadline_s(round: Round, waiting_since_s: float, resumed_at_s: float | None = None) -> float | None:
    """When the seats that are due must have answered, or `None` where no clock runs.

    `waiting_since_s` is when the street was opened. After an interruption every seat that is still due has
    the full clock again, from the moment the table came back: nobody loses a hand to a power cut.
    """
    if round.terms.clock_s is None or not due_seats(round):
        return None
    start = waiting_since_s if resumed_at_s is None else max(waiting_since_s, resumed_at_s)
    return start + round.terms.clock_s


def overdue(round: Round, deadline_s: float | None, now_s: float) -> tuple[Act, ...]:
    """The decisions that the clock makes for the seats that are late."""
    if deadline_s is None or now_s < deadline_s or round.street is None:
        return ()
    return tuple(Act(number, round.street.late, Cause.CLOCK) for number in due_seats(round))


def gone(round: Round, left: frozenset[int]) -> tuple[Act, ...]:
    """The decisions made for players who left mid-round; their wagers stay in play."""
    if not left or round.street is None:
        return ()
    return tuple(Act(number, round.street.late, Cause.LEFT) for number in due_seats(round) if number in left)
