"""A variant is the house game with fields changed: what is not named is as in the house."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import JOKER_DECK, Card, parse_cards
from croupier.games import GAMES
from croupier.games.uth import UTH
from croupier.hands import FIVE, Ranking, strength
from croupier.hands.four import FOUR
from croupier.hands.three import THREE
from croupier.hands.thresholds import NotAThreshold, at_least
from croupier.rules.game import Game, Hands
from croupier.rules.seat import Seat, acted, bet_cents, is_due
from croupier.rules.settlement import Result, settle_base, settle_bets
from croupier.rules.terms import terms
from croupier.rules.variants.fields import BadVariant, differences, fields_of, variant_of
from croupier.rules.variants.file import parse_variant, variant_text
from croupier.rules.variants.variant import Variant, house


def settled(variant: Variant, seat: Seat, hands: Hands) -> list[Result]:
    return settle_bets(variant.game, seat, hands, variant.tables.__getitem__)


BY_RULES = [game for game in GAMES.values() if game.settle is None]
"""The games whose bets are said by rules; one that settles in a way of its own has no variants."""


@pytest.mark.parametrize("game", BY_RULES, ids=[game.key for game in BY_RULES])
@given(cards=st.permutations(JOKER_DECK), lines=st.integers(0, 10_000))
def test_rules_said_again_field_by_field_settle_as_the_house_does(game: Game, cards: list[Card], lines: int) -> None:
    variant = variant_of(game, fields_of(house(game)))
    made, layout, cards = variant.game, game.layout, [card for card in cards if card in game.deck]
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

    assert nets(settled(variant, seat, hands)) == nets(settle_base(game, seat, hands, at))
    assert (made.qualifies, made.returned_first) == (game.qualifies, game.returned_first)
    for number, street in enumerate(game.streets):
        assert made.open_to(number, own) == game.open_to(number, own)
        assert made.streets[number].late == street.late


VARIED = """
  uth ante.unqualified               | pays   | Kh 4h | Qc Jd | As 7h 5c 3d 2s | 1000 dealer_not_qualified_pays
  uth play.unqualified               | loses  | Kh 4h | Qc Jd | As 7h 5c 3d 2s | -4000 dealer_not_qualified_loses
  uth play.tie                       | loses  | 2c 3d | 4h 5s | As Ks Qs Js Ts | -4000 tie_loses
  uth blind.lose                     | push   | 5h 6d | Qh Jh | Ah 7h 8c 9h 2s | 0 dealer_wins_push
  uth blind.always_pays              | true   | 5h 6d | Qh Jh | Ah 7h 8c 9h 2s | 1000 pays
  uth blind.below                    | loses  | Ah Kd | Qc Jd | As 7h 5c 3d 2s | -1000 below_table_loses
  uth blind.pays.pair                | 1 to 2 | Ah Kd | Qc Jd | As 7h 5c 3d 2s | 500 pays
  uth blind.pays.pair                | push   | Ah Kd | Qc Jd | As 7h 5c 3d 2s | 0 pair_pushes
  uth blind.pays.flush               | none   | Kh 4h | Qc Jd | Ah 8h 2h 9s 3c | 0 below_table
  three-card ante.tie                | pays   | Ah Kd 9c       | As Kc 9d       | | 1000 equal_wins
  three-card play.unqualified        | plays  | Kh 4d 2c       | Js 4c 2d       | | 1000 even_money
  three-card ante_bonus.always_pays  | false  | 6h 5d 4c       | 9s 8c 7d       | | none
  four-card ante.tie                 | push   | Ah Kd Qc Jh 2c | As Kc Qd Js 2d 3d | | 0 tie
  crazy-four super_bonus.unqualified | loses  | Kh Kd 9c 8c 2d | Qs Jd 9h 5c 3s | | -1000 dealer_not_qualified_loses
  crazy-four super_bonus.always_pays | false  | 6h 5d 4c 3h Kd | As Ah Ad 5c 3s | | -1000 dealer_wins
