"""One level of a link: the meter that wagers feed, and the cents that pending claims have frozen (R46).

A hand button cuts the level: what stands there is frozen for that claim, later contributions gather behind it.
Claims are logged in the order of their buttons, and what an award leaves flows on to the next claim, or to the
meter. So however long people take to verify, the cents are the same as if each award had been paid the moment
its button was pressed, and each refused one never pressed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.jackpot.meter import Award, Fixed, Meter, Percentage, award, contribute
from croupier.money import Cents
from croupier.values import replace


@dataclass(frozen=True, slots=True)
class Frozen:
    """What one claim's button froze: the level's cents and its reserve as they stood."""

    claim: int
    cents: Cents
    reserve: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level's money. `meter` is what wagers feed now; `maximum` is the posted one, if any.

    `seeded` is what the house has put in to start the meter and has not recovered.
    """

    meter: Meter
    maximum: Cents | None = None
    frozen: tuple[Frozen, ...] = ()
    seeded: Cents = 0

    @property
    def cents(self) -> Cents:
        """Everything on the meter, frozen or not."""
        return self.meter.amount + sum(part.cents for part in self.frozen)

    @property
    def reserve(self) -> Cents:
        """Everything in reserve, frozen or not."""
        return self.meter.reserve + sum(part.reserve for part in self.frozen)


@dataclass(frozen=True, slots=True)
class Split:
    """Where wagers went, in whole cents. Negative where they came back; `topped_up` is then what the house
    gave because a level no longer held it."""

    meter: Mapping[str, Cents]
    reserve: Mapping[str, Cents]
    house: Cents
    topped_up: Cents = 0


def feed(levels: Mapping[str, Level], wagers: Cents) -> tuple[Split, dict[str, Level]]:
    """The exact split of accepted wagers over every level (R41), and the levels afterwards.

    Only the total counts, not how it was cut. What a posted maximum has no room for goes to the level's reserve.
    """
    contribution, meters = contribute({name: level.meter for name, level in levels.items()}, wagers)
    after, to_meter, to_reserve = {}, {}, {}
    for name, level in levels.items():
        earned, saved = contribution.meter[name], contribution.reserve[name]
        over = max(0, earned - _room(level.meter.amount, level.maximum))
        grown = meters[name]
        after[name] = replace(level, meter=replace(grown, amount=grown.amount - over, reserve=grown.reserve + over))
        to_meter[name], to_reserve[name] = earned - over, saved + over
    return Split(to_meter, to_reserve, contribution.house), after


def take_back(levels: Mapping[str, Level], wagers: Cents) -> tuple[Split, dict[str, Level]]:
    """The reverse of `feed`, for the wagers of a voided round.

    Frozen cents do not change, and an award may have gone since: what a level no longer has, the house gives.
    """
    contribution, meters = contribute({name: level.meter for name, level in levels.items()}, -wagers)
    after, from_meter, from_reserve = {}, {}, {}
    short = 0
    for name, level in levels.items():
        left = meters[name]
        missing, unsaved = max(0, -left.amount), max(0, -left.reserve)
        after[name] = replace(level, meter=replace(left, amount=left.amount + missing, reserve=left.reserve + unsaved))
        from_meter[name] = contribution.meter[name] + missing
        from_reserve[name] = contribution.reserve[name] + unsaved
        short += missing + unsaved
    return Split(from_meter, from_reserve, contribution.house, short), after


def freeze(level: Level, claim: int) -> Level:
    """The level after the hand button of `claim`: all that stands there now is frozen for it."""
    part = Frozen(claim, level.meter.amount, level.meter.reserve)
    return replace(level, meter=replace(level.meter, amount=0, reserve=0), frozen=(*level.frozen, part))


def thaw(level: Level, claim: int) -> Level:
    """The level after the claim was turned off or refused: its cents go to whoever comes next."""
    at = _place(level, claim)
    part = level.frozen[at]
    rest = replace(level, frozen=(*level.frozen[:at], *level.frozen[at + 1 :]))
    return _flow_on(rest, at, part.cents, part.reserve)


def is_first(level: Level, claim: int) -> bool:
    """Whether no earlier claim on this level is open."""
    return level.frozen[0].claim == claim


def worth(level: Level, claim: int, pay: Percentage | Fixed) -> Award:
    """What a claim is worth. It is certain as soon as the claim is the first on its level, and no later wager changes
    it."""
    return _awarded(level, claim, pay)[0]


def pay_off(level: Level, claim: int, pay: Percentage | Fixed) -> tuple[Award, Level]:
    """The award of the first claim, and the level once it is gone (R39, R41).

    A reserve too large for the posted maximum starts the meter at that maximum, and the rest stays in reserve.
    """
    assert is_first(level, claim), "claims are logged in the order of their buttons"
    paid, left = _awarded(level, claim, pay)
    rest = replace(level, frozen=level.frozen[1:], seeded=level.seeded + paid.seeded)
    return paid, _flow_on(rest, 0, left.amount, left.reserve)


def left_by(level: Level, claim: int, pay: Percentage | Fixed) -> Cents:
    """What the award of a claim leaves on the meter, whatever starts it again included."""
    return _awarded(level, claim, pay)[1].amount


def _awarded(level: Level, claim: int, pay: Percentage | Fixed) -> tuple[Award, Meter]:
    part = level.frozen[_place(level, claim)]
    paid, left = award(replace(level.meter, amount=part.cents, reserve=part.reserve), pay)
    if pay == Percentage(100):
        amount, over = _capped(0, left.amount, level.maximum)
        left = replace(left, amount=amount, reserve=left.reserve + over)
    return paid, left


def _flow_on(level: Level, at: int, cents: Cents, reserve: Cents) -> Level:
    """The level with these cents handed to the claim in place `at`, or to the meter if there is no such claim.

    These cents come before later contributions: if the posted maximum has no room for both, the later ones go to the
    reserve.
    """
    if at == len(level.frozen):
        meter = level.meter
        amount, over = _capped(cents, meter.amount, level.maximum)
        return replace(level, meter=replace(meter, amount=amount, reserve=meter.reserve + reserve + over))
    part = level.frozen[at]
    amount, over = _capped(cents, part.cents, level.maximum)
    part = replace(part, cents=amount, reserve=part.reserve + reserve + over)
    return replace(level, frozen=(*level.frozen[:at], part, *level.frozen[at + 1 :]))


def _capped(amount: Cents, more: Cents, maximum: Cents | None) -> tuple[Cents, Cents]:
    over = max(0, more - _room(amount, maximum))
    return amount + more - over, over


def _room(amount: Cents, maximum: Cents | None) -> Cents:
    # A negative contribution always fits, and a meter above its maximum is lowered by people only (R43).
    return max(0, maximum - amount) if maximum is not None else amount + (1 << 62)


def _place(level: Level, claim: int) -> int:
    return next(i for i, part in enumerate(level.frozen) if part.claim == claim)
