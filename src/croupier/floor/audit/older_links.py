"""The command behind each event of a link, for entries written before commands were recorded.

Such an entry has only events. The command is derived from them as far as possible, so that it can be decided again.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.jackpot.adjustments import ApproveAdjustment, AskAdjustment, DropAdjustment
from croupier.jackpot.books import own_books
from croupier.jackpot.buttons import Button, Confirm, Hand, JPot, KeyToJph, KeyToRun, Refuse, Swipe
from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.commands import Command, ResumeLink, ReturnWagers, SplitWagers, StopLink
from croupier.jackpot.events import (
    AdjustmentAsked,
    AdjustmentDropped,
    AdjustmentMade,
    ClaimConfirmed,
    ClaimLogged,
    ClaimPressed,
    ClaimRefused,
    ClaimReleased,
    Event,
    KeyTurned,
    LinkConfigured,
    LinkOpened,
    LinkResumed,
    LinkStopped,
    MeterAdjusted,
    TableJoined,
    TableLeft,
    WagersReturned,
    WagersSplit,
)
from croupier.jackpot.keypad import PressButton, SeatHand
from croupier.jackpot.link import Claim, Link, Win
from croupier.jackpot.office.backout import AskBackOut
from croupier.jackpot.office.closing import CloseLink
from croupier.jackpot.office.components import NoteComponent
from croupier.jackpot.office.deeds import (
    ComponentNoted,
    Destination,
    LinkClosed,
    LoggedWin,
    TransferReceived,
    TransferSent,
    WinnerNoted,
)
from croupier.jackpot.office.setup import Configure, JoinTable, LeaveTable, OpenLink
from croupier.jackpot.office.transfer import AskTransfer, ReceiveTransfer
from croupier.jackpot.office.winner import NoteWinner
from croupier.jackpot.terms import Flow


def command_of(link: Link | None, event: Event, person: Callable[[str], LinkPerson]) -> Command | None:
    """The command behind an event, as far as the event tells it; `None` where there is nothing to decide again."""
    match event:
        case LinkOpened(name, terms, by, _, reason, keeps_ppm, approver):
            second = person(approver) if approver else None
            return OpenLink(
                link=name, terms=terms, by=person(by), override=reason, keeps_ppm=keeps_ppm, approver=second
            )
        case LinkConfigured(terms, by, _, reason, keeps_ppm, approver):
            second = person(approver) if approver else None
            return Configure(terms=terms, by=person(by), override=reason, keeps_ppm=keeps_ppm, approver=second)
        case TableJoined(table, game, by, keeps_ppm, approver, reason):
            second = person(approver) if approver else None
            return JoinTable(table, game, person(by), None, keeps_ppm, second, reason)
        case TableLeft(table, by):
            return LeaveTable(table=table, by=person(by))
        case WagersSplit(wagers):
            return SplitWagers(wagers)
        case WagersReturned(table, round, wagers, _, by, approver, reason):
            return ReturnWagers(table=table, round=round, wagers=wagers, by=by, approver=approver, reason=reason)
        case AdjustmentAsked(_, level, _, _, _, document, by, win=LoggedWin() as win):
            return AskBackOut(win=win, level=level, document=document, by=person(by))
        case AdjustmentAsked(_, level, old, new, _, document, by, to=Destination() as to):
            return AskTransfer(
                level=level, cents=old - new, to=to, document=document, by=person(by), reserve=event.reserve
            )
        case TransferReceived():
            return ReceiveTransfer(
                source=event.source,
                adjustment=event.adjustment,
                level=event.level,
                cents=event.new - event.old,
                document=event.document,
                author=event.author,
                approver=person(event.approver),
                reserve=event.reserve,
            )
        case ComponentNoted(component, version, by):
            return NoteComponent(component, version, person(by))
        case WinnerNoted():
            return NoteWinner(
                claim=event.claim,
                amount=event.withheld,  # that it is no more than the award is asked where the win is known
                name=event.name,
                document=event.document,
                tax_form=event.tax_form,
                tax_number=event.tax_number,
                withheld=event.withheld,
                by=person(event.by),
            )
        case LinkClosed(reason, by):
            return CloseLink(reason, person(by))
        case AdjustmentAsked(_, level, old, new, reason, document, by):
            return AskAdjustment(level=level, change=new - old, reason=reason, document=document, by=person(by))
        case AdjustmentMade() | TransferSent():
            return ApproveAdjustment(event.adjustment, person(event.approver))
        case AdjustmentDropped(number, by, why):
            return DropAdjustment(number, person(by), why)
        case LinkStopped(fault, by) if by != "self-check":
            return StopLink(fault, person(by))
        case LinkResumed(by, approver):
            assert link is not None, "only a stopped link resumes"
            # What the books said at that moment is gone; that two people were there is not.
            return ResumeLink(by=person(by), approver=person(approver), books=own_books(link))
        case ClaimPressed(_, table, round, seat, line, _, _, by, player, cards):
            assert link is not None, "a button belongs to a link"
            last_paid = link.paid.get(table)
            paid = last_paid.wins if last_paid is not None and last_paid.round == round else ()
            return PressButton(
                table=table,
                round=round,
                button=Hand(line),
                by=person(by),
                wins=(*paid, Win(seat, line)),
                held={seat: SeatHand(player, cards)},
            )
        case ClaimReleased() | ClaimRefused() | KeyTurned() | ClaimConfirmed() | ClaimLogged() | MeterAdjusted():
            assert link is not None, "a claim belongs to a link"
            claim = link.claims[event.claim]
            return PressButton(
                table=claim.table, round=claim.round, button=_button(link, claim, event), by=person(event.by)
            )
        case _:
            return None


def _button(
    link: Link,
    claim: Claim,
    event: ClaimReleased | ClaimRefused | KeyTurned | ClaimConfirmed | ClaimLogged | MeterAdjusted,
) -> Button:
    match event:
        case ClaimReleased():
            return Hand(claim.line)
        case ClaimRefused(_, _, reason):
            return Refuse(reason)
        case KeyTurned(_, jph):
            return KeyToJph() if jph else KeyToRun()
        case ClaimConfirmed():
            return Confirm()
        case ClaimLogged():
            return JPot() if link.terms.flow is Flow.KEYED else Swipe()
        case MeterAdjusted():
            return KeyToRun()
