"""One step of the search on one street: the best rule to add somewhere, or to put in the place of another.

Situations that no rule of the search distinguishes are put together, which leaves few enough to try everything.

Of every situation of a street each condition says yes or no. Those with the same answers are one class, and a class
counts with the sum of what its situations would gain. So a rule is priced on the classes, exactly, in a fraction of the
time that the situations themselves would take.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel, spread
from croupier.strategy.language.conditions import Both, Condition, Is, MadeHand
from croupier.strategy.language.strategy import Rule
from croupier.strategy.pricing.model import PricingStreet, Weights, Whole, Worth
from croupier.strategy.search_conditions import StreetConditions

_WORD = 62
"""Answers to a word of a signature, and room for a bit of what is allowed."""
_ROOM = 1 << 16


@dataclass(frozen=True, eq=False)
class StreetClasses:
    """The classes of a street.

    fits      by condition and class, whether it fits
    of        part by part, the class of each situation
    allowed   by choice and class, whether it is allowed
    """

    fits: NDArray[np.bool_]
    of: tuple[NDArray[np.int32], ...]
    allowed: NDArray[np.bool_]

    @cached_property
    def fitting(self) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """The conditions that fit each class, class after class, and where each class begins; one more at the end."""
        classes, conditions = np.nonzero(self.fits.T)
        return np.searchsorted(classes, np.arange(self.fits.shape[1] + 1)), conditions.astype(np.int16)

    def gains(self, place: PricingStreet, weights: Weights, worth: Worth) -> NDArray[np.float64]:
        """What each choice brings over the last one, by choice and class, in units over all deals."""
        sums = np.zeros((len(place.choices), self.fits.shape[1]), np.int64)
        for of, weight, values in zip(self.of, weights, worth, strict=True):
            for choice, value in enumerate(values[:-1]):
                whole = (np.atleast_2d(np.broadcast_to(each, of.shape)) for each in (of, weight, value, values[-1]))
                _add_gains(*whole, sums[choice])
        # Whole numbers below 2^53 are exact as floats, and so are their sums.
        return sums.astype(np.float64)


@kernel
def _add_gains(of: Whole, weight: Whole, value: Whole, last: Whole, sums: NDArray[np.int64]) -> None:
    """Add what a choice brings over the last one in each situation to the sum of its class."""
    for row in range(of.shape[0]):
        for at in range(of.shape[1]):
            if weight[row, at]:
                sums[of[row, at]] += np.int64(weight[row, at]) * (np.int64(value[row, at]) - np.int64(last[row, at]))


def classes_of(place: PricingStreet, conditions: tuple[Condition, ...]) -> StreetClasses:
    """The situations of a street by what the conditions say of them."""
    every = len(conditions) + len(place.choices) - 1
    known: dict[bytes, int] = {}
    of = []
    for part, seen in enumerate(place.parts):
        there = np.ones(seen.shape, np.bool_) if seen.there is None else seen.there
        key = _packed(_readings(place, part, conditions), seen.shape, every)
        numbers, firsts = _numbered(key, there.ravel())
        names = [known.setdefault(key[at].tobytes(), len(known)) for at in firsts]
        of.append(np.array([*names, 0], np.int32)[numbers].reshape(seen.shape))
    signs = np.frombuffer(b"".join(known), np.uint64).reshape(len(known), -1)
    bits = [signs[:, at // _WORD] >> np.uint64(at % _WORD) & np.uint64(1) for at in range(every)]
    answers = np.stack([*bits, np.ones(len(known), np.uint64)]).astype(np.bool_)
    return StreetClasses(answers[: len(conditions)], tuple(of), answers[len(conditions) :])


@dataclass(eq=False)
class _Reading:
    """A number of every situation, which broadcasts, and of each number which answers follow from it."""

    numbers: NDArray[np.int8]
    answers: dict[int, NDArray[np.bool_]]


_LEVELS = np.arange(-128, 128)


def _readings(place: PricingStreet, part: int, conditions: tuple[Condition, ...]) -> list[_Reading]:
    """What has to be looked at to answer every condition, and whether each choice is allowed. Conditions that ask how
    much of the same thing there is are answered at one look."""
    seen, found = place.parts[part], dict[object, _Reading]()

    def answered(by: object, numbers: NDArray[Any], at: int, answers: NDArray[np.bool_]) -> None:
        reading = found.setdefault(by, _Reading(numbers.astype(np.int8, copy=False), {}))
        reading.answers[at] = answers

    for at, condition in enumerate(conditions):
        match condition:
            case Is(phrase, low, high, ranks):
                answers = (low <= _LEVELS) & ((high >= _LEVELS) | (high >= 99))
                answered((phrase.name, ranks), seen.read(phrase, ranks), at, answers)
            case MadeHand(category, _, better) if seen.category is not None:
                answered("category", seen.category, at, category <= _LEVELS if better else category == _LEVELS)
            case _:
                answered(at, seen.fits(condition), at, _LEVELS == 1)
    for number, may in enumerate(place.allowed[part][:-1], len(conditions)):
        answered(number, np.ones(1, np.bool_) if may is None else may, number, _LEVELS == 1)
    return list(found.values())


def _packed(readings: list[_Reading], shape: tuple[int, ...], every: int) -> NDArray[np.uint64]:
    """Of each situation all answers, a bit each."""
    words = -(-every // _WORD)
    whole = prod(shape)
    small: dict[tuple[int, ...], NDArray[np.uint64]] = {}
    large: list[tuple[NDArray[np.int8], NDArray[np.uint64]]] = []
    for reading in readings:
        marks = np.zeros((256, words), np.uint64)
        for at, answers in reading.answers.items():
            marks[:, at // _WORD] |= answers.astype(np.uint64) << np.uint64(at % _WORD)
        if 2 * reading.numbers.size > whole:
            large.append((np.ascontiguousarray(np.broadcast_to(reading.numbers, shape)).ravel(), marks))
        else:  # what concerns the board alone, say: put together before it is spread out
            size = reading.numbers.shape
            small[size] = small.get(size, np.uint64(0)) | marks[reading.numbers.astype(np.int64) + 128]
    key = np.zeros((*shape, words), np.uint64)
    for marked in small.values():
        key |= marked
    key = key.reshape(whole, words)

    def work(start: int, stop: int) -> None:
        # A few rows at a time stay in the cache while every answer is put in.
        for numbers, marks in large:
            _mark(numbers[start:stop], marks, key[start:stop])

    spread(work, whole, _ROOM)
    return key


@kernel
def _mark(numbers: NDArray[np.int8], marks: NDArray[np.uint64], key: NDArray[np.uint64]) -> None:
    """Put the answers that follow from each number to its row's."""
    for row in range(numbers.size):
        for word in range(key.shape[1]):
            key[row, word] |= marks[numbers[row] + 128, word]


