"""One step of the search on one street: the best rule to add somewhere, or to put in the place of another.

Situations that no rule of the search distinguishes are put together, which leaves few enough to try everything.

Of every situation of a street each condition says yes or no. Those with the same answers are one class, and a class
counts with the sum of what its situations would gain. So a rule is priced on the classes, exactly, in a fraction of the
time that the situations themselves would take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel, spread
from croupier.strategy.language.conditions import Both, Condition
from croupier.strategy.language.strategy import Rule
from croupier.strategy.pricing.model import PricingStreet, Weights, Whole, Worth, summed_by
from croupier.strategy.search_conditions import StreetConditions

_WORD = 62
"""Answers to a word of a signature, and room for a bit of what is allowed."""
_CHUNK = 8192
_ROOM = 1 << 16


@dataclass(frozen=True, eq=False)
class StreetClasses:
    """The classes of a street.

    answers   by class and condition, whether it fits
    of        part by part, the class of each situation
    allowed   by choice and class, whether it is allowed
    """

    answers: NDArray[np.float64]
    of: tuple[NDArray[np.int32], ...]
    allowed: NDArray[np.bool_]

    def gains(self, place: PricingStreet, weights: Weights, worth: Worth) -> NDArray[np.float64]:
        """What each choice brings over the last one, by choice and class, in units over all deals."""
        size = len(self.answers)
        sums = np.zeros((len(place.choices), size), np.int64)
        for of, weight, values in zip(self.of, weights, worth, strict=True):
            for choice, value in enumerate(values[:-1]):
                gain = np.broadcast_to(weight * (value.astype(np.int64) - values[-1]), of.shape)
                sums[choice] += summed_by(of, gain, size)
        # Whole numbers below 2^53 are exact as floats, and so are their sums.
        return sums.astype(np.float64)


def classes_of(place: PricingStreet, conditions: tuple[Condition, ...]) -> StreetClasses:
    """The situations of a street by what the conditions say of them."""
    choices = range(len(place.choices) - 1)
    flags_of = [
        [*(seen.fits(one) for one in conditions), *_allowed(place, part)] for part, seen in enumerate(place.parts)
    ]
    keys: list[NDArray[np.uint64]] = []
    for seen, flags in zip(place.parts, flags_of, strict=True):
        words = [_packed(flags[at : at + _WORD], seen.shape) for at in range(0, len(flags), _WORD)]
        keys.append(np.stack([word.ravel() for word in words], axis=1))
    known: dict[bytes, int] = {}
    of = []
    for key, seen in zip(keys, place.parts, strict=True):
        there = np.ones(seen.shape, np.bool_) if seen.there is None else seen.there
        numbers, firsts = _numbered(key, there.ravel())
        names = [known.setdefault(key[at].tobytes(), len(known)) for at in firsts]
        of.append(np.array([*names, 0], np.int32)[numbers].reshape(seen.shape))
    signs = np.frombuffer(b"".join(known), np.uint64).reshape(len(known), -1)
    every = len(conditions) + len(choices)
    bits = [signs[:, at // _WORD] >> np.uint64(at % _WORD) & np.uint64(1) for at in range(every)]
    answers = np.stack(bits, axis=1)
    allowed = np.concatenate([answers[:, len(conditions) :].T, np.ones((1, len(known)))]).astype(np.bool_)
    return StreetClasses(np.ascontiguousarray(answers[:, : len(conditions)].astype(np.float64)), tuple(of), allowed)


def _allowed(place: PricingStreet, part: int) -> list[NDArray[np.bool_]]:
    flat = (1,) * len(place.parts[part].shape)
    return [np.ones(flat, np.bool_) if may is None else may for may in place.allowed[part][:-1]]


def _packed(flags: list[NDArray[np.bool_]], shape: tuple[int, ...]) -> NDArray[np.uint64]:
    key = np.zeros(shape, np.uint64)
    whole = [np.broadcast_to(flag, shape) for flag in flags]

    def work(start: int, stop: int) -> None:
        # A few rows at a time stay in the cache while every answer is put in.
        here = key[start:stop]
        for place, flag in enumerate(whole):
            here |= flag[start:stop].astype(np.uint64) << np.uint64(place)

    spread(work, len(key), max(1, _ROOM // (key.size // len(key))))
    return key


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


def pair_sums(answers: NDArray[np.float64], values: Whole | NDArray[np.float64]) -> NDArray[np.float64]:
    """Of any two conditions, the sum of the values of the classes that both fit."""
    size = answers.shape[1]
    sums = np.zeros((size, size))
    some = np.flatnonzero(values)
    for start in range(0, len(some), _CHUNK):
        rows = some[start : start + _CHUNK]
        part = answers[rows]
        sums += part.T @ (part * values[rows, None])
    return sums


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
        answers = self.classes.answers
        fits = np.ones(len(answers), np.bool_) if rule.first < 0 else answers[:, rule.first] > 0
        if rule.second >= 0:
            second = answers[:, rule.second] > 0
            fits = fits & (~second if rule.unless else second)
        return np.asarray(fits & self.classes.allowed[rule.choice])

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
        chosen = np.full(len(self.classes.answers), len(self.choices) - 1, np.int8)
        for rule in reversed(rules):
            chosen[self.mask(rule)] = rule.choice
        return chosen

    def best_move(
        self, rules: Sequence[CandidateRule], gains: NDArray[np.float64], *, instead: bool, only: int | None = None
    ) -> Move:
        """The best rule to put in anywhere, or in the place of any that is there; the first of equally good ones.

        With `only`, the best of those that choose that.
        """
        best = Move(0.0, 0, instead, CandidateRule(0, -1))
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
                values = (gains[choice] - later) * free * self.classes.allowed[choice]
                # No rule can bring more than all that there is to gain.
                if float(values.clip(min=0).sum()) + without > best.gain:
                    for gain, rule in self._rules(choice, values):
                        if gain + without > best.gain:
                            best = Move(gain + without, at, instead, rule)
            if at < len(rules):
                free &= ~self.mask(rules[at])
        return best

    def shifted(self, rules: Sequence[CandidateRule], gains: NDArray[np.float64]) -> tuple[CandidateRule, ...] | None:
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

    def _rules(self, choice: int, values: NDArray[np.float64]) -> Iterator[tuple[float, CandidateRule]]:
        """The best rule of each form: everywhere, one condition, two at once, one unless another."""
        if self.classes.allowed[choice].all():
            yield float(values.sum()), CandidateRule(choice, -1)
        answers, alone = self.classes.answers, self.conditions.alone
        single = answers[:, :alone].T @ values
        if alone:
            first = int(single.argmax())
            yield float(single[first]), CandidateRule(choice, first)
        both = pair_sums(answers[:, alone:], values)
        each = np.diagonal(both)
        first = int(each.argmax())
        yield float(each[first]), CandidateRule(choice, alone + first)
        for sums, unless in ((both, False), (each[:, None] - both, True)):
            one, other = np.unravel_index(int(sums.argmax()), sums.shape)
            yield float(sums[one, other]), CandidateRule(choice, alone + int(one), alone + int(other), unless)
