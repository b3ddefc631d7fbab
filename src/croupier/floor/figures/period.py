"""The time that figures are asked for: the running shifts, or days of the house, from one moment up to another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from croupier.errors import Refused

PRESETS: Final[Mapping[str, str]] = {
    "shift": "This shift",
    "today": "Today",
    "yesterday": "Yesterday",
    "week": "Last 7 days",
    "month": "This month",
    "all": "All",
}
"""The periods that have a name."""


@dataclass(frozen=True, slots=True)
class FigurePeriod:
    """From `since_ms` up to, but not including, `until_ms`; or every table's running shift, whenever it began."""

    since_ms: int | None = None
    until_ms: int | None = None
    running: bool = False

    def has(self, time_ms: int) -> bool:
        """Whether a moment lies in it."""
        return (self.since_ms is None or time_ms >= self.since_ms) and (
            self.until_ms is None or time_ms < self.until_ms
        )


EVER: Final = FigurePeriod()


def preset(name: str, now_ms: int, zone: ZoneInfo) -> FigurePeriod:
    """The period of that name, as the house's calendar has it now."""
    today = datetime.fromtimestamp(now_ms / 1000, zone).date()
    match name:
        case "shift":
            return FigurePeriod(running=True)
        case "today":
            return _days(today, today, zone)
        case "yesterday":
            return _days(today - timedelta(1), today - timedelta(1), zone)
        case "week":
            return _days(today - timedelta(6), today, zone)
        case "month":
            return _days(today.replace(day=1), today, zone)
        case "all":
            return EVER
        case _:
            raise Refused(f"no period {name!r}; want one of {', '.join(PRESETS)}, or a beginning and an end")


def between(since: str, until: str, zone: ZoneInfo) -> FigurePeriod:
    """From one moment of the house's clock to another; a day as the end means all of it. What is empty is open."""
    begin = _moment(since, zone) if since.strip() else None
    end = _moment(until, zone, whole=True) if until.strip() else None
    if begin is not None and end is not None and end <= begin:
        raise Refused(f"the figures would end ({until}) before they begin ({since}); want an end after the beginning")
    return FigurePeriod(begin, end)


def _days(first: date, last: date, zone: ZoneInfo) -> FigurePeriod:
    return FigurePeriod(_midnight(first, zone), _midnight(last + timedelta(1), zone))


def _midnight(day: date, zone: ZoneInfo) -> int:
    return _ms(datetime(day.year, day.month, day.day, tzinfo=zone))


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def _moment(text: str, zone: ZoneInfo, *, whole: bool = False) -> int:
    try:
        at = datetime.fromisoformat(text.strip())
        if not 1970 < at.year < 9999:  # the calendar ends there, and with it what can be counted from
            raise ValueError
    except ValueError:
        raise Refused(f"not a day or a moment: {text!r}; want 2026-11-15 or 2026-11-15T18:15") from None
    if at.minute % 15 or at.second or at.microsecond:
        raise Refused(f"figures are kept by the quarter of an hour, not to {text!r}; want minutes 00, 15, 30 or 45")
    if whole and "T" not in text and ":" not in text:
        return _midnight(at.date() + timedelta(1), zone)
    return _ms(at if at.tzinfo else at.replace(tzinfo=zone))
