"""A shift that is counted: what differs from the record is seen, accepted by its amount, and in the books for ever."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from card_room import ADMIN, ANN, BOB, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.cage.guards import SecondPersonNeeded
from croupier.floor.cage.inventory import inventory
from croupier.floor.cage.shift import NoSuchSheet, NotAccepted, ShiftCount, closed_shift, count_shifts, past_shifts
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.roles import Person, Role
from croupier.ledger.accounts import CAGE, VARIANCE, tray
from croupier.store.entry import GENESIS, canonical, contents, entry_hash
from croupier.store.journal import open_store
from raw_record import speaking

EXECUTIVE = Person("eve", Role.EXECUTIVE)


@pytest.fixture
def at(url: str) -> Iterator[CardRoom]:
    room = CardRoom(url)
    room.furnish()
    room.people.register(EXECUTIVE.name, EXECUTIVE.role, None, ADMIN, "eve")
    room.cage.buy_in_at("T1", "bob", 20_000, DEALER, "drop")
    yield room
    room.store.close()


def test_counts_that_agree_with_the_record_need_nobodys_leave(at: CardRoom) -> None:
    sheet = at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(980_000, 20_000))
    (closed,) = past_shifts(at.store)
    assert (closed.sheet, closed.counted.tray, closed.counted.box) == (sheet, 980_000, 20_000)
    assert closed.variances == (0, 0)
    assert at.store.balance(VARIANCE) == 0
    assert audit(at.store).clean


def test_a_shift_that_nobody_counted_is_recorded_as_before(at: CardRoom) -> None:
    at.cage.close_shift("T1", SUPERVISOR, "close")
    (closed,) = past_shifts(at.store)
    event = contents(closed.entry).events[0]
    assert not {"counted_tray", "counted_box", "approver"} & event.keys()
    assert (closed.counted.tray, closed.counted.box, closed.variances) == (None, None, (0, 0))


@pytest.mark.parametrize(
    ("tray_count", "box_count", "words"),
    [
        (979_500, None, r"T1: the tray was counted as \$9,795, the record has \$9,800: -\$5; count again, or accept"),
        (None, 20_100, r"T1: the box was counted as \$201, the record has \$200: \+\$1; count again, or accept this"),
        (980_100, 19_900, r"tray was counted as .*: \+\$1; the box was counted as .*: -\$1; count again"),
    ],
)
def test_a_variance_that_nobody_accepted_closes_nothing(
    at: CardRoom, tray_count: int | None, box_count: int | None, words: str
) -> None:
    before = at.store.position()
    with pytest.raises(NotAccepted, match=words):
        at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(tray_count, box_count))
    with pytest.raises(NotAccepted):
        at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(tray_count, box_count, (-1, 1)))
    assert at.store.position() == before


def test_the_record_follows_an_accepted_count_and_the_next_shift_opens_with_it(at: CardRoom) -> None:
    held = at.store.balance(CAGE)
    sheet = at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(979_500, 20_100, (-500, 100)))
    assert (sheet.closing, sheet.win) == (980_000, 0), "the sheet is what the record has"
    assert at.store.balance(tray("T1")) == 979_500
    assert at.store.balance(CAGE) == held + 20_100
    assert at.store.balance(VARIANCE) == 400, "missing in all"
    assert at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(979_500, 20_100, (-500, 100))) == sheet
    following = at.cage.sheet("T1")
    assert (following.opening, following.closing, following.win) == (979_500, 979_500, 0)
    at.cage.buy_in_at("T1", "ann", 1_000, DEALER, "more")
    at.do(ANN, "sit 1")
    at.do(BOB, "sit 2")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(BOB, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "bet4")
    at.do(BOB, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    running = at.cage.sheet("T1")
    assert running.closing == at.store.balance(tray("T1"))
    at.cage.close_shift("T1", SUPERVISOR, "again", ShiftCount(running.closing + 300, 1_000, (300, 0)))
    assert at.store.balance(tray("T1")) == running.closing + 300
    assert at.store.balance(VARIANCE) == 100
    found = inventory(at.store)
    assert (found.missing, found.there) == (100, found.came_in)
    newest, older = past_shifts(at.store, "T1")
    assert (newest.sheet.opening, older.variances, newest.variances) == (979_500, (-500, 100), (300, 0))
    assert audit(at.store).findings == ()


def test_a_count_that_the_table_has_overtaken_is_not_accepted(at: CardRoom) -> None:
    seen = at.cage.sheet("T1")
    at.cage.credit("T1", 10_000, SUPERVISOR, "meanwhile")
    with pytest.raises(NotAccepted):
        at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(seen.closing - 500, None, (-500, 0)))


def test_a_large_variance_needs_a_second_person(at: CardRoom) -> None:
    ChoiceBook(at.store).choose("second_person_above", "5", ADMIN, "limit")
    with pytest.raises(SecondPersonNeeded, match=r"a variance of \$6 is above \$5"):
        at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(979_500, 20_100, (-500, 100)))
    at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(979_500, 20_100, (-500, 100)), EXECUTIVE)
    assert past_shifts(at.store)[0].approver == "eve"


@pytest.mark.parametrize("count", [-1, 10**12])
def test_nobody_counts_less_than_nothing_or_beyond_sense(at: CardRoom, count: int) -> None:
    with pytest.raises(Refused, match="nobody counts"):
        at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(count, None, (count - 980_000, 0)))


def test_past_sheets_by_table_and_time(at: CardRoom) -> None:
    at.cage.close_shift("T1", SUPERVISOR, "one")
    middle = at.now + 1
    at.cage.close_shift("T1", SUPERVISOR, "two")
    assert [each.entry.command for each in past_shifts(at.store)] == ["two", "one"]
    assert [each.entry.command for each in past_shifts(at.store, since_ms=middle)] == ["two"]
    assert [each.entry.command for each in past_shifts(at.store, until_ms=middle)] == ["one"]
    assert past_shifts(at.store, "T9") == []
    entry = at.store.entry(1)
    assert entry is not None
    with pytest.raises(NoSuchSheet):
        closed_shift(entry)


TAMPERED = {
    "counted_tray": 979_400,
    "counted_box": 20_200,
    "closing": 980_100,
    "approver": "sue",
}


@pytest.mark.parametrize("key", TAMPERED)
def test_a_count_that_was_changed_afterwards_is_found(tmp_path: Path, key: str) -> None:
    """Even by somebody who makes the whole chain anew: what moved is then not what the counts say."""
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish()
    at.people.register(EXECUTIVE.name, EXECUTIVE.role, None, ADMIN, "eve")
    at.cage.buy_in_at("T1", "bob", 20_000, DEALER, "drop")
    at.cage.close_shift("T1", SUPERVISOR, "close", ShiftCount(979_500, 20_100, (-500, 100)), EXECUTIVE)
    assert audit(at.store).clean
    at.store.close()
    shutil.copy(tmp_path / "room.db", tmp_path / "copy.db")
    with sqlite3.connect(tmp_path / "copy.db") as connection:
        columns = "position, stream, version, time_ms, actor, command, unpacked(body)"
        row = speaking(connection).execute(f"SELECT {columns} FROM entries WHERE stream = 'shift/T1'").fetchone()
        body = json.loads(row[6])
        body["events"][0][key] = TAMPERED[key]
        text = canonical(body)
        hash = bytes.fromhex(entry_hash(*row[:6], text, GENESIS))
        connection.execute("UPDATE entries SET body = packed(?), hash = ? WHERE position = ?", (text, hash, row[0]))
    with open_store(str(tmp_path / "copy.db")) as store:
        assert [finding.position for finding in audit(store).findings] == [row[0]] * (2 if key == "closing" else 1)


def test_so_many_sheets_at_most_are_read_and_all_are_counted(at: CardRoom) -> None:
    for command in ("one", "two", "three"):
        at.cage.close_shift("T1", SUPERVISOR, command)
    assert [each.entry.command for each in past_shifts(at.store, most=2)] == ["three", "two"]
    assert (count_shifts(at.store), count_shifts(at.store, "T1"), count_shifts(at.store, "T9")) == (3, 3, 0)
    last = past_shifts(at.store)[0].entry.time_ms
    assert count_shifts(at.store, until_ms=last) == len(past_shifts(at.store, until_ms=last))
