"""The strategies that come with the house: their words, their decisions on real cards, and their exact price."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import DECK, Card, parse_cards
from croupier.hands import Category, category, strength
from croupier.lab.games.ride_chart import is_outside, ranks_in_line, spread
from croupier.lab.hands.cardsets import suit_twins
from croupier.lab.hands.five_cards import five_card_categories
from croupier.lab.hands.starts import combos, hole_cards, start_of_hole
from croupier.lab.solution_cache import cached_solution
from croupier.strategy import decision, price, published
from croupier.strategy.language.published import NotPublished, published_strategy
from depth import first_of, thorough

COSTS = """
  three-card   q-6-4            3.3730
  three-card   like-the-dealer  3.4491
  three-card   every-hand       7.6538
  caribbean    a-k-j-8-3        5.3163
  caribbean    up-card          5.2245
  caribbean    pairs            5.4696
  crazy-four   k-q-8-4          3.4189
  crazy-four   like-the-dealer  5.0272
  let-it-ride  list             3.5057
  let-it-ride  simple           3.7991
  mississippi  points           4.9149
  mississippi  simple          10.6738
"""


@pytest.mark.parametrize("row", first_of(COSTS.strip().splitlines()), ids=lambda row: " ".join(row.split()[:2]))
def test_what_each_costs(row: str) -> None:
    key, name, percent = row.split()
    assert f"{float(price(published(key)[name]).edge) * 100:.4f}" == percent


@pytest.mark.slow
@pytest.mark.parametrize(("name", "percent"), [("simple", "3.3971"), ("up-card", "2.9041")])
def test_what_four_card_costs(name: str, percent: str) -> None:
    assert f"{float(price(published('four-card')[name]).edge) * 100:.4f}" == percent


@thorough
def test_the_wizards_strategy_costs_what_he_published() -> None:
    priced = price(published("uth")["wizard"])
    assert round(float(priced.edge), 4) == 0.0243
    assert round(float(priced.best_edge), 6) == 0.021850
    assert priced.cost > 0


@thorough
def test_the_houses_own_is_cheaper_than_the_wizards_and_dearer_than_the_best() -> None:
    own, wizards = price(published("uth")["house"]), price(published("uth")["wizard"])
    assert own.best_edge < own.edge < wizards.edge
    assert round(float(own.edge), 4) == 0.0237


@thorough
def test_four_times_without_looking_is_priced_by_the_totals_of_4x() -> None:
    solution = cached_solution()
    total = sum(int(value) * int(times) for value, times in zip(solution.bet4, combos(), strict=True))
    assert price(published("uth")["always-4x"]).edge == -Fraction(total, solution.unit * solution.deals)


def test_the_wizards_start_hands_are_the_500_best() -> None:
    first = np.unique(start_of_hole(), return_index=True)[1]
    holes = [tuple(map(Card, row)) for row in hole_cards()[first].tolist()]
    bets = np.array([4 if decision(published("uth")["wizard"], hole).choice == "bet4" else 0 for hole in holes])
    assert (bets == cached_solution().decisions.preflop).all()
    assert int(combos()[bets == 4].sum()) == 500


def test_words() -> None:
    before, flop, river = published("uth")["house"].paragraphs
    assert before == "Bet 4x: 33+ or A2+ or K2s+ or K5o+ or Q6s+ or Q8o+ or J8s+ or JTo. Else check."
    assert "except pocket deuces" in flop
    assert "fewer than 21 dealer outs" in river
    assert published("uth")["always-4x"].paragraphs == ("Bet 4x: always. Else check.", "Check.", "Fold.")
    assert published("three-card")["q-6-4"].paragraphs == ("Play with queen, six and four or better. Else fold.",)


def test_an_unknown_strategy_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NotPublished, match="'wizard' for Caribbean Stud Poker; there are a-k-j-8-3, pairs, up-card"):
        published_strategy("caribbean", "wizard")


def decided(key: str, name: str, own: str, board: str = "", up: str = "", down: int | None = None) -> str:
    cards = (parse_cards(text) for text in (own, board, up))
    return decision(published(key)[name], *cards, down).choice


def _cases(text: str) -> list[object]:
    lines = [[part.strip() for part in line.split("|")] for line in text.strip().splitlines()]
    return [pytest.param(*line[:-1], id=line[-1]) for line in lines]


FLOPS = """
  9c 5d | 9h 7s 2c | bet2  | a hidden pair
  2c 2d | 9h 7s 4c | check | pocket deuces are the exception
  3c 3d | 9h 7s 4c | bet2  | pocket threes are not
  9c 5d | 7h 7s 2c | check | the board's pair is nobody's
  9c 5d | 7h 7s 7c | bet2  | three of a kind, wherever it lies
  Tc 5d | 9c 7c 2c | bet2  | four to a flush with the ten
  9c 5d | Tc 7c 2c | check | four to a flush with a nine
  Tc 5c | 9c 7c 2d | bet2  | four to a flush, both in the hole
  5d 6c | 7h 8s 9d | bet2  | a straight
  Td 5d | 9d 7c 2c | check | three to a flush is not four
