"""Four Card Poker: rulings F1 to F6, each in a table that a dealer could read."""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.games import ruleset
from croupier.games.four_card import FOUR_CARD
from croupier.rules.actions import CHECK
from croupier.rules.commands import Act, IllegalAction, OpenRound, PlaceBets, decide
from croupier.rules.round import due_seats
from croupier.rules.terms import terms
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.rules.wagers import Stakes
from draws import one_seat, rows, run, showdown

# own | dealer | line | Ante Play Ante-Bonus in cents, on an Ante of $10 | the ruling
SHOWDOWNS = """
  Ah Ad 9c 8c 2d | Ks Kd 9h 5c 3s 2c | bet1 |  1000  1000     0 | F4 better: Ante and Play 1 to 1
  Ah Ad 9c 8c 2d | Ks Kd 9h 5c 3s 2c | bet3 |  1000  3000     0 | F3 up to three times the Ante
  9h 9d Ac 8c 2d | 9s 9c Ah 8h 3s 2c | bet2 |  1000  2000     0 | F4 equal hands win
  Ks Kc 9h 5c 3d | Ah Ad 9c 8c 2d 4s | bet2 | -1000 -2000     0 | F4 worse loses both
  Ks Kc 9h 5c 3d | Js 9d 7c 5d 3c 2s | bet1 |  1000  1000     0 | F4 the dealer always plays
  Ks Kc 9h 5c 3d | Js 9d 7c 5d 3c 2s | fold | -1000     0     0 | F3 a fold loses the Ante
  9h 9d 9c 8c 2d | Ks Kd Qh 5c 3s 2c | bet1 |  1000  1000  2000 | F5 three of a kind 2
  9h 8h 7h 6h 2d | Ks Kd Qh 5c 3s 2c | bet1 |  1000  1000 20000 | F5 straight flush 20
  9h 9d 9c 9s 2d | Ks Kd Qh 5c 3s 2c | bet1 |  1000  1000 25000 | F5 four of a kind 25
  9h 9d 9c 8c 2d | Ks Kd Kh 5c 3s 2c | bet3 | -1000 -3000  2000 | F5 even if the hand loses
  9h 8h 7h 6h 2d | Ks Kd Kh Kc 3s 2c | bet1 | -1000 -1000 20000 | F2 four of a kind beats a straight flush
  9h 9d 9c 8c 2d | Ks Kd Qh 5c 3s 2c | fold | -1000     0     0 | F5 not for who folds
  9h 8d 7h 6h 2d | As Ts 7s 5s 3c 2c | bet1 | -1000 -1000     0 | F2 a flush beats a straight
"""


@pytest.mark.parametrize("row", rows(SHOWDOWNS), ids=lambda row: row[-1])
def test_f3_f4_f5_ante_play_and_automatic_bonus(row: list[str]) -> None:
    own, dealer, line, want, _ = row
    got = one_seat("four-card", own, dealer, "", line, Stakes(ante=1000), ("ante", "play", "ante_bonus"))
    assert got == [int(cents) for cents in want.split()]


# own | Aces Up in cents on $1 | the ruling
ACES_UP = """
  9h 9d 9c 9s 2d | 5000 | F6 four of a kind 50
  9h 8h 7h 6h 2d | 4000 | F6 straight flush 40
  9h 9d 9c 8s 2d |  800 | F6 three of a kind 8
  9h 8h 7h 2h 3d |  500 | F6 flush 5
  9h 8d 7h 6h 2d |  400 | F6 straight 4
  9h 9d 8c 8s 2d |  300 | F6 two pair 3
  Ah Ad 8c 7s 2d |  100 | F6 pair of aces 1
  Kh Kd 8c 7s 2d | -100 | F6 a lower pair loses
"""


@pytest.mark.parametrize("line", ["bet1", "fold", ""])
@pytest.mark.parametrize("row", rows(ACES_UP), ids=lambda row: row[-1])
def test_f6_aces_up_whatever_the_player_does(row: list[str], line: str) -> None:
    own, want, _ = row
    stakes = Stakes(ante=1000, aces_up=100) if line else Stakes(aces_up=100)
    assert one_seat("four-card", own, "Ks Kc Qh 5c 3s Tc", "", line, stakes, ("aces_up",)) == [int(want)]


# bets | what the refusal says, or nothing
BETS = """
  ante=1000               |
  aces_up=500             |
  ante=1000 aces_up=500   |
  progressive=100         | the Ante is $0; it must be positive, or bet Aces Up
  aces_up=500 progressive=100 | Progressive needs Ante
  ante=1000 ante_bonus=500 | 'ante_bonus' is not offered
"""


@pytest.mark.parametrize("row", rows(BETS), ids=lambda row: row[0])
def test_f1_which_bets_deal_a_seat_in(row: list[str]) -> None:
    bets, refusal = row
    stakes = Stakes({spot: int(cents) for spot, cents in (word.split("=") for word in bets.split())})
    round, _ = run([OpenRound(round="t/1", terms=terms(ruleset("four-card"), progressive_stake=100))])
    if refusal:
        with pytest.raises(Refused, match=refusal.replace("$", r"\$")):
            decide(round, Act(3, PlaceBets(stakes)))
    else:
        assert decide(round, Act(3, PlaceBets(stakes)))


def test_f1_five_cards_to_a_seat_and_six_to_the_dealer_the_last_face_up() -> None:
    script = showdown(
        "four-card", {2: "2c 3c 4c 5c 7d"}, "2d 3d 4d 5d 6s Kh", "", "bet1", Stakes(ante=1000, aces_up=500)
    )
    round, _ = run(script.commands()[:4])
    assert len(round.cards.own[2]) == 5
    assert len(round.cards.dealer) == 6
    for viewer in (AtSeat(2), Onlooker()):
        assert [str(card) for card in view(round, viewer).up] == ["Kh"]
        assert view(round, viewer).dealer is None


def test_f3_one_decision_and_only_for_who_has_an_ante() -> None:
    script = showdown(
        "four-card",
        {2: "2c 3c 4c 5c 7d", 5: "2h 3h 4h 6h 7s"},
        "2d 3d 4d 5d 6s Kh",
        "",
        {2: "bet3", 5: ""},
        {2: Stakes(ante=1000), 5: Stakes(aces_up=500)},
    )
    round, _ = run(script.commands()[:5])
    assert due_seats(round) == (2,)
    with pytest.raises(IllegalAction, match="legal actions: bet3, bet2, bet1, fold"):
        decide(round, Act(2, CHECK))
    assert view(script.played(), Onlooker()).dealer_qualifies is None


def test_the_felt_is_the_games_own() -> None:
    assert list(FOUR_CARD.lines) == ["bet3", "bet2", "bet1", "fold"]
    assert FOUR_CARD.table_words("automatic_bonus") == "Ante Bonus"


def test_own_five_cards_count_on_a_link() -> None:
    tables = {"automatic_bonus": "FAB-01", "progressive": "MGL-01"}
    stakes = Stakes(ante=1000, progressive=100)
    own, dealer = "9h 9d 9c 5s 5h", "2s 2d 8c 5c 3s Kd"
    assert one_seat("four-card", own, dealer, "", "fold", stakes, ("progressive",), tables=tables)[0] > 0
