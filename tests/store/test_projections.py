"""Projections: folded block by block, whoever does it and however far each has come; taken over from older layouts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import Text, select, text

from croupier.floor.audit.auditor import audit
from croupier.floor.projections import forget_projections, keep_projections, projections
from croupier.store.formats import STATE
from croupier.store.journal import Store, open_store
from croupier.store.projections import projection
from croupier.store.projections.projection import Checkpoint, Kind, checkpoint, forget, keep, last_block, rows_of
from croupier.store.schema import Body
from raw_record import soak

OLDER = ("sums", "figures", "links")
"""What layout 0005 had already."""


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "BLOCK_SIZE", 64)


def everything(store: Store) -> Mapping[str, Any]:
    """All that is kept of every projection."""
    with store.asking() as connection:
        return {
            kind.name: (
                checkpoint(connection, kind),
                [rows_of(connection, kind, block) for block in range(last_block(connection, kind) + 1)],
            )
            for kind in projections()
        }


def test_what_is_kept_is_the_same_however_far_each_had_come(url: str) -> None:
    first, *others = projections()
    with open_store(url) as store:
        soak(store, seed=5, rounds=20, tables=3)
        blocks = store.position() // 64
        assert keep_projections(store) == blocks
        want = everything(store)
        assert {at.block for at, _ in want.values()} == {blocks - 1}
        forget_projections(store)
        assert {at.block for at, _ in everything(store).values()} == {-1}
        assert keep(store, [first], 3) == 3
        assert keep_projections(store, 2) == 2, "the others come after, and are not mixed up with it"
        forget(store, others[:1])
        while keep_projections(store, 1):  # each time by another server
            pass
        assert everything(store) == want
        assert audit(store).clean


def test_a_projection_that_cannot_go_on_holds_up_no_other(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, *others = projections()
    with open_store(url) as store:
        soak(store, seed=5, rounds=10, tables=3)
        with monkeypatch.context() as patch:
            patch.setattr(broken, "take", lambda self, entry, events, moved: [][entry.position])
            for most in (1, None):
                with pytest.raises(IndexError):
                    keep_projections(store, most)
        blocks = store.position() // 64
        with store.asking() as connection:
            assert last_block(connection, broken) == -1
            assert {last_block(connection, kind) for kind in others} == {blocks - 1}
        assert keep_projections(store) == blocks
        assert audit(store).clean


def test_what_an_older_format_has_left_is_believed_by_nobody_and_made_again(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=5, rounds=10, tables=3)
        keep_projections(store)
        want = everything(store)
        with store.writing() as connection, connection.begin():
            connection.execute(text("UPDATE checkpoints SET format = format - 1"))
        assert {at for at, _ in everything(store).values()} == {Checkpoint(-1, "")}
        keep_projections(store)
        assert everything(store) == want


def test_the_audit_finds_every_column_of_every_projection_that_is_not_what_the_journal_says(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=5, rounds=8, tables=3)
        for kind in projections():
            if kind.table is None:
                continue
            assert keep(store, [kind]) > 1
            for column in kind.table.columns:
                name, kept_as = column.name, type(column.type)
                changed = f"{name} || 'x'" if kept_as is Text else f"{name} + 1000000"
                if kept_as is Body:
                    changed = "CAST('x' AS bytea)"
                _change(store, f"UPDATE {kind.table.name} SET {name} = {changed} WHERE {_one_row(store, kind)}")
                assert [finding.where for finding in audit(store).findings[:1]] == [kind.table.name], column
                forget(store, [kind])
                keep(store, [kind])
            _change(store, f"DELETE FROM {kind.table.name} WHERE {_one_row(store, kind)}")
            assert [finding.where for finding in audit(store).findings[:1]] == [kind.table.name]
            forget(store, [kind])


def test_the_audit_finds_every_checkpoint_that_is_not_what_the_journal_says(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=5, rounds=4, tables=2)
        for kind in projections():
            for changed in ("block = block + 1", "format = 9", "state = state || 'x'", "name = name || 'x'"):
                assert keep(store, [kind])
                _change(store, f"UPDATE checkpoints SET {changed}")
                found = {finding.where for finding in audit(store).findings}
                assert found & {kind.name, "checkpoints"}, (kind, changed)
                _change(store, "DELETE FROM checkpoints")
        _change(store, "INSERT INTO checkpoints VALUES ('moods', 1, 0, '')")
        assert "checkpoints" in {finding.where for finding in audit(store).findings}


def _change(store: Store, statement: str) -> None:
    with store.writing() as connection, connection.begin():
        changed = connection.execute(text(statement.replace("AS bytea", _bytes(store)))).rowcount
    assert changed == 1, statement


def _bytes(store: Store) -> str:
    with store.asking() as connection:
        return "AS bytea" if connection.dialect.name == "postgresql" else "AS BLOB"


def _one_row(store: Store, kind: Kind) -> str:
    """A condition that one row meets, of the first block that has any."""
    with store.asking() as connection:
        row = connection.execute(select(kind.table).order_by(kind.table.c.block)).mappings().first()
    assert row is not None
    return " AND ".join(f"{column.name} = {row[column.name]!r}" for column in kind.table.primary_key.columns)


def test_a_record_of_the_layout_before_checkpoints_keeps_what_it_had(url: str) -> None:
    with open_store(url) as store:
        soak(store, seed=5, rounds=10, tables=3)
        keep_projections(store)
        want = everything(store)
        _as_layout_5(store)
    with open_store(url) as store:
        now = everything(store)
        assert {name: now[name] for name in OLDER} == {name: want[name] for name in OLDER}
        assert audit(store).clean
        keep_projections(store)
        assert everything(store) == want


def _as_layout_5(store: Store) -> None:
    """Put back what layout 0005 had in place of checkpoints: rows of a kind of their own in each table."""
    with store.writing() as connection, connection.begin():
        at = {row.name: row for row in connection.execute(text("SELECT * FROM checkpoints"))}
        for block in range(at["sums"].block + 1):
            connection.execute(text("INSERT INTO sums VALUES ('done', '', :block, 64, 0)"), {"block": block})
        row = {"block": at["figures"].block, "tally": at["figures"].state}
        connection.execute(text("INSERT INTO figures VALUES (:block, '', '', 0, 0, 0, :tally)"), row)
        kept = [("done", "", 0, f"{STATE} ")]
        kept += [
            ("course", name, version, course) for name, (version, _, course) in json.loads(at["links"].state).items()
        ]
        for kind, name, version, words in kept:
            row = {"kind": kind, "name": name, "block": at["links"].block, "version": version, "text": words}
            connection.execute(text("INSERT INTO links VALUES (:kind, :name, :block, :version, :text)"), row)
        connection.execute(text("DROP TABLE checkpoints"))
        connection.execute(text("DROP TABLE rounds"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0005'"))
