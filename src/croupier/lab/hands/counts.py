"""How often things happen, as whole numbers: the counts behind every side bet.

A pay table only puts prices on events, so the events are counted once and for all. The tables here are
short enough to read; `proofs/recount.py` and the grades of `croupier.lab.games` count them again, and the
tests compare.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from croupier.hands import Category
from croupier.hands.four import FourCards
from croupier.hands.three import ThreeCards
from croupier.hands.wild import WildCards

THREE_CARD_HANDS = comb(52, 3)
FIVE_CARD_HANDS = comb(52, 5)
SIX_CARD_HANDS = comb(52, 6)
SEVEN_CARD_HANDS = comb(52, 7)
STARTING_HANDS = comb(52, 2)
DEALER_HANDS = comb(50, 2)
SHOWDOWNS = comb(52, 5) * comb(47, 2) * comb(45, 2)
"""A board, a player's hand and a dealer's."""
DEALS = SHOWDOWNS * comb(5, 3)
"""The same with the flop told from turn and river: the 27,813,810,024,000 deals of the game."""

FIVE_CARDS: Mapping[Category, int] = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
"""Five-card hands by category, of 2,598,960."""

THREE_CARDS: Mapping[ThreeCards, int] = {
    ThreeCards.STRAIGHT_FLUSH: 48,
    ThreeCards.THREE_OF_A_KIND: 52,
    ThreeCards.STRAIGHT: 720,
    ThreeCards.FLUSH: 1_096,
    ThreeCards.PAIR: 3_744,
    ThreeCards.HIGH_CARD: 16_440,
}
"""Three-card hands by category, of 22,100."""

FOUR_OF_FIVE: Mapping[FourCards, int] = {
    FourCards.FOUR_OF_A_KIND: 624,
    FourCards.STRAIGHT_FLUSH: 2_072,
    FourCards.THREE_OF_A_KIND: 58_656,
    FourCards.FLUSH: 114_616,
    FourCards.STRAIGHT: 101_808,
    FourCards.TWO_PAIR: 123_552,
    FourCards.PAIR: 1_047_552,
    FourCards.HIGH_CARD: 1_150_080,
}
"""Five-card hands by the category of their best four, of 2,598,960."""

HIGH_PAIRS_OF_FOUR: Mapping[str, int] = {"A": 81_096, "K": 81_096, "Q": 80_724}
"""Of those that are a pair, the pairs of aces, kings and queens: fewer are of a rank that more straights hold."""

WILD_CARD_HANDS = comb(53, 5)

NATURAL_AND_WILD: Mapping[tuple[Category | None, WildCards | None], int] = {
    (Category.ROYAL_FLUSH, None): 4,
    (Category.STRAIGHT_FLUSH, None): 28,
    (Category.STRAIGHT_FLUSH, WildCards.STRAIGHT_FLUSH): 8,
    (Category.FOUR_OF_A_KIND, None): 528,
    (Category.FOUR_OF_A_KIND, WildCards.ROYAL_FLUSH): 20,
    (Category.FOUR_OF_A_KIND, WildCards.FIVE_OF_A_KIND): 76,
    (Category.FULL_HOUSE, None): 3_168,
    (Category.FULL_HOUSE, WildCards.FIVE_OF_A_KIND): 576,
    (Category.FLUSH, None): 3_136,
    (Category.FLUSH, WildCards.ROYAL_FLUSH): 20,
    (Category.FLUSH, WildCards.STRAIGHT_FLUSH): 108,
    (Category.FLUSH, WildCards.FLUSH): 1_844,
    (Category.STRAIGHT, None): 8_160,
    (Category.STRAIGHT, WildCards.STRAIGHT_FLUSH): 24,
    (Category.STRAIGHT, WildCards.STRAIGHT): 2_016,
    (Category.THREE_OF_A_KIND, None): 42_240,
    (Category.THREE_OF_A_KIND, WildCards.ROYAL_FLUSH): 160,
    (Category.THREE_OF_A_KIND, WildCards.STRAIGHT_FLUSH): 496,
    (Category.THREE_OF_A_KIND, WildCards.FOUR_OF_A_KIND): 12_016,
    (Category.TWO_PAIR, WildCards.FOUR_OF_A_KIND): 19_008,
    (Category.TWO_PAIR, WildCards.FULL_HOUSE): 9_504,
    (Category.PAIR, WildCards.ROYAL_FLUSH): 240,
    (Category.PAIR, WildCards.STRAIGHT_FLUSH): 1_080,
    (Category.PAIR, WildCards.FLUSH): 3_960,
    (Category.PAIR, WildCards.STRAIGHT): 19_800,
    (Category.PAIR, WildCards.THREE_OF_A_KIND): 312_840,
    (Category.HIGH_CARD, WildCards.ROYAL_FLUSH): 60,
    (Category.HIGH_CARD, WildCards.STRAIGHT_FLUSH): 324,
    (Category.HIGH_CARD, WildCards.FLUSH): 5_532,
    (Category.HIGH_CARD, WildCards.STRAIGHT): 32_256,
    (None, WildCards.FIVE_WILDS): 1,
    (None, WildCards.ROYAL_FLUSH): 500,
    (None, WildCards.FIVE_OF_A_KIND): 748,
    (None, WildCards.STRAIGHT_FLUSH): 1_580,
    (None, WildCards.FOUR_OF_A_KIND): 20_136,
    (None, WildCards.FULL_HOUSE): 2_376,
    (None, WildCards.FLUSH): 4_484,
    (None, WildCards.STRAIGHT): 21_768,
    (None, WildCards.THREE_OF_A_KIND): 102_960,
}
"""Hands of five out of fifty-three cards, of 2,869,685, by what they are with deuces as deuces, where they hold no
joker, and with wild cards, where they hold any (D5); those that are three of a kind or better in one way at least."""

SIX_CARDS: Mapping[Category, int] = {
    Category.ROYAL_FLUSH: 188,
    Category.STRAIGHT_FLUSH: 1_656,
    Category.FOUR_OF_A_KIND: 14_664,
    Category.FULL_HOUSE: 165_984,
    Category.FLUSH: 205_792,
    Category.STRAIGHT: 361_620,
    Category.THREE_OF_A_KIND: 732_160,
    Category.TWO_PAIR: 2_532_816,
    Category.PAIR: 9_730_740,
    Category.HIGH_CARD: 6_612_900,
}
"""Six-card hands by the category of their best five, of 20,358,520."""

SEVEN_CARDS: Mapping[Category, int] = {
    Category.ROYAL_FLUSH: 4_324,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}
"""Seven-card hands by the category of their best five, of 133,784,560."""

BEATEN: Mapping[Category, int] = {
    Category.STRAIGHT_FLUSH: 10_300_592,
    Category.FOUR_OF_A_KIND: 471_040_512,
    Category.FULL_HOUSE: 8_435_225_376,
    Category.FLUSH: 19_434_208_592,
    Category.STRAIGHT: 18_271_076_976,
    Category.THREE_OF_A_KIND: 64_049_759_448,
    Category.TWO_PAIR: 399_099_149_640,
    Category.PAIR: 1_366_512_556_968,
    Category.HIGH_CARD: 791_967_420_480,
}
"""Showdowns by the category of the hand that lost, the player's or the dealer's; a royal never does."""
