"""Two servers on one PostgreSQL: the same orders at both, a host that is lost for a while, a clock that is behind,
lines that are cut."""

from __future__ import annotations

import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial

from croupier.store.leases import LOST_S
from torture.kills.servers import by_people
from torture.scene.attack import Strike
from torture.scene.browser import Balanced, Browser, Unheard, free_port
from torture.scene.clerk import TABLE
from torture.scene.laws import Room
from torture.scene.places import Cluster, Place
from torture.scene.served import Crowd, furnish_served, serve
from torture.scene.victim import Victim

_WITHIN_S = 60.0


class Pair(ABC):
    """Two servers of one room, people at both, and something that happens to one of them."""

    name: str
    rooms_last = 1

    def begin(self, place: Place) -> Room:
        """A table on a link and a cage."""
        return Room.at(place.fresh(furnish_served), alone=False, ours=by_people)

    def people(self, one: int, two: int) -> list[Browser]:
        """Who is at which server."""
        return [Browser(one, "sue"), Browser(one, "ann"), Browser(two, "bob")]

    def clocks(self, at: Strike) -> tuple[int, int]:
        """By how many seconds the clock of each is behind."""
        return 0, 0

    @abstractmethod
    def fault(self, at: Strike, crowd: Crowd, servers: tuple[Victim, Victim], browsers: list[Browser]) -> None:
        """What happens, while people go on."""

    def strike(self, at: Strike) -> None:
        """Open both doors, let people in, do it, and see that everybody is answered afterwards."""
        ports = free_port(), free_port()
        behind = self.clocks(at)
        one, two = (
            partial(serve, at.room.address, port, behind_s=off) for port, off in zip(ports, behind, strict=True)
        )
        servers = Victim(one), Victim(two)
        try:
            if not all(server.listen(_WITHIN_S, until="open") for server in servers):
                at.book.wrong.append("a server did not open its doors")
                return
            crowd, browsers = Crowd(at.book, f"{at.seed}"), self.people(*ports)
            for browser in browsers:
                browser.sign_in()

            def happens() -> None:
                self._go_on(at, 3)
                self.fault(at, crowd, servers, browsers)
                self._go_on(at, 3)

            crowd.work(browsers, at.life, happens)
        finally:
            for server in servers:
                os.kill(server.pid, signal.SIGCONT)
                server.kill()
                at.book.note(server.told)

    @staticmethod
    def _go_on(at: Strike, answers: int) -> None:
        enough = len(at.book.done) + answers
        if not until(lambda: len(at.book.done) >= enough):
            at.book.wrong.append("nobody was answered any more")


class SameOrders(Pair):
    """Everybody asks both servers for the same, under the same id, at the same moment."""

    name = "same orders at two servers"

    def people(self, one: int, two: int) -> list[Browser]:
        """Everybody at both."""
        return [Browser(one, name, twin=Browser(two, name)) for name in ("sue", "ann", "bob")]

    def fault(self, at: Strike, crowd: Crowd, servers: tuple[Victim, Victim], browsers: list[Browser]) -> None:
        """They go on for a while."""
        self._go_on(at, 25)
        at.report.count("commands that two servers were asked for at once and did once", crowd.both)


class ClockBehind(Pair):
    """A proxy sends each request of everybody to the one and to the other in turn, and the clock of one is behind: all
    stay signed in."""

    name = "clock behind"

    def clocks(self, at: Strike) -> tuple[int, int]:
        """One of them is some seconds behind."""
        return 0, at.chance.choice((2, 15, 50))

    def people(self, one: int, two: int) -> list[Browser]:
        """Everybody before the proxy."""
        return [Balanced(one, name, other=two) for name in ("sue", "ann", "bob")]

    def fault(self, at: Strike, crowd: Crowd, servers: tuple[Victim, Victim], browsers: list[Browser]) -> None:
        """They go on for a while, and each server knows them whenever it is asked."""
        self._go_on(at, 12)
        for browser in browsers:
            assert isinstance(browser, Balanced), "everybody is before the proxy"
            one = Balanced(browser.port, browser.name, browser.cookie, other=browser.other)
            for _ in range(4):
                at.report.count("sessions looked at where a clock is behind")
                if not one.is_known():
                    at.book.wrong.append(f"{one.name} is signed out by a clock that is behind")
            one.hang_up()


class LostHost(Pair):
    """The host of one server is lost: nothing comes from it, and its connections stay open. Its tables are taken; when
    it comes back it finds out that it has lost them."""

    name = "lost host"

    def fault(self, at: Strike, crowd: Crowd, servers: tuple[Victim, Victim], browsers: list[Browser]) -> None:
        """Stop the server that runs the table, and let it go on after the other has taken it."""
        assert isinstance(at.place, Cluster), "only there are there two servers"
        rows = at.place.ask(f"SELECT server FROM leases WHERE name = '{TABLE}'", at.room.address)
        lost = self._runs(at, at.place, browsers[0].port)
        os.kill(servers[0 if lost else 1].pid, signal.SIGSTOP)

        def taken() -> bool:
            assert isinstance(at.place, Cluster), "as before"
            return at.place.ask(f"SELECT server FROM leases WHERE name = '{TABLE}'", at.room.address) != rows

        if not until(taken, LOST_S + _WITHIN_S):
            at.book.wrong.append(f"nobody took {TABLE} from a lost host")
        time.sleep(at.chance.uniform(0, 0.5))
        os.kill(servers[0 if lost else 1].pid, signal.SIGCONT)
        at.report.count("hosts lost and found")

    @staticmethod
    def _runs(at: Strike, cluster: Cluster, port: int) -> bool:
        """Whether the server at this port runs the table."""
        held = f"SELECT address FROM leases JOIN servers ON id = server WHERE name = '{TABLE}'"
        return any(address.endswith(f":{port}") for (address,) in cluster.ask(held, at.room.address))


class Deaf(Pair):
    """Every line by which servers hear of each other is cut, again and again; both show the newest state soon."""

    name = "listeners cut off"

    def fault(self, at: Strike, crowd: Crowd, servers: tuple[Victim, Victim], browsers: list[Browser]) -> None:
        """Cut them, while people play."""
        assert isinstance(at.place, Cluster), "only there are listeners"
        for _ in range(at.chance.randint(1, 4)):
            cut = at.place.ask(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'croupier %' "
                "AND datname = current_database()",
                at.room.address,
            )
            at.report.count("listeners' lines cut", len(cut))
            time.sleep(at.chance.uniform(0, 0.6))
        for browser in (Browser(one.port, one.name, one.cookie) for one in (browsers[1], browsers[2])):
            if not until(lambda: self._is_up_to_date(at, browser)):  # noqa: B023
                at.book.wrong.append(f"the server at {browser.port} shows an old table")
            browser.hang_up()

    @staticmethod
    def _is_up_to_date(at: Strike, browser: Browser) -> bool:
        assert isinstance(at.place, Cluster), "as before"
        newest = f"SELECT max(version) FROM entries WHERE stream = 'table/{TABLE}'"
        ((version,),) = at.place.ask(newest, at.room.address)
        try:
            return bool(browser.page(f"/tables/{TABLE}")["version"] >= version)
        except Unheard:
            return False


def until(seen: Callable[[], bool], within_s: float = _WITHIN_S) -> bool:
    """Wait until something is seen; whether it was."""
    ends = time.monotonic() + within_s
    while not seen():
        if time.monotonic() > ends:
            return False
        time.sleep(0.05)
    return True
