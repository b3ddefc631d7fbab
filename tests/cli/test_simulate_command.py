"""`croupier simulate`: repeatable, with the exact answers beside it, and whole files or none."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest
from commands import croupier

from croupier.games import GAMES
from croupier.lab.solver import solver
from croupier.lab.solver.hold_em import UltimateTexasHoldem
from croupier.lab.solver.six_games import SixGames
from depth import thorough


@thorough
def test_a_seed_repeats() -> None:
    first, again, other = (croupier("simulate", "20000", "--seed", seed, "--json").out for seed in ("7", "7", "8"))
    assert first == again != other
    told = json.loads(first)
    assert told["rounds"] == 20_000
    low, high = told["confidence_95"]
    assert low < told["mean"] < high
    assert told["exact"]["mean"] == pytest.approx(-0.02185, abs=1e-5)
    session = told["exact"]["session"]
    assert session["ahead"] + session["even"] + session["behind"] == pytest.approx(1)
    assert 0 < session["ruined"] < session["behind"] < 1


@thorough
def test_every_game_is_told_by_the_same_keys() -> None:
    """Whoever reads one game's figures reads all games' figures."""
    games = [key for key in GAMES if key not in ("flushes-gone-wild", "holdem-bonus")]  # which are solved in minutes
    told = [json.loads(croupier("simulate", "1000", "--game", key, "--json").out) for key in games]
    assert len({(*one, *one["exact"], *one["bets"]["base"]) for one in told}) == 1
    for one in told:
        game = GAMES[one["game"]]
        streets = [street.key for street in game.streets]
        assert list(one["exact"]["frequencies"]) == streets
        # Elsewhere a round is drawn by how it ends, and nobody knows which choices were made.
        is_dealt = isinstance(solver(game), UltimateTexasHoldem | SixGames)
        assert list(one["frequencies"]) == (streets if is_dealt else [])


@thorough
def test_side_bets_and_meters() -> None:
    page = croupier(
        "simulate", "300000", "--trips", "UTH-02", "--bad-beat", "BBB-01", "--pairs", "UPB-1=2",
        "--progressive", "MGL-ML03", "--meter", "minor=700", "--strategy", "wizard", "--session", "40",
    )  # fmt: skip
    assert page.status == 0
    for words in ("UTH-02", "BBB-01", "UPB-1", "all together", "four of a kind", "The meters now", "was measured on"):
        assert words in page.out


@thorough
def test_the_chart(tmp_path: Path) -> None:
    file = tmp_path / "run.svg"
    assert croupier("simulate", "20000", "--chart", str(file)).status == 0
    assert "<svg" in file.read_text()


@thorough
def test_an_interrupted_run_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "run.png"
    with patch("croupier.studies.pictures.png.paint", side_effect=KeyboardInterrupt):
        stopped = croupier("simulate", "20000", "--chart", str(file))
    assert (stopped.status, stopped.out) == (2, "")
    assert "the run was interrupted; nothing was written" in stopped.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("0",), "want at least 1"),
        (("100", "--seed", "-1"), "want 0 or more"),
        (("100", "--strategy", "hope"), "there are sharp, wizard, house, pocket, always-4x, and optimal"),
        (("100", "--bad-beat", "BBB-01"), "Bad Beat needs Ante and Trips; bet Trips too"),
        (("100", "--trips", "UTH-09"), "no trips pay table 'UTH-09'"),
        (("100", "--trips", "UTH-02=x"), "not a stake: 'x'"),
        (("100", "--trips", "UTH-02=0"), "want 1 or more"),
        (("100", "--bankroll", "30"), "$30 are 3 base bets of $10, and a full round needs 6"),
        (("100", "--session", "0"), "without rounds has nothing to tell"),
        (("100", "--chart", "run.txt"), "want .png or .svg"),
        (("100", "--progressive", "BBB-01"), "no progressive pay table"),
    ],
)
def test_refusals(arguments: tuple[str, ...], words: str) -> None:
    refused = croupier("simulate", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err


@thorough
def test_a_seed_repeats_in_another_game() -> None:
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
    assert told["exact"]["mean"] == pytest.approx(-142031221 / 2718662100)
    assert sum(result["chance"] for result in told["exact"]["results"]) == pytest.approx(1)


@thorough
def test_the_page_of_another_game() -> None:
    page = croupier("simulate", "30000", "--game", "let-it-ride", "--session", "100", "--bankroll", "500")
    assert (page.status, page.err) == (0, "")
    for words in (
        "Bets won a round: ",
        "30,000 rounds of Let It Ride by the best play, seed 0, came to ",
        "with three cards  let it ride",
        "a round nets, bets",
        "+3,000",
        "A session of 100 rounds, exactly (Bets 1, 2 and $)",
        "50 bets fall below the 3 of a full round",
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
    assert told["exact"]["mean"] > 0, "a straight pays 9 to 1"
    assert "<svg" in chart.read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--trips", "UTH-02"), "no --trips is settled along with Three Card Poker; there are --pair-plus, --six-card"),
        (("--progressive", "MGL-01"), "leave --progressive out"),
        (("--strategy", "hope"), "there are q-6-4, like-the-dealer, every-hand, and optimal"),
        (("--bankroll", "10"), "$10 are 1 base bets of $10, and a full round needs 2"),
        (("--seed", "-1"), "want 0 or more"),
        (("--chart", "run.txt"), "want .png or .svg"),
    ],
)
def test_refusals_of_another_game(arguments: tuple[str, ...], words: str) -> None:
    refused = croupier("simulate", "100", "--game", "three-card", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err
