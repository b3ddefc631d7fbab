"""Flushes Gone Wild: rulings G1 to G4, each in a table that a dealer could read."""

from __future__ import annotations

import pytest

from croupier.games.flushes_gone_wild import FLUSHES
from croupier.lab.bets.sidebets import side_bet
from croupier.lab.prices import price
from croupier.rules.actions import BET1
from croupier.rules.commands import Act, IllegalAction, decide
from croupier.rules.events import CardsShown
from croupier.rules.paytables import paytable
from croupier.rules.view import Onlooker, view
from croupier.rules.wagers import Stakes
from draws import one_seat, rows, run, showdown

KEY = "flushes-gone-wild"
SPOTS = ("ante", "blind", "play")

# own | dealer | board | line | Ante Blind Play in cents, on an Ante of $10 | the ruling
SHOWDOWNS = """
  Ah Kh Qh Jh 9h | 3c 4d 5s 6c 7d | 8h 9s | bet2 |  1000  5000  2000 | G4 six against two: four more pay 5 to 1
  Ah Kh Qh 9h 3d | 3c 4c 5s 6s 7d | 8d 8h | bet2 |  1000  2000  2000 | G4 five against two: three more pay 2 to 1
  Ah Kh Qh 9d 3d | 3c 4c 5s 6s 7d | 8d 9h | bet2 |  1000  1500  2000 | G4 four against two: two more pay 3 to 2
  Ah Kh Qh 9d 3c | 4c 5c Ks Jd 6h | 8s 7d | bet2 |  1000  1000  2000 | G4 three against two: one more pays 1 to 1
  2h 2d Kh 9d 3c | 4c 5c Ks 6s 7d | 8h 9s | bet2 |  1000  1000  2000 | G2 both deuces count in the suit
  Ah Qh 9h 4d 3c | Kc Tc 9c 4s 5d | 8d 7s | bet2 |  1000     0  2000 | G4 as many cards, higher ranks: the Blind pushes
  Ah Qh 9h 4d 3c | Ac Qc 9c 4s 5d | 8d 7s | bet2 |     0     0     0 | G4 equal: all push
  Kh Qh 9h 4d 3c | Ac Tc 9c 4s 5d | 8d 7s | bet2 | -1000 -1000 -2000 | G4 as many cards and lower ranks: all lose
  Ah Kh Qh Jh 9h | 3c 4d 5s 6c 7d | 8h 9s | fold | -1000 -1000     0 | G3 a fold loses Ante and Blind
"""


@pytest.mark.parametrize("row", rows(SHOWDOWNS), ids=lambda row: row[-1])
def test_g3_g4_ante_blind_and_play(row: list[str]) -> None:
    own, dealer, board, line, want, _ = row
    got = one_seat(KEY, own, dealer, board, line, Stakes(ante=1000), SPOTS)
    assert got == [int(cents) for cents in want.split()]


# own | board | line | Flush Rush in cents on $1 | the ruling
RUSH = """
  Ah Kh Qh Jh 9h | 8h 7h | bet2 | 30000 | seven cards 300
  Ah Kh Qh Jh 2c | 8h 7s | bet2 |  3000 | six, a deuce among them, 30
  Ah Kh Qh 9h 3d | 8h 7s | bet2 |   600 | five 6
  Ah Kh Qh 9h 3d | 8d 7s | bet2 |  -100 | four lose
  Ah Kh Qh Jh 9h | 8h 7h | fold |  -100 | G3 a fold loses it
"""


@pytest.mark.parametrize("row", rows(RUSH), ids=lambda row: row[-1])
def test_g3_g4_flush_rush_by_the_longest_suit_of_seven(row: list[str]) -> None:
    own, board, line, want, _ = row
    stakes = Stakes(ante=1000, flush_rush=100)
    assert one_seat(KEY, own, "3c 4d 5s 6c Ts", board, line, stakes, ("flush_rush",)) == [int(want)]


def test_g1_two_cards_on_the_board_are_turned_with_the_dealers() -> None:
    holes = {2: "2c 3c 4c 5c 7d", 5: "6c 7c 8c 9c Td"}
    script = showdown(KEY, holes, "2d 3d 4d 5d Kh", "Qs Js", "bet2", Stakes(ante=1000))
    round, _ = run(script.commands()[:5])
    assert view(round, Onlooker()).board == ()
    with pytest.raises(IllegalAction, match="legal actions: bet2, fold"):
        decide(round, Act(2, BET1))
    shown = [(len(e.board), len(e.dealer)) for e in script.events() if isinstance(e, CardsShown)]
    assert shown == [(2, 5)]


def test_g4_the_tables_are_the_houses_own() -> None:
    """They were made so: 2 to 4 % of the Ante, and 5 to 8 % of Flush Rush."""
    tables = (paytable("FGW-01", "flush_margin"), paytable("FR-01", "flush_rush"))
    assert 0.02 <= price("flushes-gone-wild/FGW-01").edge <= 0.04
    assert 0.05 <= side_bet(tables[1]).edge <= 0.08
    assert any("house's own" in notice for notice in FLUSHES.rule_sets[0].notices)


def test_own_five_cards_count_on_a_link_and_a_deuce_is_a_deuce() -> None:
    tables, stakes = {"progressive": "MGL-01"}, Stakes(ante=1000, progressive=100)
    for own, want in (("9h 9d 9c 5s 2h", 800), ("9h 9d 2c 2s 5h", -100)):
        got = one_seat(KEY, own, "3c 4d 5c 6c Ts", "8d 7s", "fold", stakes, ("progressive",), tables=tables)
        assert got == [want]
    assert FLUSHES.table_words("flush_margin") == "Blind"
