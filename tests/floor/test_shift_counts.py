"""A shift is counted before anybody sees the record: what differs has its reason, and is in the books for ever."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from card_room import ADMIN, ANN, BOB, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.audit.roster import GRACE_MS
from croupier.floor.cage.alone import WINDOW_MS
from croupier.floor.cage.count import CountedAgain, NotCounted, TableCount, count_of
from croupier.floor.cage.guards import SecondPersonNeeded
from croupier.floor.cage.inventory import inventory
from croupier.floor.cage.moves import moves
from croupier.floor.cage.shift import (
    NoSuchSheet,
    ReasonNeeded,
    closed_shift,
    count_shifts,
    counted_shift,
    past_shifts,
    shift_closed,
)
from croupier.floor.house.choices import ChoiceBook, TwoPeopleNeeded
from croupier.floor.roles import NotAllowed, Person, Role
from croupier.floor.soak.run import close_as_recorded
from croupier.ledger.accounts import CAGE, VARIANCE, tray
from croupier.ledger.winsheet import WinSheet
from croupier.money import parse_stacks
from croupier.store.entry import GENESIS, canonical, contents, entry_hash
from croupier.store.journal import open_store
from croupier.store.unit import Unit, Write
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


def close(at: CardRoom, tray_count: int, box_count: int, reason: str = "", second: Person | None = None) -> WinSheet:
    """Count T1 and close its shift by that."""
    at.cage.count("T1", count_of(tray_count, box_count), SUPERVISOR, at.id())
    return at.cage.close_shift("T1", SUPERVISOR, at.id(), reason, second)


def test_a_count_is_sealed_by_denomination_and_closes_the_shift_where_it_agrees(at: CardRoom) -> None:
    found = TableCount(parse_stacks("100x90 25x32"), parse_stacks("20x9 5x3 5.00"))
    sealed = at.cage.count("T1", found, SUPERVISOR, "count")
    assert (sealed.number, sealed.by, sealed.count, found.totals) == (1, "sue", found, (980_000, 20_000))
    (event,) = contents(sealed.entry).events
    assert event["tray"] == [[10_000, 90], [2_500, 32]]
    assert event["box"] == [[2_000, 9], [500, 3], [1, 500]]
    sheet = at.cage.close_shift("T1", SUPERVISOR, "close")
    (closed,) = past_shifts(at.store)
    assert (closed.sheet, closed.counted.tray, closed.counted.box) == (sheet, 980_000, 20_000)
    assert (closed.count, closed.reason, closed.variances) == (1, "", (0, 0))
    assert at.store.balance(VARIANCE) == 0
    assert audit(at.store).clean


def test_no_shift_closes_by_the_record_alone(at: CardRoom) -> None:
    with pytest.raises(NotCounted, match="T1 is not counted, and no shift closes by the record alone"):
        at.cage.close_shift("T1", SUPERVISOR, "close")
    close(at, 980_000, 20_000)
    with pytest.raises(NotCounted):  # a count closes one shift
        at.cage.close_shift("T1", SUPERVISOR, "again")


@pytest.mark.parametrize(
    ("tray_count", "box_count", "words"),
    [
        (979_500, 20_000, r"T1: the tray was counted as \$9,795, the record has \$9,800: -\$5; count again, or give a"),
        (980_000, 20_100, r"T1: the box was counted as \$201, the record has \$200: \+\$1; count again, or give a"),
        (980_100, 19_900, r"tray was counted as .*: \+\$1; the box was counted as .*: -\$1; count again"),
    ],
)
def test_a_variance_without_a_reason_closes_nothing(at: CardRoom, tray_count: int, box_count: int, words: str) -> None:
    with pytest.raises(ReasonNeeded, match=words):
        close(at, tray_count, box_count, "  ")
    assert past_shifts(at.store) == []


def test_where_there_is_no_variance_there_is_no_reason(at: CardRoom) -> None:
    with pytest.raises(Refused, match="no variance to give a reason for"):
        close(at, 980_000, 20_000, "just because")


def test_whoever_counts_again_seals_another_count_and_the_last_one_stands(at: CardRoom) -> None:
    at.cage.count("T1", count_of(970_000, 20_000), SUPERVISOR, "count")
    at.cage.count("T1", count_of(980_000, 20_000), SUPERVISOR, "recount")
    assert [one.count.totals for one in at.cage.counts("T1")] == [(970_000, 20_000), (980_000, 20_000)]
    with pytest.raises(CountedAgain, match="T1 was counted again meanwhile, by sue"):
        at.cage.close_shift("T1", SUPERVISOR, "close", "missing", count=1)
    at.cage.close_shift("T1", SUPERVISOR, "close", count=2)
    assert past_shifts(at.store)[0].count == 2
    assert at.cage.counts("T1") == []
    assert audit(at.store).clean


def test_the_record_follows_a_count_with_its_reason_and_the_next_shift_opens_with_it(at: CardRoom) -> None:
    held = at.store.balance(CAGE)
    sheet = close(at, 979_500, 20_100, "a chip fell")
    assert (sheet.closing, sheet.win) == (980_000, 0), "the sheet is what the record has"
    assert past_shifts(at.store)[0].reason == "a chip fell"
    assert at.store.balance(tray("T1")) == 979_500
    assert at.store.balance(CAGE) == held + 20_100
    assert at.store.balance(VARIANCE) == 400, "missing in all"
    following = at.cage.sheet("T1")
    assert (following.opening, following.closing, following.win) == (979_500, 979_500, 0)
    at.cage.buy_in_at("T1", "ann", 1_000, DEALER, "more")
    play(at)
    running = at.cage.sheet("T1")
    assert running.closing == at.store.balance(tray("T1"))
    close(at, running.closing + 300, 1_000, "it was under the tray")
    assert at.store.balance(tray("T1")) == running.closing + 300
    assert at.store.balance(VARIANCE) == 100
    found = inventory(at.store)
    assert (found.missing, found.there) == (100, found.came_in)
    newest, older = past_shifts(at.store, "T1")
    assert (newest.sheet.opening, older.variances, newest.variances) == (979_500, (-500, 100), (300, 0))
    assert audit(at.store).findings == ()


def play(at: CardRoom) -> None:
    """A round at T1."""
    if not at.room.table("T1").sittings:
        at.do(ANN, "sit 1")
        at.do(BOB, "sit 2")
    at.do(DEALER, "open")
    at.do(ANN, "bet 10")
    at.do(BOB, "bet 10")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "bet4")
    at.do(BOB, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")


def test_a_shift_ends_where_it_was_counted_and_what_comes_after_is_the_next_ones(at: CardRoom) -> None:
    at.cage.count("T1", count_of(979_000, 20_000), SUPERVISOR, "count")
    at.cage.credit("T1", 10_000, SUPERVISOR, "meanwhile")
    play(at)
    won = at.store.balance(tray("T1")) - 970_000
    sheet = at.cage.close_shift("T1", SUPERVISOR, "close", "missing")
    assert (sheet.closing, sheet.credits, sheet.win) == (980_000, 0, 0)
    following = at.cage.sheet("T1")
    assert (following.opening, following.credits, following.win) == (979_000, 10_000, won)
    assert following.closing == at.store.balance(tray("T1")) == 969_000 + won
    assert audit(at.store).findings == ()


def test_a_count_after_which_the_table_has_played_for_long_is_made_again(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.cage.count("T1", count_of(980_000, 20_000), SUPERVISOR, "count")
    play(at)
    monkeypatch.setattr("croupier.floor.cage.count._MOST_ENTRIES", 5)
    with pytest.raises(Refused, match="T1 has played on for long since it was counted; count it again"):
        at.cage.close_shift("T1", SUPERVISOR, "close")


def test_a_large_variance_needs_a_second_person_and_two_people_to_raise_what_is_large(at: CardRoom) -> None:
    at.cage.count("T1", count_of(980_000 - 10_001, 20_000), SUPERVISOR, "count")
    with pytest.raises(SecondPersonNeeded, match=r"a variance of \$100.01 is above \$100"):
        at.cage.close_shift("T1", SUPERVISOR, "close", "missing")
    with pytest.raises(TwoPeopleNeeded):
        ChoiceBook(at.store).choose("variance_above", "200", ADMIN, "alone")
    ChoiceBook(at.store).choose("variance_above", "5", ADMIN, "limit")
    at.cage.count("T1", count_of(979_500, 20_100), SUPERVISOR, "recount")
    with pytest.raises(SecondPersonNeeded, match=r"a variance of \$6 is above \$5"):
        at.cage.close_shift("T1", SUPERVISOR, "close", "missing")
    at.cage.close_shift("T1", SUPERVISOR, "close", "missing", EXECUTIVE)
    assert past_shifts(at.store)[0].approver == "eve"
    ChoiceBook(at.store).choose("variance_above", "none", ADMIN, "lifted", EXECUTIVE)
    assert audit(at.store).findings == ()


def test_small_variances_add_up_within_a_day_and_a_second_person_signs_beside_the_last(at: CardRoom) -> None:
    close(at, 976_000, 20_000, "missing")
    close(at, 976_000, 0)
    close(at, 980_000, 0, "found again")
    with pytest.raises(SecondPersonNeeded, match=r"a variance of \$40 comes to \$120 within 24 hours, above \$100"):
        close(at, 976_000, 0, "missing")
    close(at, 976_000, 0, "missing", EXECUTIVE)
    close(at, 974_000, 0, "missing, and what two have signed for does not count")
    assert at.cage.variance_alone("T1") == 10_000
    at.now += WINDOW_MS
    close(at, 970_000, 0, "missing, a day later")
    assert audit(at.store).findings == ()


@pytest.mark.parametrize("tray", ["500x30000", "100x0 10,000,001"])
def test_nobody_counts_beyond_sense(at: CardRoom, tray: str) -> None:
    with pytest.raises(Refused, match="nobody counts"):
        at.cage.count("T1", TableCount(parse_stacks(tray), ()), SUPERVISOR, "count")


def test_a_dealer_counts_no_shift(at: CardRoom) -> None:
    with pytest.raises(NotAllowed):
        at.cage.count("T1", count_of(1, 1), DEALER, "count")


def test_past_sheets_by_table_and_time(at: CardRoom) -> None:
    close_as_recorded(at.cage, "T1", SUPERVISOR, "one")
    middle = at.now + 1
    close_as_recorded(at.cage, "T1", SUPERVISOR, "two")
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
    "reason": "",
    "count": 2,
}


@pytest.mark.parametrize("key", TAMPERED)
def test_a_count_that_was_changed_afterwards_is_found(tmp_path: Path, key: str) -> None:
    """Even by somebody who makes the whole chain anew: what moved is then not what the counts say."""
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish()
    at.people.register(EXECUTIVE.name, EXECUTIVE.role, None, ADMIN, "eve")
    at.cage.buy_in_at("T1", "bob", 20_000, DEALER, "drop")
    at.cage.count("T1", count_of(979_500, 20_100), SUPERVISOR, "count")
    at.cage.close_shift("T1", SUPERVISOR, "close", "missing", EXECUTIVE)
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
        assert {finding.position for finding in audit(store).findings} == {row[0]}


def test_so_many_sheets_at_most_are_read_and_all_are_counted(at: CardRoom) -> None:
    for command in ("one", "two", "three"):
        close_as_recorded(at.cage, "T1", SUPERVISOR, command)
    assert [each.entry.command for each in past_shifts(at.store, most=2)] == ["three", "two"]
    assert (count_shifts(at.store), count_shifts(at.store, "T1"), count_shifts(at.store, "T9")) == (3, 3, 0)
    last = past_shifts(at.store)[0].entry.time_ms
    assert count_shifts(at.store, until_ms=last) == len(past_shifts(at.store, until_ms=last))


FORGED: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    "a shift closed by the record": ("shift/T1", lambda event: event, "closes a shift that nobody has counted"),
    "a count that there was not": (
        "shift/T1",
        lambda event: {**event, "count": 9, "counted_tray": event["closing"], "counted_box": event["box"]},
        "is closed by count 9, which there was not",
    ),
    "a count that found something else": (
        "shift/T1",
        lambda event: {**event, "count": 2, "counted_tray": 1, "counted_box": 1, "reason": "x"},
        "but count 2 came to",
    ),
    "a count of money that is none": (
        "count/T1",
        lambda _: {"event": "TableCounted", "table": "T1", "until": 1, "tray": [[-500, 3]], "box": []},
        "which nobody can have counted",
    ),
    "a count of another table": (
        "count/T1",
        lambda _: {"event": "TableCounted", "table": "T2", "until": 1, "tray": [], "box": []},
        "no such table",
    ),
    "a count of what is yet to come": (
        "count/T1",
        lambda _: {"event": "TableCounted", "table": "T1", "until": 99_999, "tray": [], "box": []},
        "which is not before it",
    ),
}


def commit_forged(at: CardRoom, stream: str, event: Any) -> None:
    """Write something past every door, with the money that it says."""
    moved = moves(event, "forged") if stream.startswith("shift/") else ()
    write = Write(stream, None, (event,))
    at.store.commit(
        Unit(command="forged", actor="staff/sue", time_ms=at.tick(), request="x", writes=(write,), transfers=moved)
    )


@pytest.mark.parametrize("kind", FORGED)
def test_the_audit_finds(at: CardRoom, kind: str) -> None:
    close(at, 980_000, 20_000)
    at.cage.count("T1", count_of(970_000, 0), SUPERVISOR, "one more")
    stream, forged, words = FORGED[kind]
    commit_forged(at, stream, forged(shift_closed(at.cage.sheet("T1"), at.store.position())))
    assert any(words in finding.what for finding in audit(at.store).findings), audit(at.store).findings


def test_the_audit_finds_a_shift_that_was_closed_by_the_better_of_two_counts(at: CardRoom) -> None:
    first = at.cage.count("T1", count_of(980_000, 20_000), SUPERVISOR, "count")
    at.cage.count("T1", count_of(970_000, 20_000), SUPERVISOR, "recount")
    at.now += 2 * GRACE_MS
    commit_forged(at, "shift/T1", counted_shift(at.cage.counted_sheet(first), first, "", None))
    (finding,) = audit(at.store).findings
    assert finding.what == "is closed by count 1, though T1 was counted again after it"
