"""A period as people give it: from a day or a moment until another, on the house's clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from croupier.errors import Refused
from croupier.store.reader import Reader

LAST: Final = 2**63 - 1
_FORMS: Final = ("%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M")


class NotADay(Refused):
    """Text that is no day."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not a day: {text!r}; want one such as 2026-11-15, or with a time, 2026-11-15 20:30")


class EndsBeforeItBegins(Refused):
    """A period that is none."""

    def __init__(self, since: str, until: str) -> None:
        super().__init__(f"until {until} is before from {since}; want a day that is the same or later")


@dataclass(frozen=True, slots=True)
class Period:
    """Between two moments; nothing where there is no border. The first belongs to it, the second does not."""

    since_ms: int | None = None
    until_ms: int | None = None

    def positions(self, record: Reader) -> tuple[int, int]:
        """The same as positions of the journal: after the first and before the second."""
        after = 0 if self.since_ms is None else record.position_at(self.since_ms)
        return after, LAST if self.until_ms is None else record.position_at(self.until_ms) + 1


def parse_since(text: str, zone: ZoneInfo) -> int | None:
    """When a period begins: with the day, or at the moment; `None` for no text."""
    return _milliseconds(_parsed(text, zone)[0]) if text.strip() else None


def parse_until(text: str, zone: ZoneInfo) -> int | None:
    """When a period is over: with the end of the day, or of the minute; `None` for no text."""
    if not text.strip():
        return None
    moment, whole_day = _parsed(text, zone)
    # A day on the house's clock can have 23 or 25 hours: the next one begins at its own midnight.
    end = moment + timedelta(days=1) if whole_day else moment + timedelta(minutes=1)
    return _milliseconds(end)


def check_period(since: str, until: str, period: Period) -> None:
    """Refuse a period that ends before it begins."""
    if period.since_ms is not None and period.until_ms is not None and period.until_ms <= period.since_ms:
        raise EndsBeforeItBegins(since, until)


def _parsed(text: str, zone: ZoneInfo) -> tuple[datetime, bool]:
    for form in _FORMS:
        try:
            moment = datetime.strptime(text.strip(), form).replace(tzinfo=zone)
        except ValueError:
            continue
        if 1970 < moment.year < 9999:
            return moment, form == _FORMS[0]
    raise NotADay(text)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
