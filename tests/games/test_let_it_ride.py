"""Let It Ride: rulings L1 to L4, each in a table that a dealer could read."""

from __future__ import annotations

import pytest

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.games import ruleset
from croupier.games.let_it_ride import LET_IT_RIDE
from croupier.rules.actions import FOLD, PULL, RIDE
from croupier.rules.commands import Act, IllegalAction, OpenRound, PlaceBets, decide
from croupier.rules.events import Acted, CardsShown, Cause
from croupier.rules.round import due_seats, evolve
from croupier.rules.terms import terms
from croupier.rules.view import Onlooker, view
from croupier.rules.wagers import Stakes
from draws import one_seat, rows, run, showdown

SPOTS = ("1", "2", "$")
TEN = Stakes({"$": 1000})

# own | board | line | 1 2 $ in cents, on three bets of $10 | the ruling
SHOWDOWNS = """
  Ah Kh Qh | Jh Th | ride ride | 1000000 1000000 1000000 | L3 royal flush 1,000, on every bet left
  9h 8h 7h | 6h 5h | ride ride |  200000  200000  200000 | L3 straight flush 200
  9h 9d 9c | 9s 5h | ride ride |   50000   50000   50000 | L3 four of a kind 50
  9h 9d 9c | 5s 5h | ride ride |   11000   11000   11000 | L3 full house 11
  9h 8h 7h | 6h 2h | ride ride |    8000    8000    8000 | L3 flush 8
  9h 8d 7h | 6h 5h | ride ride |    5000    5000    5000 | L3 straight 5
  9h 9d 9c | 6h 5h | ride ride |    3000    3000    3000 | L3 three of a kind 3
  9h 9d 6c | 6h 5h | ride ride |    2000    2000    2000 | L3 two pair 2
  Th Td 6c | 7h 5h | ride ride |    1000    1000    1000 | L3 a pair of tens 1
  Ah 2d 6c | Ac 5h | ride ride |    1000    1000    1000 | L3 or better
  9h 9d 6c | 7h 5h | ride ride |   -1000   -1000   -1000 | L3 a pair of nines loses
  Ah Kd 6c | 7h 5h | ride ride |   -1000   -1000   -1000 | L3 and anything less
  9h 9d 6c | 7h 5h | pull ride |       0   -1000   -1000 | L2 bet 1 is pulled back
  9h 9d 6c | 7h 5h | ride pull |   -1000       0   -1000 | L2 bet 2 is pulled back
  9h 9d 6c | 7h 5h | pull pull |       0       0   -1000 | L2 both; $ always stays
  9h 9d 9c | 6h 5h | pull pull |       0       0    3000 | L3 only bets left are paid
"""


@pytest.mark.parametrize("row", rows(SHOWDOWNS), ids=lambda row: row[-1])
def test_l2_l3_every_bet_left_pays_by_the_five_cards(row: list[str]) -> None:
    own, board, line, want, _ = row
    assert one_seat("let-it-ride", own, "", board, line, TEN, SPOTS) == [int(cents) for cents in want.split()]


# own | Three Card Bonus in cents on $1 | the ruling
BONUS = """
  4h 3h 2h | 4000 | L4 straight flush 40
  4h 4d 4c | 3000 | L4 three of a kind 30
  4h 3d 2c |  600 | L4 straight 6
  9h 7h 2h |  300 | L4 flush 3
  9h 9d 2h |  100 | L4 pair 1
  Ah Kd 9h | -100 | L4 less loses
"""


@pytest.mark.parametrize("line", ["ride ride", "pull pull"])
@pytest.mark.parametrize("row", rows(BONUS), ids=lambda row: row[-1])
def test_l4_three_card_bonus_by_the_players_three_cards(row: list[str], line: str) -> None:
    own, want, _ = row
    stakes = Stakes({"$": 1000, "three_card_bonus": 100})
    assert one_seat("let-it-ride", own, "", "Ks Qs", line, stakes, ("three_card_bonus",)) == [int(want)]


