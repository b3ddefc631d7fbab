"""The rehearsals of a room: a second house in the same server, over books of its own, while any table is in rehearsal.

Which house a request reaches is decided here, once, by whether its browser has a cookie of this rehearsal. Behind that
every page, order and live stream works as it does in the room, with the record that it has reached.
"""

from __future__ import annotations

import asyncio
import glob
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from starlette.requests import HTTPConnection

from croupier.errors import Refused
from croupier.floor.links.keypads import is_outside
from croupier.floor.play import decide
from croupier.floor.practice import is_practice
from croupier.floor.rehearsal.books import add_table, begin_books
from croupier.floor.rehearsal.orders import EndRehearsal, Rehearse
from croupier.floor.roles import Duty, Person, check_may
from croupier.store.journal import Store, open_store
from croupier.store.location import file_of
from croupier.web import metrics
from croupier.web.background_tasks import tending
from croupier.web.context import HouseContext, open_house
from croupier.web.served import Held, held
from croupier.web.sessions import REHEARSAL_COOKIE

RECORD: Final = "books.db"
_COOKIE: Final = f"{REHEARSAL_COOKIE}=".encode()


class AtAnotherServer(Refused):
    """Books of a rehearsal that another server has open."""

    def __init__(self, address: str) -> None:
        super().__init__(f"a rehearsal is open at the server at {address}; rehearse there, or end it there first")


