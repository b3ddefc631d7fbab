"""A room with links that is served by a real server in a process of its own; people play, sell and decide there."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol, TypeAlias

from croupier.floor.cage.cage import Cage
from croupier.floor.links.control import Links
from croupier.floor.links.terms import link_terms
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.jackpot.terms import LevelTerms
from croupier.money import DOLLAR
from croupier.rules.terms import terms
from croupier.store.entry import Entry, contents
from croupier.store.journal import open_store
from croupier.web.server import run
from torture.scene.browser import PIN, Browser, Unheard
from torture.scene.clerk import ADA, PLAYERS, SUE, TABLE, Deed
from torture.scene.laws import Book, Move
from torture.scene.victim import Tell

EVE: Final = Person("eve", Role.EXECUTIVE)
LINK: Final = link_terms("UTH-P01", 100, (LevelTerms(name="main", rate_bp=2_345, reserve_bp=321, seed=1_000_000),))
_ORDERS: Final = ("bet 10 progressive 1", "bet 5", "check", "bet4", "bet2", "bet1", "fold", "stand")


def furnish_served(address: str) -> None:
    """A table on a link, and people who can sign in."""
    _furnish(address, PIN)


def furnish_linked(address: str) -> None:
    """The same, where nobody signs in: it takes no time to make PINs that nobody can guess."""
    _furnish(address, None)


def _furnish(address: str, pin: str | None) -> None:
    """People, a table on a link whose dealer is a machine, and money everywhere."""
    with open_store(address) as store:
        people, cage, room = People(store), Cage(store), Room(store)
        people.register(ADA.name, Role.ADMIN, pin, FIRST_START, "ada")
        for person in (SUE, EVE):
            people.register(person.name, person.role, pin, ADA, person.name)
        cage.fund(100_000 * DOLLAR, SUE, "fund")
        room.open_table(TABLE, Settings(terms=terms(ruleset("wa-2018"), clock_s=1)), ADA, "open")
        cage.fill(TABLE, 50_000 * DOLLAR, SUE, "fill")
        links = Links(room)
        links.open("main", LINK, EVE, "link", override="torture")
        links.open("side", LINK, EVE, "side", override="torture")
        links.join("main", TABLE, SUE, "join")
        for name in PLAYERS:
            people.register(name, Role.PLAYER, pin, ADA, name)
            cage.buy_in(name, 5_000 * DOLLAR, SUE, f"chips for {name}")


def serve(address: str, port: int, tell: Tell, *, behind_s: int = 0, log: str = "") -> None:
    """Serve a room as `croupier serve` does, by a clock that is so much behind, and tell when the doors open. What goes
    wrong is written to a file `log`."""
    if behind_s:
        now, now_ns = time.time, time.time_ns
        time.time, time.time_ns = lambda: now() - behind_s, lambda: now_ns() - behind_s * 10**9
    reading, writing = os.pipe()
    os.dup2(writing, 1)

    def opened() -> None:
        with os.fdopen(reading) as said:
            for line in said:
                if "http://" in line:
                    tell("open")

    threading.Thread(target=opened, daemon=True).start()
    os.dup2(os.open(log or os.devnull, os.O_WRONLY | os.O_CREAT, 0o600), 2)
    logging.disable(logging.NOTSET if log else logging.CRITICAL)
    run(host="127.0.0.1", port=port, db=address, https=False, log="error")


class Asked(Protocol):
    """Something that somebody asks of the server, which can be asked again."""

    @property
    def who(self) -> str:
        """Whose browser asks."""

    @property
    def command(self) -> str:
        """Its id in the record."""

    @property
    def moves(self) -> Sequence[Move]:
        """What it moves, as far as whoever asks knows that."""

    def ask(self, browser: Browser) -> tuple[list[int], str]:
        """Where it stands, as far as the answer tells, or why it is refused."""


Make: TypeAlias = Callable[[Browser, str, Random], Asked | None]
"""What somebody asks next, under an id; nothing where it is time to go."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the people of a room with a cage and a link ask."""

    who: str
    id: str
    order: str = ""
    version: int = 0
    """Which version of the table they saw."""
    table: str = TABLE
    deed: Deed | None = None
    decision: Mapping[str, str] | None = None
    """What is asked of a link, as its form has it."""

    @property
    def command(self) -> str:
        """Its id in the record."""
        if self.decision is not None:
            return f"link/{self.id}"
        return f"{self.who}:{self.id}" if self.deed is None else f"cage/{self.id}"

    @property
    def moves(self) -> Sequence[Move]:
        """What it moves, as far as whoever asks knows that."""
        return self.deed.moves if self.deed is not None else ()

    def ask(self, browser: Browser) -> tuple[list[int], str]:
        """Where it stands, as far as the answer tells, or why it is refused."""
        if self.decision is not None:
            return [], browser.at_link("main", self.decision, self.id)
        if self.deed is None:
            return [], browser.order(self.table, self.order, self.version, self.id) or ""
        player, table = ("", self.table) if self.deed.what in ("fill", "credit") else (self.deed.player, "")
        position, why = browser.at_cage(self.deed.what, player, table, self.deed.cents, self.id)
        return [] if position is None else [position], why


