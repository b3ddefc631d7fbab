"""What a face-up run found: batches added up exactly, and the figures people ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.hands.starts import STARTS, start_name
from croupier.lab.seen.chart import MATCHES
from croupier.lab.seen.engine import Strategy
from croupier.lab.seen.faceup.checkpoint import DamagedCheckpoint, Record
from croupier.lab.seen.totals import CELL_BEST, CELL_BET4, CELL_WAIT, COLUMNS, NotProven, deals_left
from croupier.lab.uth.decisions import Decisions

BEST, FIXED = COLUMNS.index("best"), COLUMNS.index("fixed")
HANDS_TOLD = 20
_LOOKS = ("look_preflop", "look_later", "look_river", "counting")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure in Antes and its standard error, which is 0 where the figure is exact."""

    value: Fraction | float
    error: float = 0.0

    def to_dict(self) -> dict[str, float]:
        return {"value": float(self.value), "standard_error": self.error}


@dataclass(frozen=True)
class FaceUp:
    """What seeing the other players' cards is worth.

    base     the base game's value to the player, in Antes
    gain     what looking adds to it
    looks    what looking only before the flop, only later, only at the river, and counting adds
    changed  how often a round has a better decision than the fixed strategy's: before the flop, on it, at the river
    hands    starting hands and what looking adds to the whole game through each, largest first
    fixed    what the fixed strategy is worth on these sets: the base value where exact, near it where sampled
    """

    players: int
    seen: int
    units: int
    done: int
    exact: bool
    base: Fraction
    gain: Estimate
    looks: dict[str, Estimate]
    changed: dict[str, float]
    hands: list[tuple[str, float]]
    fixed: Estimate
    engine: str
    seconds: float

    @property
    def value(self) -> Fraction | float:
        """What best play is worth to the player, in Antes."""
        gain = self.gain.value
        return self.base + gain if isinstance(gain, Fraction) else float(self.base) + gain

    @property
    def edge(self) -> Fraction | float:
        """The house's edge of the Ante."""
        return -self.value

    @property
    def complete(self) -> bool:
        """Whether every unit of the plan is in it."""
        return self.done == self.units

    def to_dict(self) -> dict[str, object]:
        """The figures, for JSON."""
        value = self.value
        told: dict[str, object] = {
            "players": self.players,
            "seen": self.seen,
            "edge_of_ante": float(self.edge),
            "standard_error": self.gain.error,
            "gain": float(self.gain.value),
            "classes" if self.exact else "samples": self.done,
            "engine": self.engine,
            "seconds": round(self.seconds, 3),
            "base_edge_of_ante": float(-self.base),
            "fixed": self.fixed.to_dict(),
            "gain_by_look": {name: look.to_dict() for name, look in self.looks.items()},
            "changed": self.changed,
            "hands": [{"hand": hand, "gain": gain} for hand, gain in self.hands[:HANDS_TOLD]],
        }
        if isinstance(value, Fraction):
            told["exact"] = {"numerator": value.numerator, "denominator": value.denominator}
        if not self.complete:
            told["units"] = self.units
        return told


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
        """Add a record; one that is there already changes nothing."""
        units = np.array(record.batch.units, np.int64)
        if units.size and (units.min() < 0 or units.max() >= len(self.done)):
            raise DamagedCheckpoint(f"unit {units.max()} is not among the {len(self.done):,} of this run")
        if self.done[units].all():
            return
        if self.done[units].any():
            raise DamagedCheckpoint("a unit was done twice, in records that differ; want each unit once")
        self.done[units] = True
        self.totals[units] = record.batch.totals
        self.cells += record.batch.cells.astype(object)
        self.seconds += record.seconds
        if record.engine not in self.engines:
            self.engines.append(record.engine)

    def result(self, players: int, strategy: Strategy) -> FaceUp:
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
        return FaceUp(
            players=players,
            seen=self.seen,
            units=len(self.done),
            done=int(self.done.sum()),
            exact=self.exact,
            base=base,
            gain=self._mean(self.totals[:, BEST] - self.totals[:, FIXED], deals),
            looks=looks,
            changed=self._changed(),
            hands=self._hands(decisions, deals),
            fixed=fixed,
            engine="+".join(self.engines),
            seconds=self.seconds,
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
