"""What seven cards are worth, two hundred million hands a second.

Each rank has a key such that no two multisets of seven ranks have the same sum of keys, so a hand without
a flush is one look-up in a table of eight million entries. The sum is taken together with a count of the
suits, four bits each and starting at 3, so that the fifth card of a suit sets a bit that can be tested.

The result is a *grade*: 0 for the weakest of the 4,824 different hands seven cards can make, 4,823 for a
royal flush. Grades compare exactly as `croupier.hands.strength` does, and `Tables.strength` turns one into
the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.hands import Category
from croupier.lab.kernel import kernel

# Each key is the smallest number that keeps all sums of seven (at most four of a rank) different.
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
TABLE_SIZE = 4 * RANK_KEYS[12] + 3 * RANK_KEYS[11] + 1
HANDS_OF_SEVEN = 133_784_560
_CATEGORY_SHIFT = 20

# Kernels freeze these small arrays into their cached code. They are functions of the numbers above and
# must be renamed, not edited, should those ever change.
_SUITS_START = np.uint64(0x3333 << 32)
_SUITS_FULL = np.uint64(0x8888 << 32)
_LOW = np.uint64(0xFFFFFFFF)
_KEY_V1 = np.array([RANK_KEYS[c >> 2] | 1 << (32 + 4 * (c & 3)) for c in range(52)], np.uint64)
_BIT_V1 = np.array([1 << (16 * (c & 3) + (c >> 2)) for c in range(52)], np.uint64)


class NotHands(Refused):
    """An array that is not rows of seven different cards."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The evaluator's look-up tables.

    by_ranks  grade by the sum of seven rank keys, for hands without a flush
    by_flush  grade by the mask of ranks in the flush's suit
    strength  `croupier.hands.strength` by grade
    category  `croupier.hands.Category` by grade
    """

    by_ranks: NDArray[np.uint16]
    by_flush: NDArray[np.uint16]
    strength: NDArray[np.int32]
    category: NDArray[np.uint8]

    @property
    def first_pair(self) -> int:
        """The lowest grade with which the dealer qualifies (R20)."""
        return int(np.searchsorted(self.category, int(Category.PAIR)))


@cache
def tables() -> Tables:
    """The look-up tables, built once a process in a few hundredths of a second."""
    ranks = np.array(list(combinations_with_replacement(range(13), 7)), np.int64)
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    counts = counts[counts.max(axis=1) <= 4]
    plain = plain_strengths(counts)
    masks = np.arange(1 << 13)
    masks = masks[np.isin(_popcount(masks), (5, 6, 7))]
    flush = flush_strengths(masks)
    strength = np.unique(np.concatenate([plain, flush]))
    by_ranks = np.zeros(TABLE_SIZE, np.uint16)
    by_ranks[counts @ np.array(RANK_KEYS)] = np.searchsorted(strength, plain)
    by_flush = np.zeros(1 << 13, np.uint16)
    by_flush[masks] = np.searchsorted(strength, flush)
    return Tables(
        by_ranks=by_ranks,
        by_flush=by_flush,
        strength=strength.astype(np.int32),
        category=(strength >> _CATEGORY_SHIFT).astype(np.uint8),
    )


def _popcount(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(((masks[:, None] >> np.arange(13)) & 1).sum(axis=1))


@cache
def _highest() -> NDArray[np.int64]:
    """The highest rank of each mask; 0 for the empty one, as `hands` pads with zeros."""
    return np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << 13)])


@cache
def _straights() -> NDArray[np.int64]:
    """The top of the best straight in each mask of ranks, or -1; the wheel's is its five."""
    masks = np.arange(1 << 13)
    tops = np.full(1 << 13, -1)
    tops[masks & 0b1000000001111 == 0b1000000001111] = 3
    for top in range(4, 13):
        run = 0b11111 << (top - 4)
        tops[masks & run == run] = top
    return tops


def _packed(
    category: Category, masks: NDArray[np.int64], kickers: int, leading: list[NDArray[np.int64]]
) -> NDArray[np.int64]:
    """Category, the leading ranks, then the `kickers` highest ranks of `masks`, as `hands` packs them."""
    packed = np.full(masks.shape, int(category), np.int64)
    places = list(leading)
    for _ in range(kickers):
        top = _highest()[masks]
        places.append(top)
        masks = masks & ~(1 << top)
    for place in range(5):
        packed = packed << 4 | (places[place] if place < len(places) else 0)
    return packed


