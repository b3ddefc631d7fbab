"""The flop as one suit sees it, and the boards it can become.

Summing over the 1,081 turns and rivers is linear, so it splits into parts that many flops share:

    sum over boards of value  =  sum over boards as if no flush were possible
                               + for each suit, the sum over boards with three or more of it
                                 of (true value - value as if no flush were possible).

The first part depends on ranks alone: 455 flops by rank and 91 holes by rank. A suit's part depends on how
that suit sees flop and hole: which ranks are in it, and which ranks, of whatever suit, are outside. A flop
has 1,183 views with one card in the suit, 1,014 with two, 286 with three; a hole has the 351 pairs of types
of `croupier.lab.hands.shapes`. So two small tables are summed, some 130 million additions, and each of the
1,286,792 classes of (hole, flop) is then at most four look-ups, where adding up class by class would
take 418 million.

How often a completion can be dealt depends on the hole only through the ranks outside the suit it uses up:
`times` lists those multiplicities, one row of 351 for each kind of completion. Completions that need a card
of the suit that is in the hole meet a row that counts nothing.

Boards and views are numbered with the ranks outside the suit leading, so that views summed one after the
other read the same few hundred rows and find them in the cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.shapes import (
    FOURS,
    PAIRS,
    STRIDE,
    THREES,
    masks_of,
    multisets,
    pair_indices,
    plain_boards,
    shapes,
)
from croupier.lab.uth.flops import FLOPS, flops

ONE, TWO, THREE = 13 * 91, 78 * 13, 286
VIEWS = ONE + TWO + THREE
FLOP_RANKS = 455
NO_VIEW = VIEWS
"""Where a suit that sees nothing of the flop points to: a row of zeros after the last view."""


@dataclass(frozen=True, slots=True)
class SuitViews:
    """Which boards each view becomes.

    start    where the completions of each view begin; one more entry at the end
    board    the flush board of each completion
    kind     the row of `times` of each completion
    times    how often a completion of that kind can be dealt, by pair of types
    one_more of each set of one to four ranks in the suit, the sets that one more rank makes of it; by their size
    of_flop  the view that each suit has of each canonical flop
    plain_board  of each flop by rank and each pair of turn and river ranks, the plain board
    plain_times  of the same and each hole by rank, how often it can be dealt
    """

    start: NDArray[np.int32]
    board: NDArray[np.int32]
    kind: NDArray[np.uint8]
    times: NDArray[np.int16]
    one_more: tuple[NDArray[np.int64], ...]
    of_flop: NDArray[np.int16]
    plain_board: NDArray[np.int16]
    plain_times: NDArray[np.int8]


@cache
def views() -> SuitViews:
    """The views and their completions, worked out once a process."""
    board, kind = zip(_from_one(), _from_two(), _from_three(), strict=True)
    lengths = [entries.shape[1] for entries in board for _ in range(entries.shape[0])]
    plain_board, plain_times = _plain()
    return SuitViews(
        start=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
        board=np.concatenate([entries.ravel() for entries in board]).astype(np.int32),
        kind=np.concatenate([entries.ravel() for entries in kind]).astype(np.uint8),
        times=times_of(np.zeros(13, np.int8)),
        one_more=tuple(_joined(masks_of(size), 1) for size in range(5)),
        of_flop=_of_flop(),
        plain_board=plain_board,
        plain_times=plain_times,
    )


# Kinds of completion: 0 uses no card outside the suit; 1 + r one of rank r, of which three are left;
# 14 + r one of rank r, of which the flop holds one already; 27 + pair two.
ALL, ONE_OF_THREE, ONE_OF_TWO, TWO_OUTSIDE = 0, 1, 14, 27
KINDS = TWO_OUTSIDE + 91


def times_of(dead: NDArray[np.int8]) -> NDArray[np.int16]:
    """How often a completion of each kind can be dealt, by pair of types.

    dead   how many cards of each rank outside the suit are seen
    """
    shape = shapes()
    ranks = np.arange(13)
    low, high = shape.low.astype(np.int64), shape.high.astype(np.int64)
    held = (low[:, None] == ranks).astype(np.int64) + (high[:, None] == ranks) + dead[:13]
    three, two = np.maximum(3 - held, 0).T, np.maximum(2 - held, 0).T
    times = np.zeros((KINDS, STRIDE), np.int16)
    times[ALL, :PAIRS] = 1
    times[ONE_OF_THREE:ONE_OF_TWO, :PAIRS] = three
    times[ONE_OF_TWO:TWO_OUTSIDE, :PAIRS] = two
    u, v = three[low[:91]], three[high[:91]]
    times[TWO_OUTSIDE:, :PAIRS] = np.where((low[:91] == high[:91])[:, None], u * (u - 1) // 2, u * v)
    return times


def _joined(masks: list[int], more: int) -> NDArray[np.int64]:
    """For each mask, the places of the masks that `more` further ranks make of it."""
    place = shapes().set_index
    return np.array(
        [
            [
                place[mask | sum(1 << rank for rank in ranks)]
                for ranks in combinations([rank for rank in range(13) if not mask >> rank & 1], more)
            ]
            for mask in masks
        ],
        np.int64,
    )


def _from_one() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One rank in the suit, two outside: both cards must come in the suit."""
    threes = _joined(masks_of(1), 2)
    board = np.arange(91)[:, None, None] * 286 + threes
    board = board.reshape(ONE, -1)
    return board, np.full(board.shape, ALL)


