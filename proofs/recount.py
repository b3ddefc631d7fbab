"""The showdowns counted again from nothing: which category beats which, over every board and both hands.

Boards are collapsed as in `docs/math`: only the ranks matter, and the suit of which a board holds three or
more. This module shares nothing with the solver's kernels: its strengths come from the plain evaluator in
`croupier.hands`, so that the solver, the shipped counts and this agree only if all three are right.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import prod

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.hands import strength

LESS, EQUAL, GREATER = 0, 1, 2
"""The dealer's hand is worse than, equal to, better than the player's: the last axis of the counts."""

_KEY_STEP = 3  # bits a rank's count takes in the key of a multiset
_PAIR_BITS = 9  # bits that number a board's 351 pairs of hole cards


def showdown_counts(highest: int = 13) -> NDArray[np.int64]:
    """Showdowns by the player's category, the dealer's category, and who won (10 × 10 × 3), with the highest ranks."""
    keys, by_ranks = _strengths_by_ranks()
    in_suit, outside, weight = _boards(range(13 - highest, 13))
    return _count(in_suit, outside, weight, keys, by_ranks, _strengths_by_suited_mask(), 13 - highest)


def _strengths_by_ranks() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every multiset of seven ranks as a sorted key, and its strength where no flush is possible."""
    found = []
    for ranks in combinations_with_replacement(range(13), 7):
        counts = [ranks.count(rank) for rank in set(ranks)]
        if max(counts) > 4:
            continue
        # Suits dealt in turn leave no five alike, and never give a rank the same suit twice.
        cards = [Card(rank * 4 + i % 4) for i, rank in enumerate(ranks)]
        found.append((sum(1 << (_KEY_STEP * rank) for rank in ranks), strength(cards)))
    found.sort()
    table = np.array(found, dtype=np.int64)
    return table[:, 0].copy(), table[:, 1].copy()


def _strengths_by_suited_mask() -> NDArray[np.int64]:
    """The strength of five to seven cards of one suit by their mask of ranks; 0 for other sizes."""
    table = np.zeros(1 << 13, dtype=np.int64)
    for size in (5, 6, 7):
        for ranks in combinations(range(13), size):
            table[sum(1 << rank for rank in ranks)] = strength(Card(rank * 4) for rank in ranks)
    return table


