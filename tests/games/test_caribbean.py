"""Caribbean Stud Poker: rulings C1 to C3, each in a table that a dealer could read."""

from __future__ import annotations

import pytest

from croupier.games.caribbean import CARIBBEAN
from croupier.rules.actions import BET1
from croupier.rules.commands import Act, IllegalAction, decide
from croupier.rules.round import due_seats
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.rules.wagers import Stakes
from croupier.web.table.seat_page import round_card
from draws import one_seat, rows, run, showdown

# own | dealer | line | Ante Raise in cents, on an Ante of $10 | the ruling
SHOWDOWNS = """
  Ah Ad 9c 8c 2d | Qs Jd 9h 5c 3s | bet2 |  1000     0 | C3 not qualified: Ante 1 to 1, Raise pushes
  7h 5d 4c 3c 2d | As Qd 9h 5c 3s | bet2 |  1000     0 | C3 ace queen does not qualify, though it is better
  Ah Kd 9c 8c 2d | As Kc 4h 3c 2s | bet2 |  1000  2000 | C3 the lowest ace king qualifies; better pays 1 to 1
  Ah Kd 9c 8c 2d | As Kc 9h 8h 2s | bet2 |     0     0 | C3 equal pushes both
  Ah Qd 9c 8c 2d | As Kc 4h 3c 2s | bet2 | -1000 -2000 | C3 worse loses both
  Ah Qd 9c 8c 2d | As Kc 4h 3c 2s | fold | -1000     0 | C2 a fold loses the Ante
  Ah Kh Qh Jh Th | 2s 2d 9h 5c 3s | bet2 |  1000 200000 | C3 royal flush 100
  9h 8h 7h 6h 5h | 2s 2d 9c 5c 3s | bet2 |  1000 100000 | C3 straight flush 50
  9h 9d 9c 9s 5h | 2s 2d 8c 5c 3s | bet2 |  1000 40000 | C3 four of a kind 20
  9h 9d 9c 5s 5h | 2s 2d 8c 5c 3s | bet2 |  1000 14000 | C3 full house 7
  9h 8h 2h 6h 5h | 2s 2d 9c 5c 3s | bet2 |  1000 10000 | C3 flush 5
  9h 8d 7h 6h 5h | 2s 2d 9c 5c 3s | bet2 |  1000  8000 | C3 straight 4
  9h 9d 9s 6h 5h | 2s 2d 8c 5c 3s | bet2 |  1000  6000 | C3 three of a kind 3
  9h 9d 6s 6h 5h | 2s 2d 8c 5c 3s | bet2 |  1000  4000 | C3 two pair 2
  9h 9d 7s 6h 5h | 2s 2d 8c 5c 3s | bet2 |  1000  2000 | C3 a pair 1
"""


@pytest.mark.parametrize("row", rows(SHOWDOWNS), ids=lambda row: row[-1])
def test_c2_c3_ante_and_raise(row: list[str]) -> None:
    own, dealer, line, want, _ = row
    got = one_seat("caribbean", own, dealer, "", line, Stakes(ante=1000), ("ante", "raise"))
    assert got == [int(cents) for cents in want.split()]


def test_c1_five_cards_each_and_the_dealers_last_face_up() -> None:
    script = showdown(
        "caribbean", {2: "2c 3c 4c 5c 7d", 5: "6c 7c 8c 9c Td"}, "2d 3d 4d 5d Kh", "", "bet2", Stakes(ante=1000)
    )
    locked, _ = run(script.commands()[:4])
    assert view(locked, AtSeat(2)).up == ()
    dealt, _ = run(script.commands()[:5])
    for viewer in (AtSeat(2), Onlooker()):
        seen = view(dealt, viewer)
        assert [str(card) for card in seen.up] == ["Kh"]
        assert seen.dealer is None
        assert seen.dealer_hand is None
        assert round_card(seen, viewer, {}).dealer == [None, None, None, None, "Kh"]
    assert round_card(view(script.played(), Onlooker()), Onlooker(), {}).dealer == ["2d", "3d", "4d", "5d", "Kh"]


def test_c2_the_raise_is_exactly_twice_the_ante() -> None:
    script = showdown("caribbean", {2: "2c 3c 4c 5c 7d"}, "2d 3d 4d 5d Kh", "", "bet2", Stakes(ante=1500))
    round, _ = run(script.commands()[:4])
    assert due_seats(round) == (2,)
    with pytest.raises(IllegalAction, match="legal actions: bet2, fold"):
        decide(round, Act(2, BET1))
    raised = script.played().seat(2)
    assert raised is not None
    assert raised.raised == {"raise": 3000}


def test_the_felt_is_the_games_own() -> None:
    assert list(CARIBBEAN.lines) == ["bet2", "fold"]
    assert [spot.key for spot in CARIBBEAN.chosen] == ["ante", "progressive"]


def test_own_five_cards_count_on_a_link() -> None:
    tables = {"raise": "CS-01", "progressive": "MGL-01"}
    stakes = Stakes(ante=1000, progressive=100)
    got = one_seat("caribbean", "9h 9d 9c 5s 5h", "2s 2d 8c 5c 3s", "", "fold", stakes, ("progressive",), tables=tables)
    assert got[0] > 0
