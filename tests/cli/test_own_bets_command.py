"""Own side bets and progressive tables at the terminal: priced, played, and at tables and links of the room."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from card_room_commands import Desk, cheap_hashes
from commands import croupier

from depth import thorough

EXAMPLES = Path(__file__).parents[2] / "examples"
SIDE_BETS, OF_GAMES, PROGRESSIVE = (
    str(EXAMPLES / f"{name}.toml") for name in ("side_bet", "side_bets_of_games", "progressive")
)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    return Desk(f"{tmp_path}/room.db")


@thorough
def test_every_bet_of_a_file_is_priced_line_by_line() -> None:
    page = croupier("edge", "--side-bet", SIDE_BETS)
    assert (page.status, page.err) == (0, "")
    assert "Suited Aces, Mississippi Stud: the player's own cards (2), 1,326 deals" in page.out
    assert "not an approved bet" in page.out


def test_the_pay_of_a_line_is_sought() -> None:
    told = json.loads(croupier("edge", "--side-bet", SIDE_BETS, "--seek", "flush_rush.flush=5%", "--json").out)
    assert (told["name"], told["sought"]["below"]["pays"], told["sought"]["above"]["pays"]) == (
        "Flush Rush", "28 to 1", "29 to 1",
    )  # fmt: skip
    refused = croupier("edge", "--side-bet", SIDE_BETS, "--seek", "flush_rush.pair=5%")
    assert (refused.status, "there are royal_flush" in refused.err) == (2, True)
    refused = croupier("edge", "--side-bet", SIDE_BETS, "--seek", "trips.pair=5%")
    assert "no side bet in side_bet.toml has a line 'trips.pair'; want LINE of one of flush_rush" in refused.err


def test_two_side_bets_of_ones_own_are_put_side_by_side(tmp_path: Path) -> None:
    declared = '[pairs]\nname = "{}"\ngames = ["three-card"]\ncards = "hole"\n[pairs.pays]\n"pair or better" = "{}"\n'
    for name, pay in (("a", "3 to 1"), ("b", "2 to 1")):
        (tmp_path / f"{name}.toml").write_text(declared.format(f"Any pair {name}", pay))
    told = json.loads(croupier("compare", str(tmp_path / "a.toml"), str(tmp_path / "b.toml"), "--json").out)
    assert told["kind"] == "bet"
    assert told["b"]["edge"] - told["a"]["edge"] == pytest.approx(told["a"]["hit_frequency"])


def test_one_game_of_a_file_for_machines() -> None:
    told = json.loads(croupier("edge", "--side-bet", OF_GAMES, "--game", "caribbean", "--json").out)
    assert (told["name"], told["game"], told["deals"]) == ("Stud Aces", "caribbean", 2_598_960)
    assert [line["ways"] for line in told["lines"]] == [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 84_480]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--side-bet", SIDE_BETS, "--game", "caribbean"), "no side bet in side_bet.toml is declared for caribbean"),
        (("--side-bet", SIDE_BETS, "--csv"), "with --side-bet want only --game, --seek and --json"),
        (("--side-bet", "nowhere.toml"), "cannot read side bet nowhere.toml"),
    ],
)
def test_what_cannot_be_priced_says_why(options: tuple[str, ...], said: str) -> None:
    answer = croupier("edge", *options)
    assert answer.status != 0
    assert said in answer.err


def test_it_is_played_at_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("10 own_flush_rush 5 own_suited_aces 2\n4\nlast\nq\n"))
    said = croupier("play", "--side-bet", SIDE_BETS, "--progressive", PROGRESSIVE, "--seed", "own").out
    assert "Flush Rush" in said
    assert "seat 1 bets ante 10 own_flush_rush 5 own_suited_aces 2" in said


def test_a_table_is_opened_with_them_marked_and_loses_them_again(desk: Desk) -> None:
    desk.furnish("--side-bet", SIDE_BETS)
    shown = json.loads(desk.ok("table", "show", "T1", "--json"))
    (own,) = (row for row in shown["choices"] if row["choice"] == "own_bets")
    assert own["words"] == "Flush Rush, Suited Aces, Board Straight, Both Hands"
    assert "none" in desk.ok("table", "change", "T1", "--side-bet", "none", by="sue")


def test_r9_a_bet_on_the_houses_hand_is_priced_and_neither_played_nor_offered(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "dealer.toml"
    file.write_text(
        '[pair]\nname = "Dealer\'s Pair"\ngames = ["uth"]\ncards = "dealer\'s hole"\npays = {pair = "12 to 1"}\n'
    )
    why = "Dealer's Pair counts the dealer's own cards and no card of the player's: it is a bet on the house's hand"
    page = croupier("edge", "--side-bet", str(file))
    assert page.status == 0
    assert page.out.startswith("House edge, Dealer's Pair, Ultimate Texas Hold'em: ")
    assert why in " ".join(page.out.split())
    assert "a table that offers it" not in page.out
    assert why in json.loads(croupier("edge", "--side-bet", str(file), "--json").out)["note"]
    desk.furnish()
    for refused in (
        croupier("play", "--side-bet", str(file)).err,
        desk.refused("table", "open", "T2", "--side-bet", str(file), by="sue"),
        desk.refused("table", "change", "T1", "--side-bet", str(file), by="sue"),
    ):
        assert why in refused
        assert "(R9); want a bet that counts a card of the player's, or the community cards alone" in refused
