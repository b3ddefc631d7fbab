"""Three Card Poker: rulings T1 to T6, each in a table that a dealer could read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.games import ruleset, versions
from croupier.games.three_card import THREE_CARD, VERSION_1
from croupier.rules.actions import BET2
from croupier.rules.commands import Act, IllegalAction, OpenRound, PlaceBets, decide
from croupier.rules.events import MeterWon
from croupier.rules.round import due_seats
from croupier.rules.terms import terms
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.rules.wagers import PROGRESSIVE, Stakes
from draws import nets, run, showdown

SPOTS = ("ante", "play", "ante_bonus", "pair_plus", "six_card")


def net(own: str, dealer: str, line: str, stakes: Stakes, **choices: Any) -> list[int]:
    """What each spot nets of one seat, in cents."""
    found = nets(showdown("three-card", {3: own}, dealer, "", line, stakes, **choices).events())
    return [found.get((3, spot), 0) for spot in SPOTS]


# own | dealer | line | Ante Play Ante-Bonus in cents, on an Ante of $10 | the ruling
SHOWDOWNS = """
  Ah Kd 9c | Js 8d 5c | bet1 |  1000     0     0 | T4 not qualified: Ante 1 to 1, Play pushes
  2h 3d 7c | Js 8d 5c | bet1 |  1000     0     0 | T4 not qualified, though the player is worse
  Ah Kd 9c | Qs 8d 5c | bet1 |  1000  1000     0 | T4 qualified and better: both 1 to 1
  Qh 8c 5h | Qs 8d 5c | bet1 |     0     0     0 | T4 equal pushes both
  Jh Tc 8h | Qs 3d 2c | bet1 | -1000 -1000     0 | T4 queen high qualifies, and wins
  Ah Kd 9c | Qs Qd 5c | bet1 | -1000 -1000     0 | T4 worse loses both
  9h 7d 2c | Qs Qd 5c | fold | -1000     0     0 | T3 a fold loses the Ante
  4h 3d 2c | Qs Qd 5c | bet1 |  1000  1000  1000 | T5 a straight pays the Ante 1 to 1
  4h 4d 4c | Qs Qd 5c | bet1 |  1000  1000  4000 | T5 three of a kind 4 to 1
  4h 3h 2h | Qs Qd 5c | bet1 |  1000  1000  5000 | T5 a straight flush 5 to 1
  4h 3h 2h | 9s 9d 9c | bet1 |  1000  1000  5000 | T2 a straight flush beats three of a kind
  4h 3d 2c | 9s 9d 9c | bet1 | -1000 -1000  1000 | T5 also for a hand that loses
  4h 3d 2c | Js 8d 5c | bet1 |  1000     0  1000 | T5 also when the dealer does not qualify
  4h 3h 2h | Js 8d 5c | fold | -1000     0     0 | T5 not for who folds
  9h 7h 2h | Ts 9d 8c | bet1 | -1000 -1000     0 | T2 a straight beats a flush
