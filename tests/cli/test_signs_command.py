"""`croupier table signs`: the report in words and in JSON, and what has none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    return Desk(f"sqlite:///{tmp_path}/room.db")


def one_round(desk: Desk) -> None:
    for seat, name in enumerate(("ann", "bob"), 1):
        desk.ok("table", "do", "T1", f"sit {seat}", by=name)
    for name, words in (("ann", "bet 10"), ("bob", "bet 10 pair_plus 5"), ("ann", "bet1"), ("bob", "bet1")):
        desk.ok("table", "do", "T1", words, by=name)


def test_a_face_up_tables_signs_in_words_and_for_machines(desk: Desk) -> None:
    desk.furnish("--game", "three-card", "--face-up", "WSGC 2020-06")
    assert "no finished round looked at was dealt face up" in desk.refused("table", "signs", "T1")
    one_round(desk)
    said = desk.ok("table", "signs", "T1")
    assert said.startswith("T1, Three Card Poker: 1 face-up rounds of 1 looked at; a decision takes ")
    assert "ann: none\n  1 decisions in 1 rounds, " in said
    assert "side bets in 0 of 1 rounds (none)" in said
    assert "one who looks and never errs: 0.0 such decisions, gained $0.01, on average" in said
    found = json.loads(desk.ok("table", "signs", "T1", "--rounds", "5", "--json"))
    assert (found["table"], found["game"], found["rounds"]) == ("T1", "three-card", 1)
    by_name = {player["player"]: player for player in found["players"]}
    assert {name: (one["decisions"], one["side_bets"]) for name, one in by_name.items()} == {
        "ann": (1, 0),
        "bob": (1, 1),
    }
    assert "finished round looked at" in desk.refused("table", "signs", "T1", "--until", "2020-01-01")
    assert "not a moment: 'soon'" in desk.refused("table", "signs", "T1", "--since", "soon")


def test_a_face_down_table_is_refused(desk: Desk) -> None:
    desk.furnish("--game", "three-card")
    one_round(desk)
    assert desk.refused("table", "signs", "T1") == (
        "croupier: no signs to look for at T1: none of the 1 finished rounds looked at was dealt face up to two "
        "players or more; want a table that deals face up (R17), or rounds from the time when it did"
    )
