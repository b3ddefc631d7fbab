"""Mississippi Stud: rulings M1 to M4, each in a table that a dealer could read."""

from __future__ import annotations

import pytest

from croupier.games import ruleset
from croupier.games.mississippi import MISSISSIPPI
from croupier.rules.actions import CHECK
from croupier.rules.commands import Act, IllegalAction, decide
from croupier.rules.events import CardsShown
from croupier.rules.round import due_seats
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.rules.wagers import Stakes
from draws import one_seat, rows, run, showdown

SPOTS = ("ante", "third", "fourth", "fifth")

# own | board | line | Ante 3rd 4th 5th in cents, on an Ante of $10 | the ruling
SHOWDOWNS = """
  Ah Kh | Qh Jh Th | bet3 bet3 bet3 | 500000 1500000 1500000 1500000 | M3 royal flush 500, on every bet
  9h 8h | 7h 6h 5h | bet1 bet1 bet1 | 100000 100000 100000 100000 | M3 straight flush 100
  9h 9d | 9c 9s 5h | bet1 bet2 bet3 |  40000 40000 80000 120000 | M3 four of a kind 40; each bet by its own size
  9h 9d | 9c 5s 5h | bet1 bet1 bet1 |  10000 10000 10000 10000 | M3 full house 10
  9h 8h | 7h 6h 2h | bet1 bet1 bet1 |   6000  6000  6000  6000 | M3 flush 6
  9h 8d | 7h 6h 5h | bet1 bet1 bet1 |   4000  4000  4000  4000 | M3 straight 4
  9h 9d | 9c 6h 5h | bet1 bet1 bet1 |   3000  3000  3000  3000 | M3 three of a kind 3
  9h 9d | 6c 6h 5h | bet1 bet1 bet1 |   2000  2000  2000  2000 | M3 two pair 2
  Jh Jd | 6c 7h 5h | bet1 bet1 bet1 |   1000  1000  1000  1000 | M3 pair of jacks 1
  Ah 2d | Ac 7h 5h | bet1 bet1 bet1 |   1000  1000  1000  1000 | M3 or better
  Th Td | 6c 7h 5h | bet3 bet1 bet1 |      0     0     0     0 | M3 a pair of tens pushes
  6h 3d | 6c 7h Kh | bet1 bet1 bet1 |      0     0     0     0 | M3 and a pair of sixes
  5h 5d | 6c 7h Kh | bet1 bet3 bet1 |  -1000 -1000 -3000 -1000 | M3 a pair of fives loses
  Ah Kd | 6c 7h 2h | bet1 bet1 bet1 |  -1000 -1000 -1000 -1000 | M3 less loses
  Ah Ad | 6c 7h 2h | fold           |  -1000     0     0     0 | M2 a fold loses the Ante
  Ah Ad | 6c 7h 2h | bet2 fold      |  -1000 -2000     0     0 | M2 and all bets so far
  Ah Ad | 6c 7h 2h | bet2 bet3 fold |  -1000 -2000 -3000     0 | M2 also before the last card
"""


@pytest.mark.parametrize("row", rows(SHOWDOWNS), ids=lambda row: row[-1])
def test_m2_m3_every_bet_pays_by_the_five_cards(row: list[str]) -> None:
    own, board, line, want, _ = row
    assert one_seat("mississippi", own, "", board, line, Stakes(ante=1000), SPOTS) == [int(c) for c in want.split()]


def test_m3_the_other_table_pays_five_on_a_straight_and_the_same_otherwise() -> None:
    tables = {"mississippi": "MS-02"}
    stakes, line = Stakes(ante=1000), "bet1 bet1 bet1"
    assert one_seat("mississippi", "9h 8d", "", "7h 6h 5h", line, stakes, SPOTS, tables=tables) == [5000] * 4
    assert one_seat("mississippi", "9h 8h", "", "7h 6h 2h", line, stakes, SPOTS, tables=tables) == [6000] * 4
    assert ruleset("mississippi").tables["mississippi"] == ("MS-01", "MS-02")


# board | Three Card Bonus in cents on $1 | the ruling
BONUS = """
  4h 3h 2h | 4000 | M4 straight flush 40
  4h 4d 4c | 3000 | M4 three of a kind 30
  4h 3d 2c |  600 | M4 straight 6
  9h 7h 2h |  300 | M4 flush 3
  9h 9d 2h |  100 | M4 pair 1
  Ah Kd 9h | -100 | M4 less loses
"""


@pytest.mark.parametrize("line", ["bet1 bet1 bet1", "fold", "bet3 fold"])
@pytest.mark.parametrize("row", rows(BONUS), ids=lambda row: row[-1])
def test_m4_three_card_bonus_by_the_board_whatever_the_player_does(row: list[str], line: str) -> None:
    board, want, _ = row
    stakes = Stakes(ante=1000, three_card_bonus=100)
    assert one_seat("mississippi", "Ks Qc", "", board, line, stakes, ("three_card_bonus",)) == [int(want)]


def test_m1_two_cards_each_three_on_the_board_and_none_for_the_dealer() -> None:
    script = showdown("mississippi", {2: "2c 3c", 5: "5c 6c"}, "", "8c 9c Tc", "bet1 bet1 bet1", Stakes(ante=1000))
    round, _ = run(script.commands()[:5])
    assert [str(card) for card in round.cards.own[5]] == ["5c", "6c"]
    assert round.cards.dealer == ()
    assert view(round, Onlooker()).board == ()
    over = view(script.played(), AtSeat(2))
    assert not over.dealer
    assert over.dealer_hand is None


def test_m2_before_each_community_card_a_bet_or_a_fold() -> None:
    script = showdown(
        "mississippi",
        {2: "2c 3c", 5: "5c 6c"},
        "",
        "8c 9c Tc",
        {2: "bet3 fold", 5: "bet1 bet2 bet3"},
        Stakes(ante=1000),
    )
    round, _ = run(script.commands()[:5])
    assert due_seats(round) == (2, 5)
    with pytest.raises(IllegalAction, match="on 3rd Street; legal actions: bet3, bet2, bet1, fold"):
        decide(round, Act(2, CHECK))
    shown = [[str(card) for card in e.board] for e in script.events() if isinstance(e, CardsShown)]
    assert shown == [["8c"], ["9c"], ["Tc"]]
    seat = script.played().seat(5)
    assert seat is not None
    assert seat.raised == {"third": 1000, "fourth": 2000, "fifth": 3000}


# own | line | the outcome | why
OUTCOMES = """
  Jh Jd | bet1 bet1 bet1 | win  | by the pay: there is no dealer to beat
  Th Td | bet1 bet1 bet1 | tie  | a push is a tie
  5h 4d | bet1 bet1 bet1 | lose | less loses
  Jh Jd | fold           | fold | a fold is a fold
"""


@pytest.mark.parametrize("row", rows(OUTCOMES), ids=lambda row: row[-1])
def test_m3_the_outcome_goes_by_the_pay(row: list[str]) -> None:
    own, line, want, _ = row
    script = showdown("mississippi", {3: own}, "", "2c 7s 9h", line, Stakes(ante=1000))
    (seat,) = view(script.played(), Onlooker()).seats
    assert seat.outcome is not None
    assert seat.outcome.value == want


def test_the_felt_is_the_games_own() -> None:
    assert len(MISSISSIPPI.lines) == 1 + 3 + 9 + 27
    assert MISSISSIPPI.table_words("mississippi") == "Mississippi Stud"
    assert MISSISSIPPI.table_words("three_card_bonus") == "Three Card Bonus"