"""


@pytest.mark.parametrize("row", SHOWDOWNS.strip().split("\n"), ids=lambda row: row.split("|")[-1].strip())
def test_t3_t4_t5_ante_play_and_ante_bonus(row: str) -> None:
    own, dealer, line, want, _ = (cell.strip() for cell in row.split("|"))
    assert net(own, dealer, line, Stakes(ante=1000))[:3] == [int(cents) for cents in want.split()]


# own | dealer | line | Pair Plus by PP-01, by PP-02, Six Card Bonus, in cents on $1 each | the ruling
SIDE_BETS = """
  4h 3h 2h | Ts 9d 8c | bet1 | 4000 4000 -100 | T6 straight flush 40 to 1
  4h 4d 4c | Ts 9d 8c | bet1 | 3000 3000  500 | T6 three of a kind 30; of six cards 5
  4h 3d 2c | Ts 9d 8c | bet1 |  600  600 -100 | T6 straight 6
  9h 7h 2h | Ts Td 8c | bet1 |  300  400 -100 | T6 flush 3, or 4
  9h 9d 2h | Ts Qd 8c | bet1 |  100  100 -100 | T6 pair 1
  Ah Kd 2h | Ts Qd 8c | bet1 | -100 -100 -100 | T6 less than a pair loses
  9h 9d 2h | Ts Qd 8c | fold | -100 -100 -100 | T3 a fold loses Pair Plus
  4h 4d 4c | Ts 9d 8c | fold | -100 -100  500 | T3 Six Card Bonus stays in action after a fold
  Ah Kh Qh | Jh Th 2c | bet1 | 4000 4000 100000 | T6 royal flush of six cards 1,000
  9h 8h 7h | 6h 5h 2c | bet1 | 4000 4000 20000 | T6 straight flush 200
  9h 9d 2h | 9s 9c 8c | bet1 |  100  100 5000 | T6 four of a kind 50
  9h 9d 2h | 9s 2c 8c | bet1 |  100  100 2500 | T6 full house 25
  9h 7h 2h | Th Kh 8c | bet1 |  300  400 2000 | T6 flush 20
  9h 7d 2h | Ts Jd 8c | bet1 | -100 -100 1000 | T6 straight 10
"""


@pytest.mark.parametrize("row", SIDE_BETS.strip().split("\n"), ids=lambda row: row.split("|")[-1].strip())
def test_t6_pair_plus_and_six_card_bonus(row: str) -> None:
    own, dealer, line, want, _ = (cell.strip() for cell in row.split("|"))
    tables = {bet: names[0] for bet, names in ruleset("three-card").tables.items()}
    stakes = Stakes(ante=1000, pair_plus=100, six_card=100)
    first = net(own, dealer, line, stakes, tables=tables)
    second = net(own, dealer, line, stakes, tables={**tables, "pair_plus": "PP-02"})
    assert [first[3], second[3], first[4]] == [int(cents) for cents in want.split()]
    assert second[4] == first[4]


# own | dealer | line | MGL-01 on $1: net in cents, or what the meter owes; by version 1 | the ruling
ON_A_LINK = """
  Ah Kh Qh | Jh Th 2c | bet1 | 100 % of main | 100 % of main | R35 royal flush
  Ah Kh Qh | Jh 2c Th | bet1 |          -100 | 100 % of main | R59 the dealer's third card does not count
  9h 8h 7h | 2c 6h 5h | fold |          -100 |  10 % of main | R59 nor does it choose the best five
  9h 8h 7h | 6h 5h Th | bet1 |  10 % of main |  10 % of main | R35 straight flush
  9h 9d 2h | 9s 9c 8c | fold |         29900 |         29900 | R35 four of a kind 300 for 1, also after a fold (R40)
  9h 9d 2h | 9s 8c 9c | bet1 |           800 |         29900 | R35 three of a kind 9 for 1, though the third makes four
  9h 9d 2h | 9s 2c 8c | bet1 |          4900 |          4900 | R35 full house 50 for 1
  9h 7h 2h | Th Kh 8c | bet1 |          3900 |          3900 | R35 flush 40 for 1
  9h 7d 6h | Ts 8c Jd | bet1 |          2900 |          2900 | R35 straight 30 for 1
  9h 7d 2h | Ts 8c Jd | bet1 |          -100 |          2900 | R59 four to a straight are none
  4h 4d 4c | Ts 9d 8c | bet1 |           800 |           800 | R35 three of a kind 9 for 1
  4h 4d 3c | 3s 9d 8c | bet1 |          -100 |          -100 | R35 two pair pay nothing
