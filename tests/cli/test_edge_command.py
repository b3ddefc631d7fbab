"""`croupier edge`: the page, the machine formats, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from commands import croupier

from croupier.lab.known_cards.gpu import NoGpu, gpu_name

HALF = 'name = "half"\nbet = "trips"\n[pays]\nflush = "30 to 1"\n'


def has_gpu() -> bool:
    try:
        gpu_name()
    except NoGpu:
        return False
    return True


def test_one_page() -> None:
    page = croupier("edge")
    assert (page.status, page.err) == (0, "")
    assert page.out.startswith("House edge of the Ante: 2.1850 %\n")
    assert "2.1850 % of the Ante" in page.out
    assert "0.5262 % of all money bet" in page.out
    assert "The printed 0.84 % for the whole game cannot be reproduced on any basis" in page.out
    assert "BBB-01: printed 0.19 points too low" in page.out
    assert page.out.count("as printed") == 10
    assert "Engine: cpu. Ultimate Texas Hold'em has a solver of its own, which works in one piece on" in page.out
    assert len(page.out.splitlines()) < 60


def test_machines_get_the_same() -> None:
    told = json.loads(croupier("edge", "--json").out)
    assert {"edge", "edge_of_action", "average_bet", "standard_deviation", "frequencies", "exact_value"} <= set(
        told["base"]
    )
    assert told["engine"] == "cpu"
    assert set(told["base"]["frequencies"]) == {"preflop", "flop", "river"}
    assert told["base"]["exact_value"]["numerator"] < 0 < told["base"]["exact_value"]["denominator"]
    by_table = {bet["paytable"]: bet for bet in told["bets"]}
    assert by_table["BBB-02"]["edge"] == pytest.approx(0.1479, abs=5e-5)
    assert by_table["BBB-02"]["printed_edge"] == 0.146
    assert by_table["UPB-2"]["hit_frequency"] == pytest.approx(126 / 1326)
    assert set(by_table) >= {"UTH-01", "UTH-04", "UPB-6", "UTH-P01", "MGL-ML03"}


def test_csv_has_a_row_a_bet() -> None:
    rows = list(csv.DictReader(io.StringIO(croupier("edge", "--rules", "ca", "--csv").out)))
    assert [row["paytable"] for row in rows] == ["BLIND", "BLIND", "BLIND", "UTH-02"]
    assert float(rows[-1]["edge"]) == pytest.approx(0.019, abs=1e-4)


def test_a_pay_table_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "half.toml"
    file.write_text(HALF)
    page = croupier("edge", "--rules", "ca", "--paytable", str(file))
    assert page.status == 0
    assert "half" in page.out
    assert "30 to 1" in page.out
    told = json.loads(croupier("edge", "--rules", "ca", "--paytable", str(file), "--json").out)
    assert told["bets"][-1]["paytable"] == "half"
    assert told["bets"][-1]["printed_edge"] is None


def test_folded_bad_beats_that_lose() -> None:
    told = json.loads(croupier("edge", "--no-bad-beat-on-fold", "--json").out)
    edges = {bet["paytable"]: bet["edge"] for bet in told["bets"]}
    assert edges["BBB-01"] == pytest.approx(0.2494, abs=5e-5)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rules", "nevada"), "no rule set 'nevada'; there are wa-base"),
        (("--paytable", "nowhere.toml"), "cannot read pay table nowhere.toml"),
        (("--csv", "--json"), "want one of them"),
        (("--engine", "abacus"), "no engine 'abacus'; want one of cpu, gpu, cluster"),
    ],
)
def test_refusals(arguments: tuple[str, ...], words: str) -> None:
    refused = croupier("edge", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err


@pytest.mark.skipif(has_gpu(), reason="there is a GPU here")
def test_a_solve_on_a_gpu_that_is_not_there_is_refused() -> None:
    refused = croupier("edge", "--game", "three-card", "--engine", "gpu")
    assert (refused.status, refused.out) == (2, "")
    assert "no GPU engine" in refused.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("not toml at all", "is not TOML"),
        (HALF.replace("30 to 1", "-3 to 1"), "none of them negative"),
        (HALF.replace("flush", "flosh"), "that trips does not know"),
        (HALF.replace("trips", "tripes"), "is for no bet"),
        ('name = "x"\nbet = "trips"\n', "pays nothing"),
    ],
)
def test_what_is_no_pay_table(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    refused = croupier("edge", "--paytable", str(file))
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err


def test_a_picture_is_no_pay_table(tmp_path: Path) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\x89PNG\xff\xfe")
    assert "is not text" in croupier("edge", "--paytable", str(file)).err
