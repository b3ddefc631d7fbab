"""The fast evaluator orders hands exactly as the plain one, and as an evaluator that is not ours."""

from __future__ import annotations

from itertools import starmap

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import _pheval

from croupier import hands
from croupier.cards import Card, parse_cards
from croupier.hands import Category
from croupier.lab.hands.evaluator import NotHands, count_categories, grades, strengths, tables
from depth import thorough

HANDS = """
  As Ks Qs Js Ts 2c 3d | royal flush
  5h 4h 3h 2h Ah Ac Ad | straight flush, ace to five
  9c 9d 9h 9s 2c 3d 4h | four of a kind, nines
  9c 9d 9h 4s 4c 4d 2h | full house, nines over fours
  9c 9d 4h 4s 9h Kc Kd | full house, nines over kings
  Ah 9h 7h 4h 2h Kh Kd | flush, ace high
  Ac 2d 3h 4s 5c 9d 9h | straight, ace to five
  Kc Kd Kh 9s 7c 4d 2h | three of a kind, kings
  Kc Kd 9h 9s 7c 7d 2h | two pair, kings and nines
  Kc Kd 9h 8s 7c 5d 2h | pair of kings
  Kc Jd 9h 8s 7c 5d 2h | king high
"""
SPELLED = [line.split(" | ") for line in HANDS.strip().splitlines()]

KNOWN_COUNTS = {
    Category.HIGH_CARD: 23_294_460,
    Category.PAIR: 58_627_800,
    Category.TWO_PAIR: 31_433_400,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.STRAIGHT: 6_180_020,
    Category.FLUSH: 4_047_644,
    Category.FULL_HOUSE: 3_473_184,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.ROYAL_FLUSH: 4_324,
}


@pytest.mark.parametrize(("cards", "words"), SPELLED, ids=[words for _, words in SPELLED])
def test_a_hand_is_what_a_dealer_would_call_it(cards: str, words: str) -> None:
    assert hands.describe(int(strengths(np.array([parse_cards(cards.strip())]))[0])) == words


@given(st.lists(st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True), min_size=1, max_size=40))
def test_strengths_are_those_of_the_plain_evaluator(rows: list[list[int]]) -> None:
    assert strengths(np.array(rows)).tolist() == [hands.strength(map(Card, row)) for row in rows]


@thorough
def test_a_million_hands_stand_in_the_order_that_phevaluator_gives_them() -> None:
    random = np.random.default_rng(20_200_101)
    rows = np.empty((1_000_000, 7), np.uint8)
    for i in range(0, len(rows), 100_000):
        rows[i : i + 100_000] = random.random((100_000, 52)).argpartition(7, axis=1)[:, :7]
    ours = grades(rows).astype(np.int64)
    theirs = np.fromiter(starmap(_pheval.evaluate_7cards, rows.tolist()), np.int64, len(rows))
    both = np.unique(ours << 16 | theirs)
    # One of theirs for one of ours, and as ours rise theirs, which count from the best, fall.
    assert len(np.unique(both >> 16)) == len(both)
    assert (np.diff(both & 0xFFFF) < 0).all()


def test_every_one_of_133_million_hands_has_the_known_category() -> None:
    assert count_categories() == KNOWN_COUNTS


def test_no_two_multisets_of_ranks_share_a_key() -> None:
    # 49,205 multisets of seven ranks; grade 0 (the worst) is also what an unused entry holds.
    table = tables()
    assert len(table.strength) == 4_824
    assert np.count_nonzero(table.by_ranks) == 49_205 - 1
    assert table.category[table.first_pair] == Category.PAIR
    assert table.category[table.first_pair - 1] == Category.HIGH_CARD


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((1, 6), int),
        np.zeros(7, int),
        np.array([[0, 1, 2, 3, 4, 5, 5]]),
        np.array([[0, 1, 2, 3, 4, 5, 52]]),
        np.array([[-1, 1, 2, 3, 4, 5, 6]]),
        np.zeros((1, 7), float),
    ],
    ids=["six cards", "no rows", "a card twice", "too high", "too low", "not whole"],
)
def test_what_is_not_seven_cards_is_refused(rows: np.ndarray) -> None:
    with pytest.raises(NotHands, match="not hands"):
        grades(rows)