"""


@pytest.mark.parametrize("row", ON_A_LINK.strip().split("\n"), ids=lambda row: row.split("|")[-1].strip())
def test_r35_r59_on_a_link_the_three_cards_count_with_the_first_two_of_the_dealers(row: str) -> None:
    own, dealer, line, *wants, _ = (cell.strip() for cell in row.split("|"))
    stakes = Stakes(ante=1000, progressive=100)
    now = showdown("three-card", {3: own}, dealer, "", line, stakes, tables={PROGRESSIVE: "MGL-01"})
    then = replace(now, terms=replace(now.terms, rules=VERSION_1))
    for script, want in zip((now, then), wants, strict=True):
        events = script.events()
        owed = [str(event.pay) for event in events if isinstance(event, MeterWon)]
        assert (owed or [str(nets(events)[3, PROGRESSIVE])]) == [want]


def test_version_1_settles_everything_else_as_version_2_does() -> None:
    assert versions("three-card") == (VERSION_1, ruleset("three-card"))
    assert VERSION_1.latest is ruleset("three-card") is ruleset("three-card").latest
    differ = {key for key, value in vars(THREE_CARD).items() if vars(VERSION_1.game).get(key, value) != value}
    assert differ == {"progressive", "progressive_cards"}


# bets | what the refusal says, or nothing
BETS = """
  ante=1000                         |
  pair_plus=500                     |
  ante=1000 pair_plus=500 six_card=500 |
  six_card=500                      | the Ante is $0; it must be positive, or bet Pair Plus
  pair_plus=500 six_card=500        | Six Card Bonus needs Ante; add an Ante bet
  pair_plus=500 progressive=100     | Progressive needs Ante
  ante=1000 trips=500               | 'trips' is not offered: no bet of Three Card Poker
  ante=1000 play=1000               | 'play' is not offered
  ante=1000 pair_plus=-500          | Pair Plus is -$5; a negative wager
"""


@pytest.mark.parametrize("row", BETS.strip().split("\n"))
def test_t1_which_bets_deal_a_seat_in(row: str) -> None:
    bets, _, refusal = row.partition("|")
    stakes = Stakes({spot: int(cents) for spot, cents in (word.split("=") for word in bets.split())})
    opened = OpenRound(round="t/1", terms=terms(ruleset("three-card"), progressive_stake=100))
    round, _ = run([opened])
    if refusal.strip():
        with pytest.raises(Refused, match=refusal.strip().replace("$", r"\$")):
            decide(round, Act(3, PlaceBets(stakes)))
    else:
        assert decide(round, Act(3, PlaceBets(stakes)))


def test_t1_three_cards_each_face_down_from_packets_and_the_dealer_last() -> None:
    script = showdown("three-card", {2: "2c 3c 4c", 5: "5c 6c 7c"}, "8c 9c Tc", "", "bet1", Stakes(ante=1000))
    round, _ = run(script.commands()[:5])
    assert [str(card) for card in round.cards.own[2]] == ["2c", "3c", "4c"]
    assert [str(card) for card in round.cards.dealer] == ["8c", "9c", "Tc"]
    mine, theirs = (view(round, AtSeat(2)).seats[i].cards for i in (0, 1))
    assert mine is not None
    assert theirs is None
    assert view(round, Onlooker()).dealer is None


def test_t3_there_is_one_decision_and_only_for_who_has_an_ante() -> None:
    script = showdown(
        "three-card",
        {2: "2c 3c 4c", 5: "5c 6c 7c"},
        "8c 9c Tc",
        "",
        {2: "bet1", 5: ""},
        {2: Stakes(ante=1000), 5: Stakes(pair_plus=500)},
    )
    round, _ = run(script.commands()[:5])
    assert due_seats(round) == (2,)
    with pytest.raises(IllegalAction, match="nothing to decide"):
        decide(round, Act(5, THREE_CARD.parse_action("fold")))
    with pytest.raises(IllegalAction, match="legal actions: bet1, fold"):
        decide(round, Act(2, BET2))
    over = script.played()
    assert [seat.outcome.value for seat in view(over, Onlooker()).seats if seat.outcome] == ["lose", "none"]


def test_the_felt_is_the_games_own() -> None:
    assert list(THREE_CARD.lines) == ["bet1", "fold"]
    assert [spot.key for spot in THREE_CARD.chosen] == ["ante", "pair_plus", "six_card", "progressive"]
