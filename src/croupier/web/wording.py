"""Values as the pages write them: times, amounts, seats. A model with these types reads a record's row as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Annotated, Final, TypeAlias
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator

from croupier.money import dollars
from croupier.rules.paytables import line_words

_UTC: Final = ZoneInfo("UTC")
_ZONE: Final[ContextVar[ZoneInfo]] = ContextVar("zone", default=_UTC)


def read_clock_in(zone: str) -> None:
    """From here on, this request's times are shown in the house's time zone."""
    _ZONE.set(ZoneInfo(zone))


def house_zone() -> ZoneInfo:
    """The time zone in which this request's times are shown."""
    return _ZONE.get()


def when(time_ms: int) -> str:
    """A time as the staff read it, in the house's zone. The record keeps UTC."""
    return datetime.fromtimestamp(time_ms / 1000, _ZONE.get()).strftime("%Y-%m-%d %H:%M:%S %Z")


def iso(time_ms: int) -> str:
    """The same time for a machine, in UTC, as a `<time>` element carries it."""
    return datetime.fromtimestamp(time_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


Dollars: TypeAlias = Annotated[str, BeforeValidator(dollars)]
"""Made of cents."""
Moment: TypeAlias = Annotated[str, BeforeValidator(when)]
"""Made of milliseconds."""
LineWords: TypeAlias = Annotated[str, BeforeValidator(line_words)]
"""Made of a pay table's line."""


def tone(cents: int) -> str:
    """How an amount is coloured, as style sheets name it."""
    return "win" if cents > 0 else "loss" if cents < 0 else ""


def seats_words(seats: Sequence[int]) -> str:
    """Seats as one says them: seat 2; seats 2 and 5; seats 1, 2 and 5."""
    *most, last = map(str, seats)
    return f"seats {', '.join(most)} and {last}" if most else f"seat {last}"


class Safe(str):
    """Text that is already escaped for HTML."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


def natural_order(name: str) -> list[tuple[str, int]]:
    """A name as a key to sort by that takes numbers as numbers: T2 comes before T10.

    >>> sorted(["T10", "T2", "T1"], key=natural_order)
    ['T1', 'T2', 'T10']
    """
    parts = re.findall(r"(\D*)(\d*)", name)
    return [(words.casefold(), int(number or 0)) for words, number in parts]
