"""Kills of a server under the hands of those who play, sell and decide about a link's money there, over HTTP."""

from __future__ import annotations

import time
from functools import partial
from random import Random

from torture.scene.attack import Strike
from torture.scene.browser import Browser, free_port
from torture.scene.laws import Book, Room
from torture.scene.places import Place
from torture.scene.served import Crowd, furnish_served, serve
from torture.scene.victim import Victim

_OPENS_WITHIN_S = 60.0


class Servers:
    """A server that is killed and started again at its old address, with the same people before and after; some of
    them hang up before they are answered, and ask again."""

    name = "server"
    rooms_last = 10
    names: tuple[str, ...] = ("sue", "ann", "bob")

    def __init__(self) -> None:
        self._crowd = Crowd(Book(), "")
        self._browsers: list[Browser] = []

    def begin(self, place: Place) -> Room:
        """A table on one of two links and a cage; the automatic dealer's steps stand there as well."""
        port = free_port()
        self._browsers = [Browser(port, name) for name in self.names]
        return self.room(place)

    def room(self, place: Place) -> Room:
        """The room in which they ask."""
        return Room.at(place.fresh(furnish_served), alone=False, ours=by_people)

    def crowd(self, at: Strike) -> Crowd:
        """Those who ask in a room."""
        return Crowd(at.book, f"{at.seed}")

    def work(self, at: Strike, victim: Victim) -> None:
        """Have everybody ask until the server is dead."""
        before = _decisions(at.book)
        self._crowd.work(self._browsers, at.life, lambda: _die(victim, at.book, at.chance))
        at.report.count("decisions about a link's money at servers", _decisions(at.book) - before)

    def strike(self, at: Strike) -> None:
        """Open the doors, let people ask, and kill the server."""
        if self._crowd.book is not at.book:
            self._crowd = self.crowd(at)
        victim = Victim(partial(serve, at.room.address, self._browsers[0].port))
        try:
            if not victim.listen(_OPENS_WITHIN_S, until="open"):
                at.book.wrong.append("the server did not open its doors")
                return
            for browser in self._browsers:
                browser.hangs_up = None
                if not browser.cookie:
                    browser.sign_in()
                browser.hangs_up = Random(at.chance.random())
            self.work(at, victim)
        finally:
            victim.kill()
        at.book.note(victim.told)
        at.report.count(f"kills of a {self.name} on {at.place.name}")


def by_people(command: str) -> bool:
    """Whether somebody of ours must have asked for this: the automatic dealer, sessions and links write as well."""
    return command.startswith(("cage/", "ann:", "bob:")) or _is_decision(command)


def _is_decision(command: str) -> bool:
    """Whether it is what the supervisor asked of a link; the link splits its pool under ids of its own."""
    return command.startswith("link/") and "-sue-" in command


def _decisions(book: Book) -> int:
    return sum(map(_is_decision, book.done))


def _to_staff(book: Book) -> int:
    return sum(not command.startswith(("ann:", "bob:")) for command in [*book.done])


def _die(victim: Victim, book: Book, chance: Random) -> None:
    """Kill the server after some answers to the supervisor, or after none."""
    ends, enough = time.monotonic() + 10, _to_staff(book) + chance.randint(0, 4)
    while _to_staff(book) < enough and time.monotonic() < ends:
        time.sleep(0.002)
    time.sleep(chance.uniform(0, 0.02))
    victim.kill()
