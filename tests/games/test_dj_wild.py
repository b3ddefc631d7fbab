"""DJ Wild Stud Poker: rulings D1 to D5, each in a table that a dealer could read, and a deck with a joker."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from croupier.cards import DECK, JOKER, JOKER_DECK, NotInDeck, cards_text, parse_cards
from croupier.fair.commitment import ShuffleReveal, check_reveal, commitment, deck_of, revealed_deck
from croupier.games import GAMES
from croupier.games.dj_wild import DJ_WILD, cards_on_link
from croupier.lab.bets.sidebets import side_bet
from croupier.rules.actions import BET1
from croupier.rules.commands import Act, IllegalAction, decide
from croupier.rules.deal import BadDealing, Procedure, dealing_of, parse_dealing, stack
from croupier.rules.events import CardsShown, RoundEnded
from croupier.rules.notation import notation, parse_notation
from croupier.rules.paytables import paytable
from croupier.rules.terms import terms
from croupier.rules.view import Onlooker, view
from croupier.rules.wagers import Stakes
from draws import one_seat, rows, run, showdown

KEY = "dj-wild"
SPOTS = ("ante", "blind", "play")

# own | dealer | line | Ante Blind Play in cents, on an Ante of $10 | the ruling
SHOWDOWNS = """
  2c 2d 2h 2s JK | Ah Kh Qh Jh Th | bet2 |  1000 1000000  2000 | D4 five wilds beat a royal flush, Blind 1,000 to 1
  Ah Kh Qh JK 2c | 3c 3d 4h 5s 7c | bet2 |  1000   50000  2000 | D4 a royal flush with wild cards 50 to 1
  9h 9d 9c 9s JK | Kh Qh Jh Th 8c | bet2 |  1000   10000  2000 | D4 five of a kind 10 to 1
  9h 5h JK 2c 2d | 3c 3d 4h 5s 7c | bet2 |  1000    9000  2000 | D4 a straight flush 9 to 1
  Kh Kd 5c JK 2d | 3c 3d 4h 5s 7c | bet2 |  1000    4000  2000 | D4 four of a kind 4 to 1
  Kh Kd 5c 5d 2d | 3c 3d 4h 6s 7c | bet2 |  1000    3000  2000 | D4 a full house 3 to 1
  Kh 9h 5h 3h 2d | 3c 3d 4h 5s 7c | bet2 |  1000    2000  2000 | D4 a flush 2 to 1
  Ah 5c 4d 2s JK | 3c 3d 4h 5s 7c | bet2 |  1000    1000  2000 | D2 a wild card may be the two of ace to five, 1 to 1
  Kh Kd 9c 5s JK | 3c 3d 4h 5d 7c | bet2 |  1000       0  2000 | D4 below a straight the Blind pushes
  Kh 9c 7d 5s 2d | Kc 9d 7h 5c 2s | bet2 |     0       0     0 | D4 equal: all push
  Kh 9c 7d 5s 4d | 3c 8d 7h 5c 2s | bet2 | -1000   -1000 -2000 | D4 the dealer's wild card makes a pair: all lose
  2c 2d 2h 2s JK | Ah Kh Qh Jh Th | fold | -1000   -1000     0 | D3 a fold loses Ante and Blind
"""


@pytest.mark.parametrize("row", rows(SHOWDOWNS), ids=lambda row: row[-1])
def test_d3_d4_ante_blind_and_play(row: list[str]) -> None:
    own, dealer, line, want, _ = row
    got = one_seat(KEY, own, dealer, "", line, Stakes(ante=1000), SPOTS)
    assert got == [int(cents) for cents in want.split()]


# own | line | Trips in cents on $1 | the ruling
TRIPS = """
  2c 2d 2h 2s JK | bet2 | 200000 | five wilds 2,000
  Ah Kh Qh Jh Th | bet2 | 100000 | a natural royal flush 1,000
  Ah Kh Qh Jh 2h | bet2 |   8000 | the deuce as a deuce would be a flush, 25: the royal flush with a wild card pays 80
  6h 5h 4h 3h 2h | bet2 |  20000 | a natural straight flush, the deuce as a deuce, 200
  9h 9d 9c 9s 2c | bet2 |   8000 | four natural nines are 60: five of a kind pays 80
  9h 9d 9c 9s 3c | bet2 |   6000 | four of a kind 60
  9h 9d 9c JK 3c | bet2 |    600 | four of a kind with the joker 6
  9h 9d 9c 2h 3c | bet2 |    600 | four with a wild card and three without it pay the same, 6
  Kh 9h 5h 3h 2h | bet2 |   2500 | a flush with the deuce as a deuce 25
  Kh 9h 5h 3h 2d | bet2 |    400 | a flush with a wild card 4
  Kh Kd 9c 5s JK | fold |    100 | three with the joker 1, also after a fold
  Kh Kd 9c 9s 3h | bet2 |   -100 | two pair lose