class Rehearsals:
    """What is rehearsed beside a room. `house` is the one over the books of the rehearsal, while they are open."""

    def __init__(self, night: HouseContext, *, address: str = "", secure: bool = False) -> None:
        self.night = night
        self._address = address
        self.house: HouseContext | None = None
        record = file_of(night.store.url)
        self.folder = Path("croupier-rehearsal") if record is None else record.with_name(f"{record.stem}-rehearsal")
        self._secure = secure
        self._open = AsyncExitStack()
        self._turn = asyncio.Lock()

    def house_for(self, connection: HTTPConnection) -> HouseContext:
        """The house that a request reaches: the rehearsal's from a browser that is in it, else the room's.

        A cookie that this rehearsal did not write, such as one of an earlier, leads nowhere: a keypad of the room stays
        in the room, and a stranger does not try PINs here.
        """
        if self.house is None:
            return self.night
        cookies = (value for name, value in connection.scope["headers"] if name == b"cookie")
        inside = any(_COOKIE in value for value in cookies) and self.house.cookies.knows(connection)
        return self.house if inside else self.night

    def tables(self) -> list[str]:
        """The tables that are in rehearsal."""
        room = self.night.room
        return [name for name in room.tables() if not is_practice(name) and room.table(name).rehearsing]

    def tables_here(self) -> list[str]:
        """Those of them that stand in the books of this server; others may be rehearsed at another."""
        there = () if self.house is None else self.house.room.tables()
        return [name for name in self.tables() if name in there]

    @asynccontextmanager
    async def resumed(self) -> AsyncIterator[None]:
        """Go on with a rehearsal that was open when the server ended; its books are closed with the context."""
        if await asyncio.to_thread(self.tables) and (self.folder / RECORD).exists():
            try:
                self._hold()
                await self._enter(await asyncio.to_thread(open_store, str(self.folder / RECORD)))
            except AtAnotherServer:
                pass  # it goes on there
            except Exception as error:  # whatever is wrong with them, the room opens
                metrics.LOG.error("the books of a rehearsal cannot be opened", error=type(error).__name__)
                await self._close()
        try:
            yield
        finally:
            await self._close()

    async def begin(self, table: str, who: Person, command: str) -> None:
        """Put a table into rehearsal: it stands in the books as it stands in the room, and is out of play there."""
        check_may(who, Duty.REHEARSE)
        if await asyncio.to_thread(is_outside, self.night.links, table):
            raise Refused(
                f"{table} has no seats and no rounds here, only its progressive; rehearse another table of its link"
            )
        async with self._turn:
            if self.house is not None and not await asyncio.to_thread(self.tables_here):
                await self._put_away(keep=True)  # its last table was given back elsewhere, or by a command
            real = await asyncio.to_thread(self.night.room.table, table)
            if not real.rehearsing:
                decide(real, Rehearse(), who.name, b"")  # before anything is written, refused where it would be
            first = self.house is None
            if first:
                try:
                    await self._enter(await asyncio.to_thread(self._make, who))
                except BaseException:
                    await self._close()  # what was held for them
                    raise
            assert self.house is not None, "it was opened"
            try:
                await asyncio.to_thread(add_table, self.house.room, self.night.room, table, who)
                if not real.rehearsing:
                    await self.night.hub.order(table, Rehearse(), who, command=command, version=None)
            except Refused:
                if first:
                    await self._put_away(keep=False)
                raise

    async def end(self, table: str, who: Person, command: str, *, keep: bool) -> None:
        """Give a table back to play. With the last one of these books they are closed, and thrown away or kept."""
        check_may(who, Duty.REHEARSE)
        async with self._turn:
            await self.night.hub.order(table, EndRehearsal(), who, command=command, version=None)
            others = self.tables if self.house is None else self.tables_here
            if not await asyncio.to_thread(others):
                with suppress(AtAnotherServer):  # which still has them open
                    await self._put_away(keep=keep)

    def _make(self, who: Person) -> Store:
        """New books, whole or not at all. What lies in their folder is of a rehearsal that nobody has ended."""
        try:
            self._move_away(keep=True)
            self.folder.mkdir(mode=0o700)
            self._hold()
        except OSError as why:
            raise Refused(f"no books can be made in {str(self.folder)!r}: {why}; want a folder to write in") from None
        store = open_store(str(self.folder / RECORD))
        try:
            begin_books(store, self.night.room, who)
        except BaseException:
            store.close()
            shutil.rmtree(self.folder)
            raise
        return store

    def _hold(self) -> None:
        """Hold the books for this server until they are closed."""
        self._open.enter_context(self._held())

    @contextmanager
    def _held(self) -> Iterator[None]:
        """The books, held for as long as the context lasts; refused where another server has them open."""
        with ExitStack() as marks:
            try:
                marks.enter_context(held(self.folder / f"{RECORD}.served", self._address))
            except Held as other:
                raise AtAnotherServer(other.address) from None
            yield

    def kept(self) -> list[Path]:
        """The books of earlier rehearsals that were kept."""
        return sorted(self.folder.parent.glob(f"{glob.escape(self.folder.name)}-*/{RECORD}"))

    async def _put_away(self, *, keep: bool) -> None:
        await self._close()
        await asyncio.to_thread(self._move_away, keep)

    def _move_away(self, keep: bool) -> None:
        """Throw the books away, or keep them under the day and a number."""
        if not self.folder.exists():
            return
        day = datetime.now(UTC).strftime("%Y-%m-%d")
        kept = next(there for n in count(1) if not (there := Path(f"{self.folder}-{day}-{n}")).exists())
        try:
            with self._held():
                self.folder.rename(kept)  # while it is held: no other server opens it meanwhile
            if not keep:
                shutil.rmtree(kept)
        except OSError as why:
            raise Refused(f"the books of the rehearsal stay in {str(self.folder)!r}: {why}") from None

    async def _enter(self, store: Store) -> None:
        """Open the house over these books."""
        self._open.callback(store.close)
        house = await asyncio.to_thread(open_house, store, db=str(self.folder / RECORD), secure=self._secure)
        house.rate_limits = self.night.rate_limits  # the PINs are the same: who guesses at them has one pace
        house.hub.resume()
        house.sides.practice.hub.resume()
        await self._open.enter_async_context(tending(house))
        self._open.push_async_callback(self._leave, house)
        self.house = house
        metrics.LOG.info("a rehearsal is open", books=str(self.folder))

    async def _leave(self, house: HouseContext) -> None:
        self.house = None
        await house.hub.close()
        await house.sides.practice.hub.close()
        house.coach.close()

    async def _close(self) -> None:
        await self._open.aclose()
        self._open = AsyncExitStack()
