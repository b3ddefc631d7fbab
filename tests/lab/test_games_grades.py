"""The grades of all sets of cards against the plain strengths, hand by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb

import pytest

from croupier.cards import Card
from croupier.hands import four, strength, three
from croupier.lab.games.grades import (
    SetGrades,
    best_five_of_six,
    best_four_of_five,
    best_four_of_six,
    five_cards,
    four_cards,
    three_cards,
)
from croupier.lab.hands.cardsets import all_sets, numbers, set_number
from croupier.lab.hands.counts import FIVE_CARDS
from depth import first_of

GRADED: dict[str, tuple[Callable[[], SetGrades], Callable[[Sequence[Card]], int], int]] = {
    "three": (three_cards, three.strength, 3),
    "four": (four_cards, four.strength, 4),
    "five": (five_cards, strength, 5),
    "four of five": (best_four_of_five, four.strength, 5),
    "four of six": (best_four_of_six, four.strength, 6),
    "five of six": (best_five_of_six, strength, 6),
}


@pytest.mark.parametrize("kind", first_of(GRADED))
def test_a_grade_is_the_strength_of_its_cards(kind: str) -> None:
    graded, plain, size = GRADED[kind]
    grades, chance = graded(), random.Random(size)
    for _ in range(3_000):
        cards = tuple(map(Card, chance.sample(range(52), size)))
        assert grades.strength[grades.of_set[set_number(cards)]] == plain(cards)


def test_every_three_card_hand() -> None:
    grades = three_cards()
    every = combinations(map(Card, range(52)), 3)
    assert all(grades.strength[grades.of_set[set_number(cards)]] == three.strength(cards) for cards in every)


def test_there_are_as_many_different_hands_as_people_count() -> None:
    assert len(five_cards().strength) == 7_462
    counted = Counter((five_cards().strength >> 20)[five_cards().of_set].tolist())
    assert counted == {int(kind): ways for kind, ways in FIVE_CARDS.items()}


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_every_set_has_its_own_number(size: int) -> None:
    assert (numbers(all_sets(size)) == range(comb(52, size))).all()
