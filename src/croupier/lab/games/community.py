"""What five cards pay where all bets pay by them, and what four pay on average: the ground of Let It Ride and
Mississippi Stud, whose dealer has no hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.hands import Strength
from croupier.lab.games.grades import five_cards
from croupier.lab.games.nets import NotPriced
from croupier.lab.hands.cardsets import CHOOSE, all_sets, number_without
from croupier.lab.kernel import kernel
from croupier.rules.paytables import Paytable, To


def pays_by_grade(table: Paytable, line_of: Callable[[Strength], str], unit: int) -> NDArray[np.int64]:
    """What a bet of one unit nets, by grade of the five cards; a line that is not there loses the bet."""
    pays = []
    for line in _lines(line_of):
        pay = table.pays.get(line)
        if pay is not None and not isinstance(pay, To):
            raise NotPriced(f"{table.name!r} pays {pay} for {line!r}; want 'x to y'")
        pays.append(-unit if pay is None else pay.win * unit // pay.per)
    return np.array(pays, np.int64)


@cache
def _lines(line_of: Callable[[Strength], str]) -> list[str]:
    return [line_of(int(strength)) for strength in five_cards().strength]


def pays_by_set(by_grade: NDArray[np.int64]) -> NDArray[np.int32]:
    """What a bet nets, by the number of the five cards."""
    return by_grade.astype(np.int32)[five_cards().of_set]


def four_sums(pays: NDArray[np.int32]) -> NDArray[np.int64]:
    """Of every four cards, what a bet nets in all over the 48 others."""
    sums = np.zeros((1, comb(52, 4)), np.int64)
    add_to_smaller(all_sets(5), pays[None], CHOOSE, sums)
    return sums.ravel()


@kernel
def add_to_smaller(
    sets: NDArray[np.uint8], worth: NDArray[np.signedinteger], choose: NDArray[np.int64], sums: NDArray[np.int64]
) -> None:
    """Add what each set is worth to each of its subsets with one card fewer; each row of `worth` by itself."""
    size = sets.shape[1]
    for row in range(len(sets)):
        for left_out in range(size):
            number = number_without(sets, row, left_out, choose)
            for one in range(len(sums)):
                sums[one, number] += worth[one, row]


@kernel
def with_one(
    cards: NDArray[np.int64], size: int, card: int, choose: NDArray[np.int64], scratch: NDArray[np.int64]
) -> int:
    """Put a card into its place among `size` others; the number of the set, or -1 if it is there already."""
    place = 0
    while place < size and cards[place] < card:
        scratch[place] = cards[place]
        place += 1
    if place < size and cards[place] == card:
        return -1
    scratch[place] = card
    for rest in range(place, size):
        scratch[rest + 1] = cards[rest]
    number = 0
    for at in range(size + 1):
        number += choose[scratch[at], at + 1]
    return number


def as_cards(row: NDArray[np.uint8]) -> tuple[Card, ...]:
    """A row of a table of sets as cards."""
    return tuple(map(Card, row.tolist()))
