"""Sets of cards and their numbers.

A set of k cards, lowest first, has the number C(c1, 1) + C(c2, 2) + … + C(ck, k): every set of k cards has one of
its own, from 0 on without a gap, so that a table over all sets is a flat array.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards
from croupier.lab.kernel import inlined, kernel

CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(53)], np.int64)
"""Binomial coefficients, by n and k."""


def set_number(cards: Iterable[int]) -> int:
    """The number of a set of cards."""
    return sum(comb(card, place) for place, card in enumerate(sorted(cards), 1))


@inlined
def number_without(sets: NDArray[np.uint8], row: int, left_out: int, choose: NDArray[np.int64]) -> int:
    """The number of a set in a row of `sets` without the card at one of its places; `choose` is `CHOOSE`."""
    number = 0
    for place in range(sets.shape[1]):
        if place < left_out:
            number += choose[sets[row, place], place + 1]
        elif place > left_out:
            number += choose[sets[row, place], place]
    return number


@cache
def subsets(of: int, size: int) -> NDArray[np.int64]:
    """The places of each subset of `size` among `of` things."""
    return np.array(list(combinations(range(of), size)), np.int64).reshape(comb(of, size), size)


@cache
def all_sets(size: int, cards: int = 52) -> NDArray[np.uint8]:
    """Every set of so many of the cards, lowest card first, in the order of their numbers."""
    sets = np.empty((comb(cards, size), size), np.uint8)
    _fill(sets)
    return sets


@kernel
def _fill(sets: NDArray[np.uint8]) -> None:
    size = sets.shape[1]
    cards = np.arange(size)
    for number in range(len(sets)):
        for place in range(size):
            sets[number, place] = cards[place]
        place = 0
        while place < size - 1 and cards[place] + 1 == cards[place + 1]:
            cards[place] = place
            place += 1
        cards[place] += 1


def numbers(sets: NDArray[np.integer]) -> NDArray[np.int64]:
    """The number of each row of cards, whatever their order."""
    ordered = np.sort(sets, axis=-1).astype(np.int64)
    places = np.zeros(ordered.shape[:-1], np.int64)
    for place in range(ordered.shape[-1]):
        places += CHOOSE[ordered[..., place], place + 1]
    return places


def suit_twins(cards: Cards) -> tuple[Cards, ...]:
    """The same cards under all 24 names of the suits, each set as often as it comes up."""
    return tuple(tuple(Card(4 * (card >> 2) + names[card & 3]) for card in cards) for names in permutations(range(4)))


def spread_classes(cards: NDArray[np.uint8], values: NDArray[np.generic]) -> NDArray[np.generic]:
    """A table over all sets, from one over the classes that are the same up to the names of the suits."""
    spread = np.zeros(comb(52, cards.shape[1]), values.dtype)
    ranks, suits = cards >> 2, cards & 3
    for names in permutations(range(4)):
        spread[numbers(4 * ranks + np.array(names, np.uint8)[suits])] = values
    return spread
