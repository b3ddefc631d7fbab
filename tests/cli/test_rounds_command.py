"""`croupier rounds`: the finder in words and in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    made = Desk(f"sqlite:///{tmp_path}/room.db")
    made.furnish("--game", "three-card")
    for seat, name in enumerate(("ann", "bob"), 1):
        made.ok("table", "do", "T1", f"sit {seat}", by=name)
    for name, words in (("ann", "bet 10"), ("bob", "bet 5"), ("ann", "bet1"), ("bob", "fold")):
        made.ok("table", "do", "T1", words, by=name)
    return made


def test_rounds_are_found_in_words_and_for_machines(desk: Desk) -> None:
    (line,) = desk.ok("rounds").splitlines()
    assert "UTC  T1-1  seat 1 ann $20 " in line
    assert "; seat 2 bob $5 " in line
    assert line.endswith(" folded -$5")
    (found,) = json.loads(desk.ok("rounds", "--player", "bob", "--result", "lost", "--json"))
    assert (found["round"], found["table"], found["game"]) == ("T1-1", "T1", "three-card")
    bob = found["seats"][1]
    assert (bob["player"], bob["staked_cents"], bob["net_cents"], bob["folded"]) == ("bob", 500, -500, True)
    for nothing in (("--player", "cat"), ("--void",), ("--staked", "500"), ("--until", "2020-01-01")):
        assert desk.ok("rounds", *nothing) == "No round fits.\n", nothing
    assert json.loads(desk.ok("rounds", "--staked", "20.01", "--json")) == []


def test_the_days_are_those_of_the_house(desk: Desk) -> None:
    desk.ok("house", "set", "zone", "America/Los_Angeles", by="sam")
    (line,) = desk.ok("rounds").splitlines()
    assert line.split("  ")[0].endswith(("PST", "PDT"))


def test_slips_are_refused_with_what_would_be_right(desk: Desk) -> None:
    assert desk.refused("rounds", "--table", "T9") == "croupier: no table 'T9'; there are T1"
    assert "want one such as 'royal flush'" in desk.refused("rounds", "--hand", "six aces")
    assert "until 2026-01-01 is before from 2026-01-02" in desk.refused(
        "rounds", "--since", "2026-01-02", "--until", "2026-01-01"
    )
    assert "want won, lost or even" in desk.refused("rounds", "--result", "drawn")
    assert "want one or more" in desk.refused("rounds", "--most", "0")
