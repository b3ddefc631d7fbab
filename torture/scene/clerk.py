"""The clerks: several at one window, each with a row of deeds at the cage, told before they are asked and after.

What a deed moves is written down here by hand, from what a clerk says at the window; the cage's own code has no part
in it. Now and then a clerk asks for what must be refused, or uses an id again for something else.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from croupier.errors import Refused
from croupier.floor.cage.cage import Cage
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room, wall_clock_ms
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.money import DOLLAR
from croupier.rules.terms import terms
from croupier.store.dialects.dialect import Fault, no_fault
from croupier.store.journal import Store, open_store
from croupier.store.unit import CommandIdTaken, Receipt, StoreFailed, Unreadable
from torture.report import Report
from torture.scene.attack import Strike
from torture.scene.laws import Book, Move
from torture.scene.victim import Tell, Victim

ADA: Final = Person("ada", Role.ADMIN)
SUE: Final = Person("sue", Role.SUPERVISOR)
DORA: Final = Person("dora", Role.DEALER)
PLAYERS: Final = ("ann", "bob", "cat")
TABLE: Final = "T1"
_WINDOWS: Final = 3
_TIMEOUT_S: Final = 40.0


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that is asked of the cage, under an id."""

    id: str
    what: str
    player: str
    cents: int

    @classmethod
    def by_chance(cls, id: str, chance: Random) -> Deed:
        """Some deed; one in twelve must be refused."""
        kinds = ("buy-in", "cash-out", "fund", "fill", "credit", "sale", "sell", "redeem")
        what = chance.choice(("overdraw", "stranger")) if chance.random() < 1 / 12 else chance.choice(kinds)
        return cls(id, what, chance.choice(PLAYERS), chance.randrange(1, 40) * DOLLAR + chance.randrange(100))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Where money goes by this deed, if it is done."""
        purse, tray = f"player/{self.player}", f"tray/{TABLE}"
        match self.what:
            case "buy-in" | "stranger":
                return (("cash", purse, self.cents),)
            case "cash-out" | "overdraw":
                return ((purse, "cash", self.cents),)
            case "sell":
                return (("cash", "chips", self.cents),)
            case "redeem":
                return (("chips", "cash", self.cents),)
            case "fund":
                return (("house", "cage", self.cents),)
            case "fill":
                return (("cage", tray, self.cents),)
            case "credit":
                return ((tray, "cage", self.cents),)
            case "sale":
                return (("cash", f"drop/{TABLE}", self.cents), (tray, purse, self.cents))
        raise AssertionError(self.what)

    def ask(self, cage: Cage) -> Receipt:
        """Ask the cage for it."""
        match self.what:
            case "buy-in":
                return cage.buy_in(self.player, self.cents, SUE, self.id)
            case "stranger":
                return cage.buy_in(self.player, self.cents, Person(self.player, Role.PLAYER), self.id)
            case "cash-out":
                return cage.cash_out(self.player, self.cents, SUE, self.id)
            case "overdraw":
                return cage.cash_out(self.player, 9_000_000 * DOLLAR + self.cents, SUE, self.id)
            case "sell":
                return cage.sell_chips(self.cents, SUE, self.id)
            case "redeem":
                return cage.redeem_chips(self.cents, SUE, self.id)
            case "fund":
                return cage.fund(self.cents, SUE, self.id)
            case "fill":
                return cage.fill(TABLE, self.cents, SUE, self.id)
            case "credit":
                return cage.credit(TABLE, self.cents, SUE, self.id)
            case "sale":
                return cage.buy_in_at(TABLE, self.player, self.cents, DORA, self.id)
        raise AssertionError(self.what)

    @property
    def must_be_refused(self) -> bool:
        """Whether nobody may get this."""
        return self.what in ("overdraw", "stranger")


def furnish_cage(address: str) -> None:
    """Staff, three players with chips, a cage with money and a table with a tray."""
    with open_store(address) as store:
        people, cage = People(store), Cage(store)
        people.register(ADA.name, Role.ADMIN, None, FIRST_START, "ada")
        for person in (SUE, DORA):
            people.register(person.name, person.role, None, ADA, person.name)
        cage.fund(100_000 * DOLLAR, SUE, "fund")
        Room(store).open_table(TABLE, Settings(terms=terms(ruleset("wa-base"))), ADA, "open")
        cage.fill(TABLE, 50_000 * DOLLAR, SUE, "fill")
        for name in PLAYERS:
            people.register(name, Role.PLAYER, None, ADA, name)
            cage.buy_in(name, 5_000 * DOLLAR, SUE, f"chips for {name}")


def deeds_of(seed: str, commands: Sequence[str]) -> list[Deed]:
    """The deeds of these ids once more: chance comes from seed and id alone."""
    return [Deed.by_chance(id, Random(f"{seed} {id}")) for id in commands]


class Clerks:
    """Some clerks at a record, each in a thread of its own, until somebody ends them."""

    def __init__(self, store: Store, tell: Tell, seed: str, life: str, now_ms: Callable[[], int]) -> None:
        self._cage = Cage(store, now_ms=now_ms)
        self._tell = tell
        self._seed = seed
        self._life = life

    def work(self, again: Sequence[str]) -> None:
        """First what nobody knows the end of, under its old id; then new deeds, for ever."""
        threads = [threading.Thread(target=self._serve, args=(n, again[n::_WINDOWS])) for n in range(_WINDOWS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _serve(self, window: int, again: Sequence[str]) -> None:
        try:
            for deed in deeds_of(self._seed, again):
                self.do(deed)
            for number in itertools.count():
                (deed,) = deeds_of(self._seed, [f"{self._life}-{window}-{number}"])
                self.do(deed)
        except Exception as why:
            self._tell("wrong", f"a clerk met {type(why).__name__}: {str(why)[:500]}")

    def do(self, deed: Deed) -> None:
        """Ask for a deed until it is answered, and tell what came of it."""
        ends = time.monotonic() + _TIMEOUT_S
        while True:
            self._tell("sent", deed.id, deed.moves)
            try:
                receipt = deed.ask(self._cage)
            except (StoreFailed, Unreadable) as why:
                self._tell("unknown", deed.id, str(why)[:200])
                if time.monotonic() > ends:
                    return
                time.sleep(0.02)
                continue
            except Refused:
                self._tell("refused", deed.id)
                return
            self._tell("done", deed.id, [entry.position for entry in receipt.entries])
            if deed.must_be_refused:
                self._tell("wrong", f"{deed.id} should have been refused: {deed.what}")
            if Random(f"other {self._seed} {deed.id}").random() < 0.05:
                self._ask_otherwise(deed)
            return

    def _ask_otherwise(self, deed: Deed) -> None:
        """The same id for another amount is refused, and changes nothing."""
        try:
            Deed(deed.id, deed.what, deed.player, deed.cents + 1).ask(self._cage)
        except CommandIdTaken:
            self._tell("taken", deed.id)
        except Refused:
            pass
        else:
            self._tell("wrong", f"{deed.id} was done again with another amount")


def clerks(
    address: str,
    seed: str,
    life: str,
    again: Sequence[str],
    tell: Tell,
    *,
    fault: Fault = no_fault,
    now_ms: Callable[[], int] = wall_clock_ms,
) -> None:
    """A victim's whole work: open the record, and serve until killed."""
    Clerks(open_store(address, fault=fault), tell, seed, life, now_ms).work(again)


def left_over(at: Strike) -> list[str]:
    """What is sent again: most of what nobody knows the end of, and some that was answered."""
    unknown = [command for command in at.book.unanswered() if at.chance.random() < 0.8]
    known = [command for command in at.book.done if at.chance.random() < 0.02]
    return [*unknown, *known]


def note(book: Book, report: Report, victim: Victim) -> None:
    """Enter what a killed clerk had told."""
    book.note(victim.told)
    for word, *_ in victim.told:
        if word == "taken":
            report.count("ids used for something else and refused")
        elif word == "unknown":
            report.count("answers that say nobody knows")