def flush_strengths(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The strengths of five cards or more of one suit, by the mask of their ranks."""
    top = _straights()[masks]
    royal = np.int64(int(Category.ROYAL_FLUSH) << _CATEGORY_SHIFT)
    straight = _packed(Category.STRAIGHT_FLUSH, masks, 0, [np.maximum(top, 0)])
    flush = _packed(Category.FLUSH, masks, 5, [])
    return np.where(top == 12, royal, np.where(top >= 0, straight, flush))


def plain_strengths(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The strengths of rank multisets, one row of thirteen counts each, without a flush."""
    bits = 1 << np.arange(13)
    present = (counts > 0) @ bits
    quads, trips, pairs = ((counts == n) @ bits for n in (4, 3, 2))
    high = _highest()
    four, three, two = high[quads], high[trips], high[pairs]
    below_three = (trips | pairs) & ~(1 << three)
    second_two = pairs & ~(1 << two)
    straight = _straights()[present]
    return np.select(
        [quads > 0, (trips > 0) & (below_three > 0), straight >= 0, trips > 0, second_two > 0, pairs > 0],
        [
            _packed(Category.FOUR_OF_A_KIND, present & ~(1 << four), 1, [four]),
            _packed(Category.FULL_HOUSE, below_three, 1, [three]),
            _packed(Category.STRAIGHT, present, 0, [np.maximum(straight, 0)]),
            _packed(Category.THREE_OF_A_KIND, present & ~(1 << three), 2, [three]),
            _packed(Category.TWO_PAIR, present & ~(1 << two) & ~(1 << high[second_two]), 1, [two, high[second_two]]),
            _packed(Category.PAIR, present & ~(1 << two), 3, [two]),
        ],
        _packed(Category.HIGH_CARD, present, 5, []),
    )


@kernel
def grade_hands(
    hands: NDArray[np.uint8],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    grades: NDArray[np.uint16],
) -> None:
    """Write the grade of each row of seven cards into `grades`.

    Oracle: `croupier.hands.strength`, one hand at a time.
    """
    for i in range(np.uint64(hands.shape[0])):
        key = (
            _SUITS_START
            + _KEY_V1[hands[i, 0]]
            + _KEY_V1[hands[i, 1]]
            + _KEY_V1[hands[i, 2]]
            + _KEY_V1[hands[i, 3]]
            + _KEY_V1[hands[i, 4]]
            + _KEY_V1[hands[i, 5]]
            + _KEY_V1[hands[i, 6]]
        )
        if key & _SUITS_FULL:
            bits = np.uint64(0)
            for j in range(7):
                bits |= _BIT_V1[hands[i, j]]
            full = (key & _SUITS_FULL) >> np.uint64(35)
            shift = np.uint64(0)
            while full > np.uint64(1):
                full >>= np.uint64(4)
                shift += np.uint64(16)
            grades[i] = by_flush[(bits >> shift) & np.uint64(0x1FFF)]
        else:
            grades[i] = by_ranks[key & _LOW]


def grades(hands: NDArray[np.integer]) -> NDArray[np.uint16]:
    """The grade of each row of seven cards, 0 (2c) to 51 (As): bigger is better, equal is a tie."""
    hands = np.asarray(hands)
    if hands.ndim != 2 or hands.shape[1] != 7 or hands.dtype.kind not in "iu":
        raise NotHands(f"not hands: an array of {hands.dtype} {hands.shape}; want whole numbers, (n, 7)")
    if hands.size and not (hands.min() >= 0 and hands.max() < 52):
        raise NotHands("not hands: a card outside 0 to 51")
    ordered = np.sort(hands, axis=1)
    if hands.size and (ordered[:, 1:] == ordered[:, :-1]).any():
        raise NotHands("not hands: a row has a card twice")
    out = np.empty(len(hands), np.uint16)
    table = tables()
    grade_hands(np.ascontiguousarray(hands, np.uint8), table.by_ranks, table.by_flush, out)
    return out


def strengths(hands: NDArray[np.integer]) -> NDArray[np.int32]:
    """`croupier.hands.strength` of each row of seven cards.

    >>> int(strengths(np.array([[48, 44, 40, 36, 32, 3, 7]]))[0]) == 9 << 20
    True
    """
    result: NDArray[np.int32] = tables().strength[grades(hands)]
    return result


@kernel
def tally(
    first: int,
    stop: int,
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    counts: NDArray[np.uint32],
) -> None:
    """Count by grade all hands whose lowest card is in [first, stop): the evaluator in sequence.

    Partial sums of keys are carried down the nest, and the flush is tested outside the innermost loop: six
    cards with no suit four times cannot make one with the seventh.
    """
    deck, one = np.uint64(52), np.uint64(1)
    fourth = np.uint64(0x1111 << 32)
    for a in range(np.uint64(first), np.uint64(stop)):
        key_a = _SUITS_START + _KEY_V1[a]
        for b in range(a + one, deck):
            key_b = key_a + _KEY_V1[b]
            for c in range(b + one, deck):
                key_c = key_b + _KEY_V1[c]
                for d in range(c + one, deck):
                    key_d = key_c + _KEY_V1[d]
                    bits_d = _BIT_V1[a] | _BIT_V1[b] | _BIT_V1[c] | _BIT_V1[d]
                    for e in range(d + one, deck):
                        key_e = key_d + _KEY_V1[e]
                        for f in range(e + one, deck):
                            key_f = key_e + _KEY_V1[f]
                            if not (key_f + fourth) & _SUITS_FULL:
                                low = key_f & _LOW
                                for g in range(f + one, deck):
                                    counts[by_ranks[low + (_KEY_V1[g] & _LOW)]] += 1
                                continue
                            bits_f = bits_d | _BIT_V1[e] | _BIT_V1[f]
                            for g in range(f + one, deck):
                                key = key_f + _KEY_V1[g]
                                full = (key & _SUITS_FULL) >> np.uint64(35)
                                if not full:
                                    counts[by_ranks[key & _LOW]] += 1
                                    continue
                                shift = np.uint64(0)
                                while full > one:
                                    full >>= np.uint64(4)
                                    shift += np.uint64(16)
                                mask = ((bits_f | _BIT_V1[g]) >> shift) & np.uint64(0x1FFF)
                                counts[by_flush[mask]] += 1


def count_categories() -> dict[Category, int]:
    """How many of all 133,784,560 hands of seven cards are of each category, by evaluating every one."""
    table = tables()
    counts = np.zeros(len(table.strength), np.uint32)
    tally(0, 46, table.by_ranks, table.by_flush, counts)
    return {kind: int(counts[table.category == int(kind)].sum()) for kind in Category}
