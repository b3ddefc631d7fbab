"""The people of a demonstration at their tables, while its doors are open: they act at the pace of people, through the
same doors as visitors, and come where no visitor has."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from random import Random
from typing import Final

from croupier.errors import Refused
from croupier.floor.demo.cast import DEALER, FELT_TABLE, KEYPAD_TABLE, PURSE, SUPERVISOR, DemoTable, demo_tables
from croupier.floor.demo.deeds import Deed, next_button, next_deed
from croupier.floor.roles import Role
from croupier.floor.staffing import AnswerCall, Call, SeatDealer
from croupier.floor.table import Table
from croupier.jackpot.buttons import Button
from croupier.ledger.accounts import player
from croupier.rules.commands import PlaceBets
from croupier.web import metrics
from croupier.web.context import HouseContext
from croupier.web.demo.demonstration import Demonstration
from croupier.web.models import You

THINKS_S: Final = (0.8, 2.6)
"""How long somebody thinks, at least and at most."""
PATIENCE_S: Final = 180.0
"""How long a win, or a table that a visitor deals, waits for visitors before one of the demonstration comes."""
_IDLE_S: Final = 0.4
_REFUSED_S: Final = 2.0


class Pace:
    """Everybody of the demonstration, a task for each table."""

    def __init__(self, house: HouseContext, demo: Demonstration) -> None:
        self._house = house
        self._demo = demo
        self._chance = Random()
        self._tables = demo_tables()
        self._jackpots: frozenset[str] = frozenset()
        self._disputed = False
        self._waits: dict[str, tuple[int, float]] = {}
        demo.cue = self.cue

    def cue(self) -> None:
        """Somebody has come in: the next round of the table with real cards is the one with the jackpot, and at
        another table somebody disputes what they were paid. One of each at a time."""
        table = self._house.room.table(FELT_TABLE)
        now = "" if table.in_play is None else table.in_play.id
        if now not in self._jackpots and not table.unpaid:
            self._jackpots = frozenset({f"{FELT_TABLE}-{table.rounds + 1}"})
        self._disputed = True

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let them play for as long as the context lasts."""
        tasks = [asyncio.create_task(self._play(*item), name=f"demo {item[0]}") for item in self._tables.items()]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, name: str, cast: DemoTable) -> None:
        async with AsyncExitStack() as pages:
            for one in cast.seats.values():  # their pages are open, as those of other players are
                you = You(name=one, role=Role.PLAYER.value)
                await pages.enter_async_context(self._house.hub.watching(name, you, at_once=lambda text: True))
            while True:
                try:
                    pause_s = await self._step(name, cast)
                except Refused as why:  # a visitor was quicker, or has stopped or closed the table
                    metrics.LOG.info("demonstration waits", table=name, why=str(why))
                    pause_s = _REFUSED_S
                await asyncio.sleep(pause_s * self._demo.slowness or 0.01)

    async def _step(self, name: str, cast: DemoTable) -> float:
        """Do what comes next at a table, if anything; how long to wait after it."""
        table = await asyncio.to_thread(self._house.room.table, name)
        if table.closed or table.held is not None:
            return _IDLE_S
        deed = await asyncio.to_thread(self._deed, table, cast)
        if deed is None:
            return _IDLE_S
        what, who = deed
        if isinstance(what, PlaceBets):
            await asyncio.to_thread(self._buy_in, name, who.name)
        command = f"demo-{secrets.token_hex(8)}"
        if isinstance(what, Button):
            await self._house.hub.change_table(name, partial(self._house.links.press, name, what, who, command))
        else:
            await self._house.hub.order(name, what, who, command=command, version=table.version)
        return self._chance.uniform(*THINKS_S)

    def _deed(self, table: Table, cast: DemoTable) -> Deed | None:
        if table.unpaid and table.link is not None:
            deed = next_button(table, self._house.links.desk.link(table.link).pad(table.name))
        else:
            deed = self._dispute(table) or next_deed(table, cast, self._jackpots)
        if deed is None and table.dealer is not None and table.dealer.name != DEALER.name:
            deed = SeatDealer(DEALER.name), SUPERVISOR
        if deed is None or deed[1] != SUPERVISOR:
            return deed
        return deed if self._waited(table.name, table.version) else None

    def _dispute(self, table: Table) -> Deed | None:
        """A call to the table that visitors deal, while dan deals it; should nobody answer, sid does."""
        if table.name != KEYPAD_TABLE or table.round is None or table.dealer is None:
            return None
        if table.called is not None:
            return (AnswerCall(), SUPERVISOR) if self._waited("call", table.called.since_ms) else None
        if not self._disputed or table.in_play is not None or table.dealer.name != DEALER.name:
            return None
        self._disputed = False
        return Call(f"seat 3 disputes what round {table.round.id} paid"), DEALER

    def _waited(self, what: str, version: int) -> bool:
        """Whether something has stood as it does for so long that one of the demonstration comes."""
        now_s = time.monotonic()
        since = self._waits.get(what)
        if since is None or since[0] != version:
            self._waits[what] = since = (version, now_s)
        return now_s - since[1] >= PATIENCE_S * self._demo.slowness

    def _buy_in(self, table: str, name: str) -> None:
        """Chips for whoever of the demonstration runs out."""
        if self._house.store.balance(player(name)) < PURSE // 4:
            self._house.cage.buy_in_at(table, name, PURSE, DEALER, f"demo-{secrets.token_hex(8)}")