"""


RIVERS = """
  9c 5d | 9h 7s 2c Kd Jd | bet1 | a pair of one's own
  4c 2d | Kh Ks Qc Qd 2h | fold | the pair of deuces does not play
  5c 3d | Kh Ks Qc Qd 7h | fold | playing the board with the worst kicker
  Ac 3d | Kh Ks Qc Qd 7h | bet1 | the ace kicker: few cards beat it
  2c 3d | 9h Ts Jc Qd Kh | bet1 | the board plays: only the four aces beat it
  4c 3d | 9h 7s 2c Kd Jd | fold | king high on the board beats this with nearly everything
"""


@pytest.mark.parametrize(("hole", "board", "action"), _cases(FLOPS) + _cases(RIVERS))
def test_the_wizards_flops_and_rivers(hole: str, board: str, action: str) -> None:
    assert decided("uth", "wizard", hole, board) == action


def test_every_river_is_what_the_cards_say() -> None:
    chance, wizard = random.Random(21), published("uth")["wizard"]
    for _ in range(500):
        cards = chance.sample(DECK, 7)
        hole, board = tuple(cards[:2]), tuple(cards[2:])
        mine = strength(cards)
        outs = sum(strength((*board, card)) > mine for card in DECK if card not in cards)
        wants = outs < 21 or category(mine) > category(strength(board))
        assert decision(wizard, hole, board).choice == ("bet1" if wants else "fold"), (hole, board, outs)


def test_preflop_is_the_list() -> None:
    for cards, bets in [("Ac 2d", 4), ("Kc 4d", 0), ("Kc 2c", 4), ("2c 2d", 0), ("3c 3d", 4), ("Jc 9d", 0)]:
        assert decided("uth", "wizard", cards) == ("bet4" if bets else "check")


UP_CARDS = """
  2s 2h 5d 4c 3s | Ah | bet2 | a pair
  As Kd 9h 7c 2s | 9d | bet2 | the dealer's card is one of mine
  As Kd 9h 7c 2s | Ad | fold | an ace, and neither queen nor jack
  As Kd Jh 7c 2s | Ad | bet2 | an ace, and a jack
  As Kd Qh 7c 2s | 6d | bet2 | a queen, and a card below my fourth
  As Kd Qh 7c 2s | 8d | fold | a queen, and a card above my fourth
  As Kd Jh 7c 2s | 6d | fold | a jack is not enough there
  As Qd Jh 7c 2s | 7d | fold | less than ace and king
