"""What displays show of a link (R47), and what a claim is worth."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.jackpot.level import Level, feed, is_first, left_by, worth
from croupier.jackpot.link import Claim, Link
from croupier.jackpot.meter import Award, Percentage
from croupier.money import Cents


@dataclass(frozen=True, slots=True)
class LevelDisplay:
    """What a display shows of one level (R47). `pending` are the claims whose win is not on the meter yet.

    `cents` are all that stands on the level; `shown` is what a display says, and while a claim is pending that is what
    its hand button has frozen: later wagers gather behind it unseen (R46).
    """

    level: str
    cents: Cents
    reserve: Cents
    pending: tuple[Claim, ...]
    shown: Cents


def displays(link: Link, pool: Cents = 0) -> tuple[LevelDisplay, ...]:
    """Every level as it stands with `pool` cents of accepted wagers that are not split yet.

    A logged win stays on the display until its meter is adjusted (R44).
    """
    _, levels = feed(link.levels, pool)
    rows = []
    for name, level in levels.items():
        pending = tuple(claim for claim in link.claims.values() if claim.level == name)
        waiting = sum(_lowered_by(claim.award) for claim in pending if claim.award is not None)
        cents = level.cents + waiting
        shown = _prize(link, level, pending[0]) if pending else None
        rows.append(LevelDisplay(name, cents, level.reserve, pending, cents if shown is None else shown))
    return tuple(rows)


def _prize(link: Link, level: Level, first: Claim) -> Cents | None:
    """What the first pending claim of a level has frozen. Of one that is logged only a whole meter is still known."""
    if first.award is None:
        return level.frozen[0].cents
    pay = link.terms.pay(first.line)
    return first.award.amount if pay is not None and pay.pay == Percentage(100) else None


def _lowered_by(award: Award) -> Cents:
    """By how much an award lowers the meter, whatever starts it again included."""
    return award.amount - award.topped_up - award.seeded - award.from_reserve


def amount(link: Link, claim: Claim) -> Cents | None:
    """What a claim is worth, once that is certain: when no earlier claim on its level is open."""
    if claim.award is not None:
        return claim.award.amount
    level = link.levels[claim.level]
    pay = link.terms.pay(claim.line)
    if not is_first(level, claim.number) or pay is None:
        return None
    return worth(level, claim.number, pay.pay).amount


def around(link: Link, claim: Claim) -> tuple[Cents, Cents] | None:
    """The meter that a claim's pay is taken of, and what that leaves, whatever starts it again included; known from
    when no earlier claim on its level is open until it is logged."""
    level, pay = link.levels[claim.level], link.terms.pay(claim.line)
    if claim.award is not None or pay is None or not is_first(level, claim.number):
        return None
    return level.frozen[0].cents, left_by(level, claim.number, pay.pay)
