"""A clock on the wall that is set decides nothing: how long somebody has is counted by a steady clock."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from croupier.floor.cage.cage import Cage
from croupier.floor.orders import parse_order
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Role
from croupier.floor.room import Room
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.rules.terms import terms
from croupier.store.journal import open_store
from croupier.store.unit import Unit, Write

HOUR_MS = 3_600_000


class Clocks:
    """A clock on the wall, and one that nobody sets."""

    def __init__(self) -> None:
        self.wall = 1_790_000_000_000
        self.steady = 5_000_000

    def pass_ms(self, ms: int) -> None:
        self.wall += ms
        self.steady += ms


@pytest.mark.parametrize("step_ms", [HOUR_MS, -HOUR_MS])
def test_a_step_of_the_wall_clock_takes_nobodys_time_and_gives_none(tmp_path: Path, step_ms: int) -> None:
    clocks = Clocks()
    with open_store(str(tmp_path / "room.db")) as store:
        room = Room(store, now_ms=lambda: clocks.wall, steady_ms=lambda: clocks.steady)
        people = People(store, now_ms=lambda: clocks.wall)
        ada = people.register("ada", Role.ADMIN, "1234", FIRST_START, "first")
        sue = people.register("sue", Role.SUPERVISOR, "1234", ada, "sue")
        ann = people.register("ann", Role.PLAYER, "1234", ada, "ann")
        Cage(store, now_ms=lambda: clocks.wall).buy_in("ann", 100_000, sue, "chips")
        room.open_table("T1", Settings(terms=terms(ruleset("wa-base"), clock_s=30)), sue, "open")
        room.do("T1", parse_order("sit 1"), ann, command="sit")
        room.advance("T1")
        room.do("T1", parse_order("bet 10"), ann, command="bet")
        room.advance("T1")
        assert room.next_order("T1") is None, "it waits for ann"
        clocks.pass_ms(10_000)
        clocks.wall += step_ms
        left = room.deadline_of("T1")
        assert left is not None
        assert 19_000 < left - room.now_ms() <= 20_000, "twenty seconds are left, whatever the wall says"
        assert room.next_order("T1") is None
        room.reload("T1")
        assert room.next_order("T1") is None, "nor does reading it again decide anything"
        clocks.pass_ms(19_999)
        assert room.next_order("T1") is None
        clocks.pass_ms(1)
        assert room.next_order("T1") is not None


def test_no_time_lies_before_that_of_what_is_on_its_way(tmp_path: Path) -> None:
    wall, writes = [1_790_000_000_000], threading.Event()
    with open_store(str(tmp_path / "room.db"), fault=lambda _: writes.wait() and None) as store:
        clock = store.clock(lambda: wall[0])
        try:
            first = clock()
            noted = Write("cage", None, ({"event": "Noted"},))
            waiting = store.submit(Unit(command="first", actor="x", time_ms=first, writes=(noted,)))
            wall[0] -= HOUR_MS
            assert clock() >= first, "though it is not written yet"
        finally:
            writes.set()
        waiting.result()
        assert clock() >= first
