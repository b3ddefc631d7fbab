"""The live side of a table: orders go in one at a time, and every viewer gets each new state, their own view of it.

Nothing is shown that is not durable: a state is published after its entry is committed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence, Set
from functools import partial
from typing import Final

from croupier.errors import Refused
from croupier.floor.history.rounds import PastRound as Over
from croupier.floor.history.rounds import past_rounds
from croupier.floor.links.desk import PREFIX as LINK
from croupier.floor.orders import Order
from croupier.floor.plan import Done, NoSuchTable
from croupier.floor.practice import is_practice
from croupier.floor.rehearsal.company import TRAINEES
from croupier.floor.roles import Person
from croupier.floor.room import Room
from croupier.floor.staleness import AlreadySo
from croupier.floor.table import Table
from croupier.store.entry import Entry
from croupier.store.threads import off_the_loop
from croupier.store.unit import LeaseLost
from croupier.web import metrics
from croupier.web.models import TablePage, You
from croupier.web.servers import Servers
from croupier.web.table.balances import Purses
from croupier.web.table.live.automatic import AutomaticDealer
from croupier.web.table.live.felt import Felt, Watcher, before_the_deal, happenings, names_at, number_of, send
from croupier.web.table.live.showing import Showing

_TAIL: Final = 400
_TABLE: Final = "table/"
_AGAIN_S: Final = 1.0


class Hub:
    """Every table that somebody plays at or watches, in one event loop."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.servers: Servers | None = None
        self._purses = Purses(room.store)
        self._showing = Showing(room, self._purses)
        self._dealer = AutomaticDealer(room, self._purses, self._showing, is_mine=self._is_mine, show=self._show)
        self._felts: dict[str, Felt] = {}
        self._hearing: dict[str, asyncio.Task[None]] = {}
        self._unread: set[str] = set()
        """Tables that others have moved on, and that somebody is about to read again."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def resume(self) -> None:
        """Take up every table where somebody sits, as after a restart. A practice table waits for its guest."""
        self._loop = asyncio.get_running_loop()
        for name in self.room.tables():
            if not is_practice(name) and self.room.table(name).sittings:
                self.felt(name)

    def felt(self, name: str) -> Felt:
        """The live side of a table; it is made when the table is first looked at."""
        felt = self._felts.get(name)
        if felt is None:
            new = Felt()
            self._read_rounds(new, self.room.table(name))
            felt = self._felts.setdefault(name, new)
            if felt is new:
                self._begin(name, felt)
        elif felt.behind:
            felt.behind = False
            try:
                felt.log.clear()
                self._read_rounds(felt, self.room.reload(name))
            except BaseException:
                felt.behind = True
                raise
        return felt

    def _read_rounds(self, felt: Felt, table: Table) -> None:
        tail = self.room.store.read(table.stream, after=max(0, table.version - _TAIL))
        for over in past_rounds(tail):
            self._showing.remember(felt, over.round, {**names_at(table), **over.players}, over.awards)
        felt.told = table.version

    def _begin(self, name: str, felt: Felt) -> None:
        """Start a table's task in the hub's loop, also where a page asks for it from a thread."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            assert self._loop is not None, "pages are made while the doors are open"
            self._loop.call_soon_threadsafe(self._begin, name, felt)
            return
        felt.task = loop.create_task(self._run(name, felt), name=f"table {name}")

    async def _run(self, name: str, felt: Felt) -> None:
        """Let a table be dealt on, and drop it when its guests have gone. Whoever comes back finds it in the record."""
        await self._dealer.run(name, felt)
        del self._felts[name]
        self._hearing.pop(name, None)
        self.room.let_go(name)

    async def close(self) -> None:
        """End every table's task and every viewer's stream. Everything is in the record."""
        for felt in self._felts.values():
            if felt.task is not None:
                felt.task.cancel()
            for watcher in felt.watchers:
                send(watcher, None)
        await asyncio.gather(*(felt.task for felt in self._felts.values() if felt.task), return_exceptions=True)

    async def order(
        self, name: str, order: Order, who: Person, *, command: str, version: int | None, via: str = ""
    ) -> Table:
        """Carry out somebody's order, show it, and let the table go on; `via` is the server that has passed it on."""
        felt = await off_the_loop(partial(self.felt, name))
        if self.servers is not None and not await self._is_mine(name):
            await self.servers.pass_on(name, order, who, command=command, version=version)
            felt.wake.set()  # the table may have been handed over to this server with it
            return await asyncio.to_thread(self.room.reload, name)
        try:
            done = await self.room.do_async(name, order, who, command=command, version=version)
        except AlreadySo:
            return await off_the_loop(partial(self.room.table, name))
        except LeaseLost:
            # Another server has taken the table over in this very moment: it is asked instead.
            return await self.order(name, order, who, command=command, version=version, via=via)
        await self._show(name, felt, done)
        felt.wake.set()
        await self._hand_over(name, felt, via)
        return done.table

    async def _hand_over(self, name: str, felt: Felt, via: str) -> None:
        """Give a table that nobody watches here to the server through which its players play."""
        again, felt.asked_via = felt.asked_via == via, via
        if self.servers is None or not via or not again or felt.watchers:
            return
        if await self.servers.hand_over(name, via):
            self.room.let_go(name)
            felt.behind = True

    async def _is_mine(self, name: str) -> bool:
        """Whether this server runs a table, or takes it up now since nobody does; one that is alone runs them all."""
        return self.servers is None or await self.servers.is_mine(name)

    def _runs(self, name: str) -> bool:
        """Whether this server runs a table, as far as it knows."""
        return self.servers is None or self.servers.owns(name)

    def missed(self, streams: Set[str] | None) -> bool:
        """Whether somebody here looks at a table in whose stream, or whose link's, another process has written.

        `None` stands for any stream. A table that nobody watches is read again when somebody does.
        """
        follows = False
        for name, live in list(self.room.loaded().items()):
            table = live.table
            if streams is None or table.stream in streams or (table.link and f"{LINK}{table.link}" in streams):
                follows |= not self._falls_behind(name)
        return follows

    def _falls_behind(self, name: str) -> bool:
        """Let go of a table that others have moved on, unless somebody looks at it here, or it is run here."""
        felt = self._felts.get(name)
        if self._runs(name) or (felt is not None and felt.watchers):
            return False
        self.room.let_go(name)
        if felt is not None:
            felt.behind = True
        return True

    def follows(self, stream: str) -> bool:
        """Whether the hub hears of what is written in a stream: only of tables that are in memory here."""
        return stream.startswith(_TABLE) and stream.removeprefix(_TABLE) in self.room.loaded()

    def heard(self, entries: Sequence[Entry]) -> None:
        """Show what another process has written at tables that are in memory here."""
        for stream in {entry.stream: None for entry in entries if self.follows(entry.stream)}:
            name = stream.removeprefix(_TABLE)
            if not self._falls_behind(name):
                self._hear(name)

    def _hear(self, name: str) -> asyncio.Task[None]:
        """Read a table again and show what is new: one after the other, and what is not read yet is read at once."""
        before = self._hearing.get(name)
        if before is None or name not in self._unread:
            self._unread.add(name)
            work = self._catch_up(name, before)
            self._hearing[name] = asyncio.get_running_loop().create_task(work, name=f"news of {name}")
        return self._hearing[name]

    async def _catch_up(self, name: str, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        self._unread.discard(name)
        try:
            read, finished, tail = await asyncio.to_thread(self._read_again, name)
        except NoSuchTable:  # a private one that was let go
            return
        except Refused as refused:
            metrics.LOG.warning("news not read, trying again", table=name, why=str(refused))
            asyncio.get_running_loop().call_later(_AGAIN_S, self._hear, name)
            return
        felt = self._felts.get(name)
        if felt is None:
            return
        live = self.room.loaded().get(name)
        table = read if live is None else live.table  # an order may have been carried out here meanwhile
        last = 0 if felt.last is None else number_of(felt.last.round)
        for over in finished:
            if number_of(over.round) > last:
                self._showing.remember(felt, over.round, {**names_at(table), **over.players}, over.awards)
        told = [(entry.version, happenings(entry)) for entry in tail if entry.version > felt.told]
        for state in before_the_deal(felt, tail[:-1]):
            self._showing.publish(felt, state, [one for one in told if one[0] <= state.version])
        if told or felt.newest is None or felt.newest.version < table.version:
            self._showing.publish(felt, table, told)
        if self._runs(name):
            felt.wake.set()

    async def _show(self, name: str, felt: Felt, done: Done) -> None:
        """Show an order that was carried out here; what others wrote before it, first."""
        if done.events:
            if felt.told < done.table.version - 1:
                await asyncio.wait([self._hear(name)])
            self._showing.publish(felt, done.table, [(done.table.version, done.events)])

    def is_taken_up(self, name: str) -> bool:
        """Whether a table has a live side here."""
        return name in self._felts

    def show_links_again(self, streams: Set[str] | None) -> None:
        """Show tables again in whose link's stream another process has written, or may have, to whoever looks."""
        for name, felt in list(self._felts.items()):
            link = None if felt.newest is None or not felt.watchers else felt.newest.link
            if link is not None and (streams is None or f"{LINK}{link}" in streams):
                self.show_again(name)

    def show_chips_again(self) -> None:
        """Show tables again to those whose chips another process has moved."""
        for name, felt in list(self._felts.items()):
            if any(watcher.you.name and not self._purses.knows(watcher.you.name) for watcher in felt.watchers):
                self.show_again(name)

    def _read_again(self, name: str) -> tuple[Table, list[Over], list[Entry]]:
        """A table as the record has it now, its last rounds, and its last entries."""
        table = self.room.reload(name)
        entries = self.room.store.read(table.stream, after=max(0, table.version - _TAIL))
        tail = [entry for entry in entries if entry.version <= table.version]
        return table, past_rounds(tail), tail

    def show_again(self, name: str) -> None:
        """Show a table to its viewers again, after something other than an order at it has changed it."""
        felt = self._felts.get(name)
        if felt is not None:
            self._showing.publish(felt, self.room.table(name), ())
            felt.wake.set()

    async def change_table(self, name: str, work: Callable[[], object]) -> None:
        """Do something that writes into a table's stream from outside, as links do, and show the result.

        If another server runs the table, it is told to read the record again.
        """
        mine = await self._is_mine(name)
        if not mine:
            await asyncio.to_thread(self.room.reload, name)
        await asyncio.to_thread(work)
        if not mine:
            await asyncio.to_thread(self.room.reload, name)
        self.show_again(name)
        if self.servers is not None and not mine:
            await self.servers.nudge(name)

    def page(self, name: str, you: You) -> TablePage:
        """A table's page for one viewer, as things stand."""
        felt = self.felt(name)
        if you.name:
            self._purses.look_again(you.name)
        return TablePage(**self._showing.state(felt, self.room.table(name), you))

    @contextlib.asynccontextmanager
    async def watching(
        self,
        name: str,
        you: You,
        *,
        only_changes: bool = False,
        by_seat: bool = False,
        at_once: Callable[[bytes], bool] | None = None,
    ) -> AsyncIterator[Watcher]:
        """A watcher of a table, for as long as the context lasts; their first state is on its way."""
        felt = await off_the_loop(partial(self.felt, name))
        watcher = Watcher(you, only_changes, by_seat, at_once=at_once)
        felt.watchers.add(watcher)
        metrics.WATCHERS.inc()
        try:
            if you.name:
                self._purses.look_again(you.name)
            await self._showing.begin(felt, await off_the_loop(partial(self.room.table, name)), watcher)
            yield watcher
        finally:
            felt.watchers.discard(watcher)
            metrics.WATCHERS.dec()

    def present(self, name: str) -> frozenset[str]:
        """Whose pages of a table are connected, as far as this server knows. Company of a rehearsal is always there."""
        felt = self._felts.get(name)
        there = frozenset() if felt is None else frozenset(watcher.you.name for watcher in felt.watchers.copy())
        return there | TRAINEES if self.room.rehearsal else there

    def send_away(self, name: str) -> None:
        """End a person's live streams, as when they sign out. Whoever is still signed in connects again at once."""
        if not name:
            return
        for felt in self._felts.values():
            for watcher in felt.watchers:
                if watcher.you.name == name:
                    send(watcher, None)

    def fault(self, name: str) -> str | None:
        """Why a table stands still, if its task has failed or keeps being refused."""
        felt = self._felts.get(name)
        if felt is None:
            return None
        if felt.task is not None and felt.task.done():
            return "nobody runs it; restart the server"
        return felt.fault
