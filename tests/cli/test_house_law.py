"""`croupier house law`: the legal profile, shown, dated and changed by two people (R55)."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes

TODAY = datetime.now(UTC).date()


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(str(tmp_path / "room.db"))
    made.furnish()
    made.ok("staff", "add", "eve", "--role", "executive", "--new-pin", "7777", by="sam")
    return made


SIGNED = ("--second", "eve", "--second-pin", "7777", "--reference", "WSGC 12")


def test_r55_the_profile_is_shown_as_built_in_until_it_is_changed(desk: Desk) -> None:
    lines = desk.ok("house", "law").splitlines()
    assert lines[0] == "Washington, built in"
    assert "  largest_wager  400                      Largest single wager" in lines
    assert desk.ok("house", "law", "show") == desk.ok("house", "law")
    shown = json.loads(desk.ok("house", "law", "--json"))
    assert shown["profiles"]["California"] == {
        "largest_wager": "none",
        "named_wagers": "5-50",
        "schedules": "1,2",
        "player_fee": "0.50",
        "since": "built in",
    }
    assert shown["changes"] == []


def test_r55_a_change_is_dated_signed_twice_and_stops_what_is_outside(desk: Desk) -> None:
    later = (datetime.now(UTC) + timedelta(days=30)).date()
    said = desk.ok("house", "law", "change", "Washington", "largest_wager=300", "--from", str(later), *SIGNED, by="sam")
    assert said == f"Washington from {later} on, by WSGC 12: Largest single wager: 400 → 300\n"
    at = json.loads(desk.ok("house", "law", "--at", str(later), "--json"))
    assert at["profiles"]["Washington"]["largest_wager"] == "300"
    assert json.loads(desk.ok("house", "law", "--json"))["profiles"]["Washington"]["largest_wager"] == "400"
    (change,) = at["changes"]
    assert (change["by"], change["second"], change["reference"], change["from"]) == (
        "sam",
        "eve",
        "WSGC 12",
        str(later),
    )
    level = ("--level", "main:20:2:5000")
    desk.ok("link", "create", "dear", "--paytable", "UTH-P01", "--stake", "250", *level, "--override", "test", by="sue")
    said = desk.ok("house", "law", "change", "washington", "largest_wager=200", "--from", str(TODAY), *SIGNED, by="sam")
    assert "T1 is outside it: a legal limit of $400 is above Washington's" in said
    assert "link dear is outside it: a stake of $250 is above the legal limit of $200" in said
    assert "no further round is dealt" in desk.ok("table", "list")
    assert "no single wager passes $200" in desk.refused("table", "open", "T2", "--legal", "400", by="sue")
    desk.ok("table", "open", "T2", by="sue")
    audited = desk.ok("audit")
    assert "clean" in audited
    assert "remark: legal profiles are on record (R55), Washington's from" in audited


def test_r55_what_cannot_be_is_refused_in_words(desk: Desk) -> None:
    change = ("house", "law", "change")
    day = ("--from", str(TODAY))
    assert "no jurisdiction 'Oregon'" in desk.refused(*change, "Oregon", "largest_wager=1", *day, *SIGNED, by="sam")
    assert "not understood: '300'" in desk.refused(*change, "Washington", "300", *day, *SIGNED, by="sam")
    past = ("--from", "2001-01-01")
    assert "is past" in desk.refused(*change, "Washington", "largest_wager=300", *past, *SIGNED, by="sam")
    assert "allows nothing" in desk.refused(*change, "Washington", "largest_wager=0", *day, *SIGNED, by="sam")
    alone = ("--second", "sam", "--second-pin", "1111", "--reference", "r")
    assert "the second person is somebody else" in desk.refused(
        *change, "Washington", "largest_wager=300", *day, *alone, by="sam"
    )
    sue = ("--second", "sue", "--second-pin", "2222", "--reference", "r")
    assert "sue is a supervisor" in desk.refused(*change, "Washington", "largest_wager=300", *day, *sue, by="sam")
    assert "no date 'soon'" in desk.refused("house", "law", "--at", "soon")
