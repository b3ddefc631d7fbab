"""What sets of seen cards add up to: totals of the whole game, and of every starting hand.

Pre-flop decisions are taken here, hole by hole, from the sums over flops that an engine has made. All numbers are
whole: units over every deal that is left.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.hands.starts import STARTS, hole_cards, start_of_hole
from croupier.lab.known_cards.counting_chart import MATCHES, counting_raises

if TYPE_CHECKING:
    from croupier.lab.known_cards.engine import FixedStrategy

CELL_BET4, CELL_WAIT, CELL_BEST = range(3)
_AT_ONCE = 16
"""Sets added up together: as many as the cache has room for."""


class NotProven(Refused):
    """An exact run whose fixed strategy is not worth what the base game says: some of it was computed wrongly."""


def deals_left(seen: int) -> int:
    """Deals of hole, flop, turn and river, and dealer from a deck without `seen` cards."""
    return comb(52 - seen, 2) * comb(50 - seen, 3) * comb(47 - seen, 2) * comb(45 - seen, 2)


@dataclass(frozen=True, slots=True)
class Totals:
    """One set of seen cards, in units over every deal that is left.

    best           looking before the flop, on it and at the river
    fixed          never looking
    look_preflop   looking before the flop only
    look_river     looking at the river only
    look_later     looking on the flop and at the river
    counting       the counting rule of `croupier.lab.known_cards.counting_chart` before the flop, no looking after it
    preflop_changed, flop_changed, river_changed
                   how many holes, (hole, flop), (hole, flop, turn and river) are better decided otherwise than the
                   fixed strategy has it; on the flop and at the river, those that best play reaches
    """

    best: int
    fixed: int
    look_preflop: int
    look_river: int
    look_later: int
    counting: int
    preflop_changed: int
    flop_changed: int
    river_changed: int


COLUMNS = tuple(field.name for field in fields(Totals))


@dataclass(frozen=True, slots=True)
class TotalsBatch:
    """Some units of work, done.

    units   their numbers
    totals  of each the fields of `Totals`, in order
    cells   of all together, each times its weight: starting hands by seen cards of their own ranks, and of those what
            betting 4x returns, what checking and then playing as fixed returns, what best play returns
    """

    units: tuple[int, ...]
    totals: NDArray[np.int64]
    cells: NDArray[np.int64]


def totals_of(
    units: tuple[int, ...],
    sets: NDArray[np.uint8],
    weight: NDArray[np.int64],
    holes: NDArray[np.int64],
    strategy: FixedStrategy,
) -> TotalsBatch:
    """The totals of some sets of seen cards from the sums of their holes, `int64[sets, 1326, 7]`.

    Holes that hold a seen card have sums of nothing, and so add nothing anywhere below.
    """
    parts = [slice(first, first + _AT_ONCE) for first in range(0, len(sets), _AT_ONCE)]
    done = [_reduced(sets[part], weight[part], holes[part], strategy) for part in parts]
    return TotalsBatch(
        units=units,
        totals=np.concatenate([totals for totals, _ in done]),
        cells=np.sum([cells for _, cells in done], axis=0),
    )


def _reduced(
    sets: NDArray[np.uint8], weight: NDArray[np.int64], holes: NDArray[np.int64], strategy: FixedStrategy
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    starts = start_of_hole().astype(np.int64)
    best_wait, bet2, margin, wait, river_best, flops_changed, rivers_changed = holes.transpose(2, 0, 1).copy()
    margin *= strategy.unit
    bet3 = bet2 + margin
    bet4 = bet3 + margin
    first = strategy.decisions.preflop[starts]
    raises, raises3 = first == 4, first == 3

    def decided(if_checked: NDArray[np.int64]) -> NDArray[np.int64]:
        chosen = np.where(raises, bet4, if_checked)
        return np.where(raises3, bet3, chosen) if raises3.any() else chosen

    raised = np.maximum(bet3, bet4)
    best = np.maximum(raised, best_wait)
    checks = best_wait > raised
    as_best_later = decided(best_wait)
    cell = starts * MATCHES + matches(sets)
    rule = counting_raises(sets.shape[1], strategy.decisions.preflop).ravel()
    columns = (
        best,
        decided(wait),
        np.maximum(raised, wait),
        decided(river_best),
        as_best_later,
        np.where(rule[cell], bet4, wait),
        best > as_best_later,
        flops_changed * checks,
        rivers_changed * checks,
    )
    cells = np.zeros((3, STARTS * MATCHES), np.int64)
    at = cell.ravel()
    for sums, values in zip(cells, (bet4, wait, best), strict=True):
        np.add.at(sums, at, (values * weight[:, None]).ravel())
    totals = np.stack([values.sum(axis=1, dtype=np.int64) for values in columns], axis=1)
    return totals, cells.T.reshape(STARTS, MATCHES, 3)


def one_total(seen: tuple[int, ...], holes: NDArray[np.int64], strategy: FixedStrategy) -> Totals:
    """The totals of one set of seen cards."""
    sets = np.array([seen], np.uint8).reshape(1, len(seen))
    done = totals_of((0,), sets, np.ones(1, np.int64), holes[None], strategy)
    return Totals(*done.totals[0].tolist())


def matches(sets: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Of each set and hole, how many seen cards have one of the hole's ranks; five or more count as five."""
    ranks = (sets[:, :, None] >> 2 == np.arange(13)).sum(axis=1)
    low, high = (hole_cards() >> 2).T
    counts = ranks[:, low] + ranks[:, high] * (low != high)
    return np.asarray(np.minimum(counts, MATCHES - 1))