"""


@pytest.mark.parametrize("row", rows(TRIPS), ids=lambda row: row[-1])
def test_d5_trips_by_the_better_of_two_columns(row: list[str]) -> None:
    own, line, want, _ = row
    stakes = Stakes(ante=1000, trips=100)
    assert one_seat(KEY, own, "3d 4c 5c 7c 8d", "", line, stakes, ("trips",)) == [int(want)]


def test_d5_the_table_of_trips_is_the_houses_own() -> None:
    assert 0.05 <= side_bet(paytable("DJT-01", "wild_trips")).edge <= 0.08
    assert any("house's own" in notice for notice in DJ_WILD.rule_sets[0].notices)


def test_d1_d3_five_cards_each_out_of_fifty_three_and_one_decision() -> None:
    holes = {2: "JK 3c 4c 5c 7d", 5: "6c 7c 8c 9c Td"}
    script = showdown(KEY, holes, "2d 3d 4d 5d Kh", "", "bet2", Stakes(ante=1000))
    assert len(script.deck) == 53
    round, _ = run(script.commands()[:5])
    assert view(round, Onlooker()).dealer is None
    with pytest.raises(IllegalAction, match="legal actions: bet2, fold"):
        decide(round, Act(2, BET1))
    events = script.events()
    assert [(len(e.board), len(e.dealer)) for e in events if isinstance(e, CardsShown)] == [(0, 5)]
    assert events[-1] == RoundEnded(53)
    assert parse_notation(notation(events)) == tuple(events)


# own | dealer | what the five cards that count are | the Progressive of MGL-01 in cents on $1
LINK = """
  9h 9d 9c 5s 2h | JK 4d 5c 6c Ts | 9h 9d 9c 5s 2h |   800
  9h 9d 2c 2s 5h | 3c 4d 5c 6c Ts | 9h 9d 2c 2s 5h |  -100
  9h 9d 9c 5s JK | 9s 4d 5c 6c Ts | 9h 9d 9c 5s 9s | 29900
  9h 9d 9c 5s JK | 4d 9s 5c 6c Ts | 9h 9d 9c 5s 4d |   800
"""


@pytest.mark.parametrize("row", rows(LINK), ids=lambda row: row[0])
def test_on_a_link_no_card_is_wild_and_for_the_joker_the_dealers_first_card_counts(row: list[str]) -> None:
    own, dealer, counts, want = row
    tables, stakes = {"progressive": "MGL-01"}, Stakes(ante=1000, progressive=100)
    assert one_seat(KEY, own, dealer, "", "fold", stakes, ("progressive",), tables=tables) == [int(want)]
    script = showdown(KEY, {3: own}, dealer, "", "fold", stakes, tables=tables)
    assert cards_text(DJ_WILD.progressive_cards(script.played().cards, 3)) == counts


def test_r59_the_five_cards_that_count_are_any_five_of_fifty_two_equally_often() -> None:
    """Counted on a deck of eight cards and a joker, three cards to a hand: every three come up equally often."""
    deck = (*DECK[:8], JOKER)
    often = Counter(
        frozenset(cards_on_link(own, (first,))) for own in combinations(deck, 3) for first in deck if first not in own
    )
    assert set(often) == {frozenset(three) for three in combinations(DECK[:8], 3)}
    assert len(set(often.values())) == 1


# The deck.


def test_only_a_game_with_a_joker_takes_it() -> None:
    own, dealer = {1: parse_cards("JK 3c 4c 5c 7d")}, parse_cards("2d 3d 4d 5d Kh")
    for key, game in GAMES.items():
        if (game.layout.own, game.layout.dealer, game.layout.board) != (5, 5, 0):
            continue
        if game.deck == JOKER_DECK:
            assert len(stack(Procedure.PACKET, game.layout, own, dealer, (), game.deck)) == 53, key
        else:
            with pytest.raises(NotInDeck, match="JK is none of the 52 cards here"):
                stack(Procedure.PACKET, game.layout, own, dealer, (), game.deck)


def test_the_promise_before_the_bets_says_that_a_joker_is_shuffled_in() -> None:
    dealing, seed = dealing_of(terms(DJ_WILD.rule_sets[0])), bytes(range(32))
    assert dealing == "dj-wild packet 5 5 0 53"
    assert parse_dealing(dealing)[0] is Procedure.PACKET
    for wrong in ("dj-wild packet 5 5 0 54", "dj-wild packet 5 5 0 53 53"):
        with pytest.raises(BadDealing):
            parse_dealing(wrong)
    for game in GAMES.values():
        assert game is DJ_WILD or len(dealing_of(terms(game.rule_sets[0])).split()) == 5, "as it ever was"
    reveal = ShuffleReveal(
        round="T1/1",
        commitment=commitment("T1/1", seed, dealing),
        house_seed=seed,
        dealing=dealing,
        deck=deck_of("T1/1", seed, {}, JOKER_DECK),
    )
    check_reveal(reveal)
    assert sorted(revealed_deck(reveal)) == list(JOKER_DECK)
    assert cards_text(reveal.deck[:6]) == "Jc 6d 8d 7h Qc 9c", "an anchor: the shuffle is the same for ever"
