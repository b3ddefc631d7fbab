"""The 300 settlement cases of the other games, each answered to the letter."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.cases import answer_line
from croupier.games import GAMES

CASES = [json.loads(line) for line in Path(__file__).parents[1].joinpath("cases/games.jsonl").open()]
CASES = [row for row in CASES if row["case"]["game"] in GAMES]


@pytest.mark.parametrize("row", CASES, ids=lambda row: f"{row['case']['game']}-{row['case']['id']}")
def test_every_case_is_answered_to_the_letter(row: dict[str, Any]) -> None:
    got = json.loads(answer_line(json.dumps(row["case"])))
    if "error" in row["want"]:
        assert got.keys() == {"id", "error"}
        assert got["id"] == row["want"]["id"]
    else:
        assert got == row["want"]


def test_there_are_fifty_cases_of_each_game_but_the_houses_own() -> None:
    counted = Counter(row["case"]["game"] for row in CASES)
    assert counted == {key: 50 for key in GAMES if key not in ("uth", "flushes-gone-wild")}
