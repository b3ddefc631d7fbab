"""The card room: the tables of one record, where orders become entries and only then states."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from typing import Final, get_args

from croupier.errors import Refused
from croupier.fair.shuffle import SEED_BYTES
from croupier.floor.choices.upkeep import CloseTable
from croupier.floor.choices.upkeep_decisions import table_opened
from croupier.floor.corrections import MakeCorrection
from croupier.floor.dealer import deadline_ms, next_order
from croupier.floor.house.approval_status import ApprovalBook
from croupier.floor.house.law import LawBook
from croupier.floor.links.claiming import claim_due
from croupier.floor.links.desk import NO_PART, Desk, LinkPart
from croupier.floor.links.linked import ByLink, HandBack
from croupier.floor.links.outside import OUTSIDE_PREFIX
from croupier.floor.live_tables import BadName as BadName
from croupier.floor.live_tables import LinkLost as LinkLost
from croupier.floor.live_tables import LiveTable, LiveTables, Server, check_link, check_money, progressive_down
from croupier.floor.live_tables import check_name as check_name
from croupier.floor.live_tables import wall_clock_ms as wall_clock_ms
from croupier.floor.marks import is_rehearsal
from croupier.floor.movements import applied
from croupier.floor.orders import Order
from croupier.floor.plan import Done, Plan, load, plan, unit_of_table, with_link
from croupier.floor.roles import AUTOMATIC_DEALER, Duty, Person, check_may
from croupier.floor.staleness import is_in_time
from croupier.floor.table import Settings, Table
from croupier.floor.unit import TRIES, check_same, events_in
from croupier.rules.game import Game
from croupier.rules.steps import LOCK, OPEN
from croupier.store.entry import contents
from croupier.store.journal import Store
from croupier.store.threads import off_the_loop
from croupier.store.unit import CommandIdTaken, LeaseLost, Receipt, StaleVersion, StoreFailed
from croupier.values import replace

_BESIDE: Final = frozenset({CloseTable, MakeCorrection, *get_args(ByLink)})
"""Orders that ask for more than their table."""


class Room:
    """The tables of a store. Use it from threads or from one event loop, not both: `do` and `do_async` are the
    same but for how they wait. `draw` makes the secret seed of the round of that name."""

    def __init__(
        self,
        store: Store,
        *,
        now_ms: Callable[[], int] = wall_clock_ms,
        steady_ms: Callable[[], int] | None = None,
        draw: Callable[[str], bytes] = lambda _: secrets.token_bytes(SEED_BYTES),
    ) -> None:
        self.store = store
        self.now_ms = store.clock(now_ms)
        self.law = LawBook(store, now_ms=now_ms)
        self._live_tables = LiveTables(store, now_ms, steady_ms, self.law.now)
        self._draw = draw
        self.desk = Desk(store)
        self.approvals = ApprovalBook(store, now_ms=now_ms)
        self.rehearsal = is_rehearsal(store)
        """Whether these are the books of a rehearsal."""
        self.server: Server | None = None
        """Which of several servers this is; none where it is alone."""

    def open_table(self, name: str, settings: Settings, who: Person, command: str) -> Table:
        """Open a new table."""
        check_name(name)
        check_may(who, Duty.OPEN_TABLE)
        opened = table_opened(name, settings, who, self.law.now(), rehearsal=self.rehearsal)
        if settings.terms.progressive_stake is not None:
            raise Refused(f"{name} is on no link, so it cannot take a progressive wager; leave the stake out")
        if self.store.head(f"table/{name}").version and self.store.receipt(command) is None:
            raise Refused(f"there is a table {name} already; want another name")
        if self.store.head(f"{OUTSIDE_PREFIX}{name}").version:
            raise Refused(f"{name} is a table of another game on a link, with a tray of its own; want another name")
        time_ms = self.now_ms()
        table, _ = applied(None, (opened,), time_ms)
        unit = unit_of_table(table, 0, (opened,), (), who, command, time_ms, f"open table {name}")
        events = unit.writes[0].events
        check_same(who, self.store.commit(unit), lambda before: events_in(before, table.stream) == events)
        return self.table(name)

    def tables(self) -> list[str]:
        """The names of all tables."""
        return [stream.removeprefix("table/") for stream in self.store.streams("table/")]

    def table(self, name: str) -> Table:
        """A table as it stands."""
        return self._live_tables.at(name).table

    def glance(self, name: str) -> Table:
        """A table as it stands, for whoever only lists it: it is not kept in memory for that."""
        live = self._live_tables.held(name)
        return replace(load(self.store, name), law=self.law.now()) if live is None else live.table

    def why_held(self, table: Table) -> str | None:
        """Why no further round is dealt at a table until it is mended: it is outside the law (R55), or without the
        approval that the house asks for (R56)."""
        return table.unlawful or self.approvals.why_not_dealt(table)

    def game_at(self, name: str) -> Game:
        """What a table plays."""
        return self._live_tables.at(name).table.settings.terms.game

    def deadline_of(self, name: str) -> int | None:
        """When the clock decides for the seats that are due at a table, if it does."""
        live = self._live_tables.at(name)
        now_ms, resumed_ms = self._live_tables.moments(live)
        deadline = deadline_ms(live.table, resumed_ms)
        return None if deadline is None else deadline + (0 if self._live_tables.one_clock else self.now_ms() - now_ms)

    def seconds_left(self, name: str) -> float | None:
        """How long until then: a moment at least, so that who waits for it does not go round in circles."""
        if (deadline := self.deadline_of(name)) is None:
            return self.approvals.looks_again_s(self._live_tables.at(name).table)
        return max(0.01, (deadline - self.now_ms()) / 1000)

    def do(
        self,
        name: str,
        order: Order,
        who: Person,
        *,
        command: str,
        version: int | None = None,
        link_part: LinkPart | None = None,
    ) -> Done:
        """Carry out an order that was given on seeing `version`; the table afterwards.

        The same command id again is answered as before and changes nothing. An order given on seeing an older
        version is refused. Where another process has written meanwhile, it is decided anew, on what that has left.
        """
        live = self._live_tables.at(name)
        with live.lock:
            tries_left = TRIES
            while True:
                plan = self._plan(live, order, who, command, version, link_part)
                if isinstance(plan, Receipt):
                    return Done(live.table, plan)
                try:
                    return self._finish(live, plan, self.store.commit(plan.unit))
                except StaleVersion:
                    self._live_tables.look(live)
                    tries_left -= 1
                    if not tries_left or link_part is not None:  # a part was made for the table and link as they were
                        raise
                except StoreFailed:
                    self._live_tables.forget(name)
                    raise

    async def do_async(self, name: str, order: Order, who: Person, *, command: str, version: int | None = None) -> Done:
        """`do`, for an event loop: other tables go on while this one's entry is flushed."""
        live = self._live_tables.held(name)
        if live is None:
            live = await off_the_loop(partial(self._live_tables.at, name))
        async with live.turn:
            tries_left = TRIES
            while True:
                plan: Plan | Receipt | None = self._plan_at_once(live, order, who, command, version)
                if plan is None:
                    plan = await off_the_loop(partial(self._plan, live, order, who, command, version, None))
                if isinstance(plan, Receipt):
                    return Done(live.table, plan)
                server = self.server
                unit = plan.unit if server is None else replace(plan.unit, lease=(name, server.id))
                try:
                    receipt = await self.store.commit_async(unit)
                    if not receipt.repeated:
                        return self._finish(live, plan, receipt)
                    return await off_the_loop(partial(self._finish, live, plan, receipt))
                except StaleVersion:
                    await asyncio.to_thread(self._live_tables.look, live)
                    tries_left -= 1
                    if not tries_left:
                        raise
                except (LeaseLost, StoreFailed, asyncio.CancelledError) as why:
                    # Whoever asked may have gone away while the entry was being flushed: only the record knows now.
                    self._live_tables.forget(name)
                    if server is not None and isinstance(why, LeaseLost):
                        server.lose(name)
                    raise

    def together(self, names: list[str], order: Order, who: Person, *, command: str, link_part: LinkPart) -> Receipt:
        """The same order at several tables and what their link writes, all in one transaction."""
        lives = [self._live_tables.at(name) for name in sorted(names)]
        with ExitStack() as locks:
            for live in lives:
                locks.enter_context(live.lock)
            plans = [self._planned(live.table, order, who, command, b"") for live in lives]
            writes = tuple(write for each in plans for write in each.unit.writes)
            transfers = tuple(moved for each in plans for moved in each.unit.transfers)
            whole = with_link(replace(plans[0].unit, writes=writes, transfers=transfers), who, link_part)
            try:
                receipt = self.desk.wrote(link_part, self.store.commit(whole))
            except (StaleVersion, StoreFailed):
                for name in names:
                    self._live_tables.forget(name)
                raise
            for live, each in zip(lives, plans, strict=True):
                self._finish(live, each, receipt)
        return receipt

    def advance(self, name: str, *, open_next: bool = True) -> Table:
        """Let the clock and the automatic dealer do what they can do now, step by step.

        Without `open_next` they stop when the round is over, so that people can look at it.
        """
        while order := self.next_order(name):
            if order[0] == OPEN and not open_next:
                break
            # The id is derived, so that the same step after a crash, or by another process, is the same command.
            seen = self.table(name).version
            with suppress(StaleVersion):  # another process was quicker: what is next is asked anew
                self.do(name, *order, command=f"{name}@{seen}/{order[0]}", version=seen)
        if self.table(name).unpaid:
            claim_due(self, name)
            if not self.table(name).unpaid:  # a win of play chips waits for nobody
                return self.advance(name, open_next=open_next)
        return self.table(name)

    def next_order(self, name: str) -> tuple[Order, Person] | None:
        """What the clock or the automatic dealer of a table does now, if anything."""
        live = self._live_tables.at(name)
        order = next_order(live.table, *self._live_tables.moments(live))
        if order is not None and order[0] == OPEN and self.approvals.why_not_dealt(live.table) is not None:
            return None
        link = live.table.link
        if link is not None and order is not None and order[0] == LOCK and progressive_down(live.table):
            return (HandBack(), AUTOMATIC_DEALER) if self.desk.why_lost(link) else order
        return order

    def _plan_at_once(
        self, live: LiveTable, order: Order, who: Person, command: str, version: int | None
    ) -> Plan | None:
        """What to write, where nothing but the table need be looked at, as with most orders; else `_plan` knows."""
        table = live.table
        ahead = version is not None and version > table.version
        if table.link is not None or type(order) in _BESIDE or ahead or (order == OPEN and not self.approvals.is_fresh):
            return None
        try:
            return self._decided(live, order, who, command, version)
        except Refused:
            return None

    def _plan(
        self, live: LiveTable, order: Order, who: Person, command: str, version: int | None, link_part: LinkPart | None
    ) -> Plan | Receipt:
        """What to write; or the receipt of a command that was carried out before."""
        if version is not None and version > live.table.version:  # seen where another server runs the table
            self._live_tables.look(live)
        table = live.table
        try:
            if isinstance(order, ByLink) and link_part is None:
                raise Refused(f"{order!s} is not for people to say; the link's desk does, with an entry of its own")
            decided = self._decided(live, order, who, command, version)
            check_money(self.store, table, order)
            if table.link is None and link_part is None:
                return decided
            return self._linked(table, order, who, decided, link_part)
        except Refused:
            # Only now is it worth asking whether we have heard this before; the committer would notice all the same.
            before = self.store.receipt(command)
            if before is None or before.entries[0].actor != who.actor:
                raise
            there = any(entry.stream == table.stream for entry in before.entries)
            if not there or contents(before.entries[0]).request != str(order):
                raise CommandIdTaken(command) from None
            return before

    def _decided(self, live: LiveTable, order: Order, who: Person, command: str, version: int | None) -> Plan:
        """What the table alone makes of an order."""
        table = live.table
        expected = table.version if version is None else version  # what this player was looking at, and no other seat
        if expected != table.version and not is_in_time(live.past.get(expected), table, order, who.name):
            raise StaleVersion(table.stream, expected, table.version)
        if order == OPEN:
            self.approvals.check_deal(table)
        seed = self._draw(f"{table.name}-{table.rounds + 1}") if order == OPEN else b""
        return self._planned(table, order, who, command, seed)

    def _planned(self, table: Table, order: Order, who: Person, command: str, seed: bytes) -> Plan:
        time_ms = self.now_ms()  # and the law of this moment
        verify_from = self.approvals.choices.now().verify_tray_wins_from if order == OPEN and table.link else None
        return plan(table, order, who, command, time_ms, seed, self.law.at(time_ms), verify_from)

    def _linked(self, table: Table, order: Order, who: Person, decided: Plan, link_part: LinkPart | None) -> Plan:
        """The plan of an order at a table on a link, with what the link writes in the same transaction."""
        check_link(self.desk, table, order)
        more = link_part or self.desk.part_of_order(table, order, who)
        if more is None or not more.writes:
            return decided
        return Plan(with_link(decided.unit, who, more), decided.after, decided.events, more)

    def _finish(self, live: LiveTable, plan: Plan, receipt: Receipt) -> Done:
        if plan.link_part is not NO_PART:
            self.desk.wrote(plan.link_part, receipt)
        if not receipt.repeated:
            self._live_tables.go_on(live, plan.after)
            return Done(live.table, receipt, plan.events)
        if any(each.stream == live.table.stream and each.version > live.table.version for each in receipt.entries):
            self._live_tables.look(live)  # it was written, but we had not been told
        return Done(live.table, receipt)

    def loaded(self) -> Mapping[str, LiveTable]:
        """The tables that this process has in memory, by name; they come and go in other threads."""
        return self._live_tables.tables

    def let_go(self, name: str) -> None:
        """Keep a table in memory no longer, nor the progressive of its own: the record has both, should anybody ask."""
        self._live_tables.forget(name)
        self.desk.forget(name)

    def reload(self, name: str, *, resumed: bool = False) -> Table:
        """A table read from the record again, where another server has written, or has dropped it (`resumed`)."""
        return self._live_tables.reload(name, resumed=resumed)
