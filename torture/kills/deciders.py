"""Kills of a process in which people decide about money, and of one in which guests play for play chips.

The deciders ask for adjustments and approve or drop them, move money between links, correct rounds of real cards by two
people, close shifts, press the keypad and enter approvals, between deals and sales. The guests make private tables,
alone, with company and with friends, and play there, in a record of its own.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from croupier.errors import Refused
from croupier.floor.orders import parse_order
from croupier.floor.people import People
from croupier.floor.practice.chips import refill
from croupier.floor.practice.company import CompanyStrength
from croupier.floor.practice.guests import as_guest, let_in, welcome
from croupier.floor.practice.tables import Making, open_practice
from croupier.floor.roles import Duty, Person, Role, may
from croupier.floor.room import Room as FloorRoom
from croupier.floor.room import wall_clock_ms
from croupier.games import RULE_SETS
from croupier.rules.round import due_seats, legal_actions
from croupier.store.database import practice_url
from croupier.store.journal import open_store
from torture.people.deeds import DEEDS, FELT, PLAYERS, STAFF, Deed, Floor
from torture.scene.attack import Strike
from torture.scene.laws import Room
from torture.scene.places import Place
from torture.scene.told_store import ToldStore
from torture.scene.victim import Tell, Victim


def _approve(at: Floor, who: Person) -> object:
    """Make an adjustment that waits, or drop it."""
    waiting = [*at.links.desk.link("main").asked, 1]
    if at.chance.random() < 0.2:
        return at.links.drop("main", at.chance.choice(waiting), "no", who, at.id())
    return at.links.approve("main", at.chance.choice(waiting), who, at.id())


def _correct(at: Floor, who: Person) -> object:
    """Ask for a correction of a round of real cards; where one is asked for, make it, or drop it."""
    table = at.room.table(FELT)
    text = at.chance.choice(("make correction", "make correction", "drop correction"))
    if table.correction is None:
        past = at.chance.choice(table.recent)
        seat, by = at.chance.choice((*past.seats, 1)), at.chance.choice(("+10", "-5"))
        text = f"correct round {past.round} seat {seat} by {by} misread"
    return at.room.do(FELT, parse_order(text), who, command=at.id())


_DEEDS: Final = {
    **DEEDS,
    "approve": Deed(Duty.RUN_LINK, _approve),
    "correct a round": Deed(Duty.CORRECT_ROUND, _correct),
}
MONEY: Final = (
    *("ask for an adjustment", "approve", "approve", "a transfer", "correct a round", "count a table", "close a shift")
    * 3,
    *("enter an approval", "a winner", "press a button", "fund", "fill", "credit", "buy in", "cash out"),
    *("play on", "the lit step", "the machine deals") * 2,
)
_OURS: Final = re.compile(r"k\d+-\d+")
_TABLES_OF_ONE: Final = 3


class Deciding(Floor):
    """A furnished floor on a record that tells, on which each deed has an id that names all of its chance."""

    deed = ""

    def id(self) -> str:
        """The id of the deed that is being done."""
        return self.deed

    def do(self, deed: str, seed: int) -> None:
        """Do what this id stands for, as somebody who may."""
        self.deed = deed
        self.chance.seed(f"{seed} {deed}")
        what = self.chance.choice(MONEY)
        duty = _DEEDS[what].duty
        people = (*(Person(*one) for one in STAFF.items()), *(Person(name, Role.PLAYER) for name in PLAYERS))
        who = self.chance.choice([one for one in people if duty is None or may(one.role, duty)])
        with contextlib.suppress(Refused):
            _DEEDS[what].do(self, who)


def furnish_decisions(address: str) -> None:
    """The floor with a second link, and a finished round of real cards that can be corrected."""
    floor = Deciding(address, Random(1))
    floor.links.open("side", floor.link_terms(), Person("sue", Role.SUPERVISOR), "open side", override="a torture")
    dora = Person("dora", Role.DEALER)
    for number in itertools.count():
        if floor.room.table(FELT).recent:
            break
        floor.deed = f"felt-{number}"
        with contextlib.suppress(Refused):
            DEEDS["real cards"].do(floor, dora)
    floor.store.close()


class Deciders:
    """People of every role who decide about money, until they are killed."""

    name = "deciders"
    rooms_last = 6

    def begin(self, place: Place) -> Room:
        """A floor with two links, and a round that can be corrected."""
        return Room.at(place.fresh(furnish_decisions), alone=False, ours=lambda command: bool(_OURS.fullmatch(command)))

    def strike(self, at: Strike) -> None:
        """Let them decide, and kill them; what was left unanswered is asked for again under its id."""
        again = [command for command in at.book.unanswered() if _OURS.fullmatch(command)]
        victim = Victim(partial(_decide, at.room.address, at.seed, at.life, again))
        victim.die(at.chance, within=25)
        at.book.note(victim.told)
        at.report.count(f"kills of deciders on {at.place.name}")


def _decide(address: str, seed: int, life: str, again: Sequence[str], tell: Tell) -> None:
    floor = Deciding(address, Random(seed), wall_clock_ms(), furnished=True, opens=lambda url: ToldStore(url, tell))
    for deed in itertools.chain(again, (f"{life}-{number}" for number in itertools.count())):
        floor.do(deed, seed)


class Guests:
    """Guests at private tables, until they are killed."""

    name = "guests"
    rooms_last = 6

    def begin(self, place: Place) -> Room:
        """The record of practice of an empty room."""
        address = place.fresh(furnish_practice)
        with open_store(address) as store:
            assert store.practice, "it is made when it is first asked for"
        return Room.at(practice_url(address), alone=False, practice=True)

    def strike(self, at: Strike) -> None:
        """Let them play, and kill them."""
        victim = Victim(partial(_practise, at.room.address, f"{at.seed} {at.life}"))
        victim.die(at.chance, within=60)
        at.book.note(victim.told)
        at.report.count(f"kills of guests on {at.place.name}")


def furnish_practice(address: str) -> None:
    """Nothing: guests bring all that they need."""


def _practise(address: str, seed: str, tell: Tell) -> None:
    chance, store = Random(seed), ToldStore(address, tell)
    room, people = FloorRoom(store), People(store)
    while True:
        for _ in range(_TABLES_OF_ONE):
            _make_table(room, people, chance)
        for name, _ in itertools.product(room.tables(), range(25)):
            _play_on(room, name, chance)


def _make_table(room: FloorRoom, people: People, chance: Random) -> None:
    """A table for oneself, with company, or with a friend."""
    rules = RULE_SETS[chance.choice(("wa-2018", "three-card", "let-it-ride", "ca"))]
    friends = chance.random() < 0.5
    company = None if chance.random() < 0.7 else (CompanyStrength.CAREFUL,)
    host = welcome(people, room)
    name = open_practice(room, people, Making(rules=rules, choices={}, company=company, friends=friends), host)
    if friends:
        guest = as_guest(people, room, None, "friend")
        let_in(room, guest, name, guest, seat=True)
        room.do(name, parse_order(f"sit {room.table(name).free_seats[0]}"), guest, command=f"sit/{name}/{guest.name}")


def _play_on(room: FloorRoom, name: str, chance: Random) -> None:
    """Somebody at a table bets, decides or fetches chips, and the machine deals on."""
    table = room.table(name)
    round, sitting = table.in_play, chance.choice(table.sittings or (None,))
    if sitting is None:
        return
    who = Person(sitting.player, Role.PLAYER)
    text = chance.choice(("bet 10", "bet 5", "bank 200", "pass", "stand"))
    if round is not None and sitting.seat in due_seats(round):
        text = str(chance.choice(legal_actions(round, sitting.seat)))
    with contextlib.suppress(Refused):
        if chance.random() < 0.05:
            refill(room, who.name)
        room.do(name, parse_order(text), who, command=f"{who.name}:{table.version}/{text}")
    with contextlib.suppress(Refused):
        room.advance(name)
