"""How often each rule of a strategy decides on a street, and what it gives up there: one pass over all situations."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel
from croupier.strategy.pricing.model import PricingStreet, Whole

_AT_ONCE = 1 << 16
"""Situations that are counted in one go."""


class Tally:
    """What is counted over the situations of a street, part after part, by rule.

    often      how often a rule decides
    share      by rule and best choice, how often it decides otherwise
    cost       by the same, what that gives up, in units
    dearest    by the same, the most that one situation gives up
    where      by the same, that situation: its part, and its number there
    """

    def __init__(self, rules: int, choices: int) -> None:
        self.often = np.zeros(rules, np.int64)
        self.share, self.cost, self.dearest = (np.zeros((rules, choices), np.int64) for _ in range(3))
        self.where = np.zeros((rules, choices, 2), np.int64)

    def count(
        self,
        place: PricingStreet,
        part: int,
        choices: Sequence[str],
        which: NDArray[np.int8],
        weight: Whole,
        values: tuple[Whole, ...],
    ) -> None:
        """Count the situations of a part, where `which` rule decides and what each of them chooses is known; some rows
        at a time, so that all that is known of them is in the cache."""
        shape, width = which.shape, prod(which.shape[1:])
        chosen = np.array([place.number(choice) for choice in choices], np.int64)
        allowed = [np.ones((1,) * len(shape), np.bool_) if may is None else may for may in place.allowed[part]]
        often = np.broadcast_to(weight, shape)
        each = [np.broadcast_to(rows, shape) for rows in (*values, *allowed)]
        step = max(1, _AT_ONCE // width)
        for start in range(0, shape[0], step):
            some = slice(start, start + step)
            worth = np.stack([rows[some].ravel() for rows in each[: len(values)]]).astype(np.int64, copy=False)
            may = np.stack([rows[some].ravel() for rows in each[len(values) :]])
            _tally(
                part, start * width, which[some].ravel(), often[some].ravel(), worth, may, chosen,
                self.often, self.share, self.cost, self.dearest, self.where,
            )  # fmt: skip


@kernel
def _tally(
    part: int,
    first: int,
    which: NDArray[np.int8],
    weight: Whole,
    worth: NDArray[np.int64],
    allowed: NDArray[np.bool_],
    chosen: NDArray[np.int64],
    often: NDArray[np.int64],
    share: NDArray[np.int64],
    cost: NDArray[np.int64],
    dearest: NDArray[np.int64],
    where: NDArray[np.int64],
) -> None:
    """Count some situations of a part, from `first` on, to what `Tally` has.

    which      the rule that decides in each
    worth      by choice and situation; of equally good ones the first is the best
    chosen     of each rule, what it chooses
    """
    for at in range(which.size):
        times = np.int64(weight[at])
        if not times:
            continue
        rule = which[at]
        often[rule] += times
        best = -1
        for choice in range(worth.shape[0]):
            if allowed[choice, at] and (best < 0 or worth[choice, at] > worth[best, at]):
                best = choice
        lost = times * (worth[best, at] - worth[chosen[rule], at])
        if lost > 0:
            share[rule, best] += times
            cost[rule, best] += lost
            if lost > dearest[rule, best]:
                dearest[rule, best] = lost
                where[rule, best, 0] = part
                where[rule, best, 1] = first + at
