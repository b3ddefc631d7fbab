"""The classes of a street: situations that no condition of a search tells apart, put together once.

Of every situation of a street each condition says yes or no. Those with the same answers are one class, and a class
counts with the sum of what its situations would gain. So a rule is priced on the classes, exactly, in a fraction of the
time that the situations themselves would take.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel, spread
from croupier.strategy.language.conditions import Condition, Is, MadeHand
from croupier.strategy.language.holdem import RANKS_ALONE
from croupier.strategy.language.situations import Situations
from croupier.strategy.pricing.model import PricingStreet, Weights, Whole, Worth

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
                classes, often, here, last = (
                    np.atleast_2d(np.broadcast_to(each, of.shape)) for each in (of, weight, value, values[-1])
                )
                _add_gains(classes, often, here, last, sums[choice])
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
        allowed = dict(enumerate(place.allowed[part][:-1], len(conditions)))
        key = _keys(seen, dict(enumerate(conditions)), allowed, -(-every // _WORD))
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


def _readings(
    seen: Situations, conditions: Mapping[int, Condition], allowed: dict[int, NDArray[np.bool_] | None]
) -> list[_Reading]:
    """What has to be looked at to answer every condition, and whether each choice is allowed. Conditions that ask how
    much of the same thing there is are answered at one look."""
    found = dict[object, _Reading]()
    levels = np.arange(-128, 128)

    def answered(by: object, numbers: NDArray[Any], at: int, answers: NDArray[np.bool_]) -> None:
        reading = found.setdefault(by, _Reading(numbers.astype(np.int8, copy=False), {}))
        reading.answers[at] = answers

    for at, condition in conditions.items():
        match condition:
            case Is(phrase, low, high, ranks):
                answers = (levels >= low) & (levels <= (high if high < 99 else 127))
                answered((phrase.name, ranks), seen.read(phrase, ranks), at, answers)
            case MadeHand(category, _, better) if seen.category is not None:
                answered("category", seen.category, at, levels >= category if better else levels == category)
            case _:
                answered(at, seen.fits(condition), at, levels == 1)
    for number, may in allowed.items():
        answered(number, np.ones(1, np.bool_) if may is None else may, number, levels == 1)
    return list(found.values())


def _keys(
    seen: Situations, conditions: Mapping[int, Condition], allowed: dict[int, NDArray[np.bool_] | None], words: int
) -> NDArray[np.uint64]:
    """Of each situation all answers, a bit each, by the number that a condition or a choice has."""
    by_ranks = seen.by_ranks
    if by_ranks is not None:
        ranks = {
            at: each for at, each in conditions.items() if isinstance(each, Is) and each.phrase.name in RANKS_ALONE
        }
        conditions = {at: each for at, each in conditions.items() if at not in ranks}
        known = _keys(by_ranks.seen, ranks, {}, words).reshape(*by_ranks.seen.shape, words)
    small, large = _marked(_readings(seen, conditions, allowed), seen.shape, words)
    key = np.zeros((*seen.shape, words), np.uint64)
    width = prod(seen.shape[1:])

    def work(start: int, stop: int) -> None:
        # A few rows at a time stay in the cache while every answer is put in.
        some = key[start:stop]
        if by_ranks is not None:
            some[:] = known[by_ranks.rows[start:stop, None], by_ranks.columns]
        for marked in small:
            some |= marked[start:stop] if len(marked) > 1 else marked
        for numbers, marks in large:
            _mark(numbers[start * width : stop * width], marks, some.reshape(-1, words))

    spread(work, len(key), max(1, _ROOM // width))
    return key.reshape(-1, words)


_Marks: TypeAlias = tuple[NDArray[np.int8], NDArray[np.uint64]]


def _marked(
    readings: list[_Reading], shape: tuple[int, ...], words: int
) -> tuple[list[NDArray[np.uint64]], list[_Marks]]:
    """The answers that follow from the readings: put together where they are the same for many situations, as those to
    what concerns the board alone; and of every situation its number, with the answers that follow from each."""
    small: dict[tuple[int, ...], NDArray[np.uint64]] = {}
    large: list[tuple[NDArray[np.int8], NDArray[np.uint64]]] = []
    for reading in readings:
        marks = np.zeros((256, words), np.uint64)
        for at, answers in reading.answers.items():
            marks[:, at // _WORD] |= answers.astype(np.uint64) << np.uint64(at % _WORD)
        if 2 * reading.numbers.size > prod(shape):
            large.append((np.ascontiguousarray(np.broadcast_to(reading.numbers, shape)).ravel(), marks))
        else:
            size = reading.numbers.shape
            small[size] = small.get(size, np.uint64(0)) | marks[reading.numbers.astype(np.int64) + 128]
    return list(small.values()), large


@kernel
def _mark(numbers: NDArray[np.int8], marks: NDArray[np.uint64], key: NDArray[np.uint64]) -> None:
    """Put the answers that follow from each number to its row's."""
    for row in range(numbers.size):
        for word in range(key.shape[1]):
            key[row, word] |= marks[numbers[row] + 128, word]


def _numbered(keys: NDArray[np.uint64], there: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The number of each row's key among those that are there, -1 where nothing is, and the first row of each."""
    numbers, size = np.empty(len(keys), np.int32), min(1 << 18, 4 << len(keys).bit_length())
    while True:
        table, firsts = np.full(size, -1, np.int32), np.empty(size // 2 + 1, np.int64)
        classes = _number(keys, there, table, firsts, numbers)
        if classes >= 0:
            return numbers, firsts[:classes]
        size *= 4


@kernel
def _number(
    keys: NDArray[np.uint64],
    there: NDArray[np.bool_],
    table: NDArray[np.int32],
    firsts: NDArray[np.int64],
    numbers: NDArray[np.int32],
) -> int:
    """Number the different rows of `keys` in the order in which they come; -1 if the table is too small for them.

    table   of a size that is a power of two, all -1
    """
    last = np.uint64(table.size - 1)
    classes = 0
    for row in range(len(keys)):
        if not there[row]:
            numbers[row] = -1
            continue
        hashed = np.uint64(0)
        for word in range(keys.shape[1]):
            hashed = (hashed ^ keys[row, word]) * np.uint64(0x9E3779B97F4A7C15)
            hashed ^= hashed >> np.uint64(29)
        at = hashed & last
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
            at = (at + np.uint64(1)) & last
    return classes
