"""The outcome of a face-up run of one of the six games."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, sqrt
from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.games.faceup.columns import BEST, BET, CHANGED, COLUMNS, COUNTED, FIXED
from croupier.lab.games.faceup.plan import Plan
from croupier.lab.games.solve import solved_game
from croupier.lab.seen.faceup.lines import DamagedCheckpoint
from croupier.lab.seen.totals import NotProven

if TYPE_CHECKING:
    from croupier.lab.games.faceup.run import BatchSums


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUpGame:
    """What seeing the other players' cards is worth. Figures are in base bets, errors are standard errors.

    base     the base game's value to the player
    gain     what looking adds to it; `counted`: what the rule that fits on a card adds
    bet      all money bet in a round by one who looks
    changed  the share of hands with which looking changes the first decision
    """

    plan: Plan
    batches: int
    base: Fraction
    gain: Fraction | float
    error: float
    counted: Fraction | float
    counted_error: float
    bet: float
    changed: float
    engine: str
    seconds: float

    @property
    def edge(self) -> Fraction | float:
        """The house's edge of the base bet."""
        return -(self.base + self.gain) if isinstance(self.gain, Fraction) else -(float(self.base) + self.gain)

    @property
    def edge_of_action(self) -> float:
        """The house's edge of all money bet."""
        return float(self.edge) / self.bet

    @property
    def complete(self) -> bool:
        """Whether every batch of the plan is in it."""
        return self.batches == self.plan.batches

    def to_dict(self) -> dict[str, object]:
        """The figures, for JSON."""
        told: dict[str, object] = {
            "game": self.plan.game,
            "players": self.plan.players,
            "seen": self.plan.seen,
            "edge": float(self.edge),
            "standard_error": self.error,
            "exact": self.plan.exact,
            "edge_of_action": self.edge_of_action,
            "average_bet": self.bet,
            "gain": float(self.gain),
            "counted": float(self.counted),
            "counted_error": self.counted_error,
            "changed": self.changed,
            "base_edge": float(-self.base),
            "classes" if self.plan.exact else "samples": self.plan.units,
            "seed": None if self.plan.exact else self.plan.seed,
            "engine": self.engine,
            "seconds": round(self.seconds, 3),
        }
        if isinstance(self.edge, Fraction):
            told["exact_edge"] = {"numerator": self.edge.numerator, "denominator": self.edge.denominator}
        if not self.complete:
            told["batches"] = {"done": self.batches, "of": self.plan.batches}
        return told


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
        """Add a batch; one that is there already changes nothing."""
        if one.batch in self.done:
            return
        if one.batch >= self.plan.batches:
            raise DamagedCheckpoint(f"batch {one.batch} is not among the {self.plan.batches:,} of this run")
        self.done.add(one.batch)
        self.sums = [total + part for total, part in zip(self.sums, one.sums, strict=True)]
        self.squares = [total + part for total, part in zip(self.squares, one.squares, strict=True)]
        self.sets += one.sets
        self.weight += one.weight
        self.seconds += one.seconds
        if one.engine not in self.engines:
            self.engines.append(one.engine)

    def result(self) -> FaceUpGame:
        """The figures of what is done so far, which must be at least one batch."""
        if not self.done:
            raise Refused("nothing is done yet; want at least one batch of work")
        plan, base = self.plan, solved_game(GAMES[self.plan.game]).value
        if plan.exact and len(self.done) == plan.batches and self._mean(FIXED) != base:
            raise NotProven(
                f"play that does not look is worth {float(self._mean(FIXED)):.15f} on all classes and "
                f"{float(base):.15f} in the base game; want equality: some record is wrong"
            )
        gain, counted = (self._mean(column) - self._mean(FIXED) for column in (BEST, COUNTED))
        errors = [0.0, 0.0] if plan.exact else [self._error(place, each) for place, each in ((0, gain), (1, counted))]
        return FaceUpGame(
            plan=plan,
            batches=len(self.done),
            base=base,
            gain=gain if plan.exact else float(gain),
            error=errors[0],
            counted=counted if plan.exact else float(counted),
            counted_error=errors[1],
            bet=float(self._mean(BET)),
            changed=self.sums[CHANGED] / (self.weight * plan.hands),
            engine="+".join(self.engines),
            seconds=self.seconds,
        )

    def _mean(self, column: int) -> Fraction:
        return Fraction(self.sums[column], self.weight * self.plan.over * self.plan.unit)

    def _error(self, place: int, mean: Fraction) -> float:
        if self.sets < 2:
            return inf
        scale = self.plan.over * self.plan.unit
        variance = self.squares[place] / scale**2 - self.sets * float(mean) ** 2
        return sqrt(max(variance, 0.0) / (self.sets - 1) / self.sets)
