"""A server on a SQLite file, and other processes that write into it: within a second or so, pages show what they wrote.

`croupier …` is run in processes of its own; where only the record matters, another store in this process stands for
one: SQLite tells connections apart, not processes.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from web_place import BOSS, Place
from web_staff import PIN, staff

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.cage.cage import Cage
from croupier.floor.orders import parse_order
from croupier.floor.people import People
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import DealtBy, Settings, Table
from croupier.floor.view import table_view
from croupier.games import ruleset
from croupier.rules.round import Stage
from croupier.rules.terms import terms
from croupier.store import polling
from croupier.store.journal import Store, open_store
from depth import thorough

ANN = Person("ann", Role.PLAYER)
SOON_S = 10
"""A second, on a machine that has nothing else to do."""


class Beside:
    """Commands in processes of their own, on the record of a place."""

    def __init__(self, db: Path) -> None:
        self.db = db

    def __call__(self, *words: str, by: str) -> str:
        command = [sys.executable, "-m", "croupier.cli", *words, "--by", by, "--pin", PIN, "--db", str(self.db)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def beside(tmp_path: Path) -> Beside:
    return Beside(tmp_path / "room.db")


@pytest.fixture
def elsewhere(own_place: Place, tmp_path: Path) -> Iterator[Store]:
    """The record as another process has it open."""
    with open_store(str(tmp_path / "room.db")) as store:
        yield store


def soon(true: Callable[[], object]) -> None:
    ends = time.monotonic() + SOON_S
    while not true():
        assert time.monotonic() < ends, "nobody has noticed"
        time.sleep(0.02)


def next_order_of(table: Table, player: str) -> str | None:
    """What somebody orders who bets, checks as long as they can, and folds; nothing while others decide."""
    if table.in_play is None:
        return None
    mine = next((seat for seat in table_view(table, player)["seats"] if seat["player"] == player), {"legal": []})
    if table.in_play.stage is Stage.BETTING:
        return None if mine.get("bets") else "bet 10"
    return next((word for word in ("check", "fold") if word in mine["legal"]), None)


def test_whoever_looks_is_told_in_time() -> None:
    assert polling.EVERY_S <= 0.25, "the rest of the second is for reading, and for showing it"


def test_orders_by_command_are_on_every_page_of_the_table(own_place: Place, beside: Beside, elsewhere: Store) -> None:
    people = staff(own_place)
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    ann, bob = (own_place.player(name, pin=PIN) for name in ("ann", "bob"))
    sue, at_seat = own_place.visit(people["sue"]), own_place.visit(bob)
    stream, pages = at_seat.watch("T1"), ("/tables/T1", "/staff/keypad/T1")
    at_seat.must("T1", "sit 5")
    seen = [sue.json(page)["version"] for page in pages]
    assert sue.json("/staff/pit")["rows"][0]["seats"] == ["5 bob"]
    assert sue.json("/api/tables")[0]["taken"] == 1

    beside("table", "do", "T1", "sit 3", by="ann")
    stream.until(lambda state: len(state["seats"]) == 2)
    assert [line["n"] // 1000 for line in stream.page["log"]].count(seen[0] + 1) == 1, "and what happened, once"
    assert [sue.json(page)["version"] for page in pages] == [version + 1 for version in seen]
    assert sue.json("/staff/pit")["rows"][0]["seats"] == ["3 ann", "5 bob"]
    assert sue.json("/api/tables")[0]["taken"] == 2

    there = Room(elsewhere)
    there.do("T1", parse_order("open"), people["dora"], command="open")
    there.do("T1", parse_order("bet 10"), ann, command="bet")
    stream.until(lambda state: state["round"] and state["round"]["seats"])
    assert at_seat.order("T1", "bet 10 trips 5", version=stream.page["version"]).status_code == 200
    there.do("T1", parse_order("lock"), people["dora"], command="lock")
    stream.until(lambda state: state["round"]["stage"] == "locked")
    assert [seat["number"] for seat in stream.page["round"]["seats"]] == [3, 5]
    assert sue.json("/staff/keypad/T1")["version"] == stream.page["version"] == own_place.table("T1").version
    stream.close()
    assert ann.name in {sitting.player for sitting in own_place.table("T1").sittings}


@thorough
def test_choices_links_and_tables_by_command_are_on_every_page(own_place: Place, beside: Beside) -> None:
    sue = own_place.visit(staff(own_place)["sue"])
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    stream = sue.watch("T1")
    assert not stream.next()["meters"]

    beside("link", "create", "main", "--level", "main:20:2:5000", "--override", "a test", by="eve")
    beside("link", "join", "main", "T1", by="eve")
    stream.until(lambda state: state["meters"])
    assert stream.page["meters"] == {"main": 500_000}
    assert sue.json("/staff/links")["links"][0]["tables"] == ["T1"]
    assert sue.json("/api/tables")[0]["link"] == "main"
    assert [level["name"] for level in own_place.visit().json("/display/main")["levels"]] == ["main"]
    beside("link", "stop", "main", "a display is dark", by="eve")
    stream.until(lambda state: "out of service" in state["progressive_says"])
    assert own_place.visit().json("/display/main")["closed"]

    beside("table", "change", "T1", "--clock", "45", by="sue")
    soon(lambda: own_place.table("T1").settings.terms.clock_s == 45)
    beside("table", "open", "T2", "--rules", "wa-2018", by="sue")
    assert [row["name"] for row in sue.json("/api/tables")] == ["T1", "T2"]
    own_place.house.room.table("T2")
    beside("table", "close", "T2", by="sue")
    soon(lambda: [row["name"] for row in sue.json("/api/tables")] == ["T1"])
    stream.close()


def test_choices_of_the_house_by_command_hold_at_once(own_place: Place, beside: Beside) -> None:
    staff(own_place)
    choices = own_place.house.choices
    assert choices.now().low_tray is None
    choices._kept = (time.monotonic() + 3600, choices.now())  # by the clock it would not look again today
    beside("house", "set", "low_tray", "500", by="ada")
    soon(lambda: choices.now().low_tray == 50_000)


@pytest.mark.parametrize("what", ["a new PIN", "deactivation", "another role"])
def test_a_session_ends_that_another_process_has_ended(own_place: Place, elsewhere: Store, what: str) -> None:
    """The stream that is open, and the cookie: by the clock neither would be looked up again for twenty seconds."""
    people, book = staff(own_place), People(elsewhere)
    own_place.open_table("T1")
    dora, ann = own_place.visit(people["dora"]), own_place.visit(own_place.player("ann", pin=PIN))
    stream = dora.watch("T1")
    assert stream.next()["you"]["name"] == "dora"
    assert dora.json("/")["you"]["name"] == "dora"
    match what:
        case "a new PIN":
            book.set_pin("dora", "4321", people["ada"], "a new PIN for dora")
        case "deactivation":
            book.deactivate("dora", people["ada"], "dora goes")
        case "another role":
            book.change_role("dora", Role.SUPERVISOR, people["ada"], "dora is promoted")
    began = time.monotonic()
    assert stream.closed_with() == 4401
    assert time.monotonic() - began < SOON_S
    soon(lambda: not dora.json("/")["you"]["name"])
    assert ann.json("/")["you"]["name"] == "ann", "nobody else's"


def test_a_players_session_ends_that_another_process_has_ended(own_place: Place, elsewhere: Store) -> None:
    ann = own_place.player("ann", pin=PIN)
    visit = own_place.visit(ann)
    assert visit.json("/")["you"]["name"] == "ann"
    People(elsewhere).set_pin("ann", "4321", ann, "a new PIN for ann")
    soon(lambda: not visit.json("/")["you"]["name"])


def test_chips_that_another_process_has_sold_are_on_the_page_of_the_table(own_place: Place, elsewhere: Store) -> None:
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    ann = own_place.visit(own_place.player("ann", 100_000))
    stream = ann.watch("T1")
    version = stream.next()["version"]
    assert stream.page["you"]["chips"] == 100_000
    Cage(elsewhere).buy_in("ann", 5_000, BOSS, "more chips for ann")
    stream.until(lambda state: state["you"]["chips"] == 105_000)
    assert stream.page["version"] == version, "the table itself has not moved"
    stream.close()


def test_a_table_that_another_process_has_opened_and_filled_is_dealt_by_the_server(
    own_place: Place, elsewhere: Store
) -> None:
    """Nobody has looked at it here: its automatic dealer is this server's all the same."""
    for name in ("ann", "bob"):
        own_place.player(name)
    there = Room(elsewhere)
    settings = Settings(terms=terms(ruleset("wa-2018"), clock_s=60))
    there.open_table("T9", settings, BOSS, "open T9")
    there.do("T9", parse_order("sit 1"), ANN, command="ann sits")
    soon(lambda: own_place.house.room.glance("T9").in_play is not None)
    assert there.reload("T9").in_play is not None, "the server has opened the round"
    there.do("T9", parse_order("bet 10"), ANN, command="ann bets")
    soon(lambda: there.reload("T9").in_play.deal is not None)  # type: ignore[union-attr]
    assert own_place.table("T9").version == there.table("T9").version


