"""Crazy 4 Poker: rulings Z1 to Z5, each in a table that a dealer could read."""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.games import ruleset
from croupier.games.crazy_four import CRAZY_FOUR
from croupier.rules.actions import BET2, BET3
from croupier.rules.commands import Act, IllegalAction, OpenRound, PlaceBets, decide
from croupier.rules.round import legal_actions
from croupier.rules.terms import terms
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.rules.wagers import Stakes
from draws import one_seat, rows, run, showdown

# own | dealer | line | Ante Super-Bonus Play in cents, on an Ante of $10 | the ruling
SHOWDOWNS = """
  Kh Kd 9c 8c 2d | Qs Jd 9h 5c 3s | bet1 |     0     0  1000 | Z3 not qualified: Ante pushes, Play 1 to 1
  7h 5d 4c 3c 2s | Qs Jd 9h 5c 3s | bet1 |     0  1000  1000 | Z4 also a straight is paid then
  7h 6d 4c 3c 2s | Qs Jd 9h 5c 3s | bet1 |     0     0  1000 | Z4 a worse hand's Super Bonus pushes then
  Ah Kd 9c 8c 2d | Ks 4d 3h 2c 2s | bet1 | -1000 -1000 -1000 | Z4 below a straight the Super Bonus loses with the hand
  Ah Qd 9c 8c 2d | Ks Jd 4h 3c 2s | bet1 |  1000     0  1000 | Z3 king high qualifies; better wins both 1 to 1
  Ah Qd 9c 8c 2d | As Qc 9h 8h 3s | bet1 |     0     0     0 | Z3 equal pushes
  Qh Jd 9c 8c 2d | Ks Jc 4h 3c 2s | bet1 | -1000 -1000 -1000 | Z3 worse loses both
  Qh Jd 9c 8c 2d | Ks Jc 4h 3c 2s | fold | -1000 -1000     0 | Z2 a fold loses Ante and Super Bonus
  Ah Ad 9c 8c 2d | Ks Kc 4h 3c 2s | bet3 |  1000     0  3000 | Z2 three times with a pair of aces
  3h 3d 9c 9s 2d | Ks Kc 4h 3c 2s | bet2 |  1000     0  2000 | Z2 or anything better
  Ah Ad Ac As 2d | Ks Kc 4h 3c 2s | bet3 |  1000 200000 3000 | Z4 four aces 200
  9h 9d 9c 9s 2d | Ks Kc 4h 3c 2s | bet1 |  1000 30000  1000 | Z4 four of a kind 30
  9h 8h 7h 6h 2d | Ks Kc 4h 3c 2s | bet1 |  1000 15000  1000 | Z4 straight flush 15
  9h 9d 9c 8s 2d | Ks Kc 4h 3c 2s | bet1 |  1000  2000  1000 | Z4 three of a kind 2
  9h 8h 7h 2h 3d | Ks Kc 4h 3c 2s | bet1 |  1000  1500  1000 | Z4 flush 3 to 2
  9h 8d 7h 6h 3d | Ks Kc 4h 3c 2s | bet1 |  1000  1000  1000 | Z4 straight 1
  9h 8d 7h 6h 3d | Ks Kc Kh 3c 2s | bet1 | -1000  1000 -1000 | Z4 whatever the dealer has
  9h 8d 7h 6h 3d | Ks Kc Kh 3c 2s | fold | -1000 -1000     0 | Z4 not for who folds
"""


@pytest.mark.parametrize("row", rows(SHOWDOWNS), ids=lambda row: row[-1])
def test_z2_z3_z4_ante_super_bonus_and_play(row: list[str]) -> None:
    own, dealer, line, want, _ = row
    got = one_seat("crazy-four", own, dealer, "", line, Stakes(ante=1000), ("ante", "super_bonus", "play"))
    assert got == [int(cents) for cents in want.split()]


