"""The tables that this process runs, each with its state and with the moment since when it waits; and what has to be
checked elsewhere before a table is opened or closed."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from croupier.errors import Refused
from croupier.floor.choices.upkeep import CloseTable
from croupier.floor.corrections import MakeCorrection
from croupier.floor.dispute_decisions import player_corrected
from croupier.floor.links.desk import Desk
from croupier.floor.orders import ForSeat, Order
from croupier.floor.plan import load
from croupier.floor.reports import ChipSensed, Report
from croupier.floor.sitting import has_account
from croupier.floor.staleness import TableAtVersion, at_version
from croupier.floor.table import Table
from croupier.ledger.accounts import drop, fees, player, tray
from croupier.money import dollars
from croupier.rules.commands import CorrectCards, PlaceBets
from croupier.rules.law import Law
from croupier.rules.steps import END, LOCK
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.journal import Store
from croupier.values import replace

_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}", re.ASCII)


class BadName(Refused):
    """A name that a table or a person cannot have."""

    def __init__(self, name: str) -> None:
        super().__init__(f"not a name: {name!r}; want 1 to 32 letters, digits, '-', '.' or '_', such as 'T1' or 'ann'")


def check_name(name: str) -> None:
    """Refuse what cannot name a table or a person."""
    if not _NAME.fullmatch(name):
        raise BadName(name)


class LinkLost(Refused):
    """A progressive wager at a table whose link does not run."""


def progressive_down(table: Table) -> bool:
    """Whether a progressive wager lies at a table."""
    round = table.in_play
    return round is not None and any(PROGRESSIVE in seat.stakes for seat in round.seats)


def check_link(desk: Desk, table: Table, order: Order) -> None:
    """A table that has lost its link takes no progressive wagers, and says so. Cards of a win that is claimed stay as
    they are until the claim is refused, and the round stays open (R46)."""
    if table.link is None:
        return
    if isinstance(order, CorrectCards) and any(c.table == table.name for c in desk.link(table.link).claims.values()):
        raise Refused("a win of this round is claimed; a supervisor refuses the claim before cards are corrected")
    # Only a win that is not paid can be claimed.
    if order == END and table.unpaid and any(c.table == table.name for c in desk.link(table.link).claims.values()):
        raise Refused("a win of this round is claimed; it is paid or refused before the round ends")
    bets = order.order if isinstance(order, ForSeat) else order
    if isinstance(bets, PlaceBets) and bets.stakes.on(PROGRESSIVE) and (why := desk.why_lost(table.link)):
        raise LinkLost(f"{why}; {table.name} takes no progressive wagers now, leave the Progressive out")
    chip = isinstance(order, Report) and isinstance(order.reading, ChipSensed) and order.reading.present
    if chip and (why := desk.why_lost(table.link)):
        raise LinkLost(f"{why}; {table.name} takes no progressive wagers now, take the chip off the sensor")
    if order == LOCK and progressive_down(table) and (why := desk.why_lost(table.link)):
        raise LinkLost(f"{why}; {table.name} takes no progressive wagers now, press 'hand back' before the lock")


def check_money(store: Store, table: Table, order: Order) -> None:
    """Refuse an order that the balances of the room do not allow."""
    if isinstance(order, CloseTable):
        _check_emptied(store, table)
    elif isinstance(order, MakeCorrection):
        _check_gives_back(store, table)


def _check_emptied(store: Store, table: Table) -> None:
    """A table is closed when nothing of the house's lies there: the tray credited, the box counted out."""
    lying = {"tray": tray(table.name), "drop box": drop(table.name), "fees in its box": fees(table.name)}
    left = [f"{what} {dollars(cents)}" for what, at in lying.items() if (cents := store.balance(at))]
    if left:
        raise Refused(
            f"cannot close {table.name}: {', '.join(left)}; credit the tray to the cage and close the shift first"
        )


def _check_gives_back(store: Store, table: Table) -> None:
    """A correction takes back no more than a player has, or has in front of them: nobody owes the house by it."""
    asked = table.correction
    if asked is None or asked.cents > 0 or not (name := player_corrected(table, asked)):
        return
    if has_account(name):
        held, who, where = store.balance(player(name)), name, ""
    else:
        held, who, where = table.stack_of(asked.seat) or 0, f"seat {asked.seat} at {table.name}", " in front of it"
    if held < -asked.cents:
        raise Refused(
            f"{who} has {dollars(held)}{where}, so {dollars(-asked.cents)} cannot be taken back; drop this "
            "correction and ask for that much at most"
        )


_REMEMBERED: Final = 64
"""How many states of a table an order may come late by, if nothing has changed for whoever gives it."""


