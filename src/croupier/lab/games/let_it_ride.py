"""Let It Ride solved: each bet by itself, for what one does with a bet changes nothing for the others.

The $ always stays. Bet 1 rides if three cards pay on average, bet 2 if four do; a bet that is worth nothing rides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Cards
from croupier.games.let_it_ride import ALL_BETS, LET_IT_RIDE, paying_line
from croupier.lab.games.community import add_to_smaller, as_cards, four_sums, pays_by_grade, pays_by_set, with_one
from croupier.lab.games.grades import five_cards
from croupier.lab.games.nets import Tables, tables_of, unit_of
from croupier.lab.games.solution import Solution
from croupier.lab.hands.cardsets import CHOOSE, all_sets, spread_classes
from croupier.lab.kernel import kernel
from croupier.lab.known_cards.sets import seen_classes
from croupier.lab.uth.distribution import histogram

Rides = tuple[NDArray[np.bool_], NDArray[np.bool_]]
"""Which three cards let bet 1 ride, and which four let bet 2, by the number of the set."""

BETS_LEFT = np.array([[1, 2], [2, 3]])
"""How many bets are left, by whether bet 1 and bet 2 rode."""


@dataclass(frozen=True, slots=True)
class LetItRide:
    """The game under one pay table.

    by_grade, pays   what a bet nets by grade of the five cards, and by the set of them
    fours, threes    what a bet nets in all, over the 48 fifth cards of four, over the 49 × 48 draws to three
    """

    tables: Tables
    unit: int
    by_grade: NDArray[np.int64]
    pays: NDArray[np.int32]
    fours: NDArray[np.int64]
    threes: NDArray[np.int64]

    def best(self) -> Rides:
        """What rides under the best play."""
        return self.threes >= 0, self.fours >= 0

    def ways_of(self, decide: Callable[[Cards], bool]) -> Rides:
        """What rides by a rule that looks at three or four cards."""
        ways = []
        for size in (3, 4):
            classes = seen_classes(size)
            rides = np.array([decide(as_cards(row)) for row in classes.cards], np.bool_)
            ways.append(spread_classes(classes.cards, rides).astype(np.bool_))
        return ways[0], ways[1]

    def counts(self, rides: Rides) -> NDArray[np.int64]:
        """The deals by whether bet 1 and bet 2 rode and by grade of the five cards, if the game is played so."""
        first, second = rides
        classes = seen_classes(3)
        counts = np.zeros((2, 2, len(self.by_grade)), np.int64)
        _play(classes.cards, classes.weight, first, second, five_cards().of_set, CHOOSE, counts)
        return counts

    def play(self, rides: Rides) -> Solution:
        """The game played so."""
        counts, bets = self.counts(rides), BETS_LEFT
        net, ways = histogram((bets[:, :, None] * self.by_grade).ravel(), counts.ravel())
        deals = int(counts.sum())
        rode = [int(counts[1].sum()), int(counts[:, 1].sum())]
        return Solution(
            game=LET_IT_RIDE,
            tables=self.tables,
            unit=self.unit,
            net=net,
            ways=ways,
            bet=int((counts.sum(axis=2) * bets).sum()) * self.unit,
            frequencies={
                street.key: {"ride": Fraction(often, deals), "pull": Fraction(deals - often, deals)}
                for street, often in zip(LET_IT_RIDE.streets, rode, strict=True)
            },
        )

    def solve(self) -> Solution:
        """The game played best."""
        return self.play(self.best())


def let_it_ride(designs: Tables | None = None) -> LetItRide:
    """Let It Ride with the approved pay table, or with a design."""
    tables = tables_of(LET_IT_RIDE, designs)
    unit = unit_of(tables)
    return riding(tables, unit, pays_by_grade(tables[ALL_BETS], paying_line, unit))


def riding(tables: Tables, unit: int, by_grade: NDArray[np.int64]) -> LetItRide:
    """The game in which a bet nets so much by grade of the five cards."""
    pays = pays_by_set(by_grade)
    fours = four_sums(pays)
    threes = np.zeros((1, comb(52, 3)), np.int64)
    add_to_smaller(all_sets(4), fours[None], CHOOSE, threes)
    return LetItRide(tables, unit, by_grade, pays, fours, threes[0])


@kernel
def _play(
    own: NDArray[np.uint8],
    weight: NDArray[np.int64],
    first: NDArray[np.bool_],
    second: NDArray[np.bool_],
    grade: NDArray[np.uint16],
    choose: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count the deals by whether bet 1 and bet 2 rode and by what the five cards were."""
    three, four, five = np.zeros(3, np.int64), np.zeros(4, np.int64), np.zeros(5, np.int64)
    for hand in range(len(own)):
        number = 0
        for place in range(3):
            three[place] = own[hand, place]
            number += choose[three[place], place + 1]
        rode = np.int64(first[number])
        for x in range(52):
            number = with_one(three, 3, x, choose, four)
            if number < 0:
                continue
            also = np.int64(second[number])
            for y in range(52):
                number = with_one(four, 4, y, choose, five)
                if number >= 0:
                    counts[rode, also, grade[number]] += weight[hand]
