"""Kills of a server at which a win is claimed, paid or refused by two, rounds are disputed and corrected by two, and
friends play at a private table, over HTTP.

The cards are real, so that the dealer makes a win by entering its cards. Everybody goes on asking for the next thing,
whatever state the round is in: what does not fit it is refused.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from croupier.floor.cage.cage import Cage
from croupier.floor.links.control import Links
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room as FloorRoom
from croupier.floor.table import DealtBy, Settings
from croupier.games import ruleset
from croupier.money import DOLLAR
from croupier.rules.deal import CardsFrom
from croupier.rules.terms import terms
from croupier.store.database import practice_url
from croupier.store.journal import open_store
from torture.kills.servers import Servers
from torture.scene.attack import Strike
from torture.scene.browser import PIN, Browser
from torture.scene.clerk import ADA, SUE
from torture.scene.laws import Book, Move, Room, judge
from torture.scene.places import Place
from torture.scene.served import EVE, LINK, Asked, Crowd, Make
from torture.scene.victim import Victim

FELT: Final = "F1"
SEAT: Final = 3
DORA: Final = Person("dora", Role.DEALER)
STAN: Final = Person("stan", Role.SUPERVISOR)
_WON: Final = "royal_flush_first_five"
_ROUND: Final = (
    *("open", f"seat {SEAT} bet 10 progressive 1", "lock", "deal"),
    *(f"seat {SEAT} check", "cards AhKhQh", f"seat {SEAT} check", "cards 2c3d", f"seat {SEAT} bet1", "cards 7c8d"),
    *("cards JhTh", "settle", f"hand {_WON}", "end"),
)
"""A round in which the meter is won, in the dealer's orders and the button of its hand."""
_ANSWERS: Final = 40


def furnish_desks(address: str) -> None:
    """A table of real cards on a link, and its staff."""
    with open_store(address) as store:
        people, cage, room = People(store), Cage(store), FloorRoom(store)
        people.register(ADA.name, Role.ADMIN, PIN, FIRST_START, "ada")
        for person in (SUE, STAN, EVE, DORA):
            people.register(person.name, person.role, PIN, ADA, person.name)
        cage.fund(100_000 * DOLLAR, SUE, "fund")
        felt = Settings(terms=terms(ruleset("wa-2018"), cards_from=CardsFrom.FELT), dealt_by=DealtBy.PERSON)
        room.open_table(FELT, felt, ADA, "open")
        cage.fill(FELT, 50_000 * DOLLAR, SUE, "fill")
        links = Links(room)
        links.open("main", LINK, EVE, "link", override="torture")
        links.join("main", FELT, SUE, "join")


@dataclass(frozen=True, slots=True)
class Sent:
    """A request to a door of the staff: of a script, or of a form. `command` is its id in the record: the last of its
    ids, where a door writes several entries one after another."""

    who: str
    what: str
    command: str
    path: str
    body: Mapping[str, Any]
    by_form: bool = False
    moves: tuple[Move, ...] = ()

    def ask(self, browser: Browser) -> tuple[list[int], str]:
        """Why it is refused, if it is."""
        if self.by_form:
            status, said, _ = browser.ask("POST", self.path, form={**self.body, "csrf": browser.token})
        else:
            status, said, _ = browser.ask("POST", self.path, plain=dict(self.body))
        return [], "" if status < 400 else f"{status}: {said[:200]!r}"


class Staff(Crowd):
    """A dealer who deals rounds that win, one supervisor who pays or refuses, another who signs refusals and speaks of
    disputes, and an executive who closes those and corrects what was paid."""

    def __init__(self, book: Book, seed: str) -> None:
        super().__init__(book, seed)
        self.book.so_already = lambda _command, _entries: False
        self._keys = itertools.cycle(_ROUND)

    def done(self) -> Counter[str]:
        """How often each thing was done."""
        asked = [self._requests[command] for command in self.book.done]
        return Counter(one.what for one in asked if isinstance(one, Sent))

    def business(self, browser: Browser, chance: Random) -> Make:
        """What somebody does here for as long as the server lives."""
        does: dict[str, Make] = {
            DORA.name: self._deal,
            SUE.name: self._verify,
            STAN.name: self._sign,
            EVE.name: self._decide,
        }
        return does[browser.name]

    def _deal(self, browser: Browser, id: str, chance: Random) -> Asked:
        words = next(self._keys)
        if words == "cards JhTh" and chance.random() < 0.2:
            words = "cards 2d2s"
        elif words.startswith("hand ") and chance.random() < 0.4:
            words = "end"  # pressed once more, a button is turned off
        door, field = ("buttons", "button") if words.startswith("hand ") else ("orders", "order")
        what = "hands pressed" if door == "buttons" else "orders"
        return _by_script(browser, what, id, door, {field: words})

    def _verify(self, browser: Browser, id: str, chance: Random) -> Asked:
        form, path = {"pin": PIN, "command": id, "what": "verify"}, f"/staff/claims/{FELT}"
        match chance.random():
            case few if few < 0.3:
                refuse = {**form, "what": "refuse", "why": "look again"}
                return _by_form(browser, "wins refused", f"claim/{id}/refuse look again", path, refuse)
            case some if some < 0.6:
                together = {"button": "key jph", "together": ["j-pot", "key run"]}
                return _by_script(browser, "wins paid at the keypad", id, "buttons", together)
            case _:
                return _by_form(browser, "wins paid from the pit", f"claim/{id}/key run", path, form)

    def _sign(self, browser: Browser, id: str, chance: Random) -> Asked | None:
        if chance.random() < 0.6:
            return _by_script(browser, "refusals signed", id, "orders", {"order": f"sign refusal {SEAT} {_WON}"})
        return self._of_dispute(browser, id, chance, chance.choice(("open", "note", "close")))

    def _decide(self, browser: Browser, id: str, chance: Random) -> Asked | None:
        return self._of_dispute(browser, id, chance, chance.choice(("close", "correct", "correct", "correct", "drop")))

    def _of_dispute(self, browser: Browser, id: str, chance: Random, what: str) -> Asked | None:
        """Something about one of the last rounds; what takes two is signed by the other on the same form."""
        page = self.look(browser, f"/staff/disputes?table={FELT}")
        if page is None:
            return None
        rounds = [one["round"] for one in page["open"]] if what == "close" else []
        rounds = rounds or [one["id"] for one in page["rounds"]] or [f"{FELT}-1"]
        form = {"what": what, "words": "misread", "command": id}
        last = what if what == "drop" else "dispute"
        if what == "correct":
            form |= {"amount": "5", "way": chance.choice(("pay", "back")), "badge": STAN.name, "pin": PIN}
            last = "make"
        done = {"correct": "corrections made", "drop": "corrections dropped"}.get(what, "words on disputes")
        path = f"/staff/rounds/{chance.choice(rounds)}/seats/{SEAT}"
        return _by_form(browser, done, f"dispute/{id}/{last}", path, form)


