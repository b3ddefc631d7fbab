"""`croupier strategy --game`: advice, seen cards, readable strategies and refusals for the six games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import croupier

from depth import first_of, thorough


@pytest.mark.parametrize(
    ("arguments", "best"),
    first_of(
        [
            (("--game", "caribbean", "As Kd 9h 7c 2s", "--up", "9d"), "bet2"),
            (("--game", "caribbean", "As", "Kd", "9h", "7c", "2s", "--up", "Ad"), "fold"),
            (("--game", "three-card", "Qs6h4d"), "bet1"),
            (("--game", "three-card", "Qs6h3d"), "fold"),
            (("--game", "let-it-ride", "JsTs9s"), "ride"),
            (("--game", "let-it-ride", "JsTs9s", "2d"), "pull"),
            (("--game", "mississippi", "Js 9h", "5d"), "bet1"),
            (("--game", "mississippi", "6s7h", "2d", "9c"), "fold"),
            (("--game", "mississippi", "6s7h", "2d", "9c", "--down", "5"), "bet1"),
            (("--game", "four-card", "9s 9d 4c 3h Kd", "--up", "Td"), "bet1"),
            (("--game", "crazy-four", "As Ad 4c 3h Kd"), "bet3"),
        ]
    ),
)
def test_advice(arguments: tuple[str, ...], best: str) -> None:
    told = json.loads(croupier("strategy", *arguments, "--json").out)
    assert told["best"] == best
    assert told["choices"][0]["cost"] == 0
    assert told["cost_of_ignoring"] == 0


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("--cost wizard|--cost every-hand --game three-card", marks=thorough),
        "AsKh|Qs6d4c --game three-card",
        "--list|--list --game caribbean",
    ],
)
def test_every_game_is_told_by_the_same_keys(words: str) -> None:
    """Whoever reads one game's figures reads all games' figures."""
    one, other = (json.loads(croupier("strategy", *each.split(), "--json").out) for each in words.split("|"))
    if isinstance(one, list):
        one, other = one[0], other[0]
    assert list(one) == list(other)


def test_the_pages() -> None:
    page = croupier("strategy", "--game", "caribbean", "As Kd 9h 7c 2s", "--up", "9d")
    assert page.out.startswith("As Kd 9h 7c 2s against 9d (ace high): bet 2x\n")
    assert "−0.953960" in page.out
    assert "0.046040" in page.out
    ride = croupier("strategy", "--game", "let-it-ride", "JsTs9s").out
    assert "worth, in bets" in ride
    assert "let it ride" in ride


def test_seen_cards_may_turn_a_decision() -> None:
    seen = "Qs Qh Qd Ks Kh Kd As Ah Ad"
    page = croupier("strategy", "--game", "three-card", "Jc 4d 2h", "--seen", seen).out
    assert "not looking" in page
    assert "Whoever does not look would fold: that costs" in page
    assert "of an Ante." in page


def test_a_strategy_priced_and_listed() -> None:
    page = croupier("strategy", "--game", "three-card", "--cost", "like-the-dealer").out
    assert "3.4491 % of the Ante" in page
    assert "3.3730 %; its mistakes cost 0.0761 % of the Ante" in page
    assert "as good, to the last deal" in croupier("strategy", "--game", "three-card", "--cost", "q-6-4").out
    told = json.loads(croupier("strategy", "--game", "three-card", "--cost", "every-hand", "--json").out)
    assert told["edge"] == pytest.approx(0.076538, abs=1e-6)
    assert told["cost"] == pytest.approx(told["edge"] - told["best_edge"])
    assert "--game caribbean --cost NAME" in croupier("strategy", "--game", "caribbean", "--list").out
    assert json.loads(croupier("strategy", "--game", "caribbean", "--list", "--json").out)[0]["name"] == "up-card"


def test_every_game_has_its_chart_at_the_terminal(tmp_path: Path) -> None:
    page = croupier("strategy", "--game", "three-card", "--chart").out
    assert "five high to Q-6-3" in page
    assert "Q-6-4 to straight flush" in page
    low, high = json.loads(croupier("strategy", "--game", "three-card", "--chart", "--json").out)
    assert (low["high"], high["low"], high["columns"]) == ("Q-6-3", "Q-6-4", [{"dealer_shows": None, "bet1": 1.0}])
    drawn = tmp_path / "chart.svg"
    assert croupier("strategy", "--game", "three-card", "--chart", str(drawn)).status == 0
    assert "<svg" in drawn.read_text()


def test_a_base_table_of_ones_own_changes_the_advice(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text('name = "rich"\nbet = "let_it_ride"\n[pays]\npair_of_tens_or_better = "9 to 1"\n')
    told = json.loads(croupier("strategy", "--game", "let-it-ride", "JsTd2s", "--paytable", str(file), "--json").out)
    assert told["best"] == "ride"
    refused = croupier("strategy", "--game", "caribbean", "--cost", "pairs", "--paytable", str(file))
    assert "'rich' is a table for let_it_ride; Caribbean Stud Poker is played by raise" in refused.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "caribbean", "As Kd 9h 7c 2s"), "say which, such as --up 9d"),
        (("--game", "crazy-four", "As Kd 9h 7c 2s", "--up", "2d"), "the dealer shows no card in Crazy 4 Poker"),
        (("--game", "three-card", "As Kd"), "a hand of Three Card Poker has 2 cards; want 3"),
        (("--game", "three-card", "As Kd 2c", "--down", "2"), "changes nothing in Three Card Poker"),
        (("--game", "mississippi", "As Kd", "--down", "7"), "no 7 Antes can be down there; want 1"),
        (("--game", "three-card", "--cost", "wizard"), "there are q-6-4"),
        (("--game", "three-card", "--list", "--up", "2c"), "want its cards"),
        (("AsKh", "--up", "2c"), "the dealer shows no card in Ultimate Texas Hold'em; leave --up out"),
        (("--game", "three-card", "As As Kd"), "card twice"),
    ],
)
def test_refusals(arguments: tuple[str, ...], words: str) -> None:
    refused = croupier("strategy", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err
