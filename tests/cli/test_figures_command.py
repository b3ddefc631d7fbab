"""`croupier figures`: the same figures on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_room_commands import Desk

from croupier.floor.soak.run import Soak
from croupier.store.journal import open_store


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    db = str(tmp_path_factory.mktemp("figures") / "soak.db")
    with open_store(db) as store:
        Soak(store, seed=3, rounds=40, tables=4).run()
    return Desk(db)


def test_figures_for_machines_add_up(desk: Desk) -> None:
    made = json.loads(desk.ok("figures", "--json"))
    assert [row["name"] for row in made["rows"]] == ["S1", "S2", "S3", "S4"]
    for figure in ("rounds", "handle", "drop", "win", "corrected", "fees"):
        assert sum(row[figure] for row in made["rows"]) == made["total"][figure]
    assert sum(bet["win"] for bet in made["bets"]) - made["total"]["corrected"] == made["total"]["win"]
    assert made["rows"][1]["fees"] > 0 == made["rows"][1]["win"], "California"
    assert {"theoretical_win", "standard_deviation", "deviations", "flagged"} <= made["total"].keys()


def test_figures_for_people(desk: Desk) -> None:
    text = desk.ok("figures", "--by", "game")
    assert text.splitlines()[0].split()[:3] == ["rounds", "an", "hour"]
    assert "Ultimate Texas Hold'em" in text
    assert "uth Trips" in text


def test_one_table_by_shift_and_as_a_sheet(desk: Desk) -> None:
    lines = desk.ok("figures", "--table", "S3", "--by", "shift", "--csv").splitlines()
    assert lines[0].startswith("part,name,rounds,")
    assert lines[1].startswith('shift,"S3, shift 1')


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--by", "moon"), "no figures by 'moon'; want table, game, shift or day"),
        (("--table", "T9"), "there are S1, S2, S3, S4"),
        (("--game", "chess"), "no game 'chess'"),
        (("--period", "fortnight"), "no period 'fortnight'"),
        (("--from", "2026-11-15", "--until", "2026-11-14"), "before they begin"),
    ],
)
def test_what_cannot_be_is_refused(desk: Desk, arguments: tuple[str, ...], why: str) -> None:
    assert why in desk.refused("figures", *arguments)


def test_there_is_no_record(tmp_path: Path) -> None:
    assert "croupier:" in Desk(str(tmp_path / "none.db")).refused("figures")
