"""What other processes write into the same record: servers and commands, on PostgreSQL and on SQLite.

PostgreSQL announces in which streams somebody has written; a SQLite file is polled, and the streams are read from the
journal. Either way this server then does the same: it reads its tables again and shows them, takes up a table where
somebody has sat down, and looks anew at whatever else it remembers of the record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Set
from functools import partial

from croupier.errors import Refused
from croupier.floor.cage.moves import STREAM as CAGE
from croupier.floor.house.choices import STREAM as HOUSE
from croupier.floor.house.names import STAFF
from croupier.floor.links.desk import is_link
from croupier.floor.practice import is_practice
from croupier.floor.roles import Person, Role
from croupier.store.cluster import Cluster
from croupier.store.dialects.dialect import EVERY
from croupier.store.entry import Entry
from croupier.store.location import is_postgresql
from croupier.web import metrics
from croupier.web.context import HouseContext
from croupier.web.servers import LOOK_EVERY_S, Servers
from croupier.web.table.hub import Hub


def join_other_processes(house: HouseContext, db: str, address: str) -> Callable[[], None]:
    """Hear of what other processes write; with an `address` also be one of several servers on the same PostgreSQL.
    Returns how to stop."""
    loop = asyncio.get_running_loop()
    news = _RoomNews(house, loop)
    sides = (house.sides.money, house.sides.practice)

    def tell(hub: Hub, entries: tuple[Entry, ...]) -> None:
        loop.call_soon_threadsafe(hub.heard, entries)

    def announced(said: str) -> None:
        writer, *names = said.split(" ")
        if writer in {side.store.writer for side in sides}:  # our own commits are announced to us, too
            return
        streams = None if EVERY in names or not said else frozenset(names)
        for side in sides:
            if side.hub.missed(streams) or any(stream == CAGE or is_link(stream) for stream in streams or ()):
                side.store.refresh()
        news.tell(streams)

    stops = [side.store.watch(partial(tell, side.hub), side.hub.follows, own=False) for side in sides]
    if not is_postgresql(house.store.url):
        stops.append(house.store.watch_streams(news.tell))
        stops += [side.store.poll() for side in sides]
    elif db and address:
        cluster = Cluster(db, address)
        for side in sides:
            side.hub.servers = Servers(cluster, side.room, house.key)
            side.room.server = cluster
        cluster.listen(announced)
        stops.append(cluster.close)

    def leave() -> None:
        for stop in stops:
            stop()

    return leave


class _RoomNews:
    """What a server does about streams of the room's record in which others have written."""

    def __init__(self, house: HouseContext, loop: asyncio.AbstractEventLoop) -> None:
        self._house = house
        self._loop = loop
        self._unattended: set[str] = set()
        """Tables without a live side here, of which is about to be asked whether anybody runs them."""
        self._task: asyncio.Task[None] | None = None

    def tell(self, streams: Collection[str] | None) -> None:
        """Say, in any thread, in which streams others have written; `None` where it may be any."""
        self._loop.call_soon_threadsafe(self._heard, None if streams is None else frozenset(streams))

    def _heard(self, streams: Set[str] | None) -> None:
        if streams is None or HOUSE in streams:
            self._house.choices.forget()
        if streams is None or CAGE in streams:
            self._house.hub.show_chips_again()
        self._let_in_anew(streams is None or STAFF in streams, _named("player/", streams))
        self._house.hub.show_links_again(streams)
        self._take_up(_named("table/", streams))

    def _let_in_anew(self, staff: bool, players: Set[str]) -> None:
        """Look up whether people are still let in: those of the staff, or these players."""
        cookies, sessions = self._house.cookies, self._house.sessions

        def concerned(person: Person) -> bool:
            return person.name in players or (staff and person.role is not Role.PLAYER)

        for name in players:
            cookies.forget(name)
        if staff:
            cookies.forget_all()
        if staff or players:
            sessions.look_again(concerned)

    def _take_up(self, tables: Set[str]) -> None:
        """Take up those of these tables where somebody sits and that nobody runs, as after a restart."""
        unknown = {name for name in tables if not is_practice(name) and not self._house.hub.is_taken_up(name)}
        if unknown and not self._unattended:
            self._task = self._loop.create_task(self._take_up_soon(), name="tables taken up")
        self._unattended |= unknown

    async def _take_up_soon(self) -> None:
        servers = self._house.hub.servers
        if servers is not None:
            await asyncio.sleep(LOOK_EVERY_S)  # one question for all that are heard of meanwhile
        names, self._unattended = self._unattended, set()
        try:
            nobodys = names if servers is None else await servers.unowned(names)
        except Refused as refused:
            metrics.LOG.warning("tables not taken up", why=str(refused))
            return
        await asyncio.to_thread(self._take_up_occupied, nobodys)

    def _take_up_occupied(self, names: Set[str]) -> None:
        for name in names:
            try:
                if self._house.room.glance(name).sittings:
                    self._house.hub.felt(name)
            except Refused as refused:  # its game is not installed, say
                metrics.LOG.warning("table not taken up", table=name, why=str(refused))


def _named(kind: str, streams: Set[str] | None) -> set[str]:
    """The names in streams of one kind."""
    return {stream.removeprefix(kind) for stream in streams or () if stream.startswith(kind)}