def _by_script(browser: Browser, what: str, id: str, door: str, body: Mapping[str, Any]) -> Sent:
    path = f"/api/staff/tables/{FELT}/{door}"
    return Sent(browser.name, what, f"{browser.name}:{id}", path, {**body, "command": id})


def _by_form(browser: Browser, what: str, command: str, path: str, form: Mapping[str, str]) -> Sent:
    return Sent(browser.name, what, command, path, form, by_form=True)


class Desks(Servers):
    """The same staff and the same friends before and after each kill."""

    name = "server with claims"
    rooms_last = 4
    names = (DORA.name, SUE.name, STAN.name, EVE.name)

    def __init__(self) -> None:
        super().__init__()
        self._friends: list[Browser] = []
        self._playing = Crowd(Book(), "")
        self._private: Room | None = None

    def room(self, place: Place) -> Room:
        """A table of real cards; its private table is made when the doors are open."""
        self._friends, self._private = [], None
        return Room.at(place.fresh(furnish_desks), alone=False, ours=_by_staff)

    def crowd(self, at: Strike) -> Crowd:
        """The staff."""
        return Staff(at.book, f"{at.seed}")

    def work(self, at: Strike, victim: Victim) -> None:
        """Have staff and friends ask until the server is dead, and look at the friends' record, too."""
        if self._private is None:
            self._private = self._make_table(at)
        assert isinstance(self._crowd, Staff), "it is the staff who ask"
        staff, friends = self._crowd, self._playing
        before, played = staff.done(), len(friends.book.done)
        for browser in self._friends:
            browser.hangs_up = Random(at.chance.random())
        staff.work(
            self._browsers,
            at.life,
            lambda: friends.work(self._friends, at.life, lambda: _die(victim, staff.book, at.chance)),
        )
        for what, times in (staff.done() - before).items():
            at.report.count(f"{what} at servers", times)
        at.report.count("friends' orders at servers", len(friends.book.done) - played)
        at.book.wrong += [f"at the friends' table: {what}" for what in judge(self._private, friends.book).found]

    def _make_table(self, at: Strike) -> Room:
        """A private table, made by one who has no account, where another comes in by the link."""
        host, friend = self._friends = [Browser(self._browsers[0].port, name) for name in ("host", "friend")]
        for browser in self._friends:
            browser.token = browser.page("/sign-in")["csrf"]
        table = _goes_to(host, "/friends", {"rules": "wa-2018", "name": "Hugo"}).rpartition("/")[2]
        by_link = host.page(f"/friends/{table}")["seat"]["address"].partition("/t/")[2]
        _goes_to(friend, f"/t/{by_link}", {"name": "Fay", "how": "sit"})
        for browser in self._friends:
            page = browser.page("/sign-in")
            browser.name, browser.token = page["you"]["name"], page["csrf"]
        guests = tuple(f"{browser.name}:" for browser in self._friends)
        self._playing = Crowd(Book(), f"{at.seed}", table)
        return Room.at(
            practice_url(at.room.address), alone=False, ours=lambda command: command.startswith(guests), practice=True
        )


def _goes_to(browser: Browser, path: str, form: dict[str, str]) -> str:
    """Send a form; where it leads."""
    status, said, location = browser.ask("POST", path, form={**form, "csrf": browser.token})
    assert status == 303, f"{path}: {status} {said[:300]!r}"
    return location


def _by_staff(command: str) -> bool:
    """Whether somebody of ours must have asked for this under this very id; other ids stand beside those."""
    by_script = command.startswith(("dora:", "sue:", "stan:")) and "/" not in command
    return by_script or (command.startswith(("claim/", "dispute/")) and command.endswith(("run", "make", "dispute")))


def _die(victim: Victim, book: Book, chance: Random) -> None:
    """Kill the server after some answers, or after none."""
    ends, enough = time.monotonic() + 10, len(book.done) + chance.randint(0, _ANSWERS)
    while len(book.done) < enough and time.monotonic() < ends:
        time.sleep(0.002)
    time.sleep(chance.uniform(0, 0.02))
    victim.kill()
