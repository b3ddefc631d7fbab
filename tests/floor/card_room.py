"""A small card room for tests: a store, its room and cage, and people with money."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import raw_record
from croupier.errors import Refused
from croupier.floor.cage.cage import Cage
from croupier.floor.orders import parse_order
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.soak.run import close_as_recorded
from croupier.floor.table import DealtBy, Settings, Table
from croupier.games import ruleset
from croupier.ledger.accounts import player
from croupier.rules.terms import terms
from croupier.store.dialects.dialect import Fault, no_fault
from croupier.store.journal import Store, open_store

_begun: dict[object, tuple[int, Any]] = {}
ADMIN = Person("sam", Role.ADMIN)
SUPERVISOR = Person("sue", Role.SUPERVISOR)
DEALER = Person("dora", Role.DEALER)
ANN, BOB, CAT = (Person(name, Role.PLAYER) for name in ("ann", "bob", "cat"))


@dataclass
class CardRoom:
    """Everything a test needs. Times and seeds are the same in every run."""

    url: str
    fault: Fault = no_fault
    now: int = 1_790_000_000_000
    store: Store = field(init=False)
    room: Room = field(init=False)
    cage: Cage = field(init=False)
    people: People = field(init=False)
    _ids: Any = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.open()

    def open(self) -> None:
        self.store = open_store(self.url, fault=self.fault)
        self.room = Room(self.store, now_ms=self.tick, draw=lambda name: hashlib.sha256(name.encode()).digest())
        self.cage = Cage(self.store, now_ms=self.tick)
        self.people = People(self.store, now_ms=self.tick)

    def restart(self) -> None:
        """As after a crash: a new process finds only the record."""
        self.store.close()
        self.open()

    def tick(self) -> int:
        self.now += 1
        return self.now

    def id(self) -> str:
        return f"test-{next(self._ids)}"

    def furnish(self, rules: str = "wa-2018", *, by: DealtBy = DealtBy.PERSON, **choices: Any) -> None:
        """Staff, three players with $1,000 each, and table T1 with $10,000 in its tray."""
        self.begin((rules, by, repr(choices)), lambda: self._furnish(rules, by, choices))

    def begin(self, kind: object, make: Callable[[], object]) -> None:
        """Do `make`, which writes the same for the same kind. Such a SQLite record is made once and copied."""
        file = None if self.fault is not no_fault or self.store.position() else raw_record.file_of(self.url)
        key = (kind, self.now)
        if file is not None and raw_record.is_made(key):
            raw_record.put_back(key, file)
            self.now, ids = _begun[key]
            self._ids = copy(ids)
            return
        make()
        if file is not None:
            raw_record.keep(key, file)
            _begun[key] = self.now, copy(self._ids)

    def _furnish(self, rules: str, by: DealtBy, choices: dict[str, Any]) -> None:
        self.people.register("sam", Role.ADMIN, None, FIRST_START, "first")
        self.people.register("sue", Role.SUPERVISOR, None, ADMIN, "sue")
        self.people.register("dora", Role.DEALER, None, ADMIN, "dora")
        settings = Settings(terms=terms(ruleset(rules), **choices), dealt_by=by)
        self.room.open_table("T1", settings, ADMIN, "open T1")
        self.cage.fund(10_000_000, SUPERVISOR, "fund")
        self.cage.fill("T1", 1_000_000, SUPERVISOR, "fill T1")
        for who in (ANN, BOB, CAT):
            self.people.register(who.name, Role.PLAYER, None, ADMIN, who.name)
            self.cage.buy_in(who.name, 100_000, SUPERVISOR, f"buy {who.name}")

    def do(self, who: Person, *orders: str) -> Table:
        """Give orders at T1, one after another."""
        for order in orders:
            self.room.do("T1", parse_order(order), who, command=self.id())
        return self.room.table("T1")

    def refusal(self, who: Person, order: str) -> str:
        """Why an order is refused; the table must not have changed."""
        before = self.room.table("T1")
        try:
            self.do(who, order)
        except Refused as refused:
            assert self.room.table("T1") == before
            return str(refused)
        raise AssertionError(f"{order!r} was not refused")

    def has(self, who: Person) -> int:
        return self.store.balance(player(who.name))

    def money(self) -> dict[str, int]:
        return {str(account): amount for account, amount in self.store.balances().items() if amount}


def play_a_while(at: CardRoom) -> None:
    """A settled round, a voided one, a closed shift, and one round in play after the deal."""
    at.furnish("ca")
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    at.do(DEALER, "open")
    at.do(ANN, "bank 300")
    at.do(BOB, "bet 20 trips 5", "seed mine")
    at.do(DEALER, "lock", "deal")
    at.do(BOB, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    at.do(DEALER, "open")
    at.do(SUPERVISOR, "void misdeal")
    close_as_recorded(at.cage, "T1", SUPERVISOR, "close")
    at.do(CAT, "sit 5")
    at.do(DEALER, "open")
    at.do(ANN, "bank 100")
    at.do(CAT, "bet 10")
    at.do(DEALER, "lock", "deal")
