"""`croupier rounds`: the finder in words and in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes

from croupier.floor.orders import parse_order
from croupier.floor.people import People
from croupier.floor.practice import as_guest, open_practice
from croupier.floor.room import Room
from croupier.games import ruleset
from croupier.store.journal import open_store


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


def test_practice_is_found_where_it_is_asked_for_and_nowhere_else(desk: Desk, tmp_path: Path) -> None:
    assert "nobody has practised in this room" in desk.refused("rounds", "--practice")
    with open_store(desk.db) as store:
        side, people = Room(store.practice), People(store.practice)
        anna = as_guest(people, side, None, "anna")
        table = open_practice(side, people, ruleset("three-card"), anna, anna)
        for words in ("bet 10", "fold"):
            side.advance(table)
            side.do(table, parse_order(words), anna, command=f"{words.replace(' ', '-')}-1")
        side.advance(table, open_next=False)
    (found,) = json.loads(desk.ok("rounds", "--practice", "--json"))
    assert (found["round"], found["game"]) == (f"{table}-1", "three-card")
    assert [(seat["player"], seat["net_cents"]) for seat in found["seats"]] == [(anna.name, -1_000)]
    assert desk.ok("rounds", "--practice", "--player", "ann") == "No round fits.\n"
    assert desk.refused("rounds", "--practice", "--table", "T1") == f"croupier: no table 'T1'; there are {table}"
    assert [one["round"] for one in json.loads(desk.ok("rounds", "--json"))] == ["T1-1"]
    file = tmp_path / "practice.jsonl"
    desk.ok("rounds", "--practice", "--out", str(file), "--names")
    (row,) = map(json.loads, file.read_text().splitlines())
    assert (row["round"], row["player"], row["net_cents"]) == (f"{table}-1", anna.name, -1_000)


def test_slips_are_refused_with_what_would_be_right(desk: Desk) -> None:
    assert desk.refused("rounds", "--table", "T9") == "croupier: no table 'T9'; there are T1"
    assert "want one such as 'royal flush'" in desk.refused("rounds", "--hand", "six aces")
    assert "until 2026-01-01 is before from 2026-01-02" in desk.refused(
        "rounds", "--since", "2026-01-02", "--until", "2026-01-01"
    )
    assert "want won, lost or even" in desk.refused("rounds", "--result", "drawn")
    assert "want one or more" in desk.refused("rounds", "--most", "0")
