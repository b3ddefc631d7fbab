"""What to warn about before a progressive level goes live (R42): values in, typed warnings out.

A warning never refuses: whoever sets up the level may override it, and the override is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.money import Cents, dollars

HEALTHY_CONTRIBUTION_BP = 7_000
"""Where every pay comes off the meter, pay tables are designed for this contribution or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelPlan:
    """How a level is to be set up; rates are basis points of the wager.

    `preconfigured_bp` and `preconfigured_seed` are what the level was delivered with, `None` where nobody knows it.
    `largest_fixed` is the largest fixed award of the pay table at this link's stake, 0 for none.
    """

    level: str
    contribution_bp: int
    reserve_bp: int
    seed: Cents
    all_pays_off_meter: bool = False
    preconfigured_bp: int | None = None
    preconfigured_seed: Cents | None = None
    largest_fixed: Cents = 0


@dataclass(frozen=True, slots=True)
class ThinContribution:
    """All pays come off the meter, and too little goes in."""

    level: str
    contribution_bp: int

    def __str__(self) -> str:
        return (
            f"{self.level}: all pays come off the meter and only {_percent(self.contribution_bp)} of each "
            f"wager goes in; below {_percent(HEALTHY_CONTRIBUTION_BP)} it may run dry"
        )


@dataclass(frozen=True, slots=True)
class RateAbovePreconfigured:
    """Only percentage pays come off the meter, and more goes in than the pay table was made for."""

    level: str
    contribution_bp: int
    preconfigured_bp: int

    def __str__(self) -> str:
        return (
            f"{self.level}: {_percent(self.contribution_bp)} is above the preconfigured "
            f"{_percent(self.preconfigured_bp)}; it gives the house's advantage away, so lower it"
        )


@dataclass(frozen=True, slots=True)
class NoReserve:
    """Nothing is set aside for the meter that follows a 100 % award."""

    level: str

    def __str__(self) -> str:
        return f"{self.level}: no reserve; a small share of each wager softens the drop after a 100 % award"


@dataclass(frozen=True, slots=True)
class ReserveIsOnlySeed:
    """After two awards in a row the meter would restart at next to nothing."""

    level: str

    def __str__(self) -> str:
        return f"{self.level}: the reserve is the only seed; two awards in a row would leave it near zero"


@dataclass(frozen=True, slots=True)
class NoSeed:
    """The meter restarts from zero."""

    level: str

    def __str__(self) -> str:
        return f"{self.level}: the seed is $0; configure one"


@dataclass(frozen=True, slots=True)
class SeedBelowFixedAward:
    """The top prize may be worth less than a lesser line of the same table."""

    level: str
    seed: Cents
    largest_fixed: Cents

    def __str__(self) -> str:
        return (
            f"{self.level}: the seed of {dollars(self.seed)} is below the largest fixed award, "
            f"{dollars(self.largest_fixed)}; want at least that"
        )


@dataclass(frozen=True, slots=True)
class SeedDiffers:
    """The meter restarts from another amount than it was made for."""

    level: str
    seed: Cents
    preconfigured: Cents

    def __str__(self) -> str:
        return (
            f"{self.level}: the seed of {dollars(self.seed)} differs from the preconfigured "
            f"{dollars(self.preconfigured)}; want that"
        )


Advice: TypeAlias = (
    ThinContribution
    | RateAbovePreconfigured
    | NoReserve
    | ReserveIsOnlySeed
    | NoSeed
    | SeedBelowFixedAward
    | SeedDiffers
)


def warnings(plan: LevelPlan) -> tuple[Advice, ...]:
    """Everything R42 warns about in a plan, in the order of the rule; an empty tuple is a clean plan."""
    advice: list[Advice] = []
    if plan.all_pays_off_meter:
        if plan.contribution_bp < HEALTHY_CONTRIBUTION_BP:
            advice.append(ThinContribution(plan.level, plan.contribution_bp))
    elif plan.preconfigured_bp is not None and plan.contribution_bp > plan.preconfigured_bp:
        advice.append(RateAbovePreconfigured(plan.level, plan.contribution_bp, plan.preconfigured_bp))
    if plan.reserve_bp == 0:
        advice.append(NoReserve(plan.level))
    elif plan.seed == 0:
        advice.append(ReserveIsOnlySeed(plan.level))
    if plan.seed == 0:
        advice.append(NoSeed(plan.level))
    elif plan.seed < plan.largest_fixed:
        advice.append(SeedBelowFixedAward(plan.level, plan.seed, plan.largest_fixed))
    if plan.preconfigured_seed is not None and plan.seed != plan.preconfigured_seed:
        advice.append(SeedDiffers(plan.level, plan.seed, plan.preconfigured_seed))
    return tuple(advice)


def _percent(rate_bp: int) -> str:
    return f"{rate_bp / 100:g} %"