"""
"""By game and field: what it says now, own cards, the dealer's, the board, and what the field's bet nets and why. The
Ante is $10, and the largest bets are made."""


def cells(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def played(game: Game) -> Seat:
    """A seat that has made the first choice of every street."""
    seat = Seat(number=1, stakes=game.complete({game.base: 1000}))
    for number, street in enumerate(game.streets):
        if is_due(seat, game, number):
            seat = acted(seat, street.offers[0], street, bet_cents(seat, game, street, street.offers[0]))
    return seat


def told(variant: Variant, spot: str, own: str, dealer: str, board: str) -> str:
    """What a bet nets, and why."""
    game, cards = variant.game, [parse_cards(text) for text in (own, dealer, board)]
    strengths = game.rank(cards[0], cards[2]), game.rank(cards[1], cards[2]) if dealer else 0
    results = settled(variant, played(variant.base), Hands(*strengths, *cards))
    return next((f"{one.net} {one.why}" for one in results if one.spot == spot), "none")


@pytest.mark.parametrize("row", cells(VARIED), ids=lambda row: f"{row[0]} {row[1]}")
def test_a_bet_is_settled_by_the_rule_that_was_changed(row: list[str]) -> None:
    where, text, *cards, expected = row
    key, field = where.split()
    variant, spot = variant_of(GAMES[key], {field: text}), field.partition(".")[0]
    assert told(variant, spot, *cards) == expected
    assert told(house(GAMES[key]), spot, *cards) != expected, "the rule that was changed does not matter here"


def test_another_least_hand_of_the_dealer_is_another_dealer_who_plays() -> None:
    usual, mine = house(UTH), variant_of(UTH, {"dealer.qualifies": "any"})
    assert told(usual, "ante", "Kh 4h", "Qc Jd", "As 7h 5c 3d 2s") == "0 dealer_not_qualified"
    assert told(mine, "ante", "Kh 4h", "Qc Jd", "As 7h 5c 3d 2s") == "1000 even_money"


def test_a_pair_is_on_the_line_of_its_rank_from_which_the_line_pays_now() -> None:
    stud, ride = GAMES["mississippi"], GAMES["let-it-ride"]
    assert told(house(stud), "third", "Th 4d", "", "Tc 7s 2d") == "0 pair_pushes"
    assert told(variant_of(stud, {"bets.high_pair_from": "tens"}), "third", "Th 4d", "", "Tc 7s 2d") == "3000 pays"
    assert told(house(ride), "1", "Th 4d 7s", "", "Tc 2d") == "1000 pays"
    jacks = variant_of(ride, {"bets.high_pair_from": "jacks"})
    assert told(jacks, "1", "Th 4d 7s", "", "Tc 2d") == "-1000 below_table_loses"


def test_r21_a_bet_that_pays_where_the_dealer_does_not_qualify_is_not_given_back_first() -> None:
    assert variant_of(UTH, {"ante.unqualified": "pays"}).game.returned_first is None
    assert variant_of(UTH, {"ante.unqualified": "push"}).game.returned_first == "ante"


@pytest.mark.parametrize("game", BY_RULES, ids=[game.key for game in BY_RULES])
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
def test_a_threshold_is_said_in_the_words_that_it_was_read_from(ranking: Ranking, words: str) -> None:
    assert at_least(words, ranking).words == words


@pytest.mark.parametrize(
    ("words", "spoken"),
    [
        ("queen high", "queen high"),
        ("ace king high", "ace and king"),
        ("pair", "a pair"),
        ("pair of fives", "a pair of fives"),
        ("two pair", "two pair"),
        ("full house", "a full house"),
    ],
)
def test_a_threshold_is_said_as_a_dealer_says_it(words: str, spoken: str) -> None:
    assert at_least(words, FIVE).spoken == spoken


@pytest.mark.parametrize(
    ("words", "below", "at"),
    [
        ("pair of fives", "4s 4h As Kd Qc", "5s 5h 2s 3d 4c"),
        ("ace king high", "As Qh Js Td 8c", "As Kh 2s 3d 4c"),
        ("two pair", "As Ah Ks Qd Jc", "2s 2h 3s 3d 4c"),
    ],
)
def test_a_threshold_lies_between_hands(words: str, below: str, at: str) -> None:
    enough = at_least(words, UTH.ranking)
    assert not enough(strength(parse_cards(below)))
    assert enough(strength(parse_cards(at)))


@pytest.mark.parametrize("words", ["", "pair of", "fives", "five pairs", "high", None])
def test_words_that_name_no_hand_are_refused(words: str | None) -> None:
    with pytest.raises(NotAThreshold):
        at_least(words, FIVE)
