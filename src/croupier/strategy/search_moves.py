"""One step of the search on one street: the best rule to add somewhere, or to put in the place of another.

Situations that no rule of the search distinguishes are one class, which leaves few enough to try everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel
from croupier.strategy.language.conditions import Both, Condition
from croupier.strategy.language.strategy import Rule
from croupier.strategy.search_classes import StreetClasses
from croupier.strategy.search_conditions import StreetConditions


@kernel
def single_sums(
    start: NDArray[np.int64],
    conditions: NDArray[np.int16],
    values: NDArray[np.float64],
    sums: NDArray[np.float64],
    most: NDArray[np.float64],
) -> None:
    """Of each condition, the sum of the values of the classes that it fits, and of those that are a gain."""
    for number in range(values.size):
        value = values[number]
        if value:
            for at in range(start[number], start[number + 1]):
                sums[conditions[at]] += value
                if value > 0:
                    most[conditions[at]] += value


@kernel
def pair_sums(
    start: NDArray[np.int64],
    conditions: NDArray[np.int16],
    values: NDArray[np.float64],
    row: NDArray[np.int16],
    sums: NDArray[np.float64],
) -> None:
    """Of some conditions with any other, the sum of the values of the classes that both fit.

    start, conditions   the conditions of each class, as `StreetClasses.fitting` has them
    row                 of each condition its row in the sums, -1 where it has none
    """
    for number in range(values.size):
        value = values[number]
        if value:
            for at in range(start[number], start[number + 1]):
                first = row[conditions[at]]
                if first >= 0:
                    for other in range(start[number], start[number + 1]):
                        sums[first, conditions[other]] += value


class CandidateRule(NamedTuple):
    """A rule as the search holds it: a choice, one or two conditions by number, and whether the second is an exception.

    A first condition of -1 fits everywhere; a second of -1 is none.
    """

    choice: int
    first: int
    second: int = -1
    unless: bool = False


class Move(NamedTuple):
    """A rule to put at a place, instead of the one that stands there or before it, and what it brings in units."""

    gain: float
    at: int
    instead: bool
    rule: CandidateRule


@dataclass(frozen=True, eq=False)
class StreetTable:
    """One street as the search sees it."""

    choices: tuple[str, ...]
    conditions: StreetConditions
    classes: StreetClasses

    def mask(self, rule: CandidateRule) -> NDArray[np.bool_]:
        """The classes in which a rule decides, if none before it does."""
        fits: NDArray[np.bool_] = self.classes.allowed[rule.choice]
        if rule.first >= 0:
            fits = fits & self.classes.fits[rule.first]
        if rule.second >= 0:
            second = self.classes.fits[rule.second]
            fits = fits & (~second if rule.unless else second)
        return fits

    def written(self, rule: CandidateRule) -> Rule:
        """The rule in the language."""
        choice = self.choices[rule.choice]
        if rule.first < 0:
            return Rule(choice)
        first = self.conditions.each[rule.first]
        if rule.second < 0:
            return Rule(choice, first)
        second: Condition = self.conditions.each[rule.second]
        return Rule(choice, first, second) if rule.unless else Rule(choice, Both((first, second)))

    def choosing(self, rules: Sequence[CandidateRule]) -> NDArray[np.int8]:
        """What is chosen in each class."""
        chosen = np.full(self.classes.fits.shape[1], len(self.choices) - 1, np.int8)
        for rule in reversed(rules):
            chosen[self.mask(rule)] = rule.choice
        return chosen

    def best_move(
        self,
        rules: Sequence[CandidateRule],
        gains: NDArray[np.float64],
        *,
        instead: bool,
        only: int | None = None,
        above: float = 0.0,
    ) -> Move | None:
        """The best rule to put in anywhere, or in the place of any that is there, if it brings more than `above`.

        The first of equally good ones. With `only`, the best of those that choose that.
        """
        best: Move | None = None
        every = np.arange(gains.shape[1])
        free = np.ones(gains.shape[1], np.bool_)
        for at in range(len(rules) + (not instead)):
            others = rules[at + 1 :] if instead else rules[at:]
            later = gains[self.choosing(others), every]
            without = 0.0
            if instead:
                now = gains[self.choosing(rules[at:]), every]
                without = float(((later - now) * free).sum())
            for choice in range(len(self.choices)) if only is None else (only,):
                values = (gains[choice] - later) * (free & self.classes.allowed[choice])
                found = self._best_rule(choice, values, above - without)
                if found is not None:
                    above = found[0] + without
                    best = Move(above, at, instead, found[1])
            if at < len(rules):
                free &= ~self.mask(rules[at])
        return best

    def shifted(
        self, rules: Sequence[CandidateRule], gains: NDArray[np.float64]
    ) -> tuple[float, tuple[CandidateRule, ...]] | None:
        """The rules with one taken out and another put in anywhere, and what that brings, if it brings anything."""
        every = np.arange(gains.shape[1])
        now = float(gains[self.choosing(rules), every].sum())
        for at in range(len(rules)):
            fewer = [*rules[:at], *rules[at + 1 :]]
            lost = now - float(gains[self.choosing(fewer), every].sum())
            move = self.best_move(fewer, gains, instead=False, above=lost)
            if move is not None:
                fewer.insert(move.at, move.rule)
                return move.gain - lost, tuple(fewer)
        return None

    def _best_rule(self, choice: int, values: NDArray[np.float64], above: float) -> tuple[float, CandidateRule] | None:
        """The best rule that brings more than `above`: everywhere, one condition, two at once, or one unless another.

        No rule brings more than all that there is to gain where its first condition fits, so few pairs are tried.
        """
        if float(values.clip(min=0).sum()) <= above:
            return None
        alone, size, fitting = self.conditions.alone, len(self.conditions.each), self.classes.fitting
        each, most = np.zeros(size), np.zeros(size)
        single_sums(*fitting, values, each, most)
        one = int(each.argmax())
        found = [(float(each[one]), CandidateRule(choice, one))]
        if self.classes.allowed[choice].all():
            found.insert(0, (float(values.sum()), CandidateRule(choice, -1)))
        least = max(above, *(gain for gain, _ in found))
        some = alone + np.flatnonzero(most[alone:] > least)
        if len(some):
            row, sums = np.full(size, -1, np.int16), np.zeros((len(some), size))
            row[some] = np.arange(len(some))
            pair_sums(*fitting, values, row, sums)
            both = sums[:, alone:]
            for gains, unless in ((both, False), (each[some, None] - both, True)):
                first, second = divmod(int(gains.argmax()), gains.shape[1])
                rule = CandidateRule(choice, int(some[first]), alone + second, unless)
                found.append((float(gains[first, second]), rule))
        gain, best = max(found, key=lambda one: one[0])
        return (gain, best) if gain > above else None
