"""Figures that no document prints are not called printed, and the one that cannot be reproduced says so."""

from __future__ import annotations

import json

from commands import croupier


def test_california_prints_no_edges() -> None:
    page = croupier("rules", "ca").out
    assert "printed" not in page
    tables = json.loads(croupier("rules", "ca", "--json").out)["paytables"]
    assert tables["trips"]["UTH-02"]["printed_edge"] is None
    assert tables["blind"]["BLIND"]["printed_edge"] is None
    edges = json.loads(croupier("edge", "--rules", "ca", "--json").out)
    assert edges["base"]["printed_edge"] is None
    assert [bet["printed_edge"] for bet in edges["bets"]] == [None] * len(edges["bets"])
    assert "printed" not in croupier("edge", "--rules", "ca").out


def test_the_printed_edge_of_the_whole_game_never_stands_without_its_warning() -> None:
    page = " ".join(croupier("rules", "wa-2018").out.split())
    blind, rest = page.split("Trips", 1)
    assert "printed house edge" not in blind, "0.84 % is no edge of the Blind"
    assert "0.84 %" in blind
    assert "cannot be reproduced on any basis" in blind
    assert "2.185 % of the Ante" in blind
    assert "printed house edge" in rest