def _numbered(keys: NDArray[np.uint64], there: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The number of each row's key among those that are there, -1 where nothing is, and the first row of each."""
    size = 1 << 12
    while True:
        table, numbers = np.full(size, -1, np.int64), np.full(len(keys), -1, np.int32)
        firsts = np.zeros(size, np.int64)
        classes = _number(keys, there, table, firsts, numbers)
        if classes >= 0:
            return numbers, firsts[:classes]
        size *= 4


@kernel
def _number(
    keys: NDArray[np.uint64],
    there: NDArray[np.bool_],
    table: NDArray[np.int64],
    firsts: NDArray[np.int64],
    numbers: NDArray[np.int32],
) -> int:
    """Number the different rows of `keys` in the order in which they come; -1 if the table is too small for them."""
    size = np.uint64(table.size)
    classes = 0
    for row in range(len(keys)):
        if not there[row]:
            continue
        hashed = np.uint64(0)
        for word in range(keys.shape[1]):
            hashed = (hashed ^ keys[row, word]) * np.uint64(0x9E3779B97F4A7C15)
            hashed ^= hashed >> np.uint64(29)
        at = hashed % size
        while True:
            number = table[at]
            if number < 0:
                if 2 * classes >= table.size:
                    return -1
                table[at] = classes
                firsts[classes] = row
                numbers[row] = classes
                classes += 1
                break
            same = True
            for word in range(keys.shape[1]):
                if keys[firsts[number], word] != keys[row, word]:
                    same = False
                    break
            if same:
                numbers[row] = number
                break
            at = (at + np.uint64(1)) % size
    return classes


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
        fits = self.classes.allowed[rule.choice]
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
                one, other = np.unravel_index(int(gains.argmax()), gains.shape)
                rule = CandidateRule(choice, int(some[one]), alone + int(other), unless)
                found.append((float(gains[one, other]), rule))
        gain, best = max(found, key=lambda one: one[0])
        return (gain, best) if gain > above else None
