"""A link and the ledger: what the books should say of it, and where the two disagree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.jackpot.link import Link
from croupier.money import Cents, dollars


@dataclass(frozen=True, slots=True)
class Books:
    """What the ledger says a link has: each level's meter and reserve, and awards logged but not handed over."""

    meters: Mapping[str, Cents]
    reserves: Mapping[str, Cents]
    owed: Cents


def own_books(link: Link) -> Books:
    """What the ledger should say."""
    return Books(
        {name: level.cents for name, level in link.levels.items()},
        {name: level.reserve for name, level in link.levels.items()},
        sum(claim.award.amount for claim in link.claims.values() if claim.award is not None),
    )


def faults(link: Link, books: Books) -> tuple[str, ...]:
    """What a self-check finds: where the link and the books disagree, or a figure cannot be."""
    differences = []
    for name, level in link.levels.items():
        meter, reserve = books.meters.get(name, 0), books.reserves.get(name, 0)
        if level.cents != meter:
            differences.append(f"{name}: the link has {dollars(level.cents)} on the meter, the books {dollars(meter)}")
        if level.reserve != reserve:
            differences.append(
                f"{name}: the link has {dollars(level.reserve)} in reserve, the books {dollars(reserve)}"
            )
        if min(level.meter.amount, level.meter.reserve, *(part.cents for part in level.frozen), 0) < 0:
            differences.append(f"{name}: a figure below zero")
    owed = own_books(link).owed
    if owed != books.owed:
        differences.append(f"the link owes {dollars(owed)} for logged wins, the books {dollars(books.owed)}")
    return tuple(differences)
