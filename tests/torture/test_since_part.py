"""The attack on audits that go on from a mark: what it says is so, and an audit that overlooks something is found."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from croupier.floor.audit import auditor, books
from croupier.floor.audit.cursor import Cursor
from depth import thorough
from torture.since import marks
from torture.since.marks import forged_marks
from torture.since.tries import Tries
from torture.tampering.house import finished
from torture.tampering.kind import Found, Kind, Right
from torture.tampering.rows import Rows
from torture.tampering.table import TABLE
from torture.tampering.trial import Trial

pytestmark = thorough


def _reworded(rows: Rows, chance: Random) -> None:
    rows.entries[2].body["asked"] += ", please"


def _redated(rows: Rows, chance: Random) -> None:
    rows.entries[2].time_ms += 1


REWORDED = Kind("an early entry reworded", "its hash is left", Found.AUDIT, _reworded, right=Right.NOTHING)
REDATED = Kind("an early entry re-dated", "everything is made right", Found.HEADS, _redated, "by a moment")
BY_NAME = {kind.name: kind for kind in TABLE}


@pytest.fixture(scope="module")
def tries(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tries]:
    folder = tmp_path_factory.mktemp("since")
    with Trial(finished(folder, 1, rounds=0, tables=1), folder) as trial:
        yield Tries(trial)


@pytest.mark.parametrize(
    "kind", [REWORDED, REDATED, BY_NAME["transfers.amount"], BY_NAME["a sale invented, by who might"]]
)
def test_what_is_done_on_either_side_of_a_mark_is_found(tries: Tries, kind: Kind) -> None:
    assert [*tries.of(kind, Random(1))] == []


def test_a_record_that_ends_before_the_mark_is_found(tries: Tries) -> None:
    assert [*tries.shortened()] == []


def test_marks_that_are_not_the_auditors_are_refused(tries: Tries) -> None:
    assert [*forged_marks(tries.trial)] == []


def test_an_audit_that_compares_no_hashes_is_found_out(tries: Tries, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "wrong_hash", lambda entry, previous: None)
    assert [*tries.of(REWORDED, Random(1))] == [
        "since the mark it is not found, by a whole audit it is not",
        "since signed heads it is not found, by a whole audit it is not",
    ]


def test_an_audit_that_takes_any_heads_for_the_signed_ones_is_found_out(
    tries: Tries, monkeypatch: pytest.MonkeyPatch
) -> None:
    follows = Cursor.follows

    def without_heads(self: Cursor, glance: object) -> str:
        self.signed, self.known_heads = None, {}
        return follows(self, glance)  # type: ignore[arg-type]

    monkeypatch.setattr(Cursor, "follows", without_heads)
    assert [*tries.of(REDATED, Random(1))] == ["since signed heads it is not found, by a whole audit it is not"]


def test_a_mark_that_anybody_may_write_is_found_out(tries: Tries, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "_refused", lambda what: False)
    assert len([*forged_marks(tries.trial)]) == 4
    monkeypatch.undo()
    monkeypatch.setattr(auditor, "check_same_record", lambda reader, mark: None)
    assert [*forged_marks(tries.trial)] == ["the mark of another record is gone on from"]
