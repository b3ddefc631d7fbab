"""`croupier table dealer`: a dealer is assigned to a table, and relieved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes


def test_a_dealer_is_assigned_and_relieved_from_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cheap_hashes(monkeypatch)
    desk = Desk(f"sqlite:///{tmp_path / 'room.db'}")
    desk.furnish("--dealt-by", "person")
    assert "dora deals at T1" in desk.ok("table", "dealer", "T1", "dora", by="sue")
    (row,) = json.loads(desk.ok("table", "list", "--json"))
    assert (row["dealer"], row["called"]) == ("dora", None)
    assert "nobody is called 'zoe'" in desk.refused("table", "dealer", "T1", "zoe", by="sue")
    assert "ann is a player" in desk.refused("table", "do", "T1", "dealer ann", by="sue")
    desk.ok("table", "do", "T1", "call a chip is missing", by="dora")
    (row,) = json.loads(desk.ok("table", "list", "--json"))
    assert row["called"] == "dora calls a supervisor: a chip is missing"
    desk.ok("table", "do", "T1", "answer", by="sue")
    assert "nobody is assigned to T1" in desk.ok("table", "dealer", "T1", by="sue")
