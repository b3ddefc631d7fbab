"""Looking at the room for what needs a person: at most once a second, however many pages ask."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from croupier.floor.house.choices import Choices
from croupier.floor.links.desk import Desk
from croupier.floor.practice import is_practice
from croupier.floor.roles import Person
from croupier.floor.room import Room
from croupier.ledger.accounts import tray
from croupier.store.entry import contents
from croupier.web.staff.pit.alerts import Alert, AlertKind, RoomState, derive
from croupier.web.table.hub import Hub

AWAY_MS: Final = 10_000
"""A page that is loaded again is away for a moment; a player who is gone stays away."""
_KEPT_S: Final = 1.0
_TAIL: Final = 400


class Lookout:
    """Looks at the room for everybody who asks, at most once a second."""

    def __init__(self, room: Room, desk: Desk, hub: Hub, choices: Choices) -> None:
        self._room, self._desk, self._hub, self._choices = room, desk, hub, choices
        self._kept: tuple[float, tuple[Alert, ...]] = (float("-inf"), ())
        self._began: dict[str, int] = {}
        self._lock = threading.Lock()

    def alerts(self, *, fresh: bool = False) -> tuple[Alert, ...]:
        """Every alert of the room; `fresh`: as of now, not as of a second ago."""
        with self._lock:
            if fresh or time.monotonic() - self._kept[0] > _KEPT_S:
                self._kept = time.monotonic(), tuple(self._look())
            return self._kept[1]

    def alerts_for(self, person: Person, *, fresh: bool = False) -> list[Alert]:
        """The alerts that somebody can do something about."""
        return [alert for alert in self.alerts(fresh=fresh) if alert.way_for(person) is not None]

    def _look(self) -> Iterator[Alert]:
        seen, there = self._seen(), set()
        for alert in derive(seen):
            there.add(alert.key)
            if alert.key not in self._began:
                self._began[alert.key] = alert.since_ms or self._noted_ms(alert) or seen.now_ms
            began = alert.since_ms or self._began[alert.key]
            if alert.kind is not AlertKind.ABSENT or seen.now_ms - began >= AWAY_MS:
                yield replace(alert, since_ms=began)
        self._began = {key: began for key, began in self._began.items() if key in there}

    def _seen(self) -> RoomState:
        room, hub = self._room, self._hub
        names = [name for name in room.tables() if not is_practice(name)]
        faults = {name: hub.fault(name) for name in names}
        return RoomState(
            now_ms=room.now_ms(),
            tables=tuple(room.table(name) for name in names),
            links=tuple(self._desk.link(name) for name in self._desk.names()),
            trays={name: room.store.balance(tray(name)) for name in names},
            low_tray=self._choices.now().low_tray,
            faults={name: fault for name, fault in faults.items() if fault is not None},
            present=None if hub.servers is not None else {name: hub.present(name) for name in names},
        )

    def _noted_ms(self, alert: Alert) -> int | None:
        """When the record says that it began, if it says so among its newest entries."""
        if alert.noted is None:
            return None
        (stream, name), store, found = alert.noted, self._room.store, None
        for entry in store.read(stream, after=max(0, store.head(stream).version - _TAIL)):
            for event in contents(entry).events:
                number = event.get("claim", event.get("adjustment", 0))
                if event["event"] == name and number == alert.number:
                    found = entry.time_ms
        return found
