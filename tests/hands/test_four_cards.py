"""What four cards are worth, and the best four of five or six (F2)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

from croupier.cards import DECK, parse_cards
from croupier.hands.four import category, describe, strength


def test_f2_all_270725_hands_are_counted_by_category() -> None:
    counted = Counter(category(strength(hand)).key for hand in combinations(DECK, 4))
    assert counted == {
        "four_of_a_kind": 13,
        "straight_flush": 44,
        "three_of_a_kind": 2_496,
        "flush": 2_816,
        "straight": 2_772,
        "two_pair": 2_808,
        "pair": 82_368,
        "high_card": 177_408,
    }


LADDER = """
    As Ad Ac Ah | four of a kind, aces
    2s 2d 2c 2h | four of a kind, deuces
    Ah Kh Qh Jh | straight flush, jack to ace
    4c 3c 2c Ac | straight flush, ace to four
    As Ad Ac 2h | three of a kind, aces
    2s 2d 2c Ah | three of a kind, deuces
    2s 2d 2c Kh | three of a kind, deuces
    Ah Kh Qh Th | flush, ace high
    6c 4c 3c 2c | flush, six high
    Ks Ad Qc Jh | straight, jack to ace
    5s 4s 3d 2c | straight, deuce to five
    4s 3s 2d Ac | straight, ace to four
    As Ad Kc Kd | two pair, aces and kings
    3s 3d 2c 2h | two pair, threes and deuces
    As Ad 3c 2h | pair of aces
    2s 2d Ac Kh | pair of deuces
    2s 2d Ac Qh | pair of deuces
    As Kd Jc Th | ace high
    Ks 4d 3c 2h | king high
    Qs Jd Tc 8h | queen high
    6s 4d 3c 2h | six high
"""
HANDS = [[cell.strip() for cell in line.split("|")] for line in LADDER.strip().split("\n")]


@pytest.mark.parametrize(("better", "worse"), list(pairwise(hand for hand, _ in HANDS)))
def test_f2_which_hand_is_stronger(better: str, worse: str) -> None:
    assert strength(parse_cards(better)) > strength(parse_cards(worse))


@pytest.mark.parametrize(("cards", "words"), HANDS)
def test_a_hand_is_called_by_its_name(cards: str, words: str) -> None:
    assert describe(strength(parse_cards(cards))) == words


# cards | the best four | why
BEST = """
    As Ad Ac 2h 2d    | three of a kind, aces       | of a full house the three count, with a deuce
    Ks Kd 9c 9h 2d    | two pair, kings and nines   | the fifth card plays no part
    Ah Kh Qh Th 9d    | flush, ace high             | four of a suit are enough
    9h 8d 7h 6h Ah    | flush, ace high             | a flush before the straight beside it
    9h 8d 7h 6s 6h    | straight, six to nine       | a straight before the pair
    9h 8d 7h 6s 9c    | straight, six to nine       | and before the pair of nines
    4h 3h 2h Ah 5d    | straight flush, ace to four | before the higher straight
    5h 4d 3s 2h Ah    | straight, deuce to five     | the higher of two straights
    Ks Kd 9c 9h 2d 2s | two pair, kings and nines   | the better two of three pairs
    Ks Kd Kc 9h 9d 9s | three of a kind, kings      | the better of two threes
    Ah 2d 9c 9h 9s 9d | four of a kind, nines       | of six
    As Kd Jc 9h 7d 3s | ace high                    | the four highest of six
"""
BEST_HANDS = [[cell.strip() for cell in line.split("|")] for line in BEST.strip().split("\n")]


@pytest.mark.parametrize(("cards", "words", "why"), BEST_HANDS)
def test_f1_the_best_four_of_five_or_six(cards: str, words: str, why: str) -> None:
    assert describe(strength(parse_cards(cards))) == words, why


def test_f1_the_best_four_is_the_best_of_every_four() -> None:
    chance = random.Random(4)
    for _ in range(300):
        cards = chance.sample(DECK, chance.choice((5, 6)))
        chance.shuffle(cards)
        assert strength(cards) == max(strength(four) for four in combinations(sorted(cards), 4))


def test_suits_never_rank_and_an_ace_does_not_turn_the_corner() -> None:
    assert strength(parse_cards("Qs 7h 5d 2c")) == strength(parse_cards("Qc 7d 5h 2s"))
    assert category(strength(parse_cards("Kc Ad 2h 3s"))).key == "high_card"
    assert category(strength(parse_cards("Qc Kc Ad 2h"))).key == "high_card"
