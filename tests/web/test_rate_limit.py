"""Nobody fills the record: orders and new tables have a pace, and tables that nobody looks at take nothing."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from pathlib import Path

import httpx
import pytest
from web_place import BOSS, Place, Visit

from croupier.store import batch
from croupier.store.journal import open_store
from croupier.store.unit import Unit, Write
from croupier.web.gate import rate_limit
from croupier.web.gate.network import network_of
from croupier.web.gate.rate_limit import RateLimit, RateLimits, TooFast
from croupier.web.table.live import automatic
from depth import thorough

PEOPLE_A_SECOND = 2
"""Orders; the quickest that anybody clicks through rounds: four orders in two seconds, without an end."""


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def given(pace: RateLimit, clock: Clock, who: str, seconds: float, a_second: float) -> int:
    """How many of so many a second are taken."""
    taken = 0
    for _ in range(round(seconds * a_second)):
        clock.now += 1 / a_second
        with contextlib.suppress(TooFast):
            pace.check(who)
            taken += 1
    return taken


@pytest.mark.parametrize("name", ["money", "practice", "practice_there"])
def test_people_never_meet_the_brake(name: str) -> None:
    """An hour without a pause; a class of forty for an hour at a round every twelve seconds."""
    clock = Clock()
    pace = getattr(RateLimits(), name)
    pace._clock = clock
    a_second = 40 * 4 / 12 * 0.9 if name == "practice_there" else PEOPLE_A_SECOND
    assert given(pace, clock, "ann", 3600, a_second) == round(3600 * a_second)


def test_who_plays_for_money_may_be_five_times_as_fast_as_people_are() -> None:
    clock = Clock()
    pace = RateLimits().money
    pace._clock = clock
    assert given(pace, clock, "ann", 3600, 5 * PEOPLE_A_SECOND) == 3600 * 5 * PEOPLE_A_SECOND


@thorough
def test_guests_of_one_address_write_no_more_than_so_much() -> None:
    """Twenty guests who sent what they could wrote 21.6 MB in half a minute."""
    clock = Clock()
    all_there = RateLimits().practice_there
    all_there._clock = clock
    assert given(all_there, clock, "192.0.2.7", 30, 1_000) <= 600 + 30 * 12
    assert given(all_there, clock, "192.0.2.7", 600, 1_000) <= 600 * 12 + 1
    assert given(all_there, clock, "192.0.2.8", 1, 100) == 100, "another address has nothing to do with it"


def test_a_pace_says_when_to_go_on_and_that_is_true() -> None:
    clock = Clock()
    pace = RateLimit("your orders", most=3, a_second=0.5, clock=clock)
    for _ in range(3):
        pace.check("ann")
    with pytest.raises(TooFast, match="your orders come faster than the house writes them down; wait 2 s and go on"):
        pace.check("ann")
    clock.now += 2
    pace.check("ann")
    with pytest.raises(TooFast):
        pace.check("ann")
    pace.check("bob")


def test_a_pace_remembers_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_MOST_KEPT", 100)
    clock = Clock()
    pace = RateLimit("your orders", most=21, a_second=1, clock=clock)
    for number in range(1_000):
        clock.now += 0.001
        pace.check(f"visitor-{number}")
        if number % 50 == 0:
            pace.check("busy")
    assert len(pace) == 100
    pace.check("busy")
    with pytest.raises(TooFast):  # whoever goes on is not the one who is forgotten
        pace.check("busy")


def test_a_household_has_one_address_however_many_it_can_make() -> None:
    assert network_of("2001:db8:1:2::7") == network_of("2001:db8:1:2:ffff::9") != network_of("2001:db8:1:3::7")
    assert network_of("192.0.2.7") != network_of("192.0.2.8")
    assert network_of("") == ""


def test_a_guest_who_floods_a_table_is_asked_to_wait_and_nothing_is_written(own_place: Place) -> None:
    guest = own_place.visit()
    table = guest.practise()
    own_place.until(table, lambda at: at.in_play is not None)
    stopped = time.monotonic()  # on a busy machine the bucket would leak while the orders come
    own_place.house.rate_limits.practice._most, own_place.house.rate_limits.practice._clock = 20, lambda: stopped
    answers = [guest.order(table, "bet 10" if turn % 2 else "take back") for turn in range(40)]
    slow = [answer for answer in answers if answer.status_code == 429]
    assert len(slow) == 20
    assert slow[0].json() == {"error": "your orders come faster than the house writes them down; wait 1 s and go on"}
    assert slow[0].headers["retry-after"] == "1"
    wrote = own_place.store.practice.position()
    while guest.order(table, "bet 10").status_code != 429:
        wrote = own_place.store.practice.position()
    assert own_place.store.practice.position() == wrote


@thorough
def test_an_account_at_a_table_for_money_is_not_braked(own_place: Place) -> None:
    own_place.open_table("T1")
    own_place.house.cage.fund(10_000_000, BOSS, "fund")
    ann = own_place.visit(own_place.player("ann"))
    assert ann.order("T1", "sit 1").status_code == 200
    own_place.house.rate_limits.practice._most = own_place.house.rate_limits.practice_there._most = 0
    answers = {ann.order("T1", "bet 10" if turn % 2 else "take back").status_code for turn in range(200)}
    assert 429 not in answers


def test_new_tables_have_a_pace_by_address(own_place: Place) -> None:
    own_place.house.rate_limits.tables._most = 2
    for _ in range(2):
        own_place.visit().practise()
    wrote = own_place.store.practice.position()
    answer = own_place.visit().post("/practice", rules="wa-2018")
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "4"
    assert "new tables from your address come faster than the house writes them down; wait 4 s" in answer.text
    assert own_place.store.practice.position() == wrote


def test_answers_of_a_drill_have_a_pace(own_place: Place) -> None:
    guest = own_place.visit()
    guest.practise()
    rate_limits = own_place.house.rate_limits
    # Nothing leaks while the test runs, however slow the machine.
    rate_limits.answers._most, rate_limits.answers._a_second = 2, 1e-6
    body = {"token": "nothing", "choice": "check"}

    def answer(visit: Visit) -> httpx.Response:
        return visit.http.post("/api/learn/play/uth/answer", json=body, headers={"x-csrf": visit.token})

    before = own_place.store.position()
    assert [answer(guest).status_code for _ in range(3)] == [409, 409, 429]
    assert answer(guest).json()["error"].startswith("your answers come faster than the house writes them down; wait")
    assert answer(own_place.visit()).status_code == 409, "nobody's answers are not kept, and have none"
    rate_limits.answers_there._kept.clear()
    rate_limits.answers_there._most, rate_limits.answers_there._a_second = 1, 1e-6
    other = own_place.visit()
    other.practise()
    assert [answer(other).status_code for _ in range(2)] == [409, 429], "guests of one address have one together"
    assert own_place.store.position() == before


@thorough
def test_abandoned_practice_tables_leave_no_task_and_no_memory(
    own_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic, "_ABANDONED_S", 0.2)
    practice = own_place.house.sides.practice
    guests = []
    for turn in range(40):
        guest = own_place.visit()
        table = guest.practise(("wa-2018", "ca", "three-card")[turn % 3])
        if turn % 2:
            guest.order(table, "bet 10")
        guests.append(guest)

    def running() -> list[str]:
        async def names() -> list[str]:
            return [task.get_name() for task in asyncio.all_tasks() if "practice-" in task.get_name()]

        return own_place.run(names())

    # Bets that lie there wait for their guest's decision, without a clock: for them nothing runs either.
    until = time.monotonic() + 20
    while running() or practice.hub._felts or practice.room.loaded():
        assert time.monotonic() < until, "nobody looks, and still something runs"
        time.sleep(0.05)
    for guest in guests:
        assert len(guest.json("/api/tables")) == 1, "the lobby lists it"
    assert not practice.room.loaded(), "and keeps nothing for that"
    assert guests[1].json(f"/tables/{guests[1].json('/api/tables')[0]['name']}")["you"]["seat"] == 1


def test_the_writer_remembers_no_more_than_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_MOST_KNOWN", 10)
    with open_store(str(tmp_path / "room.db")) as store:
        for number in range(50):
            said = (Write(f"player/p{number % 25}", number // 25, ({"event": "Noted"},)),)
            store.commit(Unit(command=f"note {number}", actor="x", time_ms=1, writes=said))
            assert len(store._committer._cache.heads) <= 12
        assert store.head("player/p3").version == 2


def test_the_page_about_the_room_over_http_tells_every_pace() -> None:
    page = (Path(__file__).parents[2] / "docs" / "http.md").read_text()
    rows = re.findall(r"^\| .+ \| (\d+) \| (\d+)(?: in (\d+) s)? \|$", page.partition("## Paces")[2], re.MULTILINE)
    told = [(int(most), int(many) / int(seconds or 1)) for most, many, seconds in rows]
    limits = RateLimits()
    real = [getattr(limits, name) for name in limits.__slots__]
    assert told == [(limit._most, pytest.approx(limit._a_second)) for limit in real]