class Crowd:
    """A supervisor at the cage, who also decides about a link's money with an executive, and players at the table, each
    with a browser, and one book for all."""

    def __init__(self, book: Book, seed: str, table: str = TABLE) -> None:
        self.book = book
        self.book.so_already = self.so_already
        self.book.about = lambda command: f"{command} ({self._requests[command]})"
        self.both = 0
        """How many were answered as done by two servers."""
        self._seed, self._table = seed, table
        self._requests: dict[str, Asked] = {}
        self._asked: set[str] = set()
        """What was asked for that takes two people."""
        self._guard = threading.Lock()
        self._stopping = threading.Event()

    def work(self, browsers: Sequence[Browser], life: str, until: Callable[[], None]) -> None:
        """Have everybody ask one thing after another while `until` runs; first what was left unanswered."""
        again = self.book.unanswered()
        self._stopping.clear()
        threads = [threading.Thread(target=self._visit, args=(browser, life, again)) for browser in browsers]
        for thread in threads:
            thread.start()
        try:
            until()
        finally:
            self._stopping.set()
            for thread in threads:
                thread.join()

    def _visit(self, browser: Browser, life: str, again: Sequence[str]) -> None:
        chance = Random(f"{self._seed} {life} {browser.name} {browser.port}")
        make, own = self.business(browser, chance), browser.name.replace(".", "-")  # as an id may be written
        try:
            for command in again:
                request = self._requests[command]
                if request.who == browser.name and chance.random() < 0.9:
                    self.do(request, browser)
            for number in itertools.count():
                made = make(browser, f"{life}-{own}-{number:05}", chance)
                if made is None or not self.do(made, browser):
                    return
        except Exception as why:
            with self._guard:
                self.book.wrong.append(f"{browser.name} met {type(why).__name__}: {str(why)[:300]}")
        finally:
            browser.hang_up()

    def business(self, browser: Browser, chance: Random) -> Make:
        """What somebody does here for as long as the server lives."""
        if browser.name != SUE.name:
            return self._order
        return self._decision if chance.random() < 0.7 else self._sale

    def look(self, browser: Browser, path: str) -> dict[str, Any] | None:
        """A page, as soon as the server shows it; nothing, if it is time to go."""
        while not self._stopping.is_set():
            try:
                return browser.page(path)
            except Unheard:
                self._stopping.wait(0.03)
        return None

    def do(self, request: Asked, browser: Browser) -> bool:
        """Ask until there is an answer, at both servers at once where there are two; no, if it is time to go."""
        while not self._stopping.is_set():
            with self._guard:
                self._requests[request.command] = request
                self.book.asks(request.command, request.moves)
            answers = self._answers(request, browser)
            done = [positions for positions, why in answers if not why]
            with self._guard:
                for positions in done:
                    self.book.acknowledges(request.command, positions)
                self.both += len(done) == 2
                # One of two may have looked before the other was done; only if neither did it, it is refused.
                if not done and len(answers) == 1 + (browser.twin is not None):
                    self.book.refuses(request.command)
                    return True
            if done:
                return True
            self._stopping.wait(0.03)
        return False

    @staticmethod
    def _answers(request: Asked, browser: Browser) -> list[tuple[list[int], str]]:
        """What was answered: nothing by whoever was not heard."""
        answers: list[tuple[list[int], str]] = []

        def ask(at: Browser) -> None:
            with contextlib.suppress(Unheard):
                answers.append(request.ask(at))

        other = threading.Thread(target=ask, args=(browser.twin,)) if browser.twin is not None else None
        if other is not None:
            other.start()
        ask(browser)
        if other is not None:
            other.join()
        return answers

    @staticmethod
    def _sale(browser: Browser, id: str, chance: Random) -> Request:
        kinds = ("buy-in", "cash-out", "fund", "fill", "credit", "overdraw")
        deed = Deed(id, chance.choice(kinds), chance.choice(PLAYERS), chance.randrange(100, 4_000))
        if deed.what == "overdraw":
            deed = Deed(id, "cash-out", deed.player, 9_000_000 * DOLLAR)
        return Request(browser.name, id, deed=deed)

    def _decision(self, browser: Browser, id: str, chance: Random) -> Request:
        """What takes two people: asked for by one, and made or dropped by the other, who signs on the same form."""
        amount, last = f"{chance.randint(1, 40)}", len(self._asked)
        what = chance.choice(("ask", "transfer", "approve", "approve", "drop") if last else ("ask", "transfer"))
        form = {"what": what, "level": "main", "document": "D-7"}
        match what:
            case "ask":
                form |= {"change": f"{chance.choice('+-')}{amount}", "reason": "malfunction"}
            case "transfer":
                form |= {"amount": amount, "to": "side/main", "of": "meter"}
            case _:
                # Others may have made or dropped it already: then this is refused.
                form |= {"number": f"{chance.randint(max(1, last - 2), last)}", "why": "no"}
                form |= {"badge": EVE.name, "pin": PIN} if what == "approve" else {}
        if what in ("ask", "transfer"):
            self._asked.add(id)
        return Request(browser.name, id, decision=form)

    def _order(self, browser: Browser, id: str, chance: Random) -> Request | None:
        """What a player says: something that is allowed most of the time."""
        page = self.look(browser, f"/tables/{self._table}")
        if page is None:
            return None
        mine = [seat for seat in page["seats"] if seat["you"]]
        words = chance.choice(_ORDERS)
        if chance.random() < 0.8:
            if not mine and page["free_seats"]:
                words = f"sit {chance.choice(page['free_seats'])}"
            elif page["legal"]:
                words = chance.choice(page["legal"])
            elif page["round"] and page["round"]["stage"] == "betting":
                words = chance.choice(_ORDERS[:2])
        return Request(browser.name, id, words, page["version"], self._table)

    def so_already(self, command: str, entries: Sequence[Entry]) -> bool:
        """Whether what a player asked for was done for their seat since they looked: by the clock, by the house for
        who has left, or by themselves. A key that is pressed twice is no alarm; it has no entry of its own."""
        asked, seat = self._requests[command], None
        assert isinstance(asked, Request), "only what was asked here"
        for entry in (entry for entry in entries if entry.stream == f"table/{self._table}"):
            for event in contents(entry).events:
                if event["event"] == "PlayerSat" and event["player"] == asked.who:
                    seat = event["seat"]  # still theirs for the round when they have stood up
                elif entry.version > asked.version and event.get("seat") == seat and _does(event, asked.order):
                    return True
        return False


def _does(event: Mapping[str, object], order: str) -> bool:
    match event["event"]:
        case "Acted":
            return event["action"] == order
        case "BetsPlaced":
            return order.startswith("bet ")
        case _:
            return False
