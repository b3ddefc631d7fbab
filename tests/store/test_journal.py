"""The journal on both databases: what is written, refused, repeated, and read back."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from store_units import BRING, unit

from croupier.ledger.accounts import CAGE, CASH, player
from croupier.ledger.balances import Overdrawn
from croupier.ledger.transfers import Transfer, TransferIdTaken, transfer_id
from croupier.store import database
from croupier.store.database import connect
from croupier.store.entry import GENESIS, Entry, contents, entry_hash, is_sound
from croupier.store.journal import open_store
from croupier.store.location import NoDatabase
from croupier.store.unit import CommandIdTaken, StaleVersion, StoreClosed, Unit, Write


def test_what_is_committed_is_there_after_reopening(url: str) -> None:
    with open_store(url) as store:
        store.commit(unit("a", move=BRING))
        receipt = store.commit(unit("b", expected=1))
    assert receipt.version("table/T1") == 2
    with open_store(url) as store:
        first, second = store.read("table/T1")
        assert [contents(entry).events[0]["what"] for entry in (first, second)] == ["a", "b"]
        assert contents(first).transfers == (Transfer(transfer_id("a", "money"), *BRING),)
        assert store.balance(player("ann")) == 10_000
        assert store.balances() == {CASH: -10_000, player("ann"): 10_000}
        assert (first.position, second.position, store.position()) == (1, 2, 2)
        assert (first.previous, second.previous) == (GENESIS, first.hash)
        assert is_sound(first)
        assert is_sound(second)
        assert store.receipt("b") is not None
        assert store.receipt("never") is None


def test_the_canonical_form_is_as_documented() -> None:
    body = (
        '{"asked":"note","events":[{"kind":"noted","what":"caf\\u00e9"}],"format":1,'
        '"transfers":[["a/1","cash","player/ann",5]]}'
    )
    bytes_by_hand = (
        '{"actor":"staff/dora","body":' + body + ',"command":"c1","position":7,"previous":"' + "0" * 64 + '",'
        '"stream":"table/T1","time_ms":1790000000000,"version":1}'
    ).encode()
    hash = entry_hash(7, "table/T1", 1, 1_790_000_000_000, "staff/dora", "c1", body, GENESIS)
    assert hash == hashlib.sha256(bytes_by_hand).hexdigest()
    assert hash == "c391e66a59ea8aada846073773ae2e4ff6a7e6fb43543bab046999ad244a16a4"


def test_anybody_can_check_an_entry_with_a_json_library(url: str) -> None:
    with open_store(url) as store:
        store.commit(unit("ü—“1”", actor="staff/zoë", request='say "hi"\n', move=BRING))
        (entry,) = store.read("table/T1")
    line = {
        "actor": entry.actor,
        "body": json.loads(entry.body),
        "command": entry.command,
        "position": entry.position,
        "previous": entry.previous,
        "stream": entry.stream,
        "time_ms": entry.time_ms,
        "version": entry.version,
    }
    text = json.dumps(line, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == entry.hash


def test_a_stale_version_is_refused_and_leaves_no_trace(url: str) -> None:
    with open_store(url) as store:
        store.commit(unit("a", expected=0))
        with pytest.raises(StaleVersion, match="you saw version 0, it is at 1; look again"):
            store.commit(unit("b", expected=0, move=BRING))
        with pytest.raises(StaleVersion):
            store.commit(unit("c", expected=2))
        assert store.position() == 1
        assert store.balances() == {}


def test_a_repeated_command_is_answered_as_before(url: str) -> None:
    with open_store(url) as store:
        first = store.commit(unit("a", expected=0, move=BRING))
        again = store.commit(unit("a", expected=0, move=BRING))
        assert (first.repeated, again.repeated) == (False, True)
        assert again.entries == first.entries
        assert store.balance(player("ann")) == 10_000
    with open_store(url) as store:
        assert store.commit(unit("a", expected=0, move=BRING)).entries == first.entries


@pytest.mark.parametrize("other", [{"actor": "player/eve"}, {"request": "something else"}])
def test_a_command_id_cannot_be_used_for_something_else(url: str, other: dict[str, str]) -> None:
    with open_store(url) as store:
        store.commit(unit("a"))
        with pytest.raises(CommandIdTaken, match="want a fresh id for each"):
            store.commit(unit("a", **other))


def test_a_transfer_id_moves_money_once(url: str) -> None:
    with open_store(url) as store:
        store.commit(unit("a", id="wager", move=BRING))
        again = store.commit(unit("b", id="wager", move=BRING))
        assert contents(again.entries[0]).transfers == ()
        with pytest.raises(TransferIdTaken):
            store.commit(unit("c", id="wager", move=(CASH, player("ann"), 1)))
        assert store.balance(player("ann")) == 10_000
        assert store.position() == 2


def test_an_overdrawn_player_is_refused(url: str) -> None:
    with open_store(url) as store:
        store.commit(unit("a", move=BRING))
        with pytest.raises(Overdrawn):
            store.commit(unit("b", move=(player("ann"), CAGE, 10_001)))
        store.commit(unit("c", move=(player("ann"), CAGE, 10_000)))
        assert store.balance(player("ann")) == 0
        assert [t.amount for _, t in store.statement(player("ann"))] == [10_000, 10_000]


def test_one_unit_writes_several_streams_or_none(url: str) -> None:
    def both(command: str, seen: int) -> Unit:
        writes = (Write("cage", None, ({"n": 1},)), Write("table/T1", seen, ({"n": 2},)))
        return Unit(command=command, actor="staff/dora", time_ms=0, writes=writes)

    with open_store(url) as store:
        store.commit(both("a", 0))
        with pytest.raises(StaleVersion):
            store.commit(both("b", 0))
        assert {stream: head.version for stream, head in store.heads().items()} == {"cage": 1, "table/T1": 1}
        assert store.streams("table/") == ["table/T1"]
        assert store.head("table/T9").version == 0


def test_watchers_hear_of_what_is_durable(url: str) -> None:
    heard: list[Entry] = []
    with open_store(url) as store, open_store(url) as other:
        stop = store.watch(lambda entries: heard.extend(entries))
        store.commit(unit("a"))
        other.commit(unit("b", expected=1))
        store.refresh()
        stop()
        store.commit(unit("c", expected=2))
        store.refresh()
    assert [entry.command for entry in heard] == ["a", "b"]


def test_a_failing_watcher_harms_nobody(url: str) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("watcher")

    with open_store(url) as store:
        store.watch(fail)
        store.commit(unit("a"))
        assert store.commit(unit("b", expected=1)).version("table/T1") == 2


def test_two_writers_take_turns_on_one_database(url: str) -> None:
    with open_store(url) as one, open_store(url) as two:
        one.commit(unit("a", expected=0, move=BRING))
        two.commit(unit("b", expected=1, move=(player("ann"), CAGE, 9_000)))
        with pytest.raises(StaleVersion):
            one.commit(unit("c", expected=1))
        with pytest.raises(Overdrawn):
            one.commit(unit("d", expected=2, move=(player("ann"), CAGE, 1_001)))
        one.commit(unit("e", expected=2, move=(player("ann"), CAGE, 1_000)))
        assert [entry.position for entry in two.read_all()] == [1, 2, 3]
        assert two.commit(unit("a", expected=0, move=BRING)).repeated


def test_secrets_are_kept_apart_and_let_go(url: str) -> None:
    with open_store(url) as store:
        store.commit(unit("a", seal=(("round 1", "the deck"),)))
        assert store.secret("round 1") == "the deck"
        assert not any("the deck" in entry.body for entry in store.read_all())
        store.commit(unit("b", unseal=("round 1",), seal=(("round 2", "another"),)))
        assert (store.secret("round 1"), store.secret("round 2")) == (None, "another")


def test_a_snapshot_is_kept_with_the_version_it_shows(url: str) -> None:
    with open_store(url) as store:
        assert store.snapshot("table/T1") is None
        store.commit(unit("a", snapshots=(("table/T1", "one"),)))
        store.commit(unit("b"))
        assert store.snapshot("table/T1") == (1, "one")
        store.commit(unit("c", snapshots=(("table/T1", "three"),)))
        assert store.snapshot("table/T1") == (3, "three")


def test_a_refused_unit_keeps_no_secret_and_no_snapshot(url: str) -> None:
    with open_store(url) as store:
        with pytest.raises(StaleVersion):
            store.commit(unit("a", expected=4, seal=(("k", "s"),), snapshots=(("table/T1", "x"),)))
        assert store.secret("k") is None
        assert store.snapshot("table/T1") is None


def test_an_event_loop_can_wait_for_many(url: str) -> None:
    async def all_tables() -> list[int]:
        units = [unit(f"{table}-{n}", f"table/{table}") for table in range(20) for n in range(5)]
        receipts = await asyncio.gather(*(store.commit_async(each) for each in units))
        return [receipt.entries[0].version for receipt in receipts]

    with open_store(url) as store:
        assert asyncio.run(all_tables()) == [1, 2, 3, 4, 5] * 20
        assert [entry.position for entry in store.read_all()] == list(range(1, 101))


def test_a_closed_store_takes_nothing(url: str) -> None:
    store = open_store(url)
    store.close()
    with pytest.raises(StoreClosed, match="open it again"):
        store.commit(unit("a"))


def test_a_closed_record_is_one_file_again_whoever_was_refused(tmp_path: Path) -> None:
    """Whoever copies the file then has all of it; nothing may wait for the collector to let go of it."""
    gc.disable()
    try:
        with open_store(str(tmp_path / "room.db")) as store:
            store.commit(unit("one", "table/1"))
            with pytest.raises(Overdrawn):
                store.commit(unit("two", "table/1", move=(player("ann"), CAGE, 1)))
            store.commit(unit("three", "table/1", move=BRING))
        assert [path.name for path in tmp_path.iterdir()] == ["room.db"]
    finally:
        gc.enable()


def test_a_plain_path_is_a_sqlite_file(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "room.db")) as store:
        store.commit(unit("a"))
    assert (tmp_path / "room.db").exists()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("sqlite://", "would not outlive the process"),
        (":memory:", "would not outlive the process"),
        ("mysql://host/room", "mysql is not supported"),
        ("postgresql://nobody:secret@127.0.0.1:1/room", "connection"),
        ("sqlite:////nowhere/room.db", "No such file or directory"),
    ],
)
def test_a_wrong_address_is_refused_with_a_word_of_help(address: str, why: str) -> None:
    with pytest.raises(NoDatabase, match=why) as refused:
        open_store(address)
    assert "want a file such as" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_without_its_driver_postgresql_is_refused_with_a_word_of_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(NoDatabase, match=r"needs the postgres extra: pip install 'croupier\[postgres\]'"):
        open_store("postgresql://host/room")


def test_an_audit_does_not_make_the_file_that_it_cannot_find(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase, match="no such file"):
        connect(f"sqlite:///{tmp_path / 'nothing.db'}", create=False)
    assert not (tmp_path / "nothing.db").exists()


def test_sqlite_flushes_in_full(tmp_path: Path) -> None:
    with connect(str(tmp_path / "room.db")).connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


@pytest.mark.parametrize("way", ["migrated", "copied"])
def test_the_migrations_lay_out_exactly_the_schema(
    url: str, way: str, laid_out: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By themselves, and as the tests' databases are copied from one that they laid out."""
    if way == "migrated":
        monkeypatch.setattr(database, "_migrate", laid_out)
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from croupier.store.schema import metadata

    with connect(url).connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
        different = {(what, getattr(which, "name", None)) for what, which in found}
        # PostgreSQL keeps hashes of commands and of ids, and each position once: an index each, by other means.
        smaller = {("remove_index", "entries_command"), ("add_index", "entries_command")}
        smaller |= {("remove_index", "transfers_position"), ("add_constraint", None)}
        assert different == (smaller if connection.dialect.name == "postgresql" else set())