def _from_two() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Two ranks in the suit, rank u outside: two more in the suit, or one and a rank v outside."""
    ranks = np.arange(13)
    u = ranks[:, None]
    both = THREES + u[:, :, None] * 715 + _joined(masks_of(2), 2)
    one = pair_indices(u, ranks)[:, None, None, :] * 286 + _joined(masks_of(2), 1)[:, :, None]
    one_kind = np.where(u == ranks, ONE_OF_TWO + ranks, ONE_OF_THREE + ranks)[:, None, None, :]
    one_kind = np.broadcast_to(one_kind, one.shape).reshape(TWO, -1)
    both, one = both.reshape(TWO, -1), one.reshape(TWO, -1)
    return np.concatenate([both, one], axis=1), np.concatenate([np.full(both.shape, ALL), one_kind], axis=1)


def _from_three() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Three ranks in the suit: two more, one and a rank outside, or two ranks outside."""
    ranks, pairs = np.arange(13), np.arange(91)
    both = THREES + FOURS + _joined(masks_of(3), 2)
    one = (THREES + ranks * 715 + _joined(masks_of(3), 1)[:, :, None]).reshape(THREE, -1)
    none = pairs * 286 + np.arange(THREE)[:, None]
    kinds = [
        np.full(both.shape, ALL),
        np.tile(ONE_OF_THREE + ranks, (THREE, one.shape[1] // 13)),
        np.tile(TWO_OUTSIDE + pairs, (THREE, 1)),
    ]
    return np.concatenate([both, one, none], axis=1), np.concatenate(kinds, axis=1)


def _of_flop() -> NDArray[np.int16]:
    place = shapes().set_index
    cards = flops().cards.astype(np.int64)
    ranks, suits = cards >> 2, cards & 3
    of_flop = np.full((FLOPS, 4), NO_VIEW, np.int16)
    for suit in range(4):
        inside = suits == suit
        seen = inside.sum(axis=1)
        mask = (inside << ranks).sum(axis=1)
        out = np.sort(np.where(inside, -1, ranks), axis=1)
        view = np.select(
            [seen == 1, seen == 2, seen == 3],
            [
                pair_indices(out[:, 1], out[:, 2]) * 13 + place[mask],
                ONE + out[:, 2] * 78 + place[mask],
                ONE + TWO + place[mask].astype(np.int64),
            ],
            NO_VIEW,
        )
        of_flop[:, suit] = view
    return of_flop


def _plain() -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    ranks = np.arange(13)
    pairs, flop = multisets(2), multisets(3)
    low, high = pairs.T
    on_flop = (flop[:, :, None] == ranks).sum(axis=1)
    in_hole = (low[:, None] == ranks).astype(int) + (high[:, None] == ranks)
    left = np.maximum(4 - on_flop[:, None, :] - in_hole[None], 0).astype(np.int8)
    first, second = left[:, :, low], left[:, :, high]
    times = np.where(low == high, first * (first - 1) // 2, first * second)
    return plain_boards(flop, pairs).astype(np.int16), np.ascontiguousarray(times.transpose(0, 2, 1)).astype(np.int8)