"""


@pytest.mark.parametrize(("hand", "up", "choice"), _cases(UP_CARDS))
def test_caribbean_by_the_dealers_card(hand: str, up: str, choice: str) -> None:
    assert decided("caribbean", "up-card", hand, up=up) == choice


RIDES = """
  Ts Th 2c       | yes | a pair that pays
  9s 9h 2c       | no  | a pair that does not
  As Ks Ts       | yes | three to a royal flush
  3s 4s 5s       | yes | three suited in a row
  2s 3s 4s       | no  | the exception
  As 2s 3s       | no  | the other exception
  8s 9s Js       | yes | one gap and a high card
  6s 7s 9s       | no  | one gap and none
  8s Ts Qs       | yes | two gaps and two high cards
  7s 9s Js       | no  | two gaps and one
  As 2s 4s       | no  | an ace beside low cards is not high
  2s 5s 9s Ks    | yes | four suited
  5s 6h 7d 8c    | yes | open at both ends
  As Kh Qd Tc    | yes | four of the five highest
  As 2h 3d 4c    | no  | open at one end
  5s 6h 8d 9c    | no  | a gap
"""


@pytest.mark.parametrize(("cards", "rides"), _cases(RIDES))
def test_the_list_of_let_it_ride(cards: str, rides: str) -> None:
    assert decided("let-it-ride", "list", cards[:8], cards[9:]) == ("ride" if rides == "yes" else "pull")


POINTS = """
  2s 2h          | 1 | 3 | any pair
  Js 2h          | 1 | 1 | two points
  Ts 6h          | 1 | 1 | two middle cards
  6s 5s          | 1 | 1 | six and five suited
  6s 5h          | 1 | 0 | and not suited
  6s 6h 2d       | 2 | 3 | a pair of sixes
  2s 2h 9d       | 2 | 1 | a low pair
  5s 6s 7s       | 2 | 3 | three suited in a row
  4s 5s 6s       | 2 | 1 | too low a row
  4s 5h 6d       | 2 | 1 | three in a row from 4-5-6
  3s 4h 5d       | 2 | 0 | too low a row, and not suited
  5s 6h 8d       | 2 | 1 | one gap and two middle cards
  As 2s 4s       | 2 | 1 | an ace beside low cards is not high
  2s 7s Js Ks    | 3 | 3 | four suited
  5s 6h 7d 8c    | 3 | 3 | an outside straight
  4s 5h 6d 7c    | 3 | 1 | too low an outside straight
  6s 7h 2d 9c    | 3 | 0 | three middle cards
  6s 7h 2d 9c    | 5 | 1 | three middle cards after a 3x
"""


@pytest.mark.parametrize(("cards", "down", "times"), _cases(POINTS))
def test_the_points_of_mississippi(cards: str, down: str, times: str) -> None:
    choice = decided("mississippi", "points", cards[:5], cards[6:], down=int(down))
    assert choice == (f"bet{times}" if int(times) else "fold")


def test_a_strategy_decides_alike_whatever_the_suits_are_called() -> None:
    chance, points = random.Random(4), published("mississippi")["points"]
    for _ in range(60):
        cards = tuple(map(Card, chance.sample(range(52), chance.choice((2, 3, 4)))))
        assert len({decision(points, twin[:2], twin[2:], down=5).choice for twin in suit_twins(cards)}) == 1


def test_categories_of_five_are_those_of_the_plain_evaluator() -> None:
    chance = random.Random(5)
    hands = [chance.sample(range(52), 5) for _ in range(3_000)]
    hands += [[0, 4, 8, 12, 48], [0, 4, 8, 12, 49], [32, 36, 40, 44, 48], [0, 1, 2, 3, 4], [0, 1, 2, 4, 5]]
    got = five_card_categories(np.array(hands))
    want = [category(strength(DECK[card] for card in hand)) for hand in hands]
    assert got.tolist() == want
    assert {Category.ROYAL_FLUSH, Category.FOUR_OF_A_KIND, Category.FULL_HOUSE} <= set(want)


def test_draws() -> None:
    assert ranks_in_line(parse_cards("As 2h 3d")) == [-1, 0, 1]
    assert [spread(parse_cards(text)) for text in ("As 2h 3d", "As Kh Td", "As Kh 9d", "2s 2h 3d")] == [3, 5, 0, 0]
    assert is_outside(parse_cards("9s Th Jd Qc"))
    assert not is_outside(parse_cards("Js Qh Kd Ac"))
