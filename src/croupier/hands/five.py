"""What seven cards are worth, in plain Python.

Suits never rank (R1); the ace is low only in 5-4-3-2-A.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards import Card
from croupier.hands.ranking import HandCategory, Strength, hand_words, packed


class Category(HandCategory):
    """The ten categories of R2, low to high."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


_CATEGORIES = list(Category)
BY_KEY = {category.key: category for category in Category}
ABOVE_PAIR = tuple(key for key in reversed(BY_KEY) if BY_KEY[key] > Category.PAIR)
"""The categories above a pair, highest first, as pay tables list them; which pairs pay, each game says."""

_CATEGORY_SHIFT = 20


def category(strength: Strength) -> Category:
    """The category of R2 that a strength belongs to."""
    return _CATEGORIES[strength >> _CATEGORY_SHIFT]


def first_rank(strength: Strength) -> int:
    """The rank that decides first within the category: of the pair, of the three, of the highest card."""
    return strength >> 16 & 15


# Suits are counted four at once, one nibble each, starting at 3 so that the fifth card of a suit sets
# the nibble's top bit. Ranks are counted the same way in three bits each; the sum names the multiset of
# ranks, of which seven cards can form only 49,205, so each is worked out once and remembered.
_SUIT_START = 0x3333
_SUIT_FULL = 0x8888
_SUIT_STEP = [1 << (4 * (i & 3)) for i in range(52)]
_RANK_STEP = [1 << (3 * (i >> 2)) for i in range(52)]
_BOTH_STEP = [(rank << 16) | suit for rank, suit in zip(_RANK_STEP, _SUIT_STEP, strict=True)]
_by_ranks: dict[int, Strength] = {}


def strength(cards: Iterable[Card]) -> Strength:
    """The strength of the best five of five, six or seven cards (R3)."""
    cards = tuple(cards)
    both = _SUIT_START
    for card in cards:
        both += _BOTH_STEP[card]
    full = both & _SUIT_FULL
    # With at most seven cards a flush leaves no room for quads or a full house to be better unless the
    # flush is a straight flush, so whoever has a flush has decided the hand.
    if full:
        suit = (full.bit_length() >> 2) - 1
        return _flush(sum(1 << (card >> 2) for card in cards if card & 3 == suit))
    ranks = both >> 16
    known = _by_ranks.get(ranks)
    if known is None:
        known = _by_ranks[ranks] = _without_flush(ranks)
    return known


def _straight_top(mask: int) -> int | None:
    """The highest card of the best straight in a mask of ranks; the wheel's is its five."""
    low_ace = mask << 1 | mask >> 12  # the ace once more, below the deuce
    straights = low_ace & low_ace >> 1 & low_ace >> 2 & low_ace >> 3 & low_ace >> 4
    return straights.bit_length() + 2 if straights else None


def _flush(mask: int) -> Strength:
    top = _straight_top(mask)
    if top == 12:
        return Category.ROYAL_FLUSH << _CATEGORY_SHIFT
    if top is not None:
        return packed(Category.STRAIGHT_FLUSH, [top], 5)
    return packed(Category.FLUSH, [rank for rank in range(12, -1, -1) if mask >> rank & 1][:5], 5)


def _without_flush(counts: int) -> Strength:
    """The best five ranks of a multiset that no five of one suit are in."""
    there: list[int] = []  # every rank once, from the highest
    times: tuple[list[int], ...] = ([], [], [], [], [])  # those that are there so many times
    mask = 0
    for rank in range(12, -1, -1):
        if count := counts >> (3 * rank) & 7:
            there.append(rank)
            times[count].append(rank)
            mask |= 1 << rank
    _, _, pairs, threes, fours = times

    def kickers(used: list[int], wanted: int) -> list[int]:
        return [rank for rank in there if rank not in used][:wanted]

    if fours:
        return packed(Category.FOUR_OF_A_KIND, [*fours, *kickers(fours, 1)], 5)
    if threes and len(threes) + len(pairs) > 1:
        # Three and three makes a full house too, of which the lower three is the pair; of two pairs it is the higher.
        return packed(Category.FULL_HOUSE, [*threes, *pairs][:2], 5)
    top = _straight_top(mask)
    if top is not None:
        return packed(Category.STRAIGHT, [top], 5)
    if threes:
        return packed(Category.THREE_OF_A_KIND, [*threes, *kickers(threes, 2)], 5)
    if len(pairs) > 1:
        two = pairs[:2]
        return packed(Category.TWO_PAIR, [*two, *kickers(two, 1)], 5)
    if pairs:
        return packed(Category.PAIR, [*pairs, *kickers(pairs, 3)], 5)
    return packed(Category.HIGH_CARD, there[:5], 5)


def describe_few(cards: Iterable[Card]) -> str:
    """What fewer than five cards are already, in words; some of a suit or in a row are nothing yet."""
    return describe(few_strength(cards))


def few_strength(cards: Iterable[Card]) -> Strength:
    """What fewer than five cards are already worth, by equal ranks alone."""
    return _without_flush(sum(_RANK_STEP[card] for card in cards))


def describe(strength: Strength) -> str:
    """What a hand is, in words a dealer would call out.

    >>> from croupier.cards import parse_cards
    >>> describe(globals()["strength"](parse_cards("Qh Qd 8s 8c 2d 5h 3s")))
    'two pair, queens and eights'
    """
    return hand_words(category(strength), strength, 5)
