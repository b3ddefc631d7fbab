"""`croupier table papers` and its kin: what is submitted, as files (R60)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(f"sqlite:///{tmp_path}/room.db")
    made.furnish("--rules", "wa-2018", "--approval", "WSGC 9")
    return made


def test_papers_and_placards_are_files_of_their_own(desk: Desk, tmp_path: Path) -> None:
    paper, cards = tmp_path / "submission.html", tmp_path / "placards.html"
    desk.ok("table", "papers", "T1", "--house", "Evergreen", "-o", str(paper))
    text = paper.read_text("utf-8")
    assert "<style>" in text
    assert "Evergreen" in text
    assert "pair of jacks, queens or kings" in text
    assert "2.185 % of one Ante bet" in text
    desk.ok("table", "placards", "T1", "--size", "a4", "-o", str(cards))
    assert cards.read_text("utf-8").count('<section class="placard">') == 4
    said = json.loads(desk.ok("table", "papers", "T1", "--json"))
    assert said["content_hash"] in text
    assert said["reference"] == '"WSGC 9": not a record'
    assert "no table 'X9'" in desk.refused("table", "papers", "X9")


def test_a_link_is_submitted_from_the_command_line(desk: Desk) -> None:
    levels = ("--level", "mega:10:2:10000", "--level", "major:10:2:1000")
    desk.ok("link", "create", "L1", "--paytable", "MGL-ML01", *levels, by="sue")
    assert "Envy for $1" in desk.ok("link", "placards", "L1")
    assert "the original wager is not returned" in desk.ok("link", "papers", "L1")
    assert "Nexus Game Manager" in desk.ok("link", "papers", "L1", "--json")
