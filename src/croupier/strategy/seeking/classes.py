"""Situations that no rule of a search can tell apart, put together: what is left is small enough to try everything.

Of every situation of a street each condition says yes or no. Those with the same answers are one class, and a class
counts with the sum of what its situations would gain. So a rule is priced on the classes, exactly, in a fraction of the
time that the situations themselves would take.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel, spread
from croupier.strategy.language.conditions import Condition
from croupier.strategy.pricing.ground import StreetGround, Weights, Whole, Worth, summed_by

_WORD = 62
"""Answers to a word of a signature, and room for a bit of what is allowed."""
_CHUNK = 8192
_ROOM = 1 << 16


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of a street.

    answers   by class and condition, whether it fits
    of        part by part, the class of each situation
    allowed   by choice and class, whether it is allowed
    """

    answers: NDArray[np.float64]
    of: tuple[NDArray[np.int32], ...]
    allowed: NDArray[np.bool_]

    def gains(self, place: StreetGround, weights: Weights, worth: Worth) -> NDArray[np.float64]:
        """What each choice brings over the last one, by choice and class, in units over all deals."""
        size = len(self.answers)
        found = np.zeros((len(place.choices), size), np.int64)
        for of, weight, values in zip(self.of, weights, worth, strict=True):
            for choice, value in enumerate(values[:-1]):
                gain = np.broadcast_to(weight * (value.astype(np.int64) - values[-1]), of.shape)
                found[choice] += summed_by(of, gain, size)
        # Whole numbers below 2^53 are exact as floats, and so are their sums.
        return found.astype(np.float64)


def classes_of(place: StreetGround, conditions: tuple[Condition, ...]) -> Classes:
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
    return Classes(np.ascontiguousarray(answers[:, : len(conditions)].astype(np.float64)), tuple(of), allowed)


def _allowed(place: StreetGround, part: int) -> list[NDArray[np.bool_]]:
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
        found = _number(keys, there, table, firsts, numbers)
        if found >= 0:
            return numbers, firsts[:found]
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
    found = 0
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
                if 2 * found >= table.size:
                    return -1
                table[at] = found
                firsts[found] = row
                numbers[row] = found
                found += 1
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
    return found


def pair_sums(answers: NDArray[np.float64], values: Whole | NDArray[np.float64]) -> NDArray[np.float64]:
    """Of any two conditions, the sum of the values of the classes that both fit."""
    size = answers.shape[1]
    found = np.zeros((size, size))
    some = np.flatnonzero(values)
    for start in range(0, len(some), _CHUNK):
        rows = some[start : start + _CHUNK]
        part = answers[rows]
        found += part.T @ (part * values[rows, None])
    return found