# bets | what the refusal says, or nothing
BETS = """
  $=1000 |
  $=1000 1=1000 2=1000 three_card_bonus=500 |
  $=1000 1=500 | the 1 must equal the $
  three_card_bonus=500 | the $ is $0; it must be positive, with a 1 and a 2 to match
"""


@pytest.mark.parametrize("row", rows(BETS), ids=lambda row: row[0])
def test_l1_three_equal_bets(row: list[str]) -> None:
    bets, refusal = row
    stakes = Stakes({spot: int(cents) for spot, cents in (word.split("=") for word in bets.split())})
    round, _ = run([OpenRound(round="t/1", terms=terms(ruleset("let-it-ride")))])
    if refusal:
        with pytest.raises(Refused, match=refusal.replace("$", r"\$")):
            decide(round, Act(3, PlaceBets(stakes)))
    else:
        (placed,) = decide(round, Act(3, PlaceBets(stakes)))
        assert [placed.stakes[spot] for spot in SPOTS] == [1000] * 3  # type: ignore[union-attr]


def test_l1_three_cards_each_two_on_the_board_and_none_for_the_dealer() -> None:
    script = showdown("let-it-ride", {2: "2c 3c 4c", 5: "5c 6c 7c"}, "", "9c Tc", "ride pull", TEN)
    round, _ = run(script.commands()[:5])
    assert [str(card) for card in round.cards.own[5]] == ["5c", "6c", "7c"]
    assert round.cards.dealer == ()
    assert view(round, Onlooker()).board == ()
    shown = [[str(card) for card in e.board] for e in script.events() if isinstance(e, CardsShown)]
    assert shown == [["9c"], ["Tc"]]


def test_l2_a_bet_that_is_pulled_is_the_players_again_and_one_that_rides_stays() -> None:
    script = showdown("let-it-ride", {2: "2c 3c 4c"}, "", "9c Tc", "pull ride", TEN)
    round, _ = run(script.commands()[:4])
    assert due_seats(round) == (2,)
    with pytest.raises(IllegalAction, match="with three cards; legal actions: ride, pull"):
        decide(round, Act(2, FOLD))
    assert decide(round, Act(2, RIDE)) == (Acted(2, RIDE),)
    (pulled,) = decide(round, Act(2, PULL, Cause.CLOCK))
    assert pulled == Acted(2, PULL, Cause.CLOCK, "1", -1000)
    seat = evolve(round, pulled).seat(2)
    assert seat is not None
    assert seat.stakes == {"$": 1000, "2": 1000}
    assert seat.raised == {}
    assert not due_seats(evolve(round, pulled))


# line | own | the outcome
OUTCOMES = """
  ride ride | Th Td 6c | win
  pull pull | Th Td 6c | win
  pull pull | 9h 8d 6c | lose
"""


@pytest.mark.parametrize("row", rows(OUTCOMES), ids=lambda row: row[0])
def test_l3_the_outcome_goes_by_the_pay(row: list[str]) -> None:
    line, own, want = row
    (seat,) = view(showdown("let-it-ride", {3: own}, "", "2c 7s", line, TEN).played(), Onlooker()).seats
    assert seat.outcome is not None
    assert seat.outcome.value == want


def test_what_is_held_so_far_is_said_with_the_board() -> None:
    own, board = parse_cards("Kh Qh Jh"), parse_cards("Kd Kc")
    assert [LET_IT_RIDE.hand_words(own, board[:n]) for n in range(3)] == [
        "king high",
        "pair of kings",
        "three of a kind, kings",
    ]


def test_l1_the_three_bets_are_named_as_they_lie() -> None:
    assert LET_IT_RIDE.base_words == "1, 2 and $"


def test_the_felt_is_the_games_own() -> None:
    assert list(LET_IT_RIDE.lines) == ["ride ride", "ride pull", "pull ride", "pull pull"]
    assert LET_IT_RIDE.table_words("let_it_ride") == "Let It Ride"
    assert LET_IT_RIDE.smallest_raise == 0
    assert [street.late for street in LET_IT_RIDE.streets] == [PULL, PULL]
