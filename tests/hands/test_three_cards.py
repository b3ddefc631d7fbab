"""What three cards are worth (T2)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from croupier.cards import DECK, parse_cards
from croupier.hands.three import category, describe, strength


def test_t2_all_22100_hands_are_counted_by_category() -> None:
    counted = Counter(category(strength(hand)).key for hand in combinations(DECK, 3))
    assert counted == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


LADDER = """
    Ah Kh Qh | straight flush, queen to ace
    3c 2c Ac | straight flush, ace to three
    As Ad Ac | three of a kind, aces
    2s 2d 2c | three of a kind, deuces
    Ks Ad Qc | straight, queen to ace
    4s 3d 2c | straight, deuce to four
    3s 2d Ac | straight, ace to three
    Ah Kh Jh | flush, ace high
    5c 3c 2c | flush, five high
    As Ad Kc | pair of aces
    2s 2d Ac | pair of deuces
    2s 2d 3c | pair of deuces
    As Kd Jc | ace high
    Qs 3d 2c | queen high
    Js Td 8c | jack high
    5s 3d 2c | five high
"""
HANDS = [[cell.strip() for cell in line.split("|")] for line in LADDER.strip().split("\n")]


@pytest.mark.parametrize(("better", "worse"), list(pairwise(hand for hand, _ in HANDS)))
def test_t2_which_hand_is_stronger(better: str, worse: str) -> None:
    assert strength(parse_cards(better)) > strength(parse_cards(worse))


@pytest.mark.parametrize(("cards", "words"), HANDS)
def test_a_hand_is_called_by_its_name(cards: str, words: str) -> None:
    assert describe(strength(parse_cards(cards))) == words


def test_suits_never_rank_and_king_ace_deuce_is_no_straight() -> None:
    assert strength(parse_cards("Qs 7h 2d")) == strength(parse_cards("Qc 7d 2h"))
    assert category(strength(parse_cards("Kc Ad 2h"))).key == "high_card"
