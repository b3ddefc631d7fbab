"""Setting a meter by hand (R43): asked for by one person, made when another approves, with old and new value."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.events import AdjustmentAsked, AdjustmentDropped, AdjustmentMade, AdjustmentReason, Event
from croupier.jackpot.link import Link
from croupier.jackpot.office.backout import back_out
from croupier.jackpot.office.check import BadAdjustment, need_another, need_document, need_thawed, need_verifier
from croupier.jackpot.office.transfer import send
from croupier.money import Cents, dollars


@dataclass(frozen=True, slots=True, kw_only=True)
class AskAdjustment:
    """Ask for a meter to go up or down by `change`; `document` says what proves the reason."""

    level: str
    change: Cents
    reason: AdjustmentReason
    document: str
    by: LinkPerson


@dataclass(frozen=True, slots=True)
class ApproveAdjustment:
    """Make an adjustment that somebody else asked for."""

    adjustment: int
    by: LinkPerson


@dataclass(frozen=True, slots=True)
class DropAdjustment:
    """Put an adjustment aside; its author may do that too."""

    adjustment: int
    by: LinkPerson
    reason: str


def ask_adjustment(link: Link, command: AskAdjustment) -> tuple[Event, ...]:
    """An adjustment, noted; nothing moves."""
    need_verifier(command.by, "adjust a meter")
    document = need_document(command.document, "an adjustment")
    _check(link, command.level, command.change, command.reason)
    old = link.levels[command.level].meter.amount
    return (
        AdjustmentAsked(
            link.adjustments_asked + 1,
            command.level,
            old,
            old + command.change,
            command.reason,
            document,
            command.by.name,
        ),
    )


def approve_adjustment(link: Link, command: ApproveAdjustment) -> tuple[Event, ...]:
    """The same change to the meter as it stands now: wagers may have come since it was asked for."""
    waiting = _waiting(link, command.adjustment)
    if waiting.win is not None:
        return (back_out(link, waiting, command.by),)
    if waiting.to is not None:
        return send(link, waiting, command.by)
    need_another(waiting, command.by)
    change = waiting.new - waiting.old
    _check(link, waiting.level, change, waiting.reason)
    old = link.levels[waiting.level].meter.amount
    return (
        AdjustmentMade(
            waiting.adjustment,
            waiting.level,
            old,
            old + change,
            waiting.reason,
            waiting.document,
            waiting.by,
            command.by.name,
        ),
    )


def drop_adjustment(link: Link, command: DropAdjustment) -> tuple[Event, ...]:
    """An adjustment that will not be made."""
    waiting = _waiting(link, command.adjustment)
    need_verifier(command.by, "drop an adjustment")
    if not command.reason.strip():
        raise BadAdjustment("an adjustment is dropped for a stated reason; say why")
    return (AdjustmentDropped(waiting.adjustment, command.by.name, command.reason.strip()),)


def _check(link: Link, name: str, change: Cents, reason: AdjustmentReason) -> None:
    terms = link.terms.level(name)
    level = link.levels[name]
    old = level.meter.amount
    if change == 0:
        raise BadAdjustment(f"an adjustment of {dollars(0)} changes nothing; say by how much")
    need_thawed(link, name)
    if old + change < 0:
        raise BadAdjustment(f"{name} holds {dollars(old)}; it cannot fall by {dollars(-change)}")
    match reason:
        case AdjustmentReason.BACK_OUT if change < 0:
            raise BadAdjustment("backing out an award raises the meter; want a positive change")
        case AdjustmentReason.AWARD | AdjustmentReason.ABOVE_MAXIMUM | AdjustmentReason.SEED_RECOVERY if change > 0:
            raise BadAdjustment(f"{reason.value} lowers the meter; want a negative change")
        case AdjustmentReason.ABOVE_MAXIMUM if terms.maximum is None:
            raise BadAdjustment(f"{name} has no posted maximum; configure one, or give another reason")
        case AdjustmentReason.ABOVE_MAXIMUM if terms.maximum is not None and old + change < terms.maximum:
            most = dollars(max(0, old - terms.maximum))
            raise BadAdjustment(f"{name} is {most} above its posted maximum; it cannot fall by more for that reason")
        case AdjustmentReason.SEED_RECOVERY if -change > level.seeded:
            raise BadAdjustment(f"the house has {dollars(level.seeded)} of seed to recover on {name}; not more")
        case _:
            pass


def _waiting(link: Link, number: int) -> AdjustmentAsked:
    if number not in link.asked:
        open_ones = ", ".join(map(str, link.asked)) or "none"
        raise BadAdjustment(f"no adjustment {number} is waiting; waiting: {open_ones}")
    return link.asked[number]
