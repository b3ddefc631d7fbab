"""A documented transfer (R43): money from one level to another, of this link or another, one act of two people.

It is asked for where the money is. When it is approved both links write in the same transaction: one that it was sent,
the other that it was received. What was on a meter goes to a meter, what was in reserve to a reserve.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.events import AdjustmentAsked, AdjustmentReason, Event
from croupier.jackpot.link import Link
from croupier.jackpot.office.check import BadAdjustment, need_another, need_document, need_thawed, need_verifier
from croupier.jackpot.office.deeds import Destination, TransferReceived, TransferSent
from croupier.money import Cents, dollars


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTransfer:
    """Ask for money of a level to go to another one."""

    level: str
    cents: Cents
    to: Destination
    document: str
    by: LinkPerson
    reserve: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveTransfer:
    """Take what another link sends, which two people have decided there."""

    source: Destination
    adjustment: int
    level: str
    cents: Cents
    document: str
    author: str
    approver: LinkPerson
    reserve: bool = False


def ask_transfer(link: Link, command: AskTransfer) -> AdjustmentAsked:
    """A transfer, noted; nothing moves."""
    need_verifier(command.by, "move money between levels")
    document = need_document(command.document, "a transfer")
    _check(link, command.level, command.cents, command.to, reserve=command.reserve)
    old = _held(link, command.level, reserve=command.reserve)
    return AdjustmentAsked(
        link.adjustments_asked + 1,
        command.level,
        old,
        old - command.cents,
        AdjustmentReason.TRANSFER,
        document,
        command.by.name,
        to=command.to,
        reserve=command.reserve,
    )


def send(link: Link, adjustment: AdjustmentAsked, by: LinkPerson) -> tuple[Event, ...]:
    """The transfer, sent; and received, where the other level is of the same link."""
    assert adjustment.to is not None, "a transfer goes somewhere"
    need_another(adjustment, by)
    cents = adjustment.old - adjustment.new
    _check(link, adjustment.level, cents, adjustment.to, reserve=adjustment.reserve)
    old = _held(link, adjustment.level, reserve=adjustment.reserve)
    sent = TransferSent(
        adjustment.adjustment,
        adjustment.level,
        old,
        old - cents,
        adjustment.to,
        adjustment.document,
        adjustment.by,
        by.name,
        reserve=adjustment.reserve,
    )
    if adjustment.to.link != link.id:
        return (sent,)
    return sent, *receive(link, received(link.id, sent, by))


def received(link: str, sent: TransferSent, by: LinkPerson) -> ReceiveTransfer:
    """What the other link has to take, when `link` has sent it."""
    return ReceiveTransfer(
        source=Destination(link, sent.level),
        adjustment=sent.adjustment,
        level=sent.to.level,
        cents=sent.old - sent.new,
        document=sent.document,
        author=sent.author,
        approver=by,
        reserve=sent.reserve,
    )


def receive(link: Link, command: ReceiveTransfer) -> tuple[Event, ...]:
    """The transfer, received."""
    need_verifier(command.approver, "approve a transfer")
    _check_target(link, command.level, command.cents, reserve=command.reserve)
    old = _held(link, command.level, reserve=command.reserve)
    return (
        TransferReceived(
            command.source,
            command.adjustment,
            command.level,
            old,
            old + command.cents,
            command.document,
            command.author,
            command.approver.name,
            reserve=command.reserve,
        ),
    )


def _check(link: Link, name: str, cents: Cents, to: Destination, *, reserve: bool) -> None:
    link.terms.level(name)
    if to == Destination(link.id, name):
        raise BadAdjustment(f"a transfer goes to another level; {to} is where the money is")
    if cents <= 0:
        raise BadAdjustment(f"a transfer of {dollars(cents)} moves nothing; say how much goes there")
    need_thawed(link, name)
    held = _held(link, name, reserve=reserve)
    if cents > held:
        what = f"the reserve of {name}" if reserve else name
        raise BadAdjustment(f"{what} holds {dollars(held)}; {dollars(cents)} cannot go from there")
    if to.link == link.id:
        _check_target(link, to.level, cents, reserve=reserve)


def _check_target(link: Link, name: str, cents: Cents, *, reserve: bool) -> None:
    maximum = link.terms.level(name).maximum
    need_thawed(link, name)
    meter = link.levels[name].meter
    if not reserve and maximum is not None and meter.amount + cents > maximum:
        raise BadAdjustment(
            f"{name} of {link.id!r} stands at {dollars(meter.amount)} and its posted maximum is {dollars(maximum)}; "
            f"at most {dollars(max(0, maximum - meter.amount))} can come there"
        )


def _held(link: Link, name: str, *, reserve: bool) -> Cents:
    meter = link.levels[name].meter
    return meter.reserve if reserve else meter.amount
