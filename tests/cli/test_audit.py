"""`croupier audit`: clean, or the first bad entry and exit status 1."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes

from croupier.floor.cage.cage import Cage
from croupier.floor.people import People
from croupier.floor.practice import open_practice
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.games import HOUSE_RULES
from croupier.store.journal import open_store

REMARKS = [
    "no legal profile is on record (R55): tables, links and wagers are judged by none",
    "nothing is signed in this record: with a key (`croupier sign`) shift closes sign it",
]
"""What an audit remarks of a record without a legal profile (R55) and without signatures."""
NO_LAW = "".join(f"remark: {each}\n" for each in REMARKS)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(str(tmp_path / "room.db"))
    made.furnish()
    made.ok("table", "do", "T1", "sit 1", by="ann")
    made.ok("table", "do", "T1", "bet 10 trips 5", by="ann")
    return made


def test_a_clean_record(desk: Desk) -> None:
    answer = json.loads(desk.ok("audit", "--json"))
    assert answer == {"clean": True, "entries": 15, "rounds": 0, "remarks": REMARKS}
    assert desk.ok("audit") == f"clean: 15 entries, 0 rounds\n{NO_LAW}"
    desk.ok("table", "do", "T1", "bet4", by="ann")
    assert json.loads(desk.ok("audit", "--json"))["rounds"] == 1


def test_a_changed_balance(desk: Desk) -> None:
    with sqlite3.connect(desk.db) as connection:
        connection.execute("UPDATE balances SET amount = amount + 100 WHERE account = 'player/bob'")
    connection.close()
    answer = desk("audit", "--json")
    found = json.loads(answer.out)
    assert answer.status == 1
    assert found["clean"] is False
    assert found["findings"][0] == {
        "entry": 0,
        "where": "balances",
        "what": "player/bob: the book says $501, transfers make $500",
    }


def test_an_entry_from_another_century_is_found_and_the_clock_is_the_commands(desk: Desk) -> None:
    with open_store(desk.db) as store:
        cage = Cage(store, now_ms=lambda: 4_102_444_800_000)
        cage.buy_in("ann", 500, Person("sue", Role.SUPERVISOR), "in 2100")
    answer = desk("audit")
    assert answer.status == 1
    assert answer.out.startswith("entry 16, cage: is dated ")
    assert " min after this audit: one of the two clocks is wrong, or nobody wrote it then\n" in answer.out


def test_the_first_bad_entry_comes_first(desk: Desk) -> None:
    with sqlite3.connect(desk.db) as connection:
        connection.execute("UPDATE entries SET actor = 'staff/eve' WHERE position IN (4, 9)")
    connection.close()
    answer = desk("audit")
    assert answer.status == 1
    assert answer.out.startswith("entry 4, player/ann: was changed: its hash is not that of what it says\n")


def test_a_cut_tail_is_found_with_a_kept_head(desk: Desk) -> None:
    desk.ok("table", "do", "T1", "bet4", by="ann")
    # The cards are shuffled: what the round has left in the tray the first count tells.
    told = json.loads(desk.ok("cage", "count", "T1", "--tray", "0", "--box", "0", "--json", by="sue"))
    desk.ok("cage", "count", "T1", "--tray", f"{told['record_tray'] / 100}", "--box", "0", by="sue")
    heads = json.loads(desk.ok("cage", "close", "T1", "--json", by="sue"))["heads"]
    with sqlite3.connect(desk.db) as connection:
        connection.execute("DELETE FROM entries WHERE stream = 'shift/T1'")
    connection.close()
    assert desk("audit").status == 0
    answer = desk("audit", *(argument for head in heads for argument in ("--head", head)))
    assert (answer.status, answer.out.splitlines()[0]) == (
        1,
        "shift/T1: was cut off: it ends at version 0, but version 1 was kept",
    )
    assert "want STREAM:VERSION:HASH" in desk.refused("audit", "--head", "shift/T1")


def test_nothing_secret_is_printed(desk: Desk) -> None:
    with sqlite3.connect(desk.db) as connection:
        secrets = [secret for (secret,) in connection.execute("SELECT secret FROM sealed")]
    connection.close()
    assert len(secrets) >= 6
    said = desk.ok("audit", "--json") + desk.ok("audit") + desk.ok("export") + desk.ok("export", "--format", "csv")
    said += desk.ok("table", "show", "T1", "--json") + desk.ok("table", "list", "--json") + desk.ok("staff", "list")
    assert not any(secret in said for secret in secrets)


def test_an_audit_leaves_the_record_as_it_is(desk: Desk) -> None:
    record = Path(desk.db)
    before = {path.name: path.read_bytes() for path in record.parent.iterdir()}
    assert desk.ok("audit") == f"clean: 15 entries, 0 rounds\n{NO_LAW}"
    after = {path.name: path.read_bytes() for path in record.parent.iterdir()}
    assert after["room.db"] == before["room.db"]


def test_what_is_no_record_is_refused_and_not_called_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap_hashes(monkeypatch)
    other = tmp_path / "accounts.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE accounts (name TEXT)")
    connection.close()
    before = other.read_bytes()
    for words in (("audit",), ("staff", "add", "ada", "--role", "admin", "--new-pin", "1234")):
        answer = Desk(str(other))(*words)
        assert answer.status == 2
        assert "it is no record of Croupier" in answer.err
    assert other.read_bytes() == before
    text = tmp_path / "notes.txt"
    text.write_text("not a database\n" * 100)
    answer = Desk(str(text))("audit")
    assert answer.status == 2
    assert "not a database" in answer.err


def test_a_record_of_a_newer_croupier_is_refused_in_words(desk: Desk) -> None:
    with sqlite3.connect(desk.db) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for words in (("audit",), ("table", "list")):
        answer = desk(*words)
        assert answer.status == 2
        assert "a newer Croupier has written it (schema 9999" in answer.err


def test_practice_is_audited_as_well(desk: Desk) -> None:
    with open_store(desk.db) as store:
        open_practice(Room(store.practice), People(store.practice), HOUSE_RULES, Person("ann", Role.PLAYER))
    assert desk.ok("audit") == f"clean: 15 entries, 0 rounds\n{NO_LAW}practice: clean: 5 entries, 0 rounds\n"
    apart = desk.db.replace("room.db", "room-practice.db")
    with sqlite3.connect(apart) as connection:
        connection.execute("UPDATE balances SET amount = amount + 100 WHERE account LIKE 'player/%'")
    connection.close()
    answer = desk("audit", "--json")
    assert answer.status == 1
    found = json.loads(answer.out)
    assert (found["clean"], found["practice"]["clean"]) == (True, False)
