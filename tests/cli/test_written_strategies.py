"""`croupier strategy` with written strategies: priced, searched, drawn, and refused in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import croupier

MINE = "game: three-card\nname: mine\nfold with high card K\nplay with Q-6-4 or better\n"


def run(*arguments: str, fails: bool = False) -> str:
    """What a command says; on standard error where it has to fail."""
    answer = croupier(*arguments)
    assert (answer.status != 0) == fails, answer
    return answer.err if fails else answer.out


def test_a_strategy_of_ones_own_is_priced_rule_by_rule(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(MINE, "utf-8")
    told = run("strategy", "--game", "three-card", "--strategy", str(file))
    assert told.startswith("House edge: ")
    assert "fold with high card K" in told
    assert "The dearest mistakes" in told
    read = json.loads(run("strategy", "--game", "three-card", "--strategy", str(file), "--json"))
    assert read["cost"] > 0
    assert read["used"][0]["line"] == 3
    assert read["mistakes"][0]["best"] == "bet1"


def test_the_best_play_has_no_mistakes() -> None:
    assert "No mistakes" in run("strategy", "--game", "three-card", "--strategy", "q-6-4")


def test_a_search_prints_a_card_and_draws_it(tmp_path: Path) -> None:
    card = tmp_path / "card.svg"
    told = run("strategy", "--game", "three-card", "--search", "2", "--chart", str(card))
    assert "1x with Q-6-4 or better" in told
    assert "No mistakes" in told
    assert card.read_text("utf-8").startswith("<svg")
    read = json.loads(run("strategy", "--game", "three-card", "--search", "1", "--json"))
    assert [step["rules"] for step in read["steps"]] == [1]


def test_the_words_of_the_language_are_listed() -> None:
    assert "dealer outs" in run("strategy", "--phrases")
    rows = json.loads(run("strategy", "--game", "mississippi", "--phrases", "--json"))
    assert any(row["phrase"] == "points" for row in rows)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--strategy", "wizzard"), "did you mean 'wizard'"),
        (("--strategy", "/nowhere/mine.txt"), "want a text file"),
        (("--search", "0"), "want 1 to"),
        (("--search", "3", "--street", "turn"), "no street 'turn'"),
        (("--street", "flop", "--list"), "want --search"),
        (("--strategy", "wizard", "--chart"), "want a file with it, such as --chart card.svg"),
        (("--search", "2", "--chart", "card.png"), "drawn as .svg"),
        (("--search", "2", "--list"), "want one of"),
    ],
)
def test_what_cannot_be_is_refused_in_words(options: tuple[str, ...], says: str) -> None:
    assert says in run("strategy", *options, fails=True)
