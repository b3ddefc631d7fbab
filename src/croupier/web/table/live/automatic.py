"""What no person does at a table: its automatic dealer, its clock, its company and new play chips, in one task."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from croupier.errors import Refused
from croupier.floor.links.claiming import claim_due
from croupier.floor.orders import Order
from croupier.floor.plan import Done, NoSuchTable
from croupier.floor.practice import company_order, has_company, is_guest, is_practice, refill
from croupier.floor.rehearsal.company import trainee_order
from croupier.floor.roles import Person
from croupier.floor.room import Room
from croupier.floor.table import DealtBy, Table
from croupier.store.threads import off_the_loop
from croupier.store.unit import StaleVersion
from croupier.web import metrics
from croupier.web.servers import LOOK_EVERY_S
from croupier.web.table.balances import Purses, refilled_below
from croupier.web.table.live.felt import Felt
from croupier.web.table.live.showing import Showing

_ABANDONED_S: Final = 900.0
_FROZEN_S: Final = 3.0


class AutomaticDealer:
    """Deals tables on, one task each, which sleeps until somebody has acted or a deadline comes."""

    def __init__(
        self,
        room: Room,
        purses: Purses,
        showing: Showing,
        *,
        is_mine: Callable[[str], Awaitable[bool]],
        show: Callable[[str, Felt, Done], Awaitable[None]],
    ) -> None:
        self._room = room
        self._purses = purses
        self._showing = showing
        self._is_mine = is_mine
        self._show = show

    async def run(self, name: str, felt: Felt) -> None:
        """Deal a table on until it may be put away: a private one whose guests have gone."""
        watched_s = time.monotonic()
        while True:
            felt.wake.clear()
            try:
                if not await self._is_mine(name):
                    # Another server runs this table; should it die, its lock is free and this one goes on.
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(felt.wake.wait(), LOOK_EVERY_S)
                    watched_s = time.monotonic() if felt.watchers or not is_practice(name) else watched_s
                    if time.monotonic() - watched_s > _ABANDONED_S:
                        return
                    continue
                await self._advance(name, felt)
                wait_s = await off_the_loop(partial(self._room.seconds_left, name))
                felt.fault = felt.refused_since = None
            except NoSuchTable:  # a private one that was let go
                return
            except Refused as refused:
                # A single refusal is harmless; after seconds of them the table counts as stuck.
                felt.refused_since = felt.refused_since or time.monotonic()
                if time.monotonic() - felt.refused_since > _FROZEN_S:
                    felt.fault = str(refused)
                # Somebody else was quicker; look again at what they left.
                metrics.LOG.info("table waits", table=name, why=str(refused))
                wait_s = 0.2
            except Exception as error:
                # A database that does not answer, say. A table must not stand still for good because of it; what
                # exactly failed is not logged, for there might be cards in it.
                metrics.LOG.error("table failed, trying again", table=name, error=type(error).__name__)
                felt.fault = f"the server cannot go on with it ({type(error).__name__}) and tries again every second"
                wait_s = 1.0
            abandoned = wait_s is None and is_practice(name)
            try:
                async with asyncio.timeout(_ABANDONED_S if abandoned else wait_s):
                    await felt.wake.wait()
            except TimeoutError:
                if abandoned and not felt.watchers:
                    return

    async def _advance(self, name: str, felt: Felt) -> None:
        """Do whatever clock, automatic dealer and company do now, and show each step."""
        practice = is_practice(name)
        while True:
            step, table = await off_the_loop(partial(self._next, name))
            if step is None and practice and has_company(table):
                # In a thread, for one of the company who plays perfectly has to count.
                step = await asyncio.to_thread(company_order, table)
            step = step or trainee_order(table)
            if step is None:
                break
            order, who = step
            command = f"{name}@{table.version}/{order}"
            try:
                done = await self._room.do_async(name, order, who, command=command, version=table.version)
            except StaleVersion:
                continue  # another process was quicker: what is next is asked anew, of what it has left
            await self._show(name, felt, done)
            if practice and done.table.in_play is not done.table.round:
                await self._refill(done.table)
        await self._claim(name, felt, table)

    def _next(self, name: str) -> tuple[tuple[Order, Person] | None, Table]:
        """What the clock or the automatic dealer does now, and the table."""
        return self._room.next_order(name), self._room.table(name)

    async def _claim(self, name: str, felt: Felt, table: Table) -> None:
        """Press the hand button for a win at a table that no person deals. It is done once: after a refusal people
        decide."""
        if not table.unpaid or table.link is None or table.settings.dealt_by is DealtBy.PERSON:
            return
        assert table.round is not None, "a win belongs to a round"
        win = table.unpaid[0]
        button = (table.round.id, win.seat, win.line)
        if button in felt.claimed:
            return
        await asyncio.to_thread(claim_due, self._room, name)
        link = await asyncio.to_thread(self._room.desk.link, table.link)
        now = await off_the_loop(partial(self._room.table, name))
        if win not in now.unpaid:
            felt.wake.set()  # what was won in play chips is paid, and the round goes on
        elif any(claim.table == name for claim in link.claims.values()) and not link.terms.play_chips:
            felt.claimed.add(button)
        else:
            return  # refused just now: the next step tries again
        self._showing.publish(felt, now, ())

    async def _refill(self, table: Table) -> None:
        """A guest who cannot pay for a round gets new play chips; so does the company."""
        least = refilled_below(table.settings.terms)
        for guest in (sitting.player for sitting in table.sittings if is_guest(sitting.player)):
            if await off_the_loop(partial(self._purses.of, guest)) < least:
                await asyncio.to_thread(refill, self._room, guest)
