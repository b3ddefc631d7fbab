"""What displays show of a link (R47), and what a claim is worth."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.jackpot.level import feed, is_first, worth
from croupier.jackpot.link import Claim, Link
from croupier.jackpot.meter import Award
from croupier.money import Cents


@dataclass(frozen=True, slots=True)
class LevelDisplay:
    """What a display shows of one level (R47). `pending` are the claims whose win is not on the meter yet."""

    level: str
    cents: Cents
    reserve: Cents
    pending: tuple[Claim, ...]


def displays(link: Link, pool: Cents = 0) -> tuple[LevelDisplay, ...]:
    """Every level as it stands with `pool` cents of accepted wagers that are not split yet.

    A logged win stays on the display until its meter is adjusted (R44).
    """
    _, levels = feed(link.levels, pool)
    rows = []
    for name, level in levels.items():
        pending = tuple(claim for claim in link.claims.values() if claim.level == name)
        waiting = sum(_lowered_by(claim.award) for claim in pending if claim.award is not None)
        rows.append(LevelDisplay(name, level.cents + waiting, level.reserve, pending))
    return tuple(rows)


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