def test_the_server_and_another_process_drive_one_table_and_nothing_is_lost_or_done_twice(
    own_place: Place, elsewhere: Store
) -> None:
    """Both have an automatic dealer, who presses whatever is next as soon as it is; players play at either."""
    own_place.employ_boss()
    own_place.house.cage.fund(10_000_000, BOSS, "fund")
    own_place.open_table("T1")
    own_place.house.cage.fill("T1", 1_000_000, BOSS, "fill T1")
    own_place.player("ann")
    bob = own_place.visit(own_place.player("bob"))
    stream = bob.watch("T1")
    bob.must("T1", "sit 5")
    Room(elsewhere).do("T1", parse_order("sit 1"), ANN, command="ann sits")

    wanted, n = own_place.table("T1").rounds + 4, 0
    ends = time.monotonic() + 6 * SOON_S
    while own_place.table("T1").rounds < wanted:
        assert time.monotonic() < ends, own_place.table("T1")
        n += 1
        there = Room(elsewhere)  # as a command, which begins with what the record says
        with suppress(Refused):  # somebody was quicker: she looks again
            seen = there.advance("T1")
            if order := next_order_of(seen, "ann"):
                there.do("T1", parse_order(order), ANN, command=f"ann {n}", version=seen.version)
                there.advance("T1")
        if order := next_order_of(own_place.table("T1"), "bob"):
            bob.order("T1", order)
        come = own_place.table("T1").version
        stream.until(lambda state, come=come: state["version"] >= come)
    head = elsewhere.head("table/T1").version
    soon(lambda: own_place.table("T1").version >= head)
    stream.until(lambda state: state["version"] >= head)
    versions = [line["n"] // 1000 for line in stream.page["log"]]
    assert versions == sorted(versions), "whoever looks is told everything in its order"
    stream.close()
    own_place.order("T1", "stop", BOSS)
    assert audit(elsewhere).findings == ()


def test_an_order_on_the_newest_version_is_taken_though_the_server_has_not_heard_yet(
    own_place: Place, elsewhere: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_place.open_table("T1", dealt_by=DealtBy.PERSON)
    own_place.player("ann")
    bob = own_place.visit(own_place.player("bob"))
    stream = bob.watch("T1")
    seen = stream.next()["version"]
    there = Room(elsewhere)
    there.do("T1", parse_order("sit 1"), ANN, command="ann sits")
    there.do("T1", parse_order("open"), BOSS, command="opened")
    assert bob.order("T1", "sit 5", version=seen).status_code == 200
    stream.until(lambda state: len(state["seats"]) == 2)
    stream.until(lambda state: state["version"] == seen + 3)
    # What the other process wrote is told, too; the line of an order may come just after the state that it made.
    stream.until(lambda state: {seen + 1, seen + 3} <= {line["n"] // 1000 for line in state["log"]})
    stream.close()
