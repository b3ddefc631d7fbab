"""What one set of seen cards adds up to: totals of the whole game, and of every starting hand.

Pre-flop decisions are taken here, hole by hole, from the sums over flops. All numbers are whole: units over every
deal that is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from croupier.lab.starts import STARTS, hole_cards, start_of_hole

if TYPE_CHECKING:
    from croupier.lab.seen_engine import Strategy

BEST, ALL_BET2, MARGIN, AS_FIXED, RIVER_BEST, FLOPS_CHANGED, RIVERS_CHANGED = range(7)
"""The numbers kept for each hole, as `croupier.lab.seen_sums` explains them."""
MATCHES = 4
"""Seen cards of the player's own ranks are counted 0, 1, 2, 3 or more."""
CELL_BET4, CELL_WAIT, CELL_BEST, CELL_HOLES = range(4)


def deals_left(seen: int) -> int:
    """Deals of hole, flop, turn and river, and dealer from a deck without `seen` cards."""
    return comb(52 - seen, 2) * comb(50 - seen, 3) * comb(47 - seen, 2) * comb(45 - seen, 2)


@dataclass(frozen=True, slots=True)
class Totals:
    """One class of seen cards, or one set, in units over every deal.

    best           looking before the flop, on it and at the river
    fixed          never looking
    look_preflop   looking before the flop only
    look_river     looking at the river only
    look_later     looking on the flop and at the river
    preflop_changed, flop_changed, river_changed
                   how many holes, (hole, flop), (hole, flop, turn and river) are better decided otherwise than the
                   fixed strategy has it; on the flop and at the river, those that best play reaches
    """

    best: int
    fixed: int
    look_preflop: int
    look_river: int
    look_later: int
    preflop_changed: int
    flop_changed: int
    river_changed: int


def class_totals(holes: NDArray[np.int64], strategy: Strategy, seen: tuple[int, ...]) -> Totals:
    """The totals of one set of seen cards from the sums of its holes, `int64[1326, 7]`."""
    here, bet3, bet4 = _bets(holes, strategy.unit, seen)
    wait, best_wait = holes[:, AS_FIXED], holes[:, BEST]
    fixed = strategy.decisions.preflop[start_of_hole()]

    def decided(if_checked: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.select([fixed == 4, fixed == 3], [bet4, bet3], if_checked)

    raised = np.maximum(bet3, bet4)
    best = np.maximum(raised, best_wait)
    checks = here & (best_wait > raised)

    def total(values: NDArray[np.int64]) -> int:
        return int(values[here].sum())

    return Totals(
        best=total(best),
        fixed=total(decided(wait)),
        look_preflop=total(np.maximum(raised, wait)),
        look_river=total(decided(holes[:, RIVER_BEST])),
        look_later=total(decided(best_wait)),
        preflop_changed=int((best > decided(best_wait))[here].sum()),
        flop_changed=int(holes[checks, FLOPS_CHANGED].sum()),
        river_changed=int(holes[checks, RIVERS_CHANGED].sum()),
    )


def class_cells(holes: NDArray[np.int64], strategy: Strategy, seen: tuple[int, ...]) -> NDArray[np.int64]:
    """Starting hands by seen cards of their own ranks: `int64[169, 4, 4]`.

    The last index is what betting 4x returns, what checking and then playing as fixed returns, what best play
    returns, and how many holes there are. A counting rule is priced from these.
    """
    here, bet3, bet4 = _bets(holes, strategy.unit, seen)
    best = np.maximum(np.maximum(bet3, bet4), holes[:, BEST])
    cells = np.zeros((STARTS, MATCHES, 4), np.int64)
    at = (start_of_hole()[here], matches(seen)[here])
    for column, values in enumerate((bet4, holes[:, AS_FIXED], best, np.ones_like(bet4))):
        np.add.at(cells[..., column], at, values[here])
    return cells


def matches(seen: tuple[int, ...]) -> NDArray[np.int64]:
    """Of each hole, how many seen cards have one of its ranks; three or more count as three."""
    ranks = np.bincount([card >> 2 for card in seen], minlength=13)
    low, high = (hole_cards() >> 2).T
    found = ranks[low] + np.where(low == high, 0, ranks[high])
    return np.minimum(found, MATCHES - 1)


def holes_left(seen: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which of the 1,326 holes hold no seen card."""
    return np.asarray(~np.isin(hole_cards(), list(seen)).any(axis=1))


def _bets(
    holes: NDArray[np.int64], unit: int, seen: tuple[int, ...]
) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]]:
    bet3 = holes[:, ALL_BET2] + unit * holes[:, MARGIN]
    return holes_left(seen), bet3, bet3 + unit * holes[:, MARGIN]
