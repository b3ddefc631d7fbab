"""`croupier export`: JSON Lines and CSV, to the screen or a file."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(str(tmp_path / "room.db"))
    made.furnish()
    return made


def test_json_lines(desk: Desk) -> None:
    lines = [json.loads(line) for line in desk.ok("export").splitlines()]
    assert [line["position"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["stream"] == "staff"
    assert set(lines[0]) == {
        "actor",
        "body",
        "command",
        "hash",
        "position",
        "previous",
        "stream",
        "time_ms",
        "version",
    }


def test_csv_into_a_file(desk: Desk, tmp_path: Path) -> None:
    out = tmp_path / "journal.csv"
    assert desk.ok("export", "--format", "csv", "--stream", "cage", "--out", str(out)) == ""
    with out.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["asked"] for row in rows] == ["fund $100,000", "fill T1 $5,000", "buy in ann $500", "buy in bob $500"]


def test_another_format_is_refused(desk: Desk) -> None:
    assert "want 'jsonl' or 'csv'" in desk.refused("export", "--format", "xml")
