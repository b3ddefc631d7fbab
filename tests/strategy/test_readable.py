"""Readable strategies: their words, their decisions on real cards, and their exact price."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import DECK, parse_cards
from croupier.hands import Category, category, strength
from croupier.lab.hands.fives import five_card_categories
from croupier.lab.hands.starts import hole_index, start_of_hole
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import class_of
from croupier.lab.uth.rows import row_of
from croupier.strategy.cost import cost
from croupier.strategy.decide import decisions
from croupier.strategy.readable import STRATEGIES, NoSuchStrategy, readable
from croupier.strategy.rules import NotAHandRange, hands_in
from depth import thorough


@pytest.fixture(scope="module")
def wizard() -> Decisions:
    return decisions(readable("wizard"))


@thorough
def test_the_wizards_strategy_costs_what_he_published() -> None:
    priced = cost(readable("wizard"))
    assert round(float(priced.edge), 4) == 0.0243
    assert round(float(priced.best_edge), 6) == 0.021850
    assert priced.mistakes > 0


@thorough
def test_the_houses_own_is_cheaper_than_the_wizards_and_dearer_than_the_best() -> None:
    own, wizards = cost(readable("house")), cost(readable("wizard"))
    assert own.best_edge < own.edge < wizards.edge
    assert round(float(own.edge), 4) == 0.0237


@thorough
def test_four_times_without_looking_is_priced_by_the_totals_of_4x() -> None:
    from croupier.lab.hands.starts import combos
    from croupier.lab.known import solved

    solution = solved()
    total = sum(int(value) * int(times) for value, times in zip(solution.bet4, combos(), strict=True))
    assert cost(readable("always-4x")).edge == -Fraction(total, solution.unit * solution.deals)


def test_the_wizards_start_hands_are_the_500_best() -> None:
    from croupier.lab.hands.starts import combos, parse_start
    from croupier.lab.known import solved

    named = {parse_start(hand) for hand in hands_in(readable("wizard").bet4)}
    best = {i for i in range(169) if solved().decisions.preflop[i] == 4}
    assert named == best
    assert sum(int(combos()[i]) for i in named) == 500


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


def _cases(text: str) -> list[object]:
    lines = [[part.strip() for part in line.split("|")] for line in text.strip().splitlines()]
    return [pytest.param(*line[:3], id=line[3]) for line in lines]


@pytest.mark.parametrize(("hole", "board", "action"), _cases(FLOPS))
def test_the_wizards_flops(wizard: Decisions, hole: str, board: str, action: str) -> None:
    a, b = parse_cards(hole)
    x, y, z = parse_cards(board)
    assert wizard.flop[class_of((a, b), (x, y, z))] == (action == "bet2")


@pytest.mark.parametrize(("hole", "board", "action"), _cases(RIVERS))
def test_the_wizards_rivers(wizard: Decisions, hole: str, board: str, action: str) -> None:
    row = row_of(parse_cards(hole), parse_cards(board))
    table = wizard.river_flush if row.flush else wizard.river_plain
    assert table[row.board, row.pair] == (action == "bet1")


def test_every_river_is_what_the_cards_say(wizard: Decisions) -> None:
    chance = random.Random(21)
    for _ in range(1_500):
        cards = chance.sample(DECK, 7)
        hole, board = tuple(cards[:2]), tuple(cards[2:])
        mine = strength(cards)
        unseen = [card for card in DECK if card not in cards]
        outs = sum(strength((*board, card)) > mine for card in unseen)
        wants = outs < 21 or category(mine) > category(strength(board))
        row = row_of(hole, board)
        table = wizard.river_flush if row.flush else wizard.river_plain
        assert table[row.board, row.pair] == wants, (hole, board, outs)


def test_preflop_is_the_list(wizard: Decisions) -> None:
    for cards, bets in [("Ac 2d", 4), ("Kc 4d", 0), ("Kc 2c", 4), ("2c 2d", 0), ("3c 3d", 4), ("Jc 9d", 0)]:
        a, b = parse_cards(cards)
        assert wizard.preflop[start_of_hole()[hole_index(a, b)]] == bets


def test_categories_of_five_are_those_of_the_plain_evaluator() -> None:
    chance = random.Random(5)
    hands = [chance.sample(range(52), 5) for _ in range(3_000)]
    hands += [[0, 4, 8, 12, 48], [0, 4, 8, 12, 49], [32, 36, 40, 44, 48], [0, 1, 2, 3, 4], [0, 1, 2, 4, 5]]
    got = five_card_categories(np.array(hands))
    want = [category(strength(DECK[card] for card in hand)) for hand in hands]
    assert got.tolist() == want
    assert {Category.ROYAL_FLUSH, Category.FOUR_OF_A_KIND, Category.FULL_HOUSE} <= set(want)


def test_words_and_ranges() -> None:
    assert hands_in("QQ+ JTo K9s+") == ("QQ", "KK", "AA", "JTo", "K9s", "KTs", "KJs", "KQs")
    before, flop, river = readable("house").words
    assert before == "Bet 4x: 33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo."
    assert "except pocket deuces" in flop
    assert "fewer than 21 dealer outs" in river
    assert len(hands_in(readable("always-4x").bet4)) == 169
    for bad in ("5Ko", "AA-KK", "1", "KK?", "AKx"):
        with pytest.raises(NotAHandRange, match="want such as"):
            hands_in(bad)


def test_an_unknown_strategy_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NoSuchStrategy, match="wizard, house, pocket, always-4x"):
        readable("martingale")
    assert list(STRATEGIES) == ["wizard", "house", "pocket", "always-4x"]
