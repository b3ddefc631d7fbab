"""A player who sits and does not bet keeps nobody waiting for longer than the clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.cage.cage import Cage
from croupier.floor.orders import Order, parse_order
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import AUTOMATIC_DEALER, Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.rules.steps import LOCK
from croupier.rules.terms import terms
from croupier.store.journal import open_store

BOSS = Person("boss", Role.SUPERVISOR)
ANN, BOB = Person("ann", Role.PLAYER), Person("bob", Role.PLAYER)


class Floor:
    """Table T1 with ann in seat 1 and bob in seat 2, and a clock that the test turns."""

    def __init__(self, path: Path, clock_s: int | None, rules: str = "wa-2018") -> None:
        self.store = open_store(str(path / "room.db"))
        self.now_ms = 1_000_000
        self.room = Room(self.store, now_ms=lambda: self.now_ms)
        people = People(self.store, now_ms=lambda: self.now_ms)
        people.register("root", Role.ADMIN, "4711", FIRST_START, "first")
        for who in (ANN, BOB):
            people.register(who.name, Role.PLAYER, None, BOSS, f"register {who.name}")
            Cage(self.store, now_ms=lambda: self.now_ms).buy_in(who.name, 50_000, BOSS, f"buy in {who.name}")
        tables = terms(ruleset(rules), {}, clock_s=clock_s)
        self.room.open_table("T1", Settings(terms=tables), BOSS, "open")
        self.tell(ANN, "sit 1")
        self.tell(BOB, "sit 2")
        self.room.advance("T1")

    def tell(self, who: Person, words: str) -> None:
        self.room.do("T1", parse_order(words), who, command=f"{who.name} {words} {self.room.table('T1').version}")

    def next(self) -> tuple[Order, Person] | None:
        return self.room.next_order("T1")


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    made = Floor(tmp_path, clock_s=20)
    yield made
    made.store.close()


def test_bets_lock_when_the_clock_has_run_out_and_somebody_has_bet(floor: Floor) -> None:
    floor.tell(ANN, "bet 10")
    assert floor.room.deadline_of("T1") == floor.now_ms + 20_000
    assert floor.next() is None, "bob still has time"
    floor.now_ms += 20_000
    assert floor.next() == (LOCK, AUTOMATIC_DEALER)
    floor.room.advance("T1")
    round = floor.room.table("T1").in_play
    assert round is not None
    assert round.stage_key == "preflop"
    assert [seat.number for seat in round.seats] == [1], "bob sits this round out"


def test_the_clock_for_the_others_begins_with_the_first_bet(floor: Floor) -> None:
    floor.now_ms += 3_600_000
    assert floor.room.deadline_of("T1") is None, "nobody waits for anybody"
    floor.tell(ANN, "bet 10")
    assert floor.room.deadline_of("T1") == floor.now_ms + 20_000
    floor.now_ms += 5_000
    floor.tell(ANN, "bet 15")
    assert floor.room.deadline_of("T1") == floor.now_ms + 15_000, "betting again does not put it off"


def test_when_everybody_has_bet_nobody_waits_for_the_clock(floor: Floor) -> None:
    floor.tell(ANN, "bet 10")
    floor.tell(BOB, "bet 5")
    assert floor.next() == (LOCK, AUTOMATIC_DEALER)


def test_without_a_clock_the_table_waits(tmp_path: Path) -> None:
    floor = Floor(tmp_path, clock_s=None)
    floor.tell(ANN, "bet 10")
    floor.now_ms += 10**9
    assert floor.next() is None
    assert floor.room.deadline_of("T1") is None
    floor.store.close()


def test_r31_the_clock_passes_the_bank_on_once_round_the_table(tmp_path: Path) -> None:
    floor = Floor(tmp_path, clock_s=20, rules="ca")
    assert floor.room.table("T1").bank_offered_to == (1, 2)
    assert floor.next() is None, "ann still has time"
    for left in ((2,), ()):
        floor.now_ms += 20_000
        floor.room.advance("T1")
        assert floor.room.table("T1").bank_offered_to == left
    floor.now_ms += 3_600_000
    assert floor.next() is None, "everybody has passed: the table waits for one of them"
    floor.tell(BOB, "bank 100")
    floor.tell(ANN, "bet 10")
    floor.room.advance("T1")
    assert floor.room.table("T1").in_play is not None
    assert floor.room.table("T1").in_play.stage_key == "preflop"  # type: ignore[union-attr]
    floor.store.close()
