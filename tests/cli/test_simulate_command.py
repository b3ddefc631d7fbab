"""`croupier simulate`: repeatable, with the exact answers beside it, and whole files or none."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest
from commands import croupier

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
    assert 0 < told["exact"]["ruin"]["risk"] < 1


@thorough
def test_side_bets_and_meters() -> None:
    page = croupier(
        "simulate", "300000", "--trips", "UTH-02", "--bad-beat", "BBB-01", "--pairs", "UPB-1=2",
        "--progressive", "MGL-ML03", "--meter", "minor=700", "--strategy", "wizard",
    )  # fmt: skip
    assert (page.status, page.err) == (0, "")
    for words in ("UTH-02", "BBB-01", "UPB-1", "all together", "four of a kind", "meters now", "without Pairs"):
        assert words in page.out


@thorough
def test_the_chart(tmp_path: Path) -> None:
    file = tmp_path / "run.svg"
    assert croupier("simulate", "20000", "--chart", str(file)).status == 0
    assert "<svg" in file.read_text()


@thorough
def test_an_interrupted_run_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "run.png"
    with patch("croupier.lab.charts.draw_run", side_effect=KeyboardInterrupt):
        stopped = croupier("simulate", "20000", "--chart", str(file))
    assert (stopped.status, stopped.out) == (2, "")
    assert "the run was interrupted; nothing was written" in stopped.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("0",), "want at least 1"),
        (("100", "--seed", "-1"), "want 0 or more"),
        (("100", "--strategy", "hope"), "no strategy 'hope'; there are wizard, house, pocket, always-4x, and optimal"),
        (("100", "--bad-beat", "BBB-01"), "add --trips"),
        (("100", "--trips", "UTH-09"), "no trips pay table 'UTH-09'"),
        (("100", "--trips", "UTH-02=x"), "not a stake: 'x'"),
        (("100", "--trips", "UTH-02=0"), "want 1 or more"),
        (("100", "--bankroll", "3"), "a bankroll of 3 Antes cannot be played"),
        (("100", "--session", "0"), "up to 50,000 rounds; not 0"),
        (("100", "--chart", "run.txt"), "want .png or .svg"),
        (("100", "--progressive", "BBB-01"), "no progressive pay table"),
    ],
)
def test_refusals(arguments: tuple[str, ...], words: str) -> None:
    refused = croupier("simulate", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err
