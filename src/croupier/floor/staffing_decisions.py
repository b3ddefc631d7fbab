"""Who may deal at a table, call, come and be relieved: what such an order makes happen, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.floor.choices.settings import DealtBy
from croupier.floor.roles import AUTOMATIC_DEALER, Duty, Person, check_may, may
from croupier.floor.staffing import (
    AnswerCall,
    Call,
    CallAnswered,
    CallWithdrawn,
    DealerRelieved,
    DealerSeated,
    Relieve,
    SeatDealer,
    StaffEvent,
    StaffOrder,
    SupervisorCalled,
    WithdrawCall,
    freezes,
)

if TYPE_CHECKING:
    from croupier.floor.people import People
    from croupier.floor.table import Table


class NotYourTable(Refused):
    """A dealer's step at a table that another dealer deals."""

    def __init__(self, table: Table, who: Person) -> None:
        super().__init__(
            f"{table.dealer} deals at {table.name}, not {who.name}; take the table over first, or ask a supervisor"
        )


def check_deals(table: Table, who: Person) -> None:
    """Refuse the steps of a table to any dealer but its own. Supervisors press them anywhere; where nobody is assigned
    every dealer does. The automatic dealer deals where no person does."""
    if who is AUTOMATIC_DEALER:
        if table.settings.dealt_by is DealtBy.PERSON:
            raise Refused(f"{table.name} is dealt by a person; the automatic dealer presses nothing there")
        return
    if table.dealer is None or may(who.role, Duty.ASSIGN_DEALER):
        return
    if who.name != table.dealer.name:
        raise NotYourTable(table, who)


def check_may_staff(table: Table, order: StaffOrder, who: Person) -> None:
    """Refuse an order about who is on duty that it is not for this person to give."""
    match order:
        case SeatDealer(name) if name == who.name:
            check_may(who, Duty.DEAL)
        case Relieve() if table.dealer is not None and table.dealer.name == who.name:
            check_may(who, Duty.DEAL)
        case SeatDealer() | Relieve() | AnswerCall():
            check_may(who, Duty.ASSIGN_DEALER)
        case Call() | WithdrawCall():
            check_may(who, Duty.DEAL)


def decide_staffing(table: Table, order: StaffOrder, name: str) -> tuple[StaffEvent, ...]:
    """What `order` makes happen when `name` gives it."""
    called = table.called
    match order:
        case SeatDealer(dealer):
            if table.dealer is not None and table.dealer.name == dealer:
                raise Refused(f"{dealer} deals at {table.name} already")
            return (DealerSeated(dealer, name),)
        case Relieve():
            if table.dealer is None:
                raise Refused(f"nobody is assigned to {table.name}; there is nobody to relieve")
            return (DealerRelieved(table.dealer.name, name),)
        case Call(why):
            if called is not None and (called.why == why or freezes(called)):
                raise Refused(f"a supervisor was called to {table.name} already, by {called.by}; somebody will come")
            return (SupervisorCalled(name, why),)
        case WithdrawCall() | AnswerCall():
            if called is None:
                raise Refused(f"nobody has called from {table.name}; the call was answered or withdrawn")
            if isinstance(order, WithdrawCall) and freezes(called):
                raise Refused(
                    f"{called.by} is a device and has called to {table.name}: {called.why}; a supervisor answers"
                )
            return (CallAnswered(name) if isinstance(order, AnswerCall) else CallWithdrawn(name),)


def check_dealer(people: People, name: str) -> None:
    """Refuse to assign somebody who is not in the book, or who does not deal."""
    known = people.find(name)
    if known is None:
        raise Refused(f"nobody is called {name!r}; want the name of a dealer")
    check_may(known.person, Duty.DEAL)
