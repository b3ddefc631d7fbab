"""A variant is the house game with fields changed: what is not named is as in the house."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card
from croupier.games import GAMES
from croupier.games.uth import UTH
from croupier.hands import FIVE, Ranking, strength
from croupier.hands.four import FOUR
from croupier.hands.three import THREE
from croupier.rules.game import Game, Hands
from croupier.rules.seat import Seat, acted, bet_cents, is_due
from croupier.rules.settlement import Result
from croupier.rules.terms import terms
from croupier.rules.variants.fields import BadVariant, differences, fields_of, variant_of
from croupier.rules.variants.file import parse_variant, variant_text
from croupier.rules.variants.thresholds import NotAThreshold, parse_threshold, threshold_words
from croupier.rules.variants.variant import game_of, house


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(cards=st.permutations(DECK), lines=st.integers(0, 10_000))
def test_a_variant_that_changes_nothing_settles_as_the_house_does(game: Game, cards: list[Card], lines: int) -> None:
    made = game_of(house(game))
    layout = game.layout
    own, dealer = tuple(cards[: layout.own]), tuple(cards[layout.own :][: layout.dealer])
    board = tuple(cards[layout.own + layout.dealer :][: layout.board])
    every = list(game.lines.values())
    seat = Seat(number=1, stakes=game.complete({game.base: 100}), cards=own)
    for number, action in enumerate(every[lines % len(every)]):
        if is_due(seat, game, number):
            seat = acted(seat, action, game.streets[number], bet_cents(seat, game, game.streets[number], action))
    hands = Hands(game.rank(own, board), game.rank(dealer, board) if dealer else 0, own, dealer, board)
    at = terms(game.rule_sets[0], {bet: game.rule_sets[0].tables[bet][0] for bet in game.base_tables})

    def nets(results: list[Result]) -> dict[str, tuple[int, int]]:
        return {one.spot: (one.stake, one.net) for one in results}

    assert nets(made.settle(seat, hands, at)) == nets(game.settle(seat, hands, at))
    assert (made.qualifies is None) == (game.qualifies is None)
    if made.qualifies and game.qualifies:
        assert made.qualifies(hands.dealer) == game.qualifies(hands.dealer)
    for number in range(len(game.streets)):
        assert made.open_to(number, own) == game.open_to(number, own)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_fields_of_the_house_make_the_house(game: Game) -> None:
    again = variant_of(game, fields_of(house(game)), "house")
    assert fields_of(again) == fields_of(house(game))
    assert differences(again) == []


MINE = """
game = "uth"
name = "Mine"

[dealer]
qualifies = "pair of fives"

[streets]
preflop = ["check", "bet6"]
river = ["fold", "bet1", "bet2"]

[ante]
unqualified = "pays"

[blind]
always_pays = true

[blind.pays]
flush = 2
straight = "none"
pair = "push"
"""


def test_a_file_says_what_differs_and_nothing_else() -> None:
    mine = parse_variant(MINE)
    assert [tuple(one) for one in differences(mine)] == [
        ("dealer.qualifies", "pair", "pair of fives"),
        ("streets.preflop", "bet4 bet3 check", "bet6 check"),
        ("streets.river", "bet1 fold", "bet2 bet1 fold"),
        ("ante.unqualified", "push", "pays"),
        ("blind.always_pays", "false", "true"),
        ("blind.pays.flush", "3 to 2", "2 to 1"),
        ("blind.pays.straight", "1 to 1", "none"),
        ("blind.pays.pair", "none", "0 to 1"),
    ]
    again = parse_variant(variant_text(mine))
    assert (again.name, fields_of(again)) == ("Mine", fields_of(mine))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[ante]\ntie = "maybe"', "ante.tie: 'maybe' is none of push, pays, loses"),
        ('[antes]\ntie = "push"', "antes.tie: no such field in Ultimate Texas Hold'em; did you mean ante.tie?"),
        ('[streets]\nriver = ["bet11"]', "streets.river: not an action: 'bet11'"),
        ('[streets]\nriver = ["ride"]', "streets.river: 'ride' cannot be offered"),
        ("[streets]\nflop = []", "streets.flop: '' cannot be offered"),
        ('[streets]\nriver = ["bet1", "bet1"]', "each once"),
        ('[dealer]\nqualifies = "king ace high"', "dealer.qualifies: no hand is called 'king ace high'"),
        ('[blind.pays]\nflush = "-1 to 1"', "blind.pays.flush: not a pay: '-1 to 1'"),
        ('[blind.pays]\nflush = "5 % of main"', "blind.pays.flush: '5 % of main' is no pay of a base game"),
        ("[blind.pays]\nflush = 1.5", "blind.pays.flush: 1.5 cannot be read"),
        ("ante = 5", "ante: no such field"),
        ('game = "faro"', "game: no game 'faro'"),
        ('name = ""', "name: '' is no name"),
        ("[", "is not TOML"),
        (
            'game = "crazy-four"\n[streets]\ndecision = ["bet3", "bet2"]',
            "streets.decision: a hand that no bet is open to could do nothing",
        ),
        (
            'game = "mississippi"\n[bets]\nmiddle_pair_from = "kings"',
            "bets.middle_pair_from: kings are higher than the pairs of the line above",
        ),
    ],
)
def test_an_error_says_which_field_and_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(BadVariant) as refused:
        parse_variant(text)
    assert said in str(refused.value)


def test_a_file_of_one_game_is_no_variant_of_another() -> None:
    with pytest.raises(BadVariant, match="variant of uth, and caribbean was asked for"):
        parse_variant(MINE, game=GAMES["caribbean"])


@pytest.mark.parametrize("ranking", [FIVE, FOUR, THREE], ids=["five", "four", "three"])
@pytest.mark.parametrize(
    "words", ["any", "ace high", "ace king high", "pair", "pair of fives", "pair of aces", "straight", "flush"]
)
def test_a_threshold_is_the_same_in_words_and_as_a_strength(ranking: Ranking, words: str) -> None:
    assert threshold_words(parse_threshold(words, ranking), ranking) == words


@pytest.mark.parametrize(
    ("words", "below", "at"),
    [
        ("pair of fives", "4s 4h As Kd Qc", "5s 5h 2s 3d 4c"),
        ("ace king high", "As Qh Js Td 8c", "As Kh 2s 3d 4c"),
        ("two pair", "As Ah Ks Qd Jc", "2s 2h 3s 3d 4c"),
    ],
)
def test_a_threshold_lies_between_hands(words: str, below: str, at: str) -> None:
    from croupier.cards import parse_cards

    least = parse_threshold(words, UTH.ranking)
    assert strength(parse_cards(below)) < least <= strength(parse_cards(at))


@pytest.mark.parametrize("words", ["", "pair of", "fives", "five pairs", "high", None])
def test_words_that_name_no_hand_are_refused(words: str | None) -> None:
    with pytest.raises(NotAThreshold):
        parse_threshold(words, FIVE)
