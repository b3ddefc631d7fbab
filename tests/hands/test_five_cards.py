"""What cards are worth (R1 to R3), against counting, an obvious oracle and an independent evaluator."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from croupier.cards import DECK, Card, cards_text, parse_cards
from croupier.games.uth import UTH
from croupier.hands import Category, category, describe, strength

FIVE_CARD_HANDS = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}


def test_r2_all_2598960_hands_are_counted_by_category_and_have_7462_strengths() -> None:
    strengths = Counter(map(strength, combinations(DECK, 5)))
    assert len(strengths) == 7_462
    counted: Counter[str] = Counter()
    for value, count in strengths.items():
        counted[category(value).words] += count
    assert counted == FIVE_CARD_HANDS
    assert counted.total() == 2_598_960


def plain(cards: tuple[Card, ...]) -> tuple[int, list[int]]:
    """Five cards by the book, written without a thought for speed."""
    ranks = sorted((card.rank + 2 for card in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    counts, order = [count for count, _ in groups], [rank for _, rank in groups]
    if ranks == [14, 5, 4, 3, 2]:
        order = [5]
    straight = order == [5] or (len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4)
    flush = len({card.suit for card in cards}) == 1
    if straight and flush:
        return (9 if order[0] == 14 else 8), order[:1]
    if counts == [4, 1]:
        return 7, order
    if counts == [3, 2]:
        return 6, order
    if flush:
        return 5, order
    if straight:
        return 4, order[:1]
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(counts), 0), order


def best_of_21(cards: tuple[Card, ...]) -> tuple[int, list[int]]:
    return max(plain(five) for five in combinations(cards, 5))


sevens = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True).map(tuple)


@given(sevens, sevens)
def test_r3_seven_cards_are_worth_their_best_five(one: tuple[Card, ...], two: tuple[Card, ...]) -> None:
    first, second = best_of_21(one), best_of_21(two)
    assert category(strength(one)) == first[0]
    assert (strength(one) > strength(two)) == (first > second)
    assert (strength(one) == strength(two)) == (first == second)


@given(sevens)
def test_the_order_of_the_cards_does_not_matter_and_six_are_between(cards: tuple[Card, ...]) -> None:
    assert strength(cards) == strength(tuple(reversed(cards)))
    assert strength(cards) == max(strength(six) for six in combinations(cards, 6))


@given(sevens, st.permutations(range(4)))
def test_r1_suits_never_rank(cards: tuple[Card, ...], names: list[int]) -> None:
    assert strength(Card(card.rank * 4 + names[card.suit]) for card in cards) == strength(cards)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_thirty_thousand_hands_rank_as_an_independent_evaluator_ranks_them(size: int) -> None:
    """phevaluator counts down from 7462 to 1, so the two orders must be each other's reverse."""
    chance = random.Random(size)
    ranked: dict[int, int] = {}
    for _ in range(30_000):
        cards = chance.sample(DECK, size)
        theirs = evaluate_cards(*map(str, cards))
        assert ranked.setdefault(strength(cards), theirs) == theirs, cards_text(cards)
    ours = sorted(ranked, reverse=True)
    assert [ranked[value] for value in ours] == sorted(ranked.values())


SPOKEN = """
  Ah Kh Qh Jh Th 2c 3d | royal flush
  9h 8h 7h 6h 5h 2c 3d | straight flush, five to nine
  5h 4h 3h 2h Ah Kc 9d | straight flush, ace to five
  Kh Qh Jh Th 9h 2c 3d | straight flush, nine to king
  9h 9d 9c 9s 5h 2c 3d | four of a kind, nines
  6h 6d 6c 5s 5h 2c 3d | full house, sixes over fives
  6h 6d 6c 5s 5h 5c 3d | full house, sixes over fives
  2h 2d 2c As Ah Kc Kd | full house, deuces over aces
  Ah 9h Kh 5h 4h 2c 3d | flush, ace high
  9h 8d 7h 6h 5c 2c 3d | straight, five to nine
  Ah 2d 3h 4h 5c 9c 9d | straight, ace to five
  Ah Kd Qh Jh Tc 9c 9d | straight, ten to ace
  9h 9d 9c 6s 5h 2c Kd | three of a kind, nines
  Qh Qd 8s 8c 2d 5h 3s | two pair, queens and eights
  Qh Qd 8s 8c 2d 2h 3s | two pair, queens and eights
  6h 6d Ks 8c 2d 5h 3s | pair of sixes
  2h 2d Ks 8c 7d 5h 3s | pair of deuces
  Ah Qd Ts 8c 2d 5h 3s | ace high
  9h 8d 7s 5c 4d 3h 2s | nine high
"""


@pytest.mark.parametrize("line", SPOKEN.strip("\n").splitlines(), ids=str.strip)
def test_a_hand_says_what_it_is(line: str) -> None:
    cards, words = line.split("|")
    assert describe(strength(parse_cards(cards))) == words.strip()


# The stronger hand first, with the ruling.
STRONGER = """
  5h 4h 3h 2h Ah | Ks Kd Kh Kc Ad | R2 the lowest straight flush beats quads
  6h 5d 4c 3s 2h | 5d 4c 3s 2h Ah | R1 the ace is low in 5-4-3-2-A
  5d 4c 3s 2h Ah | Ks Kd Kh Qc Ad | R2 a straight beats three of a kind
  2h 4h 5h 6h 7h | Ts 9d 8h 7c 6d | R2 a flush beats a straight
  2h 2d 2c 3s 3d | Ah Kh Qh Jh 9h | R2 a full house beats a flush
  3h 3d 3c 2s 2d | 2h 2c 2d As Ad | R2 the three decides a full house
  Ah Ad 3c 4s 5d | Kh Kd Ac Qs Jd | R2 the pair comes before the kickers
  Kh Kd 3c 3s 5d | Kc Ks 3h 3d 4c | R3 the kicker decides two pair
  2h 2d 3c 4s 5d | Ah Kd Qc Js 9d | R2 any pair beats high cards
  Ah Kd Qc Js 9d | Ah Kd Qc Js 8d | R3 the fifth card decides
"""


@pytest.mark.parametrize("line", STRONGER.strip("\n").splitlines(), ids=lambda line: line.split("|")[2].strip())
def test_which_hand_is_stronger(line: str) -> None:
    strong, weak, words = line.split("|")
    assert strength(parse_cards(strong)) > strength(parse_cards(weak)), words
    assert describe(strength(parse_cards(strong)))


def test_r1_king_ace_deuce_is_no_straight() -> None:
    for text in ("Qh Kd Ac 2s 3d", "Kd Ac 2s 3d 4h", "Jh Qh Kd Ac 2s"):
        assert category(strength(parse_cards(text))) is Category.HIGH_CARD


def test_r2_a_royal_flush_is_a_category_of_its_own() -> None:
    assert category(strength(parse_cards("Ah Kh Qh Jh Th"))) is Category.ROYAL_FLUSH
    assert category(strength(parse_cards("Kh Qh Jh Th 9h"))) is Category.STRAIGHT_FLUSH
    assert [each.key for each in Category] == [
        "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
        "straight_flush", "royal_flush",
    ]  # fmt: skip


def test_r20_the_threshold_lies_between_the_best_high_card_and_the_worst_pair() -> None:
    assert UTH.qualifies is not None
    assert not UTH.qualifies(strength(parse_cards("Ah Kd Qc Js 9d")))
    assert UTH.qualifies(strength(parse_cards("2h 2d 3c 4s 5d")))
