"""What money each event of a link moves, place by place. The floor turns places into accounts of the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

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
from croupier.jackpot.office.deeds import LoggedWin, TransferSent
from croupier.money import Cents


@dataclass(frozen=True, slots=True)
class Pool:
    """Accepted wagers, not split yet."""


@dataclass(frozen=True, slots=True)
class OnMeter:
    """A level's cents, frozen or not."""

    level: str


@dataclass(frozen=True, slots=True)
class InReserve:
    """A level's reserve."""

    level: str


@dataclass(frozen=True, slots=True)
class Owed:
    """Logged awards, not handed over yet."""


@dataclass(frozen=True, slots=True)
class House:
    """The house's own money."""


@dataclass(frozen=True, slots=True)
class Winner:
    """Whoever won the claim."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A level of another link: its meter, or its reserve."""

    link: str
    level: str
    reserve: bool


Place: TypeAlias = Pool | OnMeter | InReserve | Owed | House | Winner | Elsewhere

POOL, OWED, HOUSE, WINNER = Pool(), Owed(), House(), Winner()


@dataclass(frozen=True, slots=True)
class Movement:
    """Cents from one place to another; `why` is unique within its event."""

    why: str
    source: Place
    target: Place
    cents: Cents


def movements(link: Link | None, event: Event) -> tuple[Movement, ...]:
    """Everything that `event` moves on a link that stood at `link`, in an order in which nothing is overdrawn."""
    return tuple(move for move in _all(link, event) if move.cents)


def _all(link: Link | None, event: Event) -> Iterator[Movement]:
    if isinstance(event, LinkOpened):
        for planned in event.terms.levels:
            yield Movement(f"seed/{planned.name}", HOUSE, OnMeter(planned.name), planned.seed)
        return
    assert link is not None, "a link begins with LinkOpened"
    match event:
        case WagersSplit(_, split):
            yield from _split(split)
        case WagersReturned(_, _, _, split):
            yield from _unsplit(split)
        case ClaimLogged(number, award):
            at = link.claims[number].level
            yield Movement("top-up", HOUSE, OnMeter(at), award.topped_up)
            yield Movement("award", OnMeter(at), OWED, award.amount)
            yield Movement("seed", HOUSE, OnMeter(at), award.seeded)
            yield Movement("reserve", InReserve(at), OnMeter(at), award.from_reserve)
            yield _overflow(link, event, at, award.from_reserve)
        case ClaimReleased(number) | ClaimRefused(number):
            yield _overflow(link, event, link.claims[number].level)
        case MeterAdjusted(number):
            logged = link.claims[number].award
            assert logged is not None, "a claim is logged before its meter is adjusted"
            yield Movement("paid", OWED, WINNER, logged.amount)
        case AdjustmentMade(_, level, win=LoggedWin() as win):
            yield from _backed_out(level, win)
        case TransferSent():
            yield _sent(link, event)
        case AdjustmentMade(_, level, old, new):
            if new > old:
                yield Movement("adjustment", HOUSE, OnMeter(level), new - old)
            else:
                yield Movement("adjustment", OnMeter(level), HOUSE, old - new)
        case _:
            return


def _split(split: Split) -> Iterator[Movement]:
    # Carried fractions of the other shares can make the house's own share of a tiny pool negative: it lends.
    yield Movement("house", HOUSE, POOL, max(0, -split.house))
    for level, cents in sorted(split.meter.items()):
        yield Movement(f"meter/{level}", POOL, OnMeter(level), cents)
    for level, cents in sorted(split.reserve.items()):
        yield Movement(f"reserve/{level}", POOL, InReserve(level), cents)
    yield Movement("house", POOL, HOUSE, max(0, split.house))


def _unsplit(split: Split) -> Iterator[Movement]:
    yield Movement("top-up", HOUSE, POOL, split.topped_up)
    for level, cents in sorted(split.meter.items()):
        yield Movement(f"meter/{level}", OnMeter(level), POOL, -cents)
    for level, cents in sorted(split.reserve.items()):
        yield Movement(f"reserve/{level}", InReserve(level), POOL, -cents)
    yield Movement("house", HOUSE, POOL, max(0, -split.house))
    yield Movement("house", POOL, HOUSE, max(0, split.house))


def _backed_out(level: str, win: LoggedWin) -> Iterator[Movement]:
    """The award comes back from the house, which has its seed and its top-up again; the reserve is as it was."""
    yield Movement("award", HOUSE, OnMeter(level), win.award.amount)
    yield Movement("from reserve", InReserve(level), OnMeter(level), max(0, -win.to_reserve))
    yield Movement("seed", OnMeter(level), HOUSE, win.award.seeded)
    yield Movement("top-up", OnMeter(level), HOUSE, win.award.topped_up)
    yield Movement("reserve", OnMeter(level), InReserve(level), max(0, win.to_reserve))


def _sent(link: Link, event: TransferSent) -> Movement:
    to, ours = event.to, event.to.link == link.id
    source = InReserve(event.level) if event.reserve else OnMeter(event.level)
    target: Place = InReserve(to.level) if event.reserve else OnMeter(to.level)
    return Movement(
        "transfer", source, target if ours else Elsewhere(to.link, to.level, event.reserve), event.old - event.new
    )


def _overflow(link: Link, event: Event, level: str, spent: Cents = 0) -> Movement:
    """What a posted maximum had no room for when cents flowed on: it went to the reserve."""
    after = evolve(link, event).levels[level]
    return Movement("overflow", OnMeter(level), InReserve(level), after.reserve - (link.levels[level].reserve - spent))
