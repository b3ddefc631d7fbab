"""`croupier strategy`: advice, chart, table, the price of a strategy, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import croupier

from depth import thorough


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        (("AsKh",), "bet4"),
        (("As", "Kh"), "bet4"),
        (("AKo",), "bet4"),
        (("22",), "check"),
        (("9s5h", "9d7c2h"), "bet2"),
        (("4c3d", "9h7s2c", "Kd", "Jd"), "fold"),
        (("4c 3d 9h 7s 2c Kd Jd",), "fold"),
    ],
)
def test_advice(cards: tuple[str, ...], best: str) -> None:
    told = json.loads(croupier("strategy", *cards, "--json").out)
    assert told["best"] == best
    assert told["choices"][0]["cost"] == 0


def test_the_page_says_what_a_mistake_costs() -> None:
    page = croupier("strategy", "AsKh")
    assert "+1.171914" in page.out
    assert "0.602986" in page.out


def test_the_table_of_169() -> None:
    hands = json.loads(croupier("strategy", "--table", "--json").out)
    assert len(hands) == 169
    assert set(hands[0]) == {"hand", "combos", "check", "bet3", "bet4", "best"}
    assert sum(hand["combos"] for hand in hands) == 1326
    assert sum(hand["combos"] for hand in hands if hand["best"] == "bet4") == 500
    assert {hand["best"] for hand in hands} == {"bet4", "check"}
    assert "AKs" in croupier("strategy", "--table").out


@thorough
def test_the_chart_on_the_terminal_and_in_files(tmp_path: Path) -> None:
    page = croupier("strategy", "--chart")
    assert " AA 4 AKs4" in page.out
    assert "500 of 1,326" in page.out
    for ending in ("png", "svg"):
        file = tmp_path / f"chart.{ending}"
        assert croupier("strategy", "--chart", str(file)).status == 0
        assert file.stat().st_size > 10_000


@thorough
def test_the_price_of_the_wizards() -> None:
    page = croupier("strategy", "--cost", "wizard")
    assert page.out.startswith("House edge of the Ante: 2.4329 %\n")
    told = json.loads(croupier("strategy", "--cost", "always-4x", "--json").out)
    assert told["edge"] == pytest.approx(0.407047, abs=1e-6)
    assert told["cost"] == pytest.approx(told["edge"] - told["best_edge"])


@thorough
def test_a_strategy_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nbet4 = "22+"\nflop = []\nriver = ["outs < 21"]\n')
    told = json.loads(croupier("strategy", "--cost", str(file), "--json").out)
    assert told["frequencies"]["preflop"]["bet4"] == pytest.approx(78 / 1326)
    assert told["edge"] > told["best_edge"]
    assert "cannot read strategy nowhere.toml" in croupier("strategy", "--cost", "nowhere.toml").err


def test_the_list() -> None:
    assert "croupier strategy --cost NAME" in croupier("strategy", "--list").out
    assert json.loads(croupier("strategy", "--list", "--json").out)[1]["name"] == "wizard"


def test_a_blind_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "blind.toml"
    file.write_text('name = "rich"\nbet = "blind"\n[pays]\nstraight = "4 to 1"\nflush = "6 to 1"\n')
    ours = json.loads(croupier("strategy", "5c4c", "--json").out)["choices"]
    rich = json.loads(croupier("strategy", "5c4c", "--paytable", str(file), "--json").out)["choices"]
    assert rich[0]["value"] > ours[0]["value"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("As",), "want 2"),
        (("AsAs",), "card twice: As"),
        (("AsKh", "2c3c"), "the board has 2 cards; want 3"),
        (("1x2y",), "not a card: '1x'"),
        (("AKx",), "not a starting hand: 'AKx'"),
        (("AsKh", "Kh7c2h"), "card twice: Kh"),
        (("--cost", "martingale"), "no strategy 'martingale' for Ultimate Texas Hold'em; there are sharp, wizard"),
        ((), "want one of: cards"),
        (("AsKh", "--table"), "want one of: cards"),
        (("--chart", "chart.gif"), "want .png or .svg"),
    ],
)
def test_refusals(arguments: tuple[str, ...], words: str) -> None:
    refused = croupier("strategy", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err
