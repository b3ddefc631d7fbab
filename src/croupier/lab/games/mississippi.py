"""Mississippi Stud solved: three streets backward, from what four cards pay on average.

What is right depends on the cards in sight and on how much lies there already: with b base bets down, a fold loses b,
a bet of k plays for b + k. The worth of a street is a convex function of k, so 2x is never better than both 1x and 3x,
and best play has 2 or 4 bets down after the first street, 3, 5 or 7 after the second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Cards
from croupier.games.mississippi import ALL_BETS, MISSISSIPPI, paying_line
from croupier.lab.games.community import add_to_smaller, as_cards, four_sums, pays_by_grade, pays_by_set, with_one
from croupier.lab.games.grades import five_cards
from croupier.lab.games.nets import Tables, tables_of, unit_of
from croupier.lab.games.solution import Solution
from croupier.lab.hands.cardsets import CHOOSE, all_sets, spread_classes
from croupier.lab.kernel import kernel
from croupier.lab.known_cards.sets import seen_classes
from croupier.lab.uth.distribution import histogram
from croupier.rules.actions import CHECK, FOLD, Bet

MOST_DOWN = 11
"""Base bets that can be down, and one more: 1 + 3 + 3 + 3."""

CHECKED = 255
"""What stands for a check where it is offered, in place of a multiple: nothing is bet, and the hand goes on."""


class Offered(NamedTuple):
    """What a street offers: bets in Antes, the smallest first, and whether one may check or fold."""

    bets: tuple[int, ...]
    checks: bool = False
    folds: bool = True


HOUSE = (Offered((1, 2, 3)),) * 3

Decided = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]
"""By street, base bets down and number of the cards in sight: how many times the Ante is bet, 0 for a fold,
`CHECKED` for a check."""


@dataclass(frozen=True, slots=True)
class Mississippi:
    """The game under one pay table.

    by_grade, pays   what a bet nets by grade of the five cards, and by the set of them
    fours            what a bet nets in all over the 48 fifth cards of four
    """

    tables: Tables
    unit: int
    by_grade: NDArray[np.int64]
    pays: NDArray[np.int32]
    fours: NDArray[np.int64]
    streets: tuple[Offered, Offered, Offered] = HOUSE

    @property
    def most_down(self) -> int:
        """Base bets that can be down, and one more."""
        return 2 + sum(max(street.bets, default=0) for street in self.streets)

    def best(self) -> Decided:
        """The best bets; of equal ones the larger."""
        worth_four, fourth, fifth = self._later()
        _, third = self._street(0, worth_four)
        return third, fourth, fifth

    def first_bets(self) -> NDArray[np.int64]:
        """What two cards net in all over the 50 × 49 × 48 draws, by base bets down after the first bet."""
        sums = np.zeros((self.most_down, comb(52, 2)), np.int64)
        add_to_smaller(all_sets(3), self._later()[0], CHOOSE, sums)
        return sums

    def _later(self) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8]]:
        """What three cards are worth by bets down, and the bets on them and on four that make them so."""
        every = np.arange(self.most_down)[:, None] * self.fours
        worth_five, fifth = self._decide(2, every, self.unit * 48)
        worth_four, fourth = self._street(1, worth_five)
        return worth_four, fourth, fifth

    def _street(self, street: int, later: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """What the cards in sight are worth by bets down, from what they are worth with one card more."""
        cards = street + 2
        sums = np.zeros((self.most_down, comb(52, cards)), np.int64)
        add_to_smaller(all_sets(cards + 1), later, CHOOSE, sums)
        return self._decide(street, sums, self.unit * (48 * 49 if street else 48 * 49 * 50))

    def _decide(self, street: int, sums: NDArray[np.int64], lost: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """What is worth most, by bets down before it and the cards in sight; `sums` are by bets down after it."""
        offered, before = self.streets[street], self.streets[:street]
        least = 1 + sum(0 if each.checks or not each.bets else each.bets[0] for each in before)
        most = 1 + sum(max(each.bets, default=0) for each in before)
        codes = np.array([*[0] * offered.folds, *[CHECKED] * offered.checks, *offered.bets], np.uint8)
        worth, decided = np.zeros_like(sums), np.zeros(sums.shape, np.uint8)
        for down in range(least, most + 1):
            options = [np.full(sums.shape[1], -down * lost)] * offered.folds + [sums[down]] * offered.checks
            worth[down], which = _larger(np.stack([*options, *(sums[down + times] for times in offered.bets)]))
            decided[down] = codes[which]
        return worth, decided

    def ways_of(self, decide: Callable[[Cards, int], int]) -> Decided:
        """The bets of a rule that looks at the cards in sight and at the base bets down."""
        ways = []
        for size in (2, 3, 4):
            classes = seen_classes(size)
            hands = [as_cards(row) for row in classes.cards]
            table = np.zeros((MOST_DOWN, comb(52, size)), np.uint8)
            # So many bets can be down on this street, whatever the rule.
            for down in range(size - 1, 3 * size - 4):
                bets = np.array([decide(hand, down) for hand in hands], np.uint8)
                table[down] = spread_classes(classes.cards, bets)
            ways.append(table)
        return ways[0], ways[1], ways[2]

    def counts(self, decided: Decided) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The deals by bets down and grade of the five cards, by bets down at a fold, and by street and bet."""
        classes = seen_classes(2)
        showdowns = np.zeros((self.most_down, len(self.by_grade)), np.int64)
        folded, chosen = np.zeros(self.most_down, np.int64), np.zeros((3, CHECKED + 1), np.int64)
        _play(classes.cards, classes.weight, *decided, five_cards().of_set, CHOOSE, showdowns, folded, chosen)
        return showdowns, folded, chosen

    def play(self, decided: Decided) -> Solution:
        """The game played so."""
        showdowns, folded, chosen = self.counts(decided)
        down = np.arange(self.most_down)
        net, ways = histogram(
            np.concatenate([(down[:, None] * self.by_grade).ravel(), -down * self.unit]),
            np.concatenate([showdowns.ravel(), folded]),
        )
        deals = int(ways.sum())
        return Solution(
            game=MISSISSIPPI,
            tables=self.tables,
            unit=self.unit,
            net=net,
            ways=ways,
            bet=int((down * (showdowns.sum(axis=1) + folded)).sum()) * self.unit,
            frequencies={
                street.key: {
                    **{str(Bet(times)): Fraction(int(often[times]), deals) for times in reversed(offered.bets)},
                    **({str(CHECK): Fraction(int(often[CHECKED]), deals)} if offered.checks else {}),
                    **({str(FOLD): Fraction(int(often[0]), deals)} if offered.folds else {}),
                }
                for street, offered, often in zip(MISSISSIPPI.streets, self.streets, chosen, strict=True)
            },
        )

    def solve(self) -> Solution:
        """The game played best."""
        return self.play(self.best())


