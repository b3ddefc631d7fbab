"""What money each event of a link moves, place by place. The floor turns places into accounts of the ledger.

Places: `pool` (accepted wagers, not split yet), `meter/LEVEL`, `reserve/LEVEL`, `owed` (logged awards, not handed
over yet), `house`, and `winner`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.jackpot.events import (
    AdjustmentMade,
    ClaimLogged,
    ClaimRefused,
    ClaimReleased,
    Event,
    LinkOpened,
    MeterAdjusted,
    WagersReturned,
    WagersSplit,
)
from croupier.jackpot.level import Split
from croupier.jackpot.link import Link, evolve
from croupier.money import Cents

POOL, HOUSE, OWED, WINNER = "pool", "house", "owed", "winner"


@dataclass(frozen=True, slots=True)
class Movement:
    """Cents from one place to another; `why` is unique within its event."""

    why: str
    source: str
    target: str
    cents: Cents


def meter(level: str) -> str:
    """The place of a level's cents."""
    return f"meter/{level}"


def reserve(level: str) -> str:
    """The place of a level's reserve."""
    return f"reserve/{level}"


def movements(link: Link | None, event: Event) -> tuple[Movement, ...]:
    """Everything that `event` moves on a link that stood at `link`, in an order in which nothing is overdrawn."""
    return tuple(move for move in _all(link, event) if move.cents)


def _all(link: Link | None, event: Event) -> Iterator[Movement]:
    if isinstance(event, LinkOpened):
        for planned in event.terms.levels:
            yield Movement(f"seed/{planned.name}", HOUSE, meter(planned.name), planned.seed)
        return
    assert link is not None, "a link begins with LinkOpened"
    match event:
        case WagersSplit(_, split):
            yield from _split(split)
        case WagersReturned(_, _, _, split):
            yield from _unsplit(split)
        case ClaimLogged(number, award):
            at = link.claims[number].level
            yield Movement("top-up", HOUSE, meter(at), award.topped_up)
            yield Movement("award", meter(at), OWED, award.amount)
            yield Movement("seed", HOUSE, meter(at), award.seeded)
            yield Movement("reserve", reserve(at), meter(at), award.from_reserve)
            yield _overflow(link, event, at, award.from_reserve)
        case ClaimReleased(number) | ClaimRefused(number):
            yield _overflow(link, event, link.claims[number].level)
        case MeterAdjusted(number):
            done = link.claims[number].award
            assert done is not None, "a claim is logged before its meter is adjusted"
            yield Movement("paid", OWED, WINNER, done.amount)
        case AdjustmentMade(_, level, old, new):
            if new > old:
                yield Movement("adjustment", HOUSE, meter(level), new - old)
            else:
                yield Movement("adjustment", meter(level), HOUSE, old - new)
        case _:
            return


def _split(split: Split) -> Iterator[Movement]:
    # Carried fractions of the other shares can make the house's own share of a tiny pool negative: it lends.
    yield Movement("house", HOUSE, POOL, max(0, -split.house))
    for level, cents in sorted(split.meter.items()):
        yield Movement(f"meter/{level}", POOL, meter(level), cents)
    for level, cents in sorted(split.reserve.items()):
        yield Movement(f"reserve/{level}", POOL, reserve(level), cents)
    yield Movement("house", POOL, HOUSE, max(0, split.house))


def _unsplit(split: Split) -> Iterator[Movement]:
    yield Movement("top-up", HOUSE, POOL, split.topped_up)
    for level, cents in sorted(split.meter.items()):
        yield Movement(f"meter/{level}", meter(level), POOL, -cents)
    for level, cents in sorted(split.reserve.items()):
        yield Movement(f"reserve/{level}", reserve(level), POOL, -cents)
    yield Movement("house", HOUSE, POOL, max(0, -split.house))
    yield Movement("house", POOL, HOUSE, max(0, split.house))


def _overflow(link: Link, event: Event, level: str, spent: Cents = 0) -> Movement:
    """What a posted maximum had no room for when cents flowed on: it went to the reserve."""
    after = evolve(link, event).levels[level]
    return Movement("overflow", meter(level), reserve(level), after.reserve - (link.levels[level].reserve - spent))
