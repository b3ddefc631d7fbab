"""`croupier edge --game`: the pages of the six games, their machine formats, and refusals."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from commands import croupier

from croupier.games import GAMES
from depth import first_of, thorough

PAGES = {
    "three-card": ("3.3730 % of the Ante", "Ante and Play", "at the decision  bet 1x  67.42 %"),
    "let-it-ride": ("3.5057 % of one bet", "Bets 1, 2 and $", "with three cards  let it ride   7.28 %"),
    "caribbean": ("5.2243 % of the Ante", "with the Raise table CS-01", "−142,031,221 / 2,718,662,100 Antes"),
    "mississippi": ("4.9149 % of the Ante", "on 4th Street  bet 3x  10.93 %", "4.9149 %   3.7591 %"),
    "crazy-four": ("3.4189 % of the Ante", "Ante, Super Bonus and Play", "Queens Up"),
}


@thorough
@pytest.mark.parametrize("key", first_of(PAGES))
def test_one_page_a_game(key: str) -> None:
    page = croupier("edge", "--game", key)
    assert (page.status, page.err) == (0, "")
    for words in PAGES[key]:
        assert words in page.out
    assert len(page.out.splitlines()) < 40


@thorough
def test_every_game_is_told_by_the_same_keys() -> None:
    """Whoever reads one game's figures reads all games' figures."""
    games = [key for key in GAMES if key not in ("flushes-gone-wild", "holdem-bonus")]  # which are solved in minutes
    told = [json.loads(croupier("edge", "--game", key, "--json").out) for key in games]
    assert len({(*one, *one["base"], *one["bets"][-1]) for one in told}) == 1
    assert [one["game"] for one in told] == [one["base"]["game"] for one in told] == games


def test_a_rule_set_implies_its_game_and_without_either_the_house_rules_are_meant() -> None:
    assert croupier("edge", "--rules", "three-card").out == croupier("edge", "--game", "three-card").out
    assert json.loads(croupier("edge", "--game", "uth", "--json").out)["rules"] == "wa-2018"


@thorough
def test_a_progressive_that_the_house_loses_by_says_so(tmp_path: Path) -> None:
    kind = tmp_path / "kind.toml"
    kind.write_text(
        'name = "kind"\nbet = "progressive"\n[pays]\nroyal_flush = "100 % of main"\nthree_of_a_kind = "50 for 1"\n'
    )
    assert "no meter: the house loses at any" in croupier("edge", "--game", "caribbean", "--paytable", str(kind)).out


@thorough
def test_machines_get_the_same() -> None:
    told = json.loads(croupier("edge", "--game", "mississippi", "--json").out)
    assert told["base"]["exact_value"] == {"numerator": -53223, "denominator": 1082900}
    assert [other["paytables"] for other in told["others"]] == [{"mississippi": "MS-02"}]
    rows = list(csv.DictReader(io.StringIO(croupier("edge", "--game", "mississippi", "--csv").out)))
    assert [row["paytable"] for row in rows[:5]] == ["MS-01", "MS-01", "MS-02", "MS-02", "PP-01"]
    assert rows[0]["word"] == "of the Ante"
    assert float(rows[0]["edge"]) == told["base"]["edge"]


@thorough
def test_a_pay_table_of_ones_own(tmp_path: Path) -> None:
    base, side = tmp_path / "base.toml", tmp_path / "side.toml"
    base.write_text('name = "kind"\nbet = "super_bonus"\n[pays]\nstraight = "2 to 1"\nflush = "3 to 2"\n')
    side.write_text('name = "half"\nbet = "queens_up"\n[pays]\ntwo_pair = "9 to 1"\n')
    page = croupier("edge", "--game", "crazy-four", "--paytable", str(base), "--paytable", str(side))
    assert "with the Super Bonus table kind" in page.out
    assert "9 to 1" in page.out
    assert "two pair" in page.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "faro"), "no game 'faro'; there are uth, three-card"),
        (("--game", "caribbean", "--rules", "ca"), "ca is a rule set of Ultimate Texas Hold'em; Caribbean"),
        (("--game", "caribbean", "--no-bad-beat-on-fold"), "has no Bad Beat that a fold could lose"),
    ],
)
def test_refusals(arguments: tuple[str, ...], words: str) -> None:
    refused = croupier("edge", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err


@thorough
def test_a_progressive_by_the_cards_that_count_in_a_game() -> None:
    told = json.loads(croupier("progressive", "--game", "three-card", "--meter", "0", "--json").out)
    assert told["edge"] == pytest.approx(0.4694, abs=5e-5)
    assert "MGL-01 in Caribbean Stud Poker" in croupier("progressive", "--game", "caribbean").out
    assert "does not offer UTH-P01; it has MGL-01" in croupier("progressive", "UTH-P01", "--game", "caribbean").err
    folded = json.loads(croupier("progressive", "--game", "mississippi", "--no-on-fold", "--meter", "0", "--json").out)
    assert folded["edge"] == pytest.approx(0.6158, abs=5e-5)
