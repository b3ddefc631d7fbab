"""The alerts of the room for every page that asks: worked out at most once a second."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from zoneinfo import ZoneInfo

from croupier.floor.cage.cash import CashOfDay, day_at
from croupier.floor.history.disputes import openings
from croupier.floor.history.signs import ROUNDS
from croupier.floor.history.verdict import Verdict
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.links.control import Links
from croupier.floor.links.keypads import real_tables
from croupier.floor.practice import is_practice
from croupier.floor.roles import Person
from croupier.floor.room import Room
from croupier.floor.table import Table
from croupier.lab.capabilities import is_countable
from croupier.ledger.accounts import tray
from croupier.store.entry import contents
from croupier.web.staff.pit.alert import Alert, AlertKind, RoomState
from croupier.web.staff.pit.alerts import derive, number_of
from croupier.web.staff.signs_watch import SignsWatch
from croupier.web.table.hub import Hub

AWAY_MS: Final = 10_000
"""A page that is loaded again is away for a moment; a player who is gone stays away."""
SIGNS_EVERY: Final = 50
"""After so many rounds a face-up table is searched for signs again, whether anybody asks or not."""
_CACHED_S: Final = 1.0
_NEWEST: Final = 400
"""Among so many of a stream's newest entries the beginning of an alert is looked for."""


class AlertWatch:
    """The room's alerts, cached for a second, and since when each has stood."""

    def __init__(
        self, room: Room, links: Links, hub: Hub, choices: ChoiceBook, signs: SignsWatch, cash: CashOfDay
    ) -> None:
        self._room, self._links, self._hub, self._choices = room, links, hub, choices
        self._signs, self._cash = signs, cash
        self._searched: dict[str, int] = {}
        self._cached: tuple[float, tuple[Alert, ...]] = (float("-inf"), ())
        self._began: dict[str, int] = {}
        self._lock = threading.Lock()

    def alerts(self, *, fresh: bool = False) -> tuple[Alert, ...]:
        """Every alert of the room; `fresh`: as of now, not as of a second ago."""
        with self._lock:
            if fresh or time.monotonic() - self._cached[0] > _CACHED_S:
                self._cached = time.monotonic(), tuple(self._look())
            return self._cached[1]

    def alerts_for(self, person: Person, *, fresh: bool = False) -> list[Alert]:
        """The alerts that somebody can do something about."""
        return [alert for alert in self.alerts(fresh=fresh) if alert.way_for(person) is not None]

    def _look(self) -> Iterator[Alert]:
        state, keys = self._state(), set()
        for alert in derive(state):
            keys.add(alert.key)
            if alert.key not in self._began:
                self._began[alert.key] = alert.since_ms or self._noted_ms(alert) or state.now_ms
            began = alert.since_ms or self._began[alert.key]
            if alert.kind is not AlertKind.ABSENT or state.now_ms - began >= AWAY_MS:
                yield replace(alert, since_ms=began)
        self._began = {key: began for key, began in self._began.items() if key in keys}

    def _state(self) -> RoomState:
        room, hub, desk = self._room, self._hub, self._links.desk
        linked = desk.names()
        names = [name for name in room.tables() if not is_practice(name)]
        faults = {name: hub.fault(name) for name in names}
        tables = tuple(room.table(name) for name in names)
        unapproved = {table.name: room.approvals.why_not_dealt(table) for table in tables}
        chosen, now_ms = self._choices.now(), room.now_ms()
        return RoomState(
            now_ms=now_ms,
            tables=tables,
            links=tuple(desk.link(name) for name in linked),
            real_tables=tuple(table for name in linked for table in real_tables(self._links, name)),
            trays={name: room.store.balance(tray(name)) for name in names},
            low_tray=chosen.low_tray,
            cash=self._cash.by_player(day_at(now_ms, ZoneInfo(chosen.zone))),
            cash_alert=chosen.cash_alert,
            law=room.law.now(),
            faults={name: fault for name, fault in faults.items() if fault is not None},
            unapproved={name: why for name, why in unapproved.items() if why is not None},
            present=None if hub.servers is not None else {name: hub.present(name) for name in names},
            signs=self._looking([table for table in tables if table.settings.terms.face_up and not table.closed]),
        )

    def _looking(self, tables: list[Table]) -> dict[str, dict[str, Verdict]]:
        """Who shows signs of looking at the open face-up tables, by the last search of each; and the next search, where
        enough rounds were dealt since (R53)."""
        for table in tables:
            due = table.rounds - self._searched.get(table.name, 0) >= SIGNS_EVERY
            if due and is_countable(table.settings.terms.rules.game) and not self._signs.look()["running"]:
                self._searched[table.name] = table.rounds
                self._signs.start(table.name, ROUNDS)
        return {table.name: self._signs.verdicts(table.name) for table in tables}

    def _noted_ms(self, alert: Alert) -> int | None:
        """When the alert began by the record, if that is among the newest entries."""
        store, noted_ms = self._room.store, None
        if alert.kind is AlertKind.DISPUTE:
            said = openings(store, self._room.table(alert.about))
            return next(
                (one.time_ms for one in said if number_of(one.event.round, one.event.seat) == alert.number), None
            )
        if alert.noted is None:
            return None
        stream, name = alert.noted
        for entry in store.read(stream, after=max(0, store.head(stream).version - _NEWEST)):
            for event in contents(entry).events:
                number = event.get("claim", event.get("adjustment", 0))
                if event["event"] == name and number == alert.number:
                    noted_ms = entry.time_ms
        return noted_ms