def _boards(there: range) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Collapsed boards: ranks in the suit that may flush, ranks outside it, and how many boards each is."""
    in_suit: list[tuple[int, ...]] = []
    outside: list[tuple[int, ...]] = []
    weight: list[int] = []
    flushing: dict[tuple[int, ...], int] = {}

    def row(suited: tuple[int, ...], others: tuple[int, ...], boards: int) -> None:
        in_suit.append(tuple(1 if rank in suited else 0 for rank in range(13)))
        outside.append(tuple(others.count(rank) for rank in range(13)))
        weight.append(boards)

    ways_outside = {0: 1, 1: 3, 2: 3, 3: 1}
    for size in (3, 4, 5):
        for suited in combinations(there, size):
            for others in combinations_with_replacement(there, 5 - size):
                boards = 4 * prod(ways_outside[others.count(rank)] for rank in set(others))
                row(suited, others, boards)
                both = tuple(sorted(suited + others))
                flushing[both] = flushing.get(both, 0) + boards
    ways = {1: 4, 2: 6, 3: 4, 4: 1}
    for ranks in combinations_with_replacement(there, 5):
        if max(ranks.count(rank) for rank in ranks) > 4:
            continue
        boards = prod(ways[ranks.count(rank)] for rank in set(ranks)) - flushing.get(ranks, 0)
        if boards:
            row((), ranks, boards)
    return (np.array(in_suit, np.int64), np.array(outside, np.int64), np.array(weight, np.int64))


@njit(cache=True, nogil=True)
def _count(
    in_suit: NDArray[np.int64],
    outside: NDArray[np.int64],
    weight: NDArray[np.int64],
    keys: NDArray[np.int64],
    by_ranks: NDArray[np.int64],
    by_suited_mask: NDArray[np.int64],
    lowest: int,
) -> NDArray[np.int64]:
    """Showdowns by (player's category, dealer's category, dealer less/equal/greater).

    in_suit         13 flags a board: the ranks it holds in the suit that may flush (none: no flush)
    outside         13 counts a board: its other cards by rank
    weight          how many boards the row stands for
    keys, by_ranks  strengths of seven ranks without a flush, by sorted key
    by_suited_mask  strengths of five to seven suited ranks
    lowest          the lowest rank that the deck has

    Oracle: `croupier.hands.strength` on real cards, in the tests.
    """
    table = np.zeros((10, 10, 3), np.int64)
    copies = np.zeros(26, np.int64)
    pair_a = np.zeros(351, np.int64)
    pair_b = np.zeros(351, np.int64)
    ways = np.zeros(351, np.int64)
    worth = np.zeros(351, np.int64)
    total = np.zeros(10, np.int64)
    with_type = np.zeros((10, 26), np.int64)
    less_with = np.zeros(26, np.int64)
    equal_with = np.zeros(26, np.int64)
    for board in range(weight.size):
        key, mask = 0, 0
        for rank in range(13):
            key += (in_suit[board, rank] + outside[board, rank]) << (3 * rank)
            mask |= in_suit[board, rank] << rank
        suited = mask != 0
        for rank in range(lowest, 13):
            copies[rank] = (3 if suited else 4) - outside[board, rank]
            copies[13 + rank] = 1 - in_suit[board, rank] if suited else 0
        pairs = 0
        for a in range(26):
            for b in range(a, 26):
                n = copies[a] * (copies[a] - 1) // 2 if a == b else copies[a] * copies[b]
                if n == 0:
                    continue
                held = mask
                if a >= 13:
                    held |= 1 << (a - 13)
                if b >= 13:
                    held |= 1 << (b - 13)
                value = by_suited_mask[held]
                if value == 0:
                    full = key + (1 << (3 * (a % 13))) + (1 << (3 * (b % 13)))
                    value = by_ranks[np.searchsorted(keys, full)]
                pair_a[pairs], pair_b[pairs], ways[pairs], worth[pairs] = a, b, n, value
                pairs += 1
        # Sorted as `proofs.reference` sorts: two kinds of sort, cached by two processes, bear one name, and whoever
        # loads both is given one for the other.
        order = np.sort(worth[:pairs] << _PAIR_BITS | np.arange(pairs)) & ((1 << _PAIR_BITS) - 1)
        total[:] = 0
        with_type[:] = 0
        for i in range(pairs):
            a, b, kind = pair_a[i], pair_b[i], worth[i] >> 20
            total[kind] += ways[i]
            if a == b:
                with_type[kind, a] += copies[a] - 1
            else:
                with_type[kind, a] += copies[b]
                with_type[kind, b] += copies[a]
        start, less, last_kind = 0, 0, -1
        while start < pairs:
            value = worth[order[start]]
            kind = value >> 20
            if kind != last_kind:
                less_with[:] = 0
                less, last_kind = 0, kind
            equal_with[:] = 0
            equal, stop = 0, start
            while stop < pairs and worth[order[stop]] == value:
                i = order[stop]
                a, b = pair_a[i], pair_b[i]
                equal += ways[i]
                if a == b:
                    equal_with[a] += copies[a] - 1
                else:
                    equal_with[a] += copies[b]
                    equal_with[b] += copies[a]
                stop += 1
            for at in range(start, stop):
                i = order[at]
                a, b = pair_a[i], pair_b[i]
                many = weight[board] * ways[i]
                for other in range(10):
                    disjoint = total[other] - with_type[other, a] - with_type[other, b]
                    if other < kind:
                        table[kind, other, 0] += many * disjoint
                    elif other > kind:
                        table[kind, other, 2] += many * disjoint
                    else:
                        # The player's own two cards were taken away twice; put them back once.
                        same = equal - equal_with[a] - equal_with[b] + 1
                        below = less - less_with[a] - less_with[b]
                        table[kind, kind, 0] += many * below
                        table[kind, kind, 1] += many * same
                        table[kind, kind, 2] += many * (disjoint + 1 - same - below)
            less += equal
            for a in range(26):
                less_with[a] += equal_with[a]
            start = stop
    return table
