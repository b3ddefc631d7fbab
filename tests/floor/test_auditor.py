"""The audit finds what was tampered with: any byte of the journal, the book beside it, a cut tail, a false seed."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from card_room import ANN, BOB, CAT, DEALER, SUPERVISOR, CardRoom, play_a_while

from croupier.errors import Refused
from croupier.floor.audit.auditor import AuditReport, audit, parse_head
from croupier.store.compression import unpacked
from croupier.store.entry import Head
from croupier.store.journal import open_store
from depth import first_of
from raw_record import rewrite, speaking

COLUMNS = ("position", "stream", "version", "time_ms", "actor", "command", "body", "hash")


def played(url: str) -> CardRoom:
    """A room in which there was something to audit."""
    at = CardRoom(url)
    play_a_while(at)
    return at


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("audit") / "clean.db"
    at = played(f"sqlite:///{path}")
    assert audit(at.store).findings == ()
    at.store.close()
    return path


@pytest.fixture
def copy(clean: Path, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    shutil.copy(clean, tmp_path / "copy.db")
    connection = speaking(sqlite3.connect(tmp_path / "copy.db", isolation_level=None))
    yield connection
    connection.close()


def report(connection: sqlite3.Connection, heads: dict[str, Head] | None = None) -> AuditReport:
    (_, _, path) = connection.execute("PRAGMA database_list").fetchone()
    with open_store(path) as store:
        return audit(store, heads)


def test_a_clean_record_is_clean_on_both_databases(url: str) -> None:
    at = played(url)
    found = audit(at.store)
    assert (found.clean, found.entries, found.rounds) == (True, at.store.position(), 2)
    at.store.close()


def changed(value: Any, chance: random.Random) -> Any:
    """A value with one byte changed."""
    if isinstance(value, int):
        return value ^ (1 << chance.randrange(12))
    place = chance.randrange(len(value))
    if isinstance(value, bytes):
        return value[:place] + bytes([value[place] ^ chance.randint(1, 255)]) + value[place + 1 :]
    other = chance.choice([c for c in 'abcdef0123456789xyz{}":, ' if c != value[place]])
    return value[:place] + other + value[place + 1 :]


@pytest.mark.parametrize("column", first_of(COLUMNS))
def test_a_byte_changed_anywhere_in_the_journal_is_found(copy: sqlite3.Connection, column: str) -> None:
    chance = random.Random(column)
    (_, _, path) = copy.execute("PRAGMA database_list").fetchone()
    rows = copy.execute(f"SELECT position, {column} FROM entries ORDER BY position").fetchall()
    with open_store(path) as store:
        for position, value in rows:
            new = changed(value, chance)
            while column == "body" and unpacked(new) == unpacked(value):
                new = changed(value, chance)  # the same text packed otherwise says nothing else
            if column in ("position", "version"):
                new += 1_000  # away from the others, which would refuse a twin
            copy.execute(f"UPDATE entries SET {column} = ? WHERE position = ?", (new, position))
            found = audit(store).findings
            at = new if column == "position" else position
            assert any(finding.position == at for finding in found), (position, value, new, found)
            copy.execute(f"UPDATE entries SET {column} = ? WHERE position = ?", (value, at))
        assert audit(store).clean


def test_an_entry_taken_out_is_found(copy: sqlite3.Connection) -> None:
    copy.execute("DELETE FROM entries WHERE position = 9")
    assert "entry 9 is missing before it" in str(report(copy).findings[0])


def find(copy: sqlite3.Connection, event: str) -> int:
    """The entry of the first such event."""
    rows = copy.execute("SELECT position, unpacked(body) FROM entries ORDER BY position").fetchall()
    return next(at for at, body in rows if any(e["event"] == event for e in json.loads(body)["events"]))


def test_a_forged_settlement_is_found_by_the_rules(copy: sqlite3.Connection) -> None:
    """The thief changes the result, the transfer, the book and the balances, and forges all hashes."""
    position = find(copy, "SeatSettled")

    def change(said: dict[str, Any]) -> None:
        event = next(e for e in said["events"] if e["event"] == "SeatSettled")
        event["results"][0]["net"] += 100

    rewrite(copy, position, change)
    first = report(copy).findings[0]
    assert first.position == position
    assert "the rules make something else of 'settle'" in first.what


def test_forged_money_is_found(copy: sqlite3.Connection) -> None:
    position = find(copy, "BetsLocked")

    def change(said: dict[str, Any]) -> None:
        said["transfers"][0][3] += 1

    rewrite(copy, position, change)
    found = report(copy).findings
    assert any(f.position == position and "the money moved is not what happened" in f.what for f in found)
    assert any("the book has" in f.what for f in found)


def test_a_false_seed_is_found(copy: sqlite3.Connection) -> None:
    position = find(copy, "SeedRevealed")

    def change(said: dict[str, Any]) -> None:
        said["events"][-1]["seed"] = "ab" * 32

    rewrite(copy, position, change)
    first = report(copy).findings[0]
    assert first.position == find(copy, "RoundOpened")
    assert "commitment" in first.what


def test_a_false_sealed_seed_is_found_and_not_shown(copy: sqlite3.Connection) -> None:
    (secret,) = copy.execute("SELECT secret FROM sealed WHERE key = 'T1-3'").fetchone()
    copy.execute("UPDATE sealed SET secret = ? WHERE key = 'T1-3'", ("cd" * 32,))
    found = report(copy).findings
    assert "commitment" in found[0].what
    assert not any(secret in str(f) or "cd" * 32 in str(f) for f in found)
    copy.execute("DELETE FROM sealed WHERE key = 'T1-3'")
    assert "the sealed seed of its round is missing" in report(copy).findings[0].what


BOOK = [
    ("UPDATE balances SET amount = amount + 1 WHERE account = 'player/ann'", "player/ann: the book says"),
    ("DELETE FROM balances WHERE account = 'player/ann'", "player/ann: the book says $0"),
    ("INSERT INTO balances VALUES ('player/eve', 5)", "player/eve: the book says $0.05"),
    ("UPDATE transfers SET amount = amount + 1 WHERE position = 10", "the book has"),
    ("DELETE FROM transfers WHERE position = 10", "the book has"),
    ("INSERT INTO transfers VALUES (9, 7, 'forged', 'cash', 'player/eve', 5)", "forged"),
    ("UPDATE transfers SET credit = 'player/eve' WHERE position = 10", "the book has"),
]


@pytest.mark.parametrize(("tampering", "what"), BOOK)
def test_a_changed_book_is_found(copy: sqlite3.Connection, tampering: str, what: str) -> None:
    copy.execute(tampering)
    assert any(what in str(finding) for finding in report(copy).findings)


def test_a_cut_tail_is_found_with_the_heads(copy: sqlite3.Connection) -> None:
    with open_store(copy.execute("PRAGMA database_list").fetchone()[2]) as store:
        heads = store.heads()
    assert report(copy, heads).clean
    # The thief takes the last entries out, with their money, cleanly enough that nothing inside disagrees.
    last = copy.execute("SELECT max(position) FROM entries").fetchone()[0]
    assert not copy.execute("SELECT * FROM transfers WHERE position = ?", (last,)).fetchall()
    copy.execute("DELETE FROM entries WHERE position = ?", (last,))
    assert report(copy).clean
    found = report(copy, heads).findings
    assert [str(finding) for finding in found] == [
        f"table/T1: was cut off: it ends at version {heads['table/T1'].version - 1}, "
        f"but version {heads['table/T1'].version} was kept"
    ]


def test_a_rewritten_stream_is_found_with_an_old_head(copy: sqlite3.Connection) -> None:
    position = find(copy, "BoughtIn")
    with open_store(copy.execute("PRAGMA database_list").fetchone()[2]) as store:
        heads = store.heads()
    rewrite(copy, position, lambda said: said.update(asked="something else"))
    assert report(copy).clean  # nothing checks what a buy-in was asked with, but the kept head does
    assert "the stream was rewritten" in report(copy, heads).findings[0].what


def test_a_forged_buy_in_is_found(copy: sqlite3.Connection) -> None:
    """The thief gives herself more chips than the event says, and makes journal, book and balances agree."""
    position = find(copy, "BoughtIn")

    def change(said: dict[str, Any]) -> None:
        for row in said["transfers"]:
            row[3] += 5_000

    rewrite(copy, position, change)
    copy.execute("UPDATE transfers SET amount = amount + 5000 WHERE position = ?", (position,))
    copy.execute("UPDATE balances SET amount = amount + 5000 WHERE account = 'player/ann'")
    copy.execute("UPDATE balances SET amount = amount - 5000 WHERE account = 'cash'")
    found = report(copy).findings
    assert [finding.position for finding in found] == [position]
    assert "but says {'amount': 100000, 'event': 'BoughtIn', 'player': 'ann'}" in found[0].what


def test_money_that_the_book_of_names_moves_is_found(copy: sqlite3.Connection) -> None:
    position = find(copy, "Registered")
    rewrite(copy, position, lambda said: said["transfers"].append(["gift", "cash", "player/ann", 5]))
    assert any(f.position == position and "moved [('gift'" in f.what for f in report(copy).findings)


def test_a_forged_win_sheet_is_found(copy: sqlite3.Connection) -> None:
    position = find(copy, "ShiftClosed")
    rewrite(copy, position, lambda said: said["events"][0].update(closing=1, win=-999_999))
    found = report(copy).findings
    assert {finding.position for finding in found} == {position}
    assert any(finding.what.startswith("the win sheet should be {'ev") for finding in found)


def test_a_false_snapshot_is_found(tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    at.furnish()
    for _ in range(33):
        at.do(DEALER, "open")
        at.do(SUPERVISOR, "void test")
    assert audit(at.store).clean
    with sqlite3.connect(tmp_path / "room.db") as connection:
        connection.execute("UPDATE snapshots SET state = replace(state, '\"rounds\":32', '\"rounds\":31')")
    connection.close()
    assert [finding.what for finding in audit(at.store).findings] == ["the snapshot of the table shows another state"]
    at.store.close()


def test_the_audit_can_use_several_processes(clean: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.audit.auditor._WORTH_A_PROCESS", 1)
    with open_store(str(clean)) as store:
        alone, together = audit(store), audit(store, url=str(clean), processes=2)
    assert alone == together


def test_a_head_is_its_text() -> None:
    assert parse_head(f"table/T1:57:{'ab' * 32}") == ("table/T1", Head(57, "ab" * 32))
    with pytest.raises(Refused, match="want STREAM:VERSION:HASH"):
        parse_head("table/T1:57")


def test_a_banked_round_that_is_voided_after_a_restart_audits_clean(tmp_path: Path) -> None:
    """The fees of a lock are in an order, the bank's first, and a reload must not lose it."""
    at = CardRoom(f"sqlite:///{tmp_path / 'ca.db'}")
    at.furnish("ca")
    at.do(ANN, "sit 5")
    at.do(BOB, "sit 1")
    at.do(CAT, "sit 3")
    at.do(DEALER, "open")
    at.do(BOB, "pass")
    at.do(CAT, "pass")
    at.do(ANN, "bank 300")
    at.do(BOB, "bet 10 trips 5")
    at.do(CAT, "bet 20")
    at.do(DEALER, "lock", "deal")
    at.restart()
    at.do(SUPERVISOR, "void misdeal")
    assert at.has(ANN) == at.has(BOB) == at.has(CAT) == 100_000
    assert audit(at.store).findings == ()
    at.store.close()


@pytest.mark.parametrize(
    "event",
    [{"event": "Acted", "seat": 1, "action": "fold"}, {"event": "CardsShown", "step": "dealer"}],
    ids=["a decision after the last street", "a reveal after the last one"],
)
def test_a_forged_event_that_cannot_even_be_played_is_found_and_not_a_crash(
    copy: sqlite3.Connection, event: dict[str, Any]
) -> None:
    (position,) = copy.execute("SELECT position FROM entries WHERE unpacked(body) LIKE '%RoundEnded%'").fetchone()
    rewrite(copy, position, lambda said: said["events"].insert(0, event))
    assert not report(copy).clean
