"""A progressive meter: what it shows, what it has in reserve, and how it grows, pays and starts again.

Whole cents are money; fractions of a cent are carried in ten-thousandths, so that nothing is lost to
rounding and the meter depends on the total wagered, not on how it was cut (R41).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from croupier.errors import Refused
from croupier.money import Cents, dollars
from croupier.values import replace

BASIS_POINTS = 10_000


class BadMeter(Refused):
    """A meter whose figures cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """One level of a link. Rates are in basis points of every accepted wager."""

    amount: Cents
    seed: Cents = 0
    reserve: Cents = 0
    rate_bp: int = 0
    reserve_rate_bp: int = 0
    carry_bp: int = 0
    reserve_carry_bp: int = 0


Meters: TypeAlias = Mapping[str, Meter]


def check_meter(meter: Meter) -> None:
    """Refuse a meter with negative figures or rates that give away more than the wager."""
    if min(meter.amount, meter.seed, meter.reserve) < 0:
        raise BadMeter("a meter's amount, seed and reserve are cents, none of them negative")
    if min(meter.rate_bp, meter.reserve_rate_bp) < 0 or meter.rate_bp + meter.reserve_rate_bp > BASIS_POINTS:
        raise BadMeter("contribution and reserve rates are basis points that add up to at most 10,000")


@dataclass(frozen=True, slots=True)
class Contribution:
    """How one accepted wager was split: whole cents to each level's meter and reserve, the rest to the house."""

    meter: Mapping[str, Cents]
    reserve: Mapping[str, Cents]
    house: Cents


def contribute(meters: Meters, wager: Cents) -> tuple[Contribution, dict[str, Meter]]:
    """The exact split of a wager over every level, and the meters afterwards."""
    if sum(meter.rate_bp + meter.reserve_rate_bp for meter in meters.values()) > BASIS_POINTS:
        raise BadMeter("the levels' rates together take more than the whole wager")
    to_meter: dict[str, Cents] = {}
    to_reserve: dict[str, Cents] = {}
    after: dict[str, Meter] = {}
    for level, meter in meters.items():
        earned, carry_bp = divmod(wager * meter.rate_bp + meter.carry_bp, BASIS_POINTS)
        saved, reserve_carry_bp = divmod(wager * meter.reserve_rate_bp + meter.reserve_carry_bp, BASIS_POINTS)
        to_meter[level], to_reserve[level] = earned, saved
        after[level] = replace(
            meter,
            amount=meter.amount + earned,
            carry_bp=carry_bp,
            reserve=meter.reserve + saved,
            reserve_carry_bp=reserve_carry_bp,
        )
    # The carries of the other shares are a loan from the house's: over time it gets exactly what is left.
    house = wager - sum(to_meter.values()) - sum(to_reserve.values())
    return Contribution(to_meter, to_reserve, house), after


@dataclass(frozen=True, slots=True)
class Percentage:
    """A pay of `percent` of the meter as it then stands."""

    percent: int


@dataclass(frozen=True, slots=True)
class Fixed:
    """A pay of a fixed amount that comes off the meter."""

    amount: Cents


@dataclass(frozen=True, slots=True)
class Award:
    """One pay off a meter, with everything that moved.

    `topped_up` is what the house added because the meter held too little (R37); `seeded` what it put in
    after a 100 % award, and `from_reserve` what the reserve gave (R41).
    """

    amount: Cents
    topped_up: Cents = 0
    seeded: Cents = 0
    from_reserve: Cents = 0


def award(meter: Meter, pay: Percentage | Fixed) -> tuple[Award, Meter]:
    """What a pay is worth on this meter (R39), and the meter afterwards (R41).

    >>> award(Meter(amount=1001, seed=500, reserve=30), Percentage(100))[0]
    Award(amount=1001, topped_up=0, seeded=500, from_reserve=30)
    """
    match pay:
        case Percentage(100):
            whole = Award(meter.amount, seeded=meter.seed, from_reserve=meter.reserve)
            return whole, replace(meter, amount=meter.seed + meter.reserve, reserve=0)
        case Percentage(percent):
            # Rounded up to the cent, of the whole cents shown; the carried fraction stays on the meter.
            amount = -(-meter.amount * percent // 100)
            return Award(amount), replace(meter, amount=meter.amount - amount)
        case Fixed(amount):
            topped_up = max(0, amount - meter.amount)
            return Award(amount, topped_up=topped_up), replace(meter, amount=meter.amount + topped_up - amount)


def awards(meters: Meters, pays: Sequence[tuple[str, Percentage | Fixed]]) -> tuple[list[Award], dict[str, Meter]]:
    """Several pays one after another, each on the meter as it then stands (R38)."""
    after = dict(meters)
    made = []
    for level, pay in pays:
        if level not in after:
            raise BadMeter(f"no meter for level {level!r}; there are {', '.join(after) or 'none'}")
        paid, after[level] = award(after[level], pay)
        made.append(paid)
    return made, after


def meter_text(meter: Meter) -> str:
    """A meter in a sentence."""
    return f"{dollars(meter.amount)} (seed {dollars(meter.seed)}, reserve {dollars(meter.reserve)})"