def mississippi(designs: Tables | None = None) -> Mississippi:
    """Mississippi Stud with the approved pay table, or with a design."""
    tables = tables_of(MISSISSIPPI, designs)
    unit = unit_of(tables)
    by_grade = pays_by_grade(tables[ALL_BETS], paying_line, unit)
    pays = pays_by_set(by_grade)
    return Mississippi(tables, unit, by_grade, pays, four_sums(pays))


def _larger(options: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The largest of the options, and which; of equal ones the last."""
    which = len(options) - 1 - np.argmax(options[::-1], axis=0)
    return np.take_along_axis(options, which[None], axis=0)[0], which.astype(np.uint8)


@kernel
def _play(
    own: NDArray[np.uint8],
    weight: NDArray[np.int64],
    third: NDArray[np.uint8],
    fourth: NDArray[np.uint8],
    fifth: NDArray[np.uint8],
    grade: NDArray[np.uint16],
    choose: NDArray[np.int64],
    showdowns: NDArray[np.int64],
    folded: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> None:
    """Count the deals by bets down at the end and what the five cards were, or by bets down at a fold."""
    two, three = np.zeros(2, np.int64), np.zeros(3, np.int64)
    four, five = np.zeros(4, np.int64), np.zeros(5, np.int64)
    for hand in range(len(own)):
        two[0], two[1] = own[hand, 0], own[hand, 1]
        often = weight[hand]
        number = choose[two[0], 1] + choose[two[1], 2]
        times = third[1, number]
        chosen[0, times] += often * 50 * 49 * 48
        if times == 0:
            folded[1] += often * 50 * 49 * 48
            continue
        down = 1 + (0 if times == 255 else times)
        for x in range(52):
            number = with_one(two, 2, x, choose, three)
            if number < 0:
                continue
            times = fourth[down, number]
            chosen[1, times] += often * 49 * 48
            if times == 0:
                folded[down] += often * 49 * 48
                continue
            more = down + (0 if times == 255 else times)
            for y in range(52):
                number = with_one(three, 3, y, choose, four)
                if number < 0:
                    continue
                times = fifth[more, number]
                chosen[2, times] += often * 48
                if times == 0:
                    folded[more] += often * 48
                    continue
                most = more + (0 if times == 255 else times)
                for z in range(52):
                    number = with_one(four, 4, z, choose, five)
                    if number >= 0:
                        showdowns[most, grade[number]] += often
