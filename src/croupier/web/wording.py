"""Values as the staff's pages write them. A page's model with these types reads a record's row as it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator

from croupier.money import dollars
from croupier.rules.paytables import line_words


def when(time_ms: int) -> str:
    """A moment as the staff read it."""
    return datetime.fromtimestamp(time_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


Dollars: TypeAlias = Annotated[str, BeforeValidator(dollars)]
"""Made of cents."""
Moment: TypeAlias = Annotated[str, BeforeValidator(when)]
"""Made of milliseconds."""
LineWords: TypeAlias = Annotated[str, BeforeValidator(line_words)]
"""Made of a pay table's line."""


def seats_words(seats: Sequence[int]) -> str:
    """Seats as one says them: seat 2; seats 2 and 5; seats 1, 2 and 5."""
    *most, last = map(str, seats)
    return f"seats {', '.join(most)} and {last}" if most else f"seat {last}"