# own | Queens Up in cents on $1 | the ruling
QUEENS_UP = """
  Ah Ad Ac As 2d | 5000 | Z5 four of a kind 50, aces too
  9h 8h 7h 6h 2d | 4000 | Z5 straight flush 40
  9h 9d 9c 8s 2d |  800 | Z5 three of a kind 8
  9h 8h 7h 2h 3d |  400 | Z5 flush 4
  9h 8d 7h 6h 2d |  300 | Z5 straight 3
  9h 9d 8c 8s 2d |  200 | Z5 two pair 2
  Qh Qd 8c 7s 2d |  100 | Z5 pair of queens 1
  Ah Ad 8c 7s 2d |  100 | Z5 or better
  Jh Jd 8c 7s 2d | -100 | Z5 a lower pair loses
"""


@pytest.mark.parametrize("line", ["bet1", "fold"])
@pytest.mark.parametrize("row", rows(QUEENS_UP), ids=lambda row: row[-1])
def test_z5_queens_up_whatever_the_player_does(row: list[str], line: str) -> None:
    own, want, _ = row
    stakes = Stakes(ante=1000, queens_up=100)
    assert one_seat("crazy-four", own, "Ks Kc Qs 5c 3s", "", line, stakes, ("queens_up",)) == [int(want)]


# own | the actions | the ruling
CHOICES = """
  Ah Ad 9c 8c 2d | bet3 bet2 bet1 fold | Z2 a pair of aces
  9h 8d 7h 6h 2d | bet3 bet2 bet1 fold | Z2 or better
  Kh Kd Qc Jc 2d | bet1 fold           | Z2 kings are not enough
  Ah Kd 9c 8c 2d | bet1 fold           | Z2 nor is ace high
"""


@pytest.mark.parametrize("row", rows(CHOICES), ids=lambda row: row[-1])
def test_z2_more_than_once_the_ante_only_with_aces_or_better(row: list[str]) -> None:
    own, can, _ = row
    script = showdown("crazy-four", {2: own}, "Ks Kc Qs 5c 3s", "", "fold", Stakes(ante=1000))
    round, _ = run(script.commands()[:4])
    assert [str(action) for action in legal_actions(round, 2)] == can.split()
    assert view(round, AtSeat(2)).seats[0].legal == legal_actions(round, 2)
    for action in (BET2, BET3):
        if str(action) not in can:
            with pytest.raises(IllegalAction, match="legal actions: bet1, fold"):
                decide(round, Act(2, action))


# bets | what the refusal says, or nothing
BETS = """
  ante=1000 |
  ante=1000 super_bonus=1000 queens_up=500 |
  ante=1000 super_bonus=500 | the Super Bonus must equal the Ante
  queens_up=500 | the Ante is $0; it must be positive, with a Super Bonus to match
"""


@pytest.mark.parametrize("row", rows(BETS), ids=lambda row: row[0])
def test_z1_ante_and_super_bonus_are_equal(row: list[str]) -> None:
    bets, refusal = row
    stakes = Stakes({spot: int(cents) for spot, cents in (word.split("=") for word in bets.split())})
    round, _ = run([OpenRound(round="t/1", terms=terms(ruleset("crazy-four")))])
    if refusal:
        with pytest.raises(Refused, match=refusal.replace("$", r"\$")):
            decide(round, Act(3, PlaceBets(stakes)))
    else:
        (placed,) = decide(round, Act(3, PlaceBets(stakes)))
        assert placed.stakes["super_bonus"] == 1000  # type: ignore[union-attr]


def test_z1_five_cards_each_and_none_of_the_dealers_is_shown() -> None:
    script = showdown("crazy-four", {2: "2c 3c 4c 6c 7d"}, "2d 3d 4d 6s Kh", "", "bet1", Stakes(ante=1000))
    round, _ = run(script.commands()[:4])
    assert (len(round.cards.own[2]), len(round.cards.dealer)) == (5, 5)
    assert view(round, Onlooker()).up == ()
    assert view(round, Onlooker()).dealer is None


def test_the_felt_is_the_games_own() -> None:
    assert list(CRAZY_FOUR.lines) == ["bet3", "bet2", "bet1", "fold"]
    assert CRAZY_FOUR.base_words == "Ante and Super Bonus"
