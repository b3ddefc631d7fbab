"""What players bring for chips and take for them in cash, day by day of the house."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from croupier.errors import Refused
from croupier.floor.cage.moves import STREAM
from croupier.money import Cents
from croupier.store.entry import Event, contents
from croupier.store.reader import Reader

_EARLIER_MS: Final = 3_600_000
"""Clocks of several servers differ a little, so a day is looked for from a little before it began."""


@dataclass(frozen=True, slots=True)
class PlayerCash:
    """A player's cash of a day: what came in for chips, at the cage and at tables, and what was paid out for them."""

    cash_in: Cents = 0
    cash_out: Cents = 0

    def is_above(self, amount: Cents | None) -> bool:
        """Whether either of the two is above an amount, where the house has set one."""
        return amount is not None and max(self.cash_in, self.cash_out) > amount


@dataclass(frozen=True, slots=True)
class HouseDay:
    """A day of the house's calendar, from its beginning up to the next one's."""

    date: date
    since_ms: int
    until_ms: int


def day_at(now_ms: int, zone: ZoneInfo) -> HouseDay:
    """The day of the house at a moment."""
    return _day(datetime.fromtimestamp(now_ms / 1000, zone).date(), zone)


def parse_day(text: str, zone: ZoneInfo) -> HouseDay:
    """The day that a text names."""
    try:
        return _day(date.fromisoformat(text), zone)
    except (ValueError, OverflowError):
        raise Refused(f"no day {text!r}; want year, month and day, such as 2026-03-14") from None


def _day(day: date, zone: ZoneInfo) -> HouseDay:
    begins, ends = (datetime(one.year, one.month, one.day, tzinfo=zone) for one in (day, day + timedelta(days=1)))
    return HouseDay(day, int(begins.timestamp() * 1000), int(ends.timestamp() * 1000))


class CashOfDay:
    """The cash of one day at a time by player, kept up with the stream of the cage."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lock = threading.Lock()
        self._day: HouseDay | None = None
        self._version = 0
        self._players: dict[str, PlayerCash] = {}

    def by_player(self, day: HouseDay) -> Mapping[str, PlayerCash]:
        """What each player brought and took that day. Chips that are sold or redeemed without a name are nobody's."""
        with self._lock:
            if day != self._day:
                begins = self._reader.position_at(day.since_ms - _EARLIER_MS)
                self._day, self._version, self._players = day, self._reader.version_at(STREAM, begins), {}
            for entry in self._reader.read(STREAM, after=self._version):
                if entry.time_ms >= day.until_ms + _EARLIER_MS:
                    break
                self._version = entry.version
                if day.since_ms <= entry.time_ms < day.until_ms:
                    for event in contents(entry).events:
                        self._add(event)
            return dict(self._players)

    def _add(self, event: Event) -> None:
        name = event.get("player")
        if name is None:
            return
        so_far = self._players.get(name, PlayerCash())
        match event["event"]:
            case "BoughtIn":
                self._players[name] = replace(so_far, cash_in=so_far.cash_in + event["amount"])
            case "CashedOut":
                self._players[name] = replace(so_far, cash_out=so_far.cash_out + event["amount"])
