"""Texas Hold'em Bonus: rulings B1 to B4, each in a table that a dealer could read."""

from __future__ import annotations

import pytest

from croupier.games import ruleset
from croupier.games.holdem_bonus import HOLDEM_BONUS
from croupier.rules.actions import BET2, CHECK
from croupier.rules.commands import Act, IllegalAction, decide
from croupier.rules.events import CardsShown
from croupier.rules.round import due_seats
from croupier.rules.view import Onlooker, view
from croupier.rules.wagers import Stakes
from draws import one_seat, rows, run, showdown

SPOTS = ("ante", "flop", "turn", "river")

# own | dealer | board | line | Ante Flop Turn River in cents, on an Ante of $10 | the ruling
SHOWDOWNS = """
  Ah Kh | 2c 2d | Qh Jh Th 3s 4d | bet2 bet1 bet1   |  1000  2000  1000  1000 | B3 a royal flush: every bet 1 to 1
  9h 8d | 2c 2d | 7h 6c 5s Ks Jd | bet2 bet1 check  |  1000  2000  1000     0 | B3 a straight pays the Ante
  9h 9d | 2c 2d | 9c 6c 4s Ks Jd | bet2 check bet1  |     0  2000     0  1000 | B3 three of a kind: the Ante pushes
  Ah Kd | Ac Qd | 9c 6c 4s 3s Jd | bet2 check check |     0  2000     0     0 | B3 ace high is better: the dealer plays
  Ah 2d | Ac 3h | Kc Qs Js 9d 8c | bet2 bet1 bet1   |     0     0     0     0 | B3 equal: all push
  Ah Kd | 2c 2d | 9c 6c 4s 3s Jd | bet2 bet1 bet1   | -1000 -2000 -1000 -1000 | B3 worse: all lose
  Ah Kd | 2c 2d | 9c 6c 4s 3s Jd | bet2 check check | -1000 -2000     0     0 | B2 who checks bets no more
  Ah Kd | 2c 3d | 9c 6c 4s 8s Jd | fold             | -1000     0     0     0 | B2 a fold loses the Ante
"""


@pytest.mark.parametrize("row", rows(SHOWDOWNS), ids=lambda row: row[-1])
def test_b2_b3_ante_flop_turn_and_river(row: list[str]) -> None:
    own, dealer, board, line, want, _ = row
    got = one_seat("holdem-bonus", own, dealer, board, line, Stakes(ante=1000), SPOTS)
    assert got == [int(cents) for cents in want.split()]


def test_b3_the_other_table_pays_the_ante_from_a_flush_on() -> None:
    stakes, line, tables = Stakes(ante=1000), "bet2 check check", {"holdem_bonus": "THB-02"}
    straight, flush = "7h 6c 5s Ks Jd", "7h 6h 2h Ks Jd"
    for board, want in ((straight, 0), (flush, 1000)):
        assert one_seat("holdem-bonus", "9h 8h", "3c 3d", board, line, stakes, ("ante",), tables=tables) == [want]
    assert ruleset("holdem-bonus").tables["holdem_bonus"] == ("THB-01", "THB-02")


# own | dealer | Bonus in cents on $1 | the ruling
BONUS = """
  Ah Ad | As Ac | 100000 | B4 aces against aces 1,000
  Ah Ad | Ks Kc |   3000 | B4 aces 30
  Ah Kh | Ks Kc |   2500 | B4 ace and king suited 25
  Ah Jh | Ks Kc |   2000 | B4 ace with queen or jack suited 20
  Ah Kd | Ks Kc |   1500 | B4 ace and king 15
  Jh Jd | Ks Kc |   1000 | B4 jacks to kings 10
  Ah Qd | Ks Kc |    500 | B4 ace with queen or jack 5
  2h 2d | Ks Kc |    300 | B4 a lower pair 3
  Kh Qh | Ks Kc |   -100 | B4 less loses
"""


@pytest.mark.parametrize("line", ["bet2 check check", "fold"])
@pytest.mark.parametrize("row", rows(BONUS), ids=lambda row: row[-1])
def test_b4_bonus_by_the_own_two_cards_whatever_the_player_does(row: list[str], line: str) -> None:
    own, dealer, want, _ = row
    stakes = Stakes(ante=1000, bonus=100)
    assert one_seat("holdem-bonus", own, dealer, "3c 5d 7s 8s Td", line, stakes, ("bonus",)) == [int(want)]


def test_b1_two_cards_each_and_five_on_the_board_first() -> None:
    holes = {2: "2c 3c", 5: "5c 6c"}
    script = showdown("holdem-bonus", holes, "Ks Kd", "8c 9c Tc Jd 2h", "bet2 check check", Stakes(ante=1000))
    round, _ = run(script.commands()[:5])
    assert [str(card) for card in round.cards.own[5]] == ["5c", "6c"]
    assert view(round, Onlooker()).board == ()
    shown = [(len(e.board), len(e.dealer)) for e in script.events() if isinstance(e, CardsShown)]
    assert shown == [(3, 0), (1, 0), (1, 2)]


def test_b2_a_flop_bet_or_a_fold_and_then_bets_or_checks() -> None:
    script = showdown("holdem-bonus", {2: "2c 3c"}, "Ks Kd", "8c 9c Tc Jd 2h", "bet2 bet1 check", Stakes(ante=1500))
    round, _ = run(script.commands()[:4])
    assert due_seats(round) == (2,)
    with pytest.raises(IllegalAction, match="before the flop; legal actions: bet2, fold"):
        decide(round, Act(2, CHECK))
    round, _ = run(script.commands()[:6])
    with pytest.raises(IllegalAction, match="on the flop; legal actions: bet1, check"):
        decide(round, Act(2, BET2))
    seat = script.played().seat(2)
    assert seat is not None
    assert seat.raised == {"flop": 3000, "turn": 1500}
    assert len(HOLDEM_BONUS.lines) == 5


def test_the_two_cards_and_the_flop_count_on_a_link() -> None:
    tables, stakes = {"progressive": "MGL-01"}, Stakes(ante=1000, progressive=100)
    for board, want in (("9c 9s 4h 5h 6d", 800), ("9c 4h 5h 9s 6d", -100)):
        got = one_seat("holdem-bonus", "9h 2d", "Ks Kd", board, "fold", stakes, ("progressive",), tables=tables)
        assert got == [want]