def wall_clock_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def steady_clock_ms() -> int:
    """Milliseconds since some moment; nobody sets this clock."""
    return time.monotonic_ns() // 1_000_000


@dataclass(slots=True)
class LiveTable:
    """A table that this process runs, with moments of the steady clock: when its last change was seen here, and when
    it was found in the record with a round in play."""

    table: Table
    changed_at: int
    resumed_at: int | None
    past: dict[int, TableAtVersion] = field(default_factory=dict)
    """The table as it stood at its last versions: whoever gives an order has seen one of these."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Server(Protocol):
    """One of several servers on the same record: it writes only at tables whose lease it holds."""

    id: str

    def lose(self, table: str) -> None:
        """Know that another server runs a table now."""


class LiveTables:
    """The tables that are in memory, by name. What is not there is in the record."""

    def __init__(
        self, store: Store, now_ms: Callable[[], int], steady_ms: Callable[[], int] | None, law: Callable[[], Law]
    ) -> None:
        self._store = store
        self._law = law
        # What is recorded bears the time of day; how long somebody has is counted by a clock that nobody sets. A
        # made-up time of day goes as steadily as its maker wants.
        self._steady_ms = steady_ms or (steady_clock_ms if now_ms is wall_clock_ms else now_ms)
        self.one_clock = self._steady_ms is now_ms
        self.tables: dict[str, LiveTable] = {}
        self._loading = threading.Lock()
        self._seeing = threading.Lock()

    def held(self, name: str) -> LiveTable | None:
        """A table, if it is in memory, under the law in force."""
        live = self.tables.get(name)
        return None if live is None else self._under_law(live)

    def at(self, name: str) -> LiveTable:
        """A table, read from the record if it is not in memory yet."""
        live = self.tables.get(name)
        if live is not None:
            return self._under_law(live)
        with self._loading:
            if name not in self.tables:
                table = load(self._store, name)
                resumed_at = self._steady_ms() if table.in_play is not None else None
                self.tables[name] = LiveTable(table, self._begins(table), resumed_at)
            return self._under_law(self.tables[name])

    def _under_law(self, live: LiveTable) -> LiveTable:
        """The table, told the law in force (R55): whoever looks at it sees whether it is outside."""
        law = self._law()
        if live.table.law is not law:
            with self._seeing:
                live.table = replace(live.table, law=law)
        return live

    def moments(self, live: LiveTable) -> tuple[int, int | None]:
        """Now, and when the table was taken up, counted steadily from the time of day of its last change."""
        since_ms, resumed = live.table.since_ms, live.resumed_at
        now_ms = since_ms + self._steady_ms() - live.changed_at
        return now_ms, None if resumed is None else since_ms + resumed - live.changed_at

    def go_on(self, live: LiveTable, table: Table) -> None:
        """Go on from how a table stands after an order that was carried out here."""
        self.see(live, table)
        if live.resumed_at is not None and table.in_play is None:
            live.resumed_at = None

    def see(self, live: LiveTable, table: Table) -> None:
        """Go on from how a table stands now; where it waits anew, so does the clock.

        Never back: whoever has read it from the record may come after an order that was carried out meanwhile.
        """
        with self._seeing:
            before, past = live.table, live.past
            if table.version < before.version:
                return
            if table.version > before.version:
                past[before.version] = at_version(before)
                if len(past) > _REMEMBERED:
                    del past[next(iter(past))]
            if table.since_ms != before.since_ms:
                live.changed_at = self._begins(table)
            live.table = table

    def look(self, live: LiveTable) -> None:
        """See a table as the record has it."""
        self.see(live, load(self._store, live.table.name))

    def reload(self, name: str, *, resumed: bool = False) -> Table:
        """A table read from the record again, where another server has written. The clock runs on, unless this
        server takes a table up that another has dropped: that is an interruption."""
        with self._loading:
            table, live = load(self._store, name), self.tables.get(name)
            if live is None:
                live = self.tables[name] = LiveTable(table, self._begins(table), None)
            # The same table goes on, not another in its place: an order may be on its way there.
            self.see(live, table)
            self._under_law(live)
            if resumed:
                live.changed_at = self._begins(live.table)
                live.resumed_at = self._steady_ms() if live.table.in_play is not None else None
            return live.table

    def forget(self, name: str) -> None:
        """Keep a table in memory no longer: the record knows it."""
        with self._loading:
            self.tables.pop(name, None)

    def _begins(self, table: Table) -> int:
        """The steady clock's name for the moment since which a table waits that was seen to change just now."""
        return table.since_ms if self.one_clock else self._steady_ms()
