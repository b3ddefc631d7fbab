"""`croupier progressive`: the page, JSON, the chart, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import croupier

from croupier.games import GAMES
from depth import first_of, thorough


def test_the_page() -> None:
    page = croupier("progressive", "UTH-P01", "--meter", "100000", "--tax", "24", "--wagers-per-hour", "300")
    assert (page.status, page.err) == (0, "")
    rows = {words.strip(): value for line in page.out.splitlines() for words, _, value in [line.rpartition("  ")]}
    assert rows["fair at, the others as they stand"] == "$165,960"
    assert rows["fair at, after tax"] == "$218,368"
    assert rows["wagers to its 100 % award, on average"] == "649,740"
    assert rows["at the median"] == "450,366"
    assert rows["hours to it, on average"] == "2,165.8"


def test_json_with_every_level() -> None:
    told = json.loads(
        croupier("progressive", "MGL-ML03", "--players", "6", "--meter", "mega=250000", "--stake", "5", "--json").out
    )
    assert told["levels"]["mega"]["meter"] == 250_000_00
    assert told["stake"] == 500
    assert told["envy_by_players"]["6"] == pytest.approx(5 * told["envy_by_players"]["2"])
    for level in told["levels"].values():
        assert {"break_even", "growth_per_wager", "expected_wagers", "median_wagers", "meter_at_hit", "curve"} <= set(
            level
        )


@thorough
def test_running_dry_and_warnings() -> None:
    page = croupier(
        "progressive",
        "--fixed-off-meter",
        "--contribution",
        "65",
        "--reserve",
        "0",
        "--reseed",
        "1000",
        "--meter",
        "1000",
    )
    assert page.status == 0
    assert "runs dry before its award" in page.out
    assert "only 65 % of each wager goes in; below 70 % it may run dry" in page.out
    assert "no reserve" in page.out
    assert "the seed of $1,000 is below the largest fixed award, $3,000" in page.out


def test_a_rate_above_the_delivered_one() -> None:
    page = croupier("progressive", "--contribution", "25", "--preconfigured", "23")
    assert "25 % is above the preconfigured 23 %" in page.out


@pytest.mark.parametrize("name", first_of(["MGL-01", "MGL-ML01", "MGL-ML03"]))
def test_r59_a_multi_game_link_returns_the_same_in_every_game(name: str) -> None:
    told = {}
    for game in GAMES:
        told[game] = json.loads(croupier("progressive", name, "--game", game, "--players", "6", "--json").out)
    for key in ("return", "envy_return", "hit_frequency", "house_keeps"):
        assert len({page[key] for page in told.values()}) == 1, key


def test_r59_three_card_poker_on_a_link_returns_less_than_is_bet() -> None:
    link = ("--meter", "10000", "--reseed", "10000", "--contribution", "20", "--reserve", "5", "--players", "6")
    page = croupier("progressive", "MGL-01", "--game", "three-card", *link)
    assert page.out.startswith("Return of the wager now: 58.83 %")


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_chart(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"return.{ending}"
    assert croupier("progressive", "MGL-ML01", "--chart", str(file)).status == 0
    start = file.read_bytes()[:300]
    assert start.startswith(b"\x89PNG") if ending == "png" else b"<svg" in file.read_bytes()
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("UTH-02",), "no progressive pay table 'UTH-02'; there are MGL-01"),
        (("MGL-ML01", "--meter", "100"), "has 2 meters; want --meter mega=100000 --meter major=5000"),
        (("--meter", "minor=100"), "has no 'minor' meter"),
        (("--meter", "-5"), "not an amount"),
        (("--meter", "lots"), "not an amount: 'lots'"),
        (("--contribution", "120"), "want 0 to 100"),
        (("--contribution", "half"), "not a percentage"),
        (("--tax", "100"), "leaves nothing"),
        (("--players", "9"), "want 1 to 6"),
        (("--stake", "0"), "buys nothing"),
        (("--wagers-per-hour", "0"), "want 1 to 1,000,000,000"),
        (("--chart", "return.pdf"), "want .png or .svg"),
        (("--chart", "/nowhere/at/all.png"), "there is no folder"),
        (("MGL-ML01", "--fixed-off-meter"), "come from the tray"),
    ],
)
def test_refusals(arguments: tuple[str, ...], words: str) -> None:
    refused = croupier("progressive", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err
