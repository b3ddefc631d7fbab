"""The table of tampering: what it says is so, a word of it that is wrong is found, and the page has all of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import patch

import psycopg
import pytest

from croupier.floor.audit import books
from croupier.floor.audit.auditor import audit
from croupier.store.journal import open_store
from croupier.store.projections import projection
from depth import thorough
from torture.tampering.authors import kinds_by_author
from torture.tampering.events import every_event, kinds_of
from torture.tampering.house import finished
from torture.tampering.kind import Found
from torture.tampering.rows import BLOCK
from torture.tampering.table import TABLE, text
from torture.tampering.trial import Trial

pytestmark = thorough

BY_NAME = {kind.name: kind for kind in TABLE}
SOME = (
    *("entries.body", "transfers.amount", "a sealed PIN removed", "a sealed PIN replaced", "a step of a round removed"),
    *(
        "a sale invented, by who might",
        "a sale invented, by who might not",
        "more in a body",
        "money given in a stream heads",
    ),
    *("a contribution changed", "a jackpot paid twice", "a jackpot paid to another, and told so"),
    *("seed and promise replaced, cards dealt", "signed by another key", "every entry re-dated"),
    "a later signature replaced by an earlier one",
    "the tail cut off after the latest signed heads",
    *("a link's command changed", "a link's command removed", "a link's command by a higher rank"),
    *("given to an automaton", "about the staff, given to an automaton", "of a link, given to an automaton"),
)


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    folder = tmp_path_factory.mktemp("tampering")
    with Trial(finished(folder, 1, rounds=0, tables=1), folder) as made:
        yield made


@pytest.mark.parametrize("name", SOME)
def test_the_table_says_who_finds_it(trial: Trial, name: str) -> None:
    wrong, _ = trial.of(BY_NAME[name], Random(5))
    assert wrong is None


@pytest.mark.parametrize(
    "field",
    [
        *(
            "ClaimPressed.cards",
            "ClaimPressed.player",
            "ClaimPressed.line",
            "GameJoined.stake",
            "TransferReceived.document",
        ),
        *(
            "DecisionsTested.edition",
            "ExamTaken.edition",
            "WagersReturned.reason",
            "BetsPlaced.seat",
            "AwardPaid.cents",
        ),
    ],
)
def test_a_field_of_an_event_that_tells_another_story_is_found(trial: Trial, field: str) -> None:
    kind = next(kind for kind in kinds_of(trial.rows) if kind.name == field)
    assert kind.found is Found.AUDIT
    assert trial.of(kind, Random(3)) == (None, "the audit")


def test_an_event_given_to_who_may_not_be_its_author_is_found(trial: Trial) -> None:
    """A few drawn from the table of authors; the attack draws many."""
    kinds = kinds_by_author(trial.rows)
    assert len(kinds) > 2_000
    for kind in Random(7).sample(kinds, 8):
        assert trial.of(kind, Random(7)) == (None, "the audit"), kind.name


def test_a_record_that_nobody_has_touched_is_clean(trial: Trial) -> None:
    untouched = replace(BY_NAME["entries.body"], do=lambda rows, chance: None, found=Found.NOBODY)
    assert trial.of(untouched, Random(1)) == (None, "nobody")


def test_a_table_that_promises_too_much_or_too_little_is_found_out(trial: Trial) -> None:
    sale, byte = BY_NAME["a sale invented, by who might"], BY_NAME["entries.body"]
    wrong, _ = trial.of(replace(sale, found=Found.AUDIT), Random(1))
    assert wrong == "the audit should find it, and does not"
    wrong, _ = trial.of(replace(byte, found=Found.NOBODY), Random(1))
    assert wrong is not None
    assert wrong.startswith("nobody should find it, but the audit says")


def test_an_audit_that_overlooks_something_is_found_out(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "wrong_secrets", lambda reader, moment, rounds: ())
    wrong, by = trial.of(BY_NAME["a sealed PIN removed"], Random(1))
    assert (wrong, by) == ("the audit should find it, and does not", "nobody")


def test_every_kind_has_a_name_of_its_own_and_says_why_the_audit_does_not_find_it() -> None:
    assert len(BY_NAME) == len(TABLE) > 140
    assert all(bool(kind.because) == (kind.found is not Found.AUDIT) for kind in TABLE)
    assert len(every_event()) > 80


def test_the_page_on_assurance_has_the_whole_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "assurance.md"
    assert text() in page.read_text(encoding="utf-8"), "python -m torture.tampering prints it"


class OnPostgreSQL:
    """A PostgreSQL that rows can be saved into as into SQLite."""

    def __init__(self, url: str, like: sqlite3.Connection) -> None:
        self._cursor = psycopg.connect(url, autocommit=True).cursor()
        self._like = like

    def execute(self, statement: str) -> None:
        self._cursor.execute(statement.encode())

    def executemany(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        into, _, values = statement.partition(" VALUES ")
        if "(" not in into:  # the columns stand in another order there
            columns = self._like.execute(f"PRAGMA table_info({into.split()[-1]})")
            into += f" ({', '.join(name for _, name, *_ in columns)})"
        self._cursor.executemany(f"{into} VALUES {values}".replace("?", "%s").encode(), list(rows))


def test_a_stream_that_is_taken_out_is_missed_on_both_databases_alike(
    trial: Trial, postgres: Callable[[], str]
) -> None:
    """Whole, with everything made right after."""
    url = postgres()
    there = OnPostgreSQL(url, trial.connection)
    first = {row.kind: row.stream for row in reversed(trial.rows.entries)}
    with open_store(url) as store, patch.object(projection, "BLOCK_SIZE", BLOCK):
        for kind in ("cage", "count", "link", "staff", "table"):
            rows = trial.rows.copy()
            rows.entries = [row for row in rows.entries if row.stream != first[kind]]
            rows.make_right()
            rows.save(trial.connection)
            rows.save(there)  # type: ignore[arg-type]
            findings = audit(store).findings
            assert findings
            assert findings == audit(trial.store).findings
