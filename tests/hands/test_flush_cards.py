"""What the most cards of one suit are worth, deuces wild (G2)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import comb

import pytest

from croupier.cards import DECK, parse_cards
from croupier.hands.flush import category, describe, strength

LADDER = """
    Ah Kh Qh 2c 2d | five-card flush, ace king high
    Ah Kh Qh 9h 8h | five-card flush, ace king high
    Kh Qh Jh 2c 3d | four-card flush, ace king high
    Ah Kh Qh 9h 8c | four-card flush, ace king high
    Ah Kh Qh 9c 8c | three-card flush, ace king high
    Ah 9h 2s 3c 4d | three-card flush, ace king high
    Ah 8h 2s 3c 4d | three-card flush, ace king high
    Ah Qh 9h 3c 4d | three-card flush, ace queen high
    3h 4h 5h 3c 4d | three-card flush, five four high
    Ah Kh Qd Jd 9c | two-card flush, ace king high
    4h 3h 4d 3d 5c | two-card flush, four three high
"""
HANDS = [[cell.strip() for cell in line.split("|")] for line in LADDER.strip().split("\n")]


@pytest.mark.parametrize(("better", "worse"), list(pairwise(hand for hand, _ in HANDS)))
def test_g2_which_flush_is_stronger(better: str, worse: str) -> None:
    assert strength(parse_cards(better)) > strength(parse_cards(worse))


@pytest.mark.parametrize(("cards", "words"), HANDS)
def test_what_a_dealer_calls_a_flush(cards: str, words: str) -> None:
    assert describe(strength(parse_cards(cards))) == words


def test_a_deuce_is_the_highest_rank_that_the_flush_has_not() -> None:
    assert strength(parse_cards("Kh Qh 9h 2s 3d")) == strength(parse_cards("Ah Kh Qh 9h 3d"))
    assert strength(parse_cards("Ah Kh 2h 2s 3d")) == strength(parse_cards("Ah Kh Qh Jh 3d"))


@pytest.mark.parametrize("ranks", [6, pytest.param(13, marks=pytest.mark.slow)])
def test_g2_hands_of_five_by_their_longest_suit(ranks: int) -> None:
    """Counted on a deck of the lowest ranks, too: a suit then has fewer cards beside its deuce."""
    counted = Counter(category(strength(hand)).key for hand in combinations(DECK[: 4 * ranks], 5))
    own = ranks - 1
    assert sum(counted.values()) == comb(4 * ranks, 5)
    # Five of one suit, of which up to four are deuces.
    assert counted["five_card_flush"] == sum(comb(4, wild) * 4 * comb(own, 5 - wild) for wild in range(5))
    # Two suits twice and one once, one twice and the others once, or a deuce beside four suits.
    assert counted["two_card_flush"] == 12 * comb(own, 2) ** 2 * own + 4 * comb(own, 2) * own**3 + 4 * own**4
