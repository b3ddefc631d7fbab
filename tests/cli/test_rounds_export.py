"""`croupier rounds --out`: rounds as files for study, with nobody's name unless that was asked for."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from card_room_commands import Desk, cheap_hashes

import croupier
from croupier import data


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    with pytest.MonkeyPatch.context() as patch:
        cheap_hashes(patch)
        made = Desk(f"sqlite:///{tmp_path_factory.mktemp('room')}/room.db")
        made.furnish("--game", "three-card")
        for seat, name in enumerate(("ann", "bob"), 1):
            made.ok("table", "do", "T1", f"sit {seat}", by=name)
        for _ in range(2):
            for name, words in (("ann", "bet 10"), ("bob", "bet 5"), ("ann", "bet1"), ("bob", "fold")):
                if words == "bet 10":
                    made.ok("table", "do", "T1", "seed ann was here", by="ann")
                made.ok("table", "do", "T1", words, by=name)
        return made


def exported(desk: Desk, path: Path, *more: str) -> list[dict[str, object]]:
    desk.ok("rounds", "--out", str(path), *more)
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_json_lines_have_a_row_for_every_seat_and_nobodys_name(desk: Desk, tmp_path: Path) -> None:
    rows = exported(desk, tmp_path / "rounds.jsonl")
    assert [(row["round"], row["seat"], row["staked_cents"]) for row in rows] == [
        ("T1-1", 1, 2000), ("T1-1", 2, 500), ("T1-2", 1, 2000), ("T1-2", 2, 500),
    ]  # fmt: skip
    assert list(rows[0]) == [column.name for column in data.SHEETS["seats"].columns]
    ann, bob = ({str(row["player"]) for row in rows if row["seat"] == seat} for seat in (1, 2))
    assert len(ann) == len(bob) == 1, "the same within an export"
    assert ann.isdisjoint(bob)
    assert all(one.isdecimal() for one in ann | bob)
    text = (tmp_path / "rounds.jsonl").read_text()
    assert "ann" not in text
    again = exported(desk, tmp_path / "again.jsonl")
    assert {row["player"] for row in again}.isdisjoint(ann | bob), "and another number in the next"
    assert [row | {"player": ""} for row in again] == [row | {"player": ""} for row in rows]


def test_names_are_there_for_who_asks_for_them(desk: Desk, tmp_path: Path) -> None:
    rows = exported(desk, tmp_path / "rounds.jsonl", "--names")
    assert {row["player"] for row in rows} == {"ann", "bob"}


def test_the_text_of_a_round_plays_again_and_holds_no_word_that_a_player_typed(desk: Desk, tmp_path: Path) -> None:
    rows = exported(desk, tmp_path / "rounds.jsonl", "--rows", "rounds")
    text = "".join(str(row["notation"]) for row in rows)
    assert "was here" not in text
    first, second = croupier.read_rounds(text)
    assert [one.round.id for one in (first, second)] == ["T1-1", "T1-2"]
    assert [row["net_cents"] for row in rows] == [one.net(1) + one.net(2) for one in (first, second)]
    named = exported(desk, tmp_path / "named.jsonl", "--rows", "rounds", "--names")
    assert "ann was here" in str(named[0]["notation"])


def read_parquet(file: Path) -> Any:
    import polars  # here, since every worker collects these tests, and one runs them

    return polars.read_parquet(file)


@pytest.mark.parametrize("rows", ["rounds", "seats", "bets", "decisions"])
def test_every_format_says_the_same(desk: Desk, tmp_path: Path, rows: str) -> None:
    told = exported(desk, tmp_path / "r.jsonl", "--rows", rows, "--names")
    desk.ok("rounds", "--out", str(tmp_path / "r.parquet"), "--rows", rows, "--names")
    assert read_parquet(tmp_path / "r.parquet").to_dicts() == told
    desk.ok("rounds", "--out", str(tmp_path / "r.csv"), "--rows", rows, "--names")
    with (tmp_path / "r.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    words = {True: "true", False: "false", None: ""}
    assert lines == [{name: words.get(value, str(value)) if isinstance(value, bool | None) else str(value)
                      for name, value in row.items()} for row in told]  # fmt: skip


def test_days_tables_and_games_choose_rounds(desk: Desk, tmp_path: Path) -> None:
    assert exported(desk, tmp_path / "a.jsonl", "--to", "2020-01-01") == []
    assert (
        len(exported(desk, tmp_path / "b.jsonl", "--from", "2020-01-01", "--table", "T1", "--game", "three-card")) == 4
    )
    assert exported(desk, tmp_path / "c.jsonl", "--game", "uth") == []
    desk.ok("rounds", "--out", str(tmp_path / "d.parquet"), "--game", "uth")
    assert read_parquet(tmp_path / "d.parquet").shape == (0, len(data.SHEETS["seats"].columns))


def test_the_library_reads_the_same_record(desk: Desk, tmp_path: Path) -> None:
    rows = data.record(desk.db, "bets", names=True)
    assert list(rows) == list(rows), "as often as one likes"
    assert list(rows) == exported(desk, tmp_path / "r.jsonl", "--rows", "bets", "--names")


def test_slips_are_refused_before_anything_is_written(desk: Desk, tmp_path: Path) -> None:
    refused = {
        ("--out", "rounds.xlsx"): "names no format; want one of jsonl, csv or parquet",
        ("--out", "r.csv", "--rows", "chips"): "want one of rounds, seats, bets, decisions",
        ("--out", "r.csv", "--table", "T9"): "no table 'T9'; there are T1",
        ("--out", "r.csv", "--game", "whist"): "whist",
        ("--out", "r.csv", "--player", "ann"): "an export is of whole rounds",
        ("--names",): "want --out FILE with them",
        ("--out", "/nowhere/r.csv"): "cannot write /nowhere/r.csv",
    }
    for asked, words in refused.items():
        assert words in desk.refused("rounds", *asked), asked
    assert not Path("r.csv").exists()
    assert json.loads(desk.ok("rounds", "--game", "uth", "--json")) == []
