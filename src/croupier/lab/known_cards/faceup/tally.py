"""Finished batches of a face-up run of Ultimate Texas Hold'em, added up exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.games.uth import UTH
from croupier.lab.hands.starts import STARTS, start_name
from croupier.lab.known_cards.chart import MATCHES
from croupier.lab.known_cards.engine import Strategy
from croupier.lab.known_cards.faceup.record import Record
from croupier.lab.known_cards.faceup.result import Estimate, FaceUp
from croupier.lab.known_cards.totals import CELL_BEST, CELL_BET4, CELL_WAIT, COLUMNS, NotProven, deals_left
from croupier.lab.uth.decisions import Decisions
from croupier.rules.seat import SEATS

BEST, FIXED = COLUMNS.index("best"), COLUMNS.index("fixed")
_LOOKS = ("look_preflop", "look_later", "look_river", "counting")


@dataclass
class Tally:
    """Records added up, in whole numbers."""

    seen: int
    weight: NDArray[np.int64]
    unit: int
    exact: bool
    done: NDArray[np.bool_] = field(init=False)
    totals: NDArray[np.int64] = field(init=False)
    cells: NDArray[np.object_] = field(init=False)
    engines: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.done = np.zeros(len(self.weight), np.bool_)
        self.totals = np.zeros((len(self.weight), len(COLUMNS)), np.int64)
        # Weighted over all sets of six seen cards these sums pass 64 bits.
        self.cells = np.zeros((STARTS, MATCHES, 3), object)

    def add(self, record: Record) -> None:
        """Add a record of units that are not in it yet."""
        units = np.array(record.batch.units, np.int64)
        self.done[units] = True
        self.totals[units] = record.batch.totals
        self.cells += record.batch.cells.astype(object)
        self.seconds += record.seconds
        if record.engine not in self.engines:
            self.engines.append(record.engine)

    def result(self, players: int, seed: int, strategy: Strategy) -> FaceUp:
        """The figures of what is done so far, which must be at least one unit."""
        if not self.done.any():
            raise Refused("nothing is done yet; want at least one unit of work")
        deals = deals_left(self.seen) * self.unit
        base, decisions = strategy.value, strategy.decisions
        fixed = self._mean(self.totals[:, FIXED], deals)
        complete = bool(self.done.all())
        if self.exact and complete and fixed.value != base:
            raise NotProven(
                f"the fixed strategy is worth {float(fixed.value):.15f} on all classes and {float(base):.15f} in the "
                "base game; want equality: some record is wrong"
            )
        looks = {
            name: self._mean(self.totals[:, COLUMNS.index(name)] - self.totals[:, FIXED], deals) for name in _LOOKS
        }
        done = int(self.done.sum())
        return FaceUp(
            game=UTH.key,
            players=players,
            seen=self.seen,
            exact=self.exact,
            sets=done,
            seed=seed,
            done=done,
            units=len(self.done),
            base=base,
            gain=self._mean(self.totals[:, BEST] - self.totals[:, FIXED], deals),
            # A chart was made for each number of players that a table seats.
            counted=looks["counting"] if players <= len(SEATS) else None,
            changed=self._changed(),
            engine="+".join(self.engines),
            seconds=self.seconds,
            fixed=fixed,
            looks=looks,
            hands=self._hands(decisions, deals),
        )

    def _mean(self, totals: NDArray[np.int64], deals: int) -> Estimate:
        """The weighted mean of some totals; exact over classes, with its standard error over samples."""
        here, weight = totals[self.done], self.weight[self.done]
        if self.exact:
            # Weights are few different numbers, so whole sums by weight keep every product in Python's own integers.
            parts = [(int(w), here[weight == w]) for w in np.unique(weight)]
            total = sum(w * sum(chunk.tolist()) for w, chunk in parts)
            return Estimate(Fraction(total, deals * int(weight.sum())))
        values = here / deals
        error = float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else float("inf")
        return Estimate(float(values.mean()), error)

    def _changed(self) -> dict[str, float]:
        weight = self.weight[self.done].astype(np.float64)
        left = 52 - self.seen
        ways = (comb(left, 2), comb(left, 2) * comb(left - 2, 3), comb(left, 2) * comb(left - 2, 3) * comb(left - 5, 2))
        found = {}
        for street, every in zip(("preflop", "flop", "river"), ways, strict=True):
            column = self.totals[self.done, COLUMNS.index(f"{street}_changed")]
            found[street] = float(np.average(column / every, weights=weight))
        return found

    def _hands(self, decisions: Decisions, deals: int) -> list[tuple[str, float]]:
        fixed = np.where((decisions.preflop == 4)[:, None], self.cells[..., CELL_BET4], self.cells[..., CELL_WAIT])
        gains = (self.cells[..., CELL_BEST] - fixed).sum(axis=1)
        every = deals * int(self.weight[self.done].sum())
        hands = [(start_name(start), int(gains[start]) / every) for start in range(STARTS)]
        return sorted(hands, key=lambda hand: -hand[1])
