"""Hands up to the names of the suits, and hands as ranks alone: multisets of ranks, with the ways to make them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

PICK = np.array([[comb(left, many) for many in range(7)] for left in range(5)], np.int64)
"""Ways to pick so many cards of a rank of which some are left."""


def classes(cards: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every hand of so many cards but for the names of the suits, as four masks of ranks, and how many are like it."""
    bits = [1 << rank for rank in range(13)]
    by_size = [sorted(map(sum, combinations(bits, size))) for size in range(cards + 1)]

    def rest(most: int, left: int, suits: int) -> Iterator[tuple[int, ...]]:
        if suits == 1:
            yield from ((mask,) for mask in by_size[left] if mask <= most)
            return
        for size in range(left + 1):
            for mask in by_size[size]:
                if mask > most:
                    break
                for others in rest(mask, left - size, suits - 1):
                    yield (mask, *others)

    found = list(rest(8191, cards, 4))
    weight = [24 // prod(factorial(many) for many in Counter(suits).values()) for suits in found]
    assert sum(weight) == comb(52, cards)
    return np.array(found, np.int64), np.array(weight, np.int64)


class Multisets:
    """Every multiset of so many ranks, none more often than `most`.

    ranks, many  the ranks that one has, lowest first, and how often; padded with rank 0, no times
    each         how often it has each rank
    """

    def __init__(self, size: int, most: int) -> None:
        every = map(Counter, combinations_with_replacement(range(13), size))
        kept = [counts for counts in every if max(counts.values(), default=0) <= most]
        width = max(size, 1)
        self.ranks, self.many = np.zeros((len(kept), width), np.int64), np.zeros((len(kept), width), np.int64)
        self.each = np.zeros((len(kept), 13), np.int64)
        for row, counts in enumerate(kept):
            for place, (rank, often) in enumerate(sorted(counts.items())):
                self.ranks[row, place], self.many[row, place] = rank, often
                self.each[row, rank] = often

    def __len__(self) -> int:
        return len(self.each)

    def listed(self, row: int) -> list[int]:
        """The ranks of one, each as often as it is there."""
        return [rank for rank in range(13) for _ in range(int(self.each[row, rank]))]
