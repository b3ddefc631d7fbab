"""What tables and people ask of a link, and `decide`, which answers with events or refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.errors import Refused
from croupier.jackpot.adjustments import (
    ApproveAdjustment,
    AskAdjustment,
    DropAdjustment,
    approve_adjustment,
    ask_adjustment,
    drop_adjustment,
)
from croupier.jackpot.books import Books, faults
from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.events import Event, LinkResumed, LinkStopped, WagersReturned, WagersSplit
from croupier.jackpot.keypad import PressButton, press_button
from croupier.jackpot.level import feed, take_back
from croupier.jackpot.link import Link
from croupier.jackpot.office.backout import AskBackOut, ask_back_out
from croupier.jackpot.office.closing import Closed, CloseLink, close_link
from croupier.jackpot.office.components import NoteComponent, note_component
from croupier.jackpot.office.setup import (
    Busy,
    Configure,
    JoinTable,
    LeaveTable,
    OpenLink,
    configure,
    join,
    leave,
    need_runner,
    open_link,
)
from croupier.jackpot.office.transfer import AskTransfer, ReceiveTransfer, ask_transfer, receive
from croupier.jackpot.office.winner import NoteWinner, note_winner
from croupier.jackpot.terms import BadLink
from croupier.money import Cents, dollars


@dataclass(frozen=True, slots=True)
class SplitWagers:
    """Split what lies in the pool over the levels."""

    wagers: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnWagers:
    """Take the wagers of a voided round out again; `approver` is who voided it."""

    table: str
    round: str
    wagers: Cents
    by: str
    approver: str
    reason: str


@dataclass(frozen=True, slots=True)
class CheckBooks:
    """Compare the link with the ledger; a difference stops it."""

    books: Books


@dataclass(frozen=True, slots=True)
class StopLink:
    """Take no more wagers and answer no button, for a stated reason."""

    reason: str
    by: LinkPerson


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeLink:
    """Let a stopped link run again: two people, and books that agree."""

    by: LinkPerson
    approver: LinkPerson
    books: Books


Command: TypeAlias = (
    OpenLink
    | Configure
    | JoinTable
    | LeaveTable
    | SplitWagers
    | ReturnWagers
    | PressButton
    | AskAdjustment
    | AskBackOut
    | AskTransfer
    | ReceiveTransfer
    | ApproveAdjustment
    | DropAdjustment
    | NoteComponent
    | NoteWinner
    | CloseLink
    | CheckBooks
    | StopLink
    | ResumeLink
)


class Stopped(Refused):
    """A link that takes nothing at the moment."""

    def __init__(self, link: Link) -> None:
        super().__init__(f"link {link.id!r} is stopped: {link.fault}; two people let it run again")


def decide(link: Link | None, command: Command) -> tuple[Event, ...]:
    """What `command` makes happen on this link, or a refusal."""
    if isinstance(command, OpenLink):
        return open_link(link, command)
    if link is None:
        raise BadLink("there is no such link; open it first")
    if link.closed is not None and not isinstance(command, NoteWinner | CheckBooks):
        raise Closed(link)
    match command:
        case SplitWagers(wagers):
            return _split(link, wagers)
        case ReturnWagers():
            return _take_back(link, command)
        case PressButton():
            check_running(link)
            return press_button(link, command)
        case Configure():
            check_running(link)
            return configure(link, command)
        case JoinTable():
            check_running(link)
            return join(link, command)
        case LeaveTable():
            return leave(link, command)
        case AskAdjustment():
            return ask_adjustment(link, command)
        case AskBackOut():
            return (ask_back_out(link, command),)
        case AskTransfer():
            return (ask_transfer(link, command),)
        case ReceiveTransfer():
            return receive(link, command)
        case ApproveAdjustment():
            return approve_adjustment(link, command)
        case DropAdjustment():
            return drop_adjustment(link, command)
        case NoteComponent():
            return note_component(link, command)
        case NoteWinner():
            return note_winner(link, command)
        case CloseLink():
            return close_link(link, command)
        case CheckBooks(books):
            differences = faults(link, books)
            return (LinkStopped("; ".join(differences), "self-check"),) if differences and link.fault is None else ()
        case StopLink(reason, by):
            check_running(link)
            need_runner(by, "stop a link")
            if not reason.strip():
                raise BadLink("a link is stopped for a stated reason; say why")
            return (LinkStopped(reason.strip(), by.name),)
        case ResumeLink():
            return _resume(link, command)


def check_running(link: Link) -> None:
    """Refuse while the link is stopped: a table then takes no progressive wagers."""
    if link.fault is not None:
        raise Stopped(link)


def _split(link: Link, wagers: Cents) -> tuple[Event, ...]:
    if wagers < 0:
        raise BadLink(f"cannot split {dollars(wagers)}; wagers are returned by voiding their round")
    return (WagersSplit(wagers, feed(link.levels, wagers)[0]),) if wagers else ()


def _take_back(link: Link, command: ReturnWagers) -> tuple[Event, ...]:
    table, round = command.table, command.round
    if command.wagers <= 0:
        raise BadLink(f"cannot return {dollars(command.wagers)}; name the wagers of the voided round")
    if not command.reason.strip():
        raise BadLink("wagers are returned for a stated reason; say why")
    if command.by == command.approver:
        raise BadLink(f"{command.by} cannot both ask for and approve the return; another person voids the round")
    for claim in link.claims.values():
        if claim.table == table:
            raise Busy(
                f"table {table} has claim {claim.number} open ({claim.line}); refuse it before voiding the round"
            )
    paid = link.paid.get(table)
    if paid is not None and paid.round == round:
        raise Busy(f"round {round} has a logged win; only a manual adjustment backs that out")
    split = take_back(link.levels, command.wagers)[0]
    return (WagersReturned(table, round, command.wagers, split, command.by, command.approver, command.reason.strip()),)


def _resume(link: Link, command: ResumeLink) -> tuple[Event, ...]:
    if link.fault is None:
        raise BadLink(f"link {link.id!r} is running; there is nothing to resume")
    need_runner(command.by, "resume a link")
    need_runner(command.approver, "approve that a link resumes")
    if command.by.name == command.approver.name:
        raise BadLink(f"{command.by.name} cannot both ask and approve; call another person")
    differences = faults(link, command.books)
    if differences:
        raise BadLink(f"the books still disagree: {'; '.join(differences)}; correct that first")
    return (LinkResumed(command.by.name, command.approver.name),)
