"""`croupier approval`: an approval is entered, shown, prolonged and withdrawn, and tables say how they stand to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(str(tmp_path / "room.db"))
    made.furnish()
    return made


def test_r56_an_approval_on_the_command_line(desk: Desk, tmp_path: Path) -> None:
    paper = tmp_path / "letter.pdf"
    paper.write_bytes(b"")
    scope = ("--rules", "wa-2018", "--pay-table", "any", "--limit", "any")
    entered = desk.ok(
        *("approval", "add", "WSGC 9", "--authority", "state", "--since", "2026-01-01", "--document", str(paper)),
        *scope,
        by="sam",
    )
    assert "WSGC 9, by the state, since 2026-01-01" in entered
    assert "letter.pdf, SHA-256 e3b0c44298fc1c149afb" in entered
    assert "may not enter, prolong or withdraw an approval" in desk.refused(
        *("approval", "add", "WSGC 10", "--authority", "state", "--since", "2026-01-01"), *scope, by="sue"
    )
    desk.ok("table", "change", "T1", "--approval", "WSGC 9", by="sue")
    assert "approved by WSGC 9" in desk.ok("table", "show", "T1")
    marked = "changed since its approval WSGC 9: Lost by a fold Bad Beat is not in its scope"
    assert marked in desk.ok("table", "change", "T1", "--lost-by-fold", "bad_beat", by="sue")
    assert marked in desk.ok("table", "list")
    desk.ok("table", "change", "T1", "--lost-by-fold", "none", by="sue")
    desk.ok("approval", "prolong", "WSGC 9", "--until", "2999-12-31", by="sam")
    assert "approved by WSGC 9 until 2999-12-31" in desk.ok("table", "list")
    assert "withdrawn on" in desk.ok("approval", "withdraw", "WSGC 9", "--why", "revoked", by="sam")
    assert "revoked" in desk.ok("table", "list")
    assert "withdrawn on" in desk.ok("approval", "list")
    assert "no approval 'r' on record; there are WSGC 9" in desk.refused("approval", "show", "r")


def test_r57_equipment_on_the_command_line(desk: Desk) -> None:
    device = ("--kind", "shuffler", "--maker", "Shuffle Master", "--model", "Deck Mate 2", "--serial", "DM2-4711")
    assert "nothing is on record for T1" in desk.ok("table", "equipment", "T1")
    assert "shuffler Shuffle Master Deck Mate 2 DM2-4711" in desk.ok("table", "place", "T1", *device, by="sue")
    desk.ok("table", "do", "T1", "sit 1", by="ann")
    desk.ok("table", "do", "T1", "bet 10", by="ann")
    assert "names the device" in desk.refused("table", "void", "T1", "--why", "a malfunction", by="sue")
    voided = desk.ok("table", "void", "T1", "--why", "two cards stuck", "--device", "DM2-4711", by="sue")
    assert "is void: malfunction of DM2-4711: two cards stuck" in voided
    gone = desk.ok("table", "remove", "T1", "--serial", "DM2-4711", "--why", "to the maker", by="sue")
    assert ": to the maker" in gone
    assert "in T1-1: two cards stuck" in gone
