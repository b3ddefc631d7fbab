"""What five cards are worth with deuces and the joker wild (D2)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, pairwise
from random import Random

import pytest

from croupier.cards import DECK, JOKER, JOKER_DECK, Cards, parse_cards
from croupier.hands.wild import category, describe, strength

LADDER = """
    2c 2d 2h 2s JK | five wilds
    Ah Kh Qh Jh Th | royal flush
    Ac Ad Ah As 2c | five of a kind, aces
    9d 2c 2d 2h JK | five of a kind, nines
    3c 3d 3h 3s JK | five of a kind, threes
    Kh Qh Jh Th 9h | straight flush, nine to king
    9h 5h 2c 2d JK | straight flush, five to nine
    Ah 4h 3h 2d JK | straight flush, ace to five
    Ac 3d 2c 2d JK | four of a kind, aces
    Kc Kd Kh Ks Ac | four of a kind, kings
    Kc Kd Kh Ks Qc | four of a kind, kings
    As Ac 3h 3d JK | full house, aces over threes
    Ah Kh 5h 2c JK | flush, ace high
    Ah Kh 9h 5h JK | flush, ace high
    Kh 9h 5h 3h 2c | flush, ace high
    Ah Kc Qd Js 2c | straight, ten to ace
    7h 6c 5d 4s JK | straight, four to eight
    Ah 5c 4d 2s JK | straight, ace to five
    As Ad Kc Qd JK | three of a kind, aces
    As Kd 7c 2s JK | three of a kind, aces
    As Ad Ac Jd Tc | three of a kind, aces
    As Ad Kc Kd 3h | two pair, aces and kings
    As Kd 7c 4d JK | pair of aces
    Ah Kd Qs Jc 9h | ace high
"""
HANDS = [[cell.strip() for cell in line.split("|")] for line in LADDER.strip().split("\n")]


@pytest.mark.parametrize(("cards", "words"), HANDS)
def test_what_a_dealer_calls_a_hand_with_wild_cards(cards: str, words: str) -> None:
    assert describe(strength(parse_cards(cards))) == words


def test_d2_which_hand_is_stronger() -> None:
    for (better, _), (worse, _) in pairwise(HANDS):
        assert strength(parse_cards(better)) > strength(parse_cards(worse)), (better, worse)


def test_d2_a_wild_card_in_a_flush_is_the_highest_rank_that_the_hand_has_not() -> None:
    assert strength(parse_cards("Kh Qh 9h 5h 2c")) == strength(parse_cards("Ah Kh Qh 9h 5h"))
    assert strength(parse_cards("Ah Kh 5h 2c JK")) == strength(parse_cards("Ah Kh Qh Jh 5h"))


KINDS = ["high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
         "straight_flush", "five_of_a_kind", "royal_flush", "five_wilds"]  # fmt: skip


def _as_is(cards: tuple[tuple[int, int], ...]) -> tuple[int, list[int]]:
    """A hand of ranks and suits of which none is wild, by the words of D2; it may have a card more than once."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda one: (one[1], one[0]), reverse=True)
    shape, by_count = [many for _, many in counts], [rank for rank, _ in counts]
    suited = len({suit for _, suit in cards}) == 1
    wheel = ranks == [12, 3, 2, 1, 0]
    straight = len(counts) == 5 and (ranks[0] - ranks[4] == 4 or wheel)
    top = [3] if wheel else ranks[:1]
    kind = {(5,): "five_of_a_kind", (4, 1): "four_of_a_kind", (3, 2): "full_house", (3, 1, 1): "three_of_a_kind",
            (2, 2, 1): "two_pair", (2, 1, 1, 1): "pair"}.get(tuple(shape), "high_card")  # fmt: skip
    if straight:
        kind = "straight" if not suited else "royal_flush" if ranks[0] == 12 and not wheel else "straight_flush"
        return KINDS.index(kind), [] if kind == "royal_flush" else top
    # A wild card in a flush is a rank that the hand has not, so five of a suit with a pair are no flush.
    if suited and len(counts) == 5:
        kind = "flush"
    return KINDS.index(kind), by_count


def _by_trying(cards: Cards) -> tuple[int, list[int]]:
    """The best of all that the wild cards could be, one after another."""
    plain = tuple((card.rank, card.suit) for card in cards if card != JOKER and card.rank)
    wild = 5 - len(plain)
    if wild == 5:
        return KINDS.index("five_wilds"), []
    # Of a wild card's suit it matters only whether it is that of the first plain card.
    every = [(rank, suit) for rank in range(13) for suit in (plain[0][1], (plain[0][1] + 1) % 4)]
    return max(_as_is((*plain, *others)) for others in combinations_with_replacement(every, wild))


def _said(cards: Cards) -> tuple[int, list[int]]:
    made = strength(cards)
    kind, many = category(made), {0: 5, 1: 4, 2: 3, 3: 3, 4: 1, 5: 5, 6: 2, 7: 2, 8: 1, 9: 1, 10: 0, 11: 0}
    return int(kind), [made >> 4 * (4 - place) & 15 for place in range(many[int(kind)])]


def test_d2_a_wild_card_is_what_makes_the_best_hand() -> None:
    chance = Random(53)
    wilds, plain = [card for card in JOKER_DECK if card == JOKER or not card.rank], DECK[4:]
    for wild, hands in ((0, 60), (1, 120), (2, 60), (3, 3), (4, 1)):
        for _ in range(hands):
            cards = (*chance.sample(plain, 5 - wild), *chance.sample(wilds, wild))
            assert _said(cards) == _by_trying(cards), cards
