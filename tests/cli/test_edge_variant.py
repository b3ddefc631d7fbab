"""`croupier edge --variant`: rules of one's own, from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import croupier

from depth import thorough

EXAMPLE = Path(__file__).parents[2] / "examples" / "variant.toml"


@thorough
def test_the_example_runs() -> None:
    page = croupier("edge", "--variant", str(EXAMPLE))
    assert (page.status, page.err) == (0, "")
    assert "Fives or better, a variant of Ultimate Texas Hold'em" in page.out
    assert "6.3668 % of the Ante" in page.out
    assert "pair of fives" in page.out
    assert "at the river     bet 2x  32.36 %" in page.out
    assert "2.1850 % of the Ante; here +4.1818 points" in page.out


@pytest.mark.parametrize("field", ["", "name."])
def test_a_file_that_is_nested_too_deeply_is_refused_in_words(tmp_path: Path, field: str) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(f"{field}{'.'.join('a' * 2_000)} = 1\n", encoding="utf-8")
    refused = croupier("edge", "--variant", str(path))
    assert (refused.status, refused.out) == (2, "")
    assert "deep is nested too deeply for a variant; want a section, a field and its text" in refused.err


def test_another_game_for_machines(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "three-card"\n[dealer]\nqualifies = "king high"\n', encoding="utf-8")
    told = json.loads(croupier("edge", "--game", "three-card", "--variant", str(path), "--json").out)
    assert (told["name"], told["game"]) == ("mine", "three-card")
    assert told["differences"] == [{"field": "dealer.qualifies", "house": "queen high", "now": "king high"}]
    assert told["edge"] == pytest.approx(0.02395, abs=1e-5)
    assert told["house"]["edge"] == pytest.approx(0.03373, abs=1e-5)


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ('[ante]\ntie = "maybe"', (), "ante.tie: 'maybe' is none of push, pays, loses"),
        ("", ("--game", "caribbean", "--csv"), "with --variant want no option but --game, --seek and --json"),
        ('game = "uth"', ("--game", "caribbean"), "is a variant of uth, and caribbean was asked for"),
    ],
)
def test_what_cannot_be_is_refused_in_words(tmp_path: Path, text: str, options: tuple[str, ...], said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    page = croupier("edge", "--variant", str(path), *options)
    assert page.status
    assert said in page.err
    assert "cannot read variant" in croupier("edge", "--variant", str(tmp_path / "none.toml")).err


def test_a_pay_is_sought_for_an_edge() -> None:
    page = croupier("edge", "--game", "three-card", "--seek", "ante_bonus.straight=5%")
    assert (page.status, page.err) == (0, "")
    assert page.out.startswith("Straight for 5 %: 1 to 2\n")
    assert "0 to 1 gives 6.6309 %; 1 to 2 gives 5.0019 %; 1 to 1 gives 3.3730 %." in page.out
    assert "such as blind.flush=2%" in croupier("edge", "--seek", "blind.flush").err
