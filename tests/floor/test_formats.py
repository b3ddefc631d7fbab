"""The record's format: every entry names it, and a record of any format that was ever written audits clean.

So does one of an earlier version of a rule set: what was settled stays as it was settled.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from card_room import ANN, BOB, CAT, DEALER, SUPERVISOR, CardRoom

from croupier.fair.commitment import binds_dealing, check_reveal
from croupier.floor import plan, play
from croupier.floor.audit.auditor import audit
from croupier.floor.history.rounds import find_round, past_rounds
from croupier.floor.plan import load
from croupier.floor.soak.run import Soak
from croupier.games.three_card import VERSION_1
from croupier.rules.events import SeatSettled
from croupier.rules.notation import notation, parse_notation
from croupier.rules.wagers import PROGRESSIVE
from croupier.store import formats
from croupier.store.entry import Unreadable, contents
from croupier.store.formats import FORMAT, LIFTS
from croupier.store.journal import Store, open_store
from old_records import RECORDS, unpacked


def opened(number: int, folder: Path) -> Store:
    """The kept record of that format, as a store."""
    return open_store(unpacked(f"format-{number}", folder), create=False)


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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "SNAPSHOT_EVERY", 4)
    file = tmp_path / "room.db"
    with open_store(f"sqlite:///{file}") as store:
        Soak(store, seed=5, rounds=2 * plan.SNAPSHOT_EVERY, tables=1).run()
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


# Rule sets


@contextmanager
def three_card_room(folder: Path) -> Iterator[CardRoom]:
    """The room of the record that was kept under version 1 of Three Card Poker. T1-6 is dealt, and in play."""
    at = CardRoom(unpacked("three-card-1", folder), now=1_800_000_000_000, _ids=count(10_000))
    yield at
    at.store.close()


def progressives(store: Store, round: str) -> dict[int, str]:
    """By seat, what was said of the progressive wager."""
    settled = [event for event in find_round(store, round).events if isinstance(event, SeatSettled)]
    return {event.seat: row.reason for event in settled for row in event.results if row.spot == PROGRESSIVE}


def test_a_record_of_an_earlier_version_of_a_rule_set_is_audited_and_played_again_as_it_was_settled(
    tmp_path: Path,
) -> None:
    with three_card_room(tmp_path) as at:
        report = audit(at.store)
        assert (report.findings, report.rounds, report.entries) == ((), 5, 92)
        nothing = "no paying hand"
        assert progressives(at.store, "T1-2") == {1: "flush 40 for 1", 4: nothing, 6: nothing}
        assert progressives(at.store, "T1-4") == {
            1: "flush 40 for 1", 4: "straight flush 10 % of main, from the meter", 6: nothing,
        }  # fmt: skip
        assert progressives(at.store, "T1-5") == {1: nothing, 4: "three of a kind 9 for 1", 6: "full house 50 for 1"}
        for number in range(1, 6):
            past = find_round(at.store, f"T1-{number}")
            assert past.events[0].terms.rules is VERSION_1  # type: ignore[union-attr]
            assert parse_notation(notation(past.events)) == past.events
            assert '{"rules": "three-card", ' in notation(past.events)


def finish(at: CardRoom) -> None:
    """Settle the round in play, in which Ann has decided."""
    at.do(BOB, "bet1")
    at.do(CAT, "fold")
    at.do(DEALER, "dealer", "settle", "end")


def test_a_round_in_play_ends_by_the_version_that_it_was_opened_with_and_the_next_has_the_latest(
    tmp_path: Path,
) -> None:
    with three_card_room(tmp_path) as at:
        finish(at)
        # Ann has T 9 8 with 4 6 7: a straight of six cards, and none of the first five.
        assert progressives(at.store, "T1-6") == {
            1: "straight 30 for 1",
            4: "three of a kind 9 for 1",
            6: "no paying hand",
        }
        at.do(DEALER, "open")
        for who in (ANN, BOB, CAT):
            at.do(who, "bet 10 progressive 1")
        at.do(DEALER, "lock", "deal")
        at.do(ANN, "bet1")
        finish(at)
        next_round = find_round(at.store, "T1-7")
        assert next_round.events[0].terms.rules is VERSION_1.latest  # type: ignore[union-attr]
        assert '{"rules": "three-card/2", ' in notation(next_round.events)
        assert parse_notation(notation(next_round.events)) == next_round.events
        at.restart()
        assert audit(at.store).findings == ()


def test_a_table_that_has_dealt_by_a_version_goes_back_to_no_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with three_card_room(tmp_path) as at:
        finish(at)
        at.do(DEALER, "open")
        at.do(SUPERVISOR, "void misdeal")
        with monkeypatch.context() as patch:
            patch.setattr(play, "as_dealt_now", lambda terms: terms)
            at.do(DEALER, "open")
        (found,) = audit(at.store).findings
        assert "the rules make something else of 'open'" in str(found)
