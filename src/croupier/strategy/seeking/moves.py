"""One step of the search on one street: the best rule to put in somewhere, or in the place of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.strategy.language.conditions import Both, Condition
from croupier.strategy.language.strategy import Rule
from croupier.strategy.seeking.atoms import StreetConditions
from croupier.strategy.seeking.classes import Classes, pair_sums


class FoundRule(NamedTuple):
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
    rule: FoundRule


@dataclass(frozen=True, eq=False)
class StreetTable:
    """One street as the search sees it."""

    choices: tuple[str, ...]
    asked: StreetConditions
    classes: Classes

    def mask(self, found: FoundRule) -> NDArray[np.bool_]:
        """The classes in which a rule decides, if none before it does."""
        answers = self.classes.answers
        fits = np.ones(len(answers), np.bool_) if found.first < 0 else answers[:, found.first] > 0
        if found.second >= 0:
            second = answers[:, found.second] > 0
            fits = fits & (~second if found.unless else second)
        return np.asarray(fits & self.classes.allowed[found.choice])

    def written(self, found: FoundRule) -> Rule:
        """The rule in the language."""
        choice = self.choices[found.choice]
        if found.first < 0:
            return Rule(choice)
        first = self.asked.each[found.first]
        if found.second < 0:
            return Rule(choice, first)
        second: Condition = self.asked.each[found.second]
        return Rule(choice, first, second) if found.unless else Rule(choice, Both((first, second)))

    def choosing(self, rules: Sequence[FoundRule]) -> NDArray[np.int8]:
        """What is chosen in each class."""
        chosen = np.full(len(self.classes.answers), len(self.choices) - 1, np.int8)
        for rule in reversed(rules):
            chosen[self.mask(rule)] = rule.choice
        return chosen

    def best_move(
        self, rules: Sequence[FoundRule], gains: NDArray[np.float64], *, instead: bool, only: int | None = None
    ) -> Move:
        """The best rule to put in anywhere, or in the place of any that is there; the first of equally good ones.

        With `only`, the best of those that choose that.
        """
        best = Move(0.0, 0, instead, FoundRule(0, -1))
        every = np.arange(gains.shape[1])
        free = np.ones(gains.shape[1], np.bool_)
        for at in range(len(rules) + (not instead)):
            kept = rules[at + 1 :] if instead else rules[at:]
            later = gains[self.choosing(kept), every]
            without = 0.0
            if instead:
                now = gains[self.choosing(rules[at:]), every]
                without = float(((later - now) * free).sum())
            for choice in range(len(self.choices)) if only is None else (only,):
                values = (gains[choice] - later) * free * self.classes.allowed[choice]
                # No rule can bring more than all that there is to gain.
                if float(values.clip(min=0).sum()) + without > best.gain:
                    for gain, rule in self._rules(choice, values):
                        if gain + without > best.gain:
                            best = Move(gain + without, at, instead, rule)
            if at < len(rules):
                free &= ~self.mask(rules[at])
        return best

    def shifted(self, rules: Sequence[FoundRule], gains: NDArray[np.float64]) -> tuple[FoundRule, ...] | None:
        """The rules with one taken out and another put in anywhere, if that brings anything."""
        every = np.arange(gains.shape[1])
        now = float(gains[self.choosing(rules), every].sum())
        for at in range(len(rules)):
            fewer = [*rules[:at], *rules[at + 1 :]]
            move = self.best_move(fewer, gains, instead=False)
            if float(gains[self.choosing(fewer), every].sum()) + move.gain > now:
                fewer.insert(move.at, move.rule)
                return tuple(fewer)
        return None

    def _rules(self, choice: int, values: NDArray[np.float64]) -> Iterator[tuple[float, FoundRule]]:
        """The best rule of each form: everywhere, one condition, two at once, one unless another."""
        if self.classes.allowed[choice].all():
            yield float(values.sum()), FoundRule(choice, -1)
        answers, alone = self.classes.answers, self.asked.alone
        single = answers[:, :alone].T @ values
        if alone:
            first = int(single.argmax())
            yield float(single[first]), FoundRule(choice, first)
        both = pair_sums(answers[:, alone:], values)
        each = np.diagonal(both)
        first = int(each.argmax())
        yield float(each[first]), FoundRule(choice, alone + first)
        for sums, unless in ((both, False), (each[:, None] - both, True)):
            one, other = np.unravel_index(int(sums.argmax()), sums.shape)
            yield float(sums[one, other]), FoundRule(choice, alone + int(one), alone + int(other), unless)
