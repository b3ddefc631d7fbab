"""Sums beside the journal: the totals that reading all of it gives, whatever is summed; shortcuts, never the truth."""

from __future__ import annotations

import gzip
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import text

from croupier.floor.audit.auditor import audit
from croupier.floor.cage.receipts import last_movements, receipt_at
from croupier.ledger.accounts import Account, player
from croupier.store.journal import Store, open_record, open_store
from croupier.store.projections import projection
from croupier.store.projections.projection import forget, keep
from croupier.store.projections.sums import Sums
from raw_record import soak

LAST = 2**63 - 1
RECORD = Path(__file__).parents[1] / "records" / "format-1.sql.gz"
ACCOUNTS = ("tray/S1", "cage", "player/S1-p1", "player/S2-p1", "escrow/S1/3", "house", "nobody")


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "BLOCK_SIZE", 64)


def _totals(store: Store) -> object:
    """Everything that sums are asked for, over stretches with edges of every kind."""
    last = store.position()
    stretches = [
        (0, LAST),
        (0, 64),
        (0, 65),
        (1, 200),
        (63, 193),
        (64, 257),
        (100, 110),
        (last - 70, last),
        (last, LAST),
    ]
    moved = [store.turnover(Account(name), after=a, before=b) for name in ACCOUNTS for a, b in stretches]
    counted = [store.entries_by(what, after=a, before=b) for what in ("stream", "actor") for a, b in stretches]
    chips = [store.chips_moved(Account(name), most) for name in ACCOUNTS[2:4] for most in (1, 3, 100)]
    said = [list(store.saying(stream, "TableChanged")) for stream in ("table/S1", "table/S2")]
    return moved, counted, chips, said


def test_totals_are_the_same_whatever_is_summed(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=5, rounds=30, tables=3)
        before = _totals(store)
        assert keep(store, [Sums], 2) == 2
        assert _totals(store) == before
        assert keep(store, [Sums]) == store.position() // 64 - 2
        assert keep(store, [Sums]) == 0
        assert _totals(store) == before
        assert audit(store).clean
        forget(store, [Sums])
        assert _totals(store) == before
        every = list(store.read_all())
        assert store.entries_by("stream", before=LAST) == Counter(entry.stream for entry in every)


def test_the_audit_finds_every_sum_that_is_not_what_the_journal_says(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=5, rounds=10, tables=3)
        blocks = keep(store, [Sums])
        forgeries = (
            "UPDATE sums SET came = came + 1 WHERE block = 0 AND kind = 'moved' AND key = 'cage'",
            "UPDATE sums SET went = went + 1 WHERE block = 1 AND kind = 'actor'",
            "UPDATE checkpoints SET block = block - 1",
            "UPDATE checkpoints SET format = 7",
            "DELETE FROM checkpoints",
            "DELETE FROM sums WHERE block = 0 AND kind = 'stream'",
            "INSERT INTO sums VALUES ('says TableChanged', 'table/S1', 0, 1, 0)",
            "INSERT INTO sums VALUES ('chips', 'player/S1-p1', 9999, 1, 0)",
            f"INSERT INTO sums VALUES ('moved', 'cage', {blocks}, 64, 0)",
        )
        for forged in forgeries:
            with store.writing() as connection, connection.begin():
                connection.execute(text(forged))
            found = audit(store).findings
            assert [finding.where for finding in found[:1]] == ["sums"], (forged, found)
            forget(store, [Sums])
            keep(store, [Sums])
            assert audit(store).clean


def test_receipts_say_what_the_player_had_then(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=5, rounds=30, tables=3)
        keep(store, [Sums])
        seen = 0
        for name in ("S1-p0", "S1-p1", "S2-p2"):
            account, had, want = player(name), 0, list[tuple[int, int]]()
            for at, move in store.statement(account):
                had += move.amount if move.credit == account else -move.amount
                if move.id.endswith("/chips"):
                    want.append((at, had))
            assert [(one.number, one.balance) for one in last_movements(store, name, 100)] == want[::-1]
            assert [receipt_at(store, at).balance for at, _ in want] == [balance for _, balance in want]
            seen += len(want)
        assert seen


def test_a_record_without_sums_is_looked_at_as_it_is_and_gets_them_when_it_is_opened(tmp_path: Path) -> None:
    path = str(tmp_path / "old.db")
    with gzip.open(RECORD, "rt", encoding="utf-8") as dump, sqlite3.connect(path) as connection:
        connection.executescript(dump.read())
    connection.close()
    with open_record(path) as record:
        assert audit(record).clean
        assert record.entries_by("stream", before=LAST)["cage"] > 0
    with open_store(path) as store:
        want = _totals(store)
        assert keep(store, [Sums]) > 0
        assert _totals(store) == want
