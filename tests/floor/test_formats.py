"""The record's format: every entry names it, and a record of any format that was ever written audits clean."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from croupier.fair.commitment import binds_dealing, check_reveal
from croupier.floor.audit.auditor import audit
from croupier.floor.past.rounds import past_rounds
from croupier.floor.plan import SNAPSHOT_EVERY, load
from croupier.floor.soak.run import Soak
from croupier.store import formats
from croupier.store.entry import Unreadable, contents
from croupier.store.formats import FORMAT, LIFTS
from croupier.store.journal import Store, open_store

RECORDS = Path(__file__).parents[1] / "records"


def opened(number: int, folder: Path) -> Store:
    """The kept record of that format, as a store."""
    file = folder / "kept.db"
    with gzip.open(RECORDS / f"format-{number}.sql.gz", "rt", encoding="utf-8") as dump:
        connection = sqlite3.connect(file)
        connection.executescript(dump.read())
        connection.close()
    return open_store(f"sqlite:///{file}", create=False)


def test_there_is_a_record_of_every_format_and_a_lift_from_each_but_the_last() -> None:
    kept = sorted(path.name for path in RECORDS.glob("format-*.sql.gz"))
    assert kept == [f"format-{number}.sql.gz" for number in range(1, FORMAT + 1)]
    assert sorted(LIFTS) == list(range(1, FORMAT))


@pytest.mark.parametrize("number", range(1, FORMAT + 1))
def test_a_record_of_every_format_audits_clean(number: int, tmp_path: Path) -> None:
    with opened(number, tmp_path) as store:
        report = audit(store)
        assert report.findings == ()
        assert (report.rounds, report.entries) == {1: (28, 670)}[number]
        said = Counter(event["event"] for entry in store.read_all() for event in contents(entry).events)
        assert {"MeterWon", "RoundVoided", "FoldCollected", "BetReturned", "GameEnded", "BetsWithdrawn"} <= said.keys()


def test_the_promises_of_old_rounds_are_kept_as_they_were_made_and_bind_no_dealing(tmp_path: Path) -> None:
    with opened(1, tmp_path) as store:
        tables = sorted({entry.stream for entry in store.read_all() if entry.stream.startswith("table/")})
        past = [round for table in tables for round in past_rounds(store.read(table))]
    assert len(past) == 28
    for round in past:
        check_reveal(round.reveal)
        assert not binds_dealing(round.reveal)


def test_every_entry_that_is_written_names_its_format(tmp_path: Path) -> None:
    with opened(FORMAT, tmp_path) as store:
        assert all(json.loads(entry.body)["format"] == FORMAT for entry in store.read_all())


@pytest.mark.parametrize("number", [0, 2, "1", True, None])
def test_a_format_that_nobody_has_written_is_refused_by_name(number: object, tmp_path: Path) -> None:
    with opened(1, tmp_path) as store:
        entry = next(iter(store.read_all()))
    body = json.dumps({**json.loads(entry.body), "format": number})
    with pytest.raises(Unreadable, match=r"this program reads formats 1 to"):
        contents(type(entry)(**{name: getattr(entry, name) for name in entry.__slots__} | {"body": body}))


def test_an_older_format_is_lifted_step_by_step_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def renamed(body: formats.Body) -> formats.Body:
        return {
            **body,
            "events": [{**event, "event": event["event"].replace("Old", "New")} for event in body["events"]],
        }

    monkeypatch.setattr(formats, "FORMAT", 3)
    monkeypatch.setattr(formats, "LIFTS", {1: renamed, 2: lambda body: {**body, "asked": body["asked"].upper()}})
    lifted = formats.lifted({"format": 1, "asked": "why", "events": [{"event": "OldThing"}], "transfers": []})
    assert (lifted["asked"], lifted["events"]) == ("WHY", [{"event": "NewThing"}])
    assert formats.lifted({"format": 2, "asked": "why", "events": [], "transfers": []})["asked"] == "WHY"


def test_a_snapshot_of_another_format_is_passed_over_and_the_stream_is_read_instead(
    tmp_path: Path,
) -> None:
    file = tmp_path / "room.db"
    with open_store(f"sqlite:///{file}") as store:
        Soak(store, seed=5, rounds=2 * SNAPSHOT_EVERY, tables=1).run()
        kept = store.snapshot("table/S1")
        assert kept is not None, "a table takes a snapshot now and then"
        table = load(store, "S1")
    connection = sqlite3.connect(file)
    connection.execute("UPDATE snapshots SET state = '0 ' || substr(state, 3)")
    connection.commit()
    connection.close()
    with open_store(f"sqlite:///{file}") as store:
        assert store.snapshot("table/S1") is None
        assert load(store, "S1") == table
        assert audit(store).findings == ()
