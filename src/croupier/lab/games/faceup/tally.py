"""Finished batches of a face-up run, added up in whole numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, sqrt
from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.lab.games.faceup.columns import BEST, BET, CHANGED, COLUMNS, COUNTED, FIXED
from croupier.lab.games.faceup.plan import Plan
from croupier.lab.known_cards.faceup.result import Estimate, FaceUp
from croupier.lab.known_cards.totals import NotProven

if TYPE_CHECKING:
    from croupier.lab.games.faceup.run import BatchSums


@dataclass
class Tally:
    """Batches added up, in whole numbers."""

    plan: Plan
    done: set[int] = field(default_factory=set)
    sums: list[int] = field(default_factory=lambda: [0] * len(COLUMNS))
    squares: list[float] = field(default_factory=lambda: [0.0, 0.0])
    sets: int = 0
    weight: int = 0
    engines: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, one: BatchSums) -> None:
        """Add a batch that is not in it yet."""
        self.done.add(one.batch)
        self.sums = [total + part for total, part in zip(self.sums, one.sums, strict=True)]
        self.squares = [total + part for total, part in zip(self.squares, one.squares, strict=True)]
        self.sets += one.sets
        self.weight += one.weight
        self.seconds += one.seconds
        if one.engine not in self.engines:
            self.engines.append(one.engine)

    def result(self) -> FaceUp:
        """The figures of what is done so far, which must be at least one batch."""
        if not self.done:
            raise Refused("nothing is done yet; want at least one batch of work")
        plan, base = self.plan, self.plan.base
        if plan.exact and len(self.done) == plan.batches and self._mean(FIXED) != base:
            raise NotProven(
                f"play that does not look is worth {float(self._mean(FIXED)):.15f} on all classes and "
                f"{float(base):.15f} in the base game; want equality: some record is wrong"
            )
        return FaceUp(
            game=plan.game.key,
            players=plan.players,
            seen=plan.seen,
            exact=plan.exact,
            sets=plan.units,
            seed=plan.seed,
            done=len(self.done),
            units=plan.batches,
            base=base,
            gain=self._added(BEST, self.squares[0]),
            counted=None if plan.rule is None else self._added(COUNTED, self.squares[1]),
            # Nothing is bet where the money was not counted.
            bet=float(self._mean(BET)) or None,
            changed={plan.game.streets[0].key: self.sums[CHANGED] / (self.weight * plan.hands)},
            engine="+".join(self.engines),
            seconds=self.seconds,
        )

    def _added(self, column: int, squares: float) -> Estimate:
        """What a way to play adds to play that does not look."""
        mean = self._mean(column) - self._mean(FIXED)
        return Estimate(mean) if self.plan.exact else Estimate(float(mean), self._error(squares, mean))

    def _mean(self, column: int) -> Fraction:
        return Fraction(self.sums[column], self.weight * self.plan.over * self.plan.unit)

    def _error(self, squares: float, mean: Fraction) -> float:
        if self.sets < 2:
            return inf
        scale = self.plan.over * self.plan.unit
        variance = squares / scale**2 - self.sets * float(mean) ** 2
        return sqrt(max(variance, 0.0) / (self.sets - 1) / self.sets)
