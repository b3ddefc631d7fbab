"""Every board in the game, collapsed to what can still matter, and numbered.

A board makes a flush only in a suit of which it holds three or more. So a board is one of

    plain   no flush possible: a multiset of five ranks                6,188 rows (13 of them impossible)
    three   three ranks in the flush suit, two outside                286 × 91 = 26,026
    four    four ranks in the flush suit, one outside                 715 × 13 =  9,295
    five    five ranks in the flush suit                                        1,287

and a card in hand one of 26 *types*: rank r outside the flush suit is type r, inside it 13 + r. A hole is a
pair of types a <= b with index a + b(b+1)/2, 351 in all; the first 91 are those of the plain boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.evaluator import RANK_KEYS

PAIRS = 351
PLAIN_PAIRS = 91
STRIDE = 352
"""Rows of flush boards are padded to this, so that each begins on a cache line."""
THREES, FOURS, FIVES = 286 * 91, 715 * 13, 1287
FLUSH_BOARDS = THREES + FOURS + FIVES
PLAIN_BOARDS = comb(17, 5)


@dataclass(frozen=True, slots=True)
class Shapes:
    """How the collapsed boards are numbered, and what each is made of.

    set_index   place of a mask of ranks among the masks with as many bits
    mask        of each flush board, its ranks in the flush suit
    copies      of each board, flush boards first, how many cards of each type it leaves
    key         of each board, the sum of its rank keys
    plain_of    of each flush board, the plain board with the same ranks
    rank_pair   of each pair of types, the pair of its ranks
    low, high   the two types of each pair
    """

    set_index: NDArray[np.int16]
    mask: NDArray[np.uint16]
    copies: NDArray[np.int8]
    key: NDArray[np.int32]
    plain_of: NDArray[np.int32]
    rank_pair: NDArray[np.uint8]
    low: NDArray[np.uint8]
    high: NDArray[np.uint8]


def pair_index(a: int, b: int) -> int:
    """The index of an unordered pair of types, or of ranks."""
    return a + b * (b + 1) // 2 if a <= b else b + a * (a + 1) // 2


def plain_index(ranks: tuple[int, ...]) -> int:
    """The index of a plain board, or with three ranks of a flop: a sorted multiset, counted off."""
    return sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))


def pair_indices(u: NDArray[np.integer], v: NDArray[np.integer]) -> NDArray[np.int64]:
    """`pair_index`, for whole arrays."""
    low, high = np.minimum(u, v).astype(np.int64), np.maximum(u, v).astype(np.int64)
    return np.asarray(low + high * (high + 1) // 2)


def plain_indices(ranks: NDArray[np.integer]) -> NDArray[np.int64]:
    """`plain_index` of each row of sorted ranks."""
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(18)])
    places = ranks.shape[-1]
    return np.asarray(sum(choose[ranks[..., place] + place, place + 1] for place in range(places)))


def multisets(size: int) -> NDArray[np.int64]:
    """The sorted multisets of `size` ranks, in the order of `plain_index`."""
    every = np.array(list(combinations_with_replacement(range(13), size)), np.int64)
    return every[np.argsort(plain_indices(every))]


def plain_boards(known: NDArray[np.int64], drawn: NDArray[np.int64]) -> NDArray[np.int32]:
    """Of each multiset of known ranks and each of drawn ones, the plain board they make."""
    shape = (len(known), len(drawn))
    five = np.concatenate(
        [
            np.broadcast_to(known[:, None], (*shape, known.shape[1])),
            np.broadcast_to(drawn[None], (*shape, drawn.shape[1])),
        ],
        axis=2,
    )
    return plain_indices(np.sort(five, axis=2)).astype(np.int32)


def board_index(mask: int, outside: tuple[int, ...]) -> int:
    """The index of the flush board with `mask` in the suit and the sorted ranks `outside` it."""
    place = int(shapes().set_index[mask])
    match outside:
        case (u, v):
            return pair_index(u, v) * 286 + place
        case (u,):
            return THREES + u * 715 + place
        case _:
            return THREES + FOURS + place


@cache
def shapes() -> Shapes:
    """The numbering of the collapsed boards, the same for every deck."""
    set_index = np.zeros(1 << 13, np.int16)
    by_bits: dict[int, list[int]] = {n: [] for n in range(14)}
    for bits in range(1 << 13):
        set_index[bits] = len(by_bits[bits.bit_count()])
        by_bits[bits.bit_count()].append(bits)
    mask = np.empty(FLUSH_BOARDS, np.uint16)
    outside = np.zeros((FLUSH_BOARDS, 13), np.int8)
    mask[:THREES] = np.tile(by_bits[3], 91)
    mask[THREES : THREES + FOURS] = np.tile(by_bits[4], 13)
    mask[THREES + FOURS :] = by_bits[5]
    high = np.repeat(np.arange(26), np.arange(1, 27))
    low = np.concatenate([np.arange(n) for n in range(1, 27)])
    eye = np.eye(13, dtype=np.int8)
    outside[:THREES] = np.repeat(eye[low[:91]] + eye[high[:91]], 286, axis=0)
    outside[THREES : THREES + FOURS] = np.repeat(eye, 715, axis=0)
    inside = (mask[:, None] >> np.arange(13) & 1).astype(np.int8)
    plain = np.zeros((PLAIN_BOARDS, 13), np.int8)
    five = np.array(list(combinations_with_replacement(range(13), 5)))
    order = plain_indices(five)
    for place in range(5):
        plain[order, five[:, place]] += 1
    copies = np.zeros((FLUSH_BOARDS + PLAIN_BOARDS, 26), np.int8)
    copies[:FLUSH_BOARDS] = np.concatenate([3 - outside, 1 - inside], axis=1)
    copies[FLUSH_BOARDS:, :13] = 4 - plain
    total = np.concatenate([outside + inside, plain])
    flush_ranks = np.repeat(np.tile(np.arange(13), FLUSH_BOARDS), total[:FLUSH_BOARDS].ravel())
    return Shapes(
        set_index=set_index,
        mask=mask,
        copies=copies,
        key=(total @ np.array(RANK_KEYS)).astype(np.int32),
        plain_of=plain_indices(flush_ranks.reshape(FLUSH_BOARDS, 5)).astype(np.int32),
        rank_pair=pair_indices(low % 13, high % 13).astype(np.uint8),
        low=low.astype(np.uint8),
        high=high.astype(np.uint8),
    )


def masks_of(size: int) -> list[int]:
    """The masks of `size` ranks, in the order of `Shapes.set_index`."""
    return sorted(sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size))
