"""`croupier simulate --game`: runs of the six games, with the exact answers beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import croupier

from depth import thorough


@thorough
def test_a_seed_repeats() -> None:
    first, again, other = (
        croupier("simulate", "20000", "--game", "caribbean", "--seed", seed, "--json").out for seed in ("7", "7", "8")
    )
    assert first == again != other
    told = json.loads(first)
    assert told["game"] == "caribbean"
    assert told["rounds"] == 20_000
    assert told["exact"]["exact_value"] == {"numerator": -142031221, "denominator": 2718662100}
    session = told["exact"]["session"]
    assert session["ahead"] + session["even"] + session["behind"] == pytest.approx(1)
    assert told["exact"]["ruin"]["need"] == 3
    assert sum(result["chance"] for result in told["exact"]["results"]) == pytest.approx(1)


@thorough
def test_the_page() -> None:
    page = croupier("simulate", "30000", "--game", "let-it-ride", "--session", "100", "--bankroll", "50")
    assert (page.status, page.err) == (0, "")
    for words in (
        "30,000 rounds of Let It Ride, strategy optimal, seed 0; results in bets",
        "with three cards  let it ride",
        "a round nets, bets",
        "+3,000",
        "Exactly, for a session of 100 rounds (Bets 1, 2 and $)",
        "that 50 bets fall below the 3 of a full bet",
    ):
        assert words in page.out


@thorough
def test_a_strategy_a_table_of_ones_own_and_a_chart(tmp_path: Path) -> None:
    chart, table = tmp_path / "run.svg", tmp_path / "mine.toml"
    table.write_text('name = "mine"\nbet = "ante_bonus"\n[pays]\nstraight = "9 to 1"\n')
    told = json.loads(
        croupier(
            "simulate", "20000", "--game", "three-card", "--strategy", "every-hand", "--paytable", str(table),
            "--chart", str(chart), "--json",
        ).out
    )  # fmt: skip
    assert told["frequencies"]["decision"] == {"bet1": 1.0, "fold": 0.0}
    assert told["exact"]["paytables"] == {"ante_bonus": "mine"}
    assert told["exact"]["edge_of_base_bet"] < 0
    assert "<svg" in chart.read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--trips", "UTH-02"), "leave --trips out for Three Card Poker"),
        (("--progressive", "MGL-01"), "leave --progressive out"),
        (("--strategy", "hope"), "there are q-6-4, like-the-dealer, every-hand, and optimal"),
        (("--bankroll", "1"), "a bankroll of 1 Antes cannot be played down to 2"),
        (("--seed", "-1"), "want 0 or more"),
        (("--chart", "run.txt"), "want .png or .svg"),
    ],
)
def test_refusals(arguments: tuple[str, ...], words: str) -> None:
    refused = croupier("simulate", "100", "--game", "three-card", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err
