"""What programs read from the commands with `--json` keeps its keys and types."""

from __future__ import annotations

import json
from pathlib import Path

from commands import croupier
from test_read_only import LONG, NOT_THERE, READING

from depth import thorough
from golden_files import check_golden, shape
from old_records import ROOMS, unpacked

WORDS = {"audit", "export", "sign", *NOT_THERE}
"""Commands that read a record and have no keys to keep, or the audit's, which are told apart below."""
FIGURES = (
    "edge", "edge --game three-card", "edge --game mississippi", "strategy AsKh", "strategy --table",
    "strategy --cost wizard", "strategy Qs6d4c --game three-card", "faceup", "faceup --game three-card",
    "progressive MGL-ML01", "progressive UTH-P01", "simulate 2000 --seed 1", "simulate 2000 --seed 1 --game three-card",
    "compare UTH-02 UTH-04", "ruin --bankroll 100 --game three-card", "hold --shifts 400 --risk 5",
    "banking --sessions 1000",
)  # fmt: skip


def told(*words: str) -> object:
    answer = croupier(*words, "--json")
    assert answer.status == 0, answer
    return json.loads(answer.out)


def test_commands_that_read_a_room_keep_their_keys(tmp_path: Path) -> None:
    url = unpacked(ROOMS[-1], tmp_path)
    commands = [name for name in READING if name not in WORDS | LONG]
    answers = {name: told(*name.split(), *READING[name], "--db", url) for name in commands}
    answers["audit"] = told("audit", "--db", url)
    check_golden("commands.txt", {name: shape(answer) for name, answer in answers.items()})


def test_rules_keep_their_keys() -> None:
    check_golden("rules.txt", {"rules": shape(told("rules")), "rules ca": shape(told("rules", "ca"))})


@thorough
def test_figures_keep_their_keys() -> None:
    check_golden("figures.txt", {words: shape(told(*words.split())) for words in FIGURES})
