"""Who deals at a table and whom it has called: the orders, what happens, and what is true afterwards.

A supervisor assigns a dealer; a dealer takes a table, or takes one over, as themselves. A table to which nobody was
assigned is dealt by any dealer, as all tables were before dealers were assigned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from croupier.values import replace

MISMATCH: Final = "what a device read does not agree"
"""How the reason begins where a device has read something else than what is known: the round waits for a supervisor
(R58)."""


def miscount(cards: int) -> str:
    """Why a dealer calls who cannot account for every card of the deck (R27): the round does not end before somebody
    has come."""
    return f"the cards do not count to {cards}"


@dataclass(frozen=True, slots=True)
class SeatDealer:
    """Let somebody deal here from now on, instead of whoever did."""

    name: str

    def __str__(self) -> str:
        return f"dealer {self.name}"


@dataclass(frozen=True, slots=True)
class Relieve:
    """Let the dealer go; nobody is assigned then."""

    def __str__(self) -> str:
        return "relieve"


@dataclass(frozen=True, slots=True)
class Call:
    """Call a supervisor to the table."""

    why: str = ""

    def __str__(self) -> str:
        return f"call {self.why}".strip()


@dataclass(frozen=True, slots=True)
class WithdrawCall:
    """Nobody needs to come any more."""

    def __str__(self) -> str:
        return "withdraw call"


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """A supervisor has come."""

    def __str__(self) -> str:
        return "answer"


StaffOrder: TypeAlias = SeatDealer | Relieve | Call | WithdrawCall | AnswerCall


@dataclass(frozen=True, slots=True)
class DealerSeated:
    """Somebody deals at the table from now on."""

    name: str
    by: str


@dataclass(frozen=True, slots=True)
class DealerRelieved:
    """The dealer has gone, and nobody is assigned."""

    name: str
    by: str


@dataclass(frozen=True, slots=True)
class SupervisorCalled:
    """The table needs a supervisor; another reason takes the place of the one before."""

    by: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class CallWithdrawn:
    """Nobody needed to come."""

    by: str


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A supervisor came."""

    by: str


StaffEvent: TypeAlias = DealerSeated | DealerRelieved | SupervisorCalled | CallWithdrawn | CallAnswered


@dataclass(frozen=True, slots=True)
class Dealing:
    """Who deals at a table, by whose word, and since when."""

    name: str
    by: str
    since_ms: int = 0

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Called:
    """A call that nobody has answered yet."""

    by: str
    why: str = ""
    since_ms: int = 0

    @property
    def words(self) -> str:
        """The call in words for the staff."""
        return f"{self.by} calls a supervisor{': ' if self.why else ''}{self.why}"


def freezes(called: Called) -> bool:
    """Whether the round does not go on before a supervisor has answered this call: a device disagrees (R58)."""
    return called.why.startswith(MISMATCH)


@dataclass(frozen=True, slots=True)
class TableStaff:
    """Who is on duty at a table."""

    dealer: Dealing | None = None
    called: Called | None = None


def after(staff: TableStaff, event: StaffEvent) -> TableStaff:
    """Who is on duty after `event`."""
    match event:
        case DealerSeated(name, by):
            return replace(staff, dealer=Dealing(name, by))
        case DealerRelieved():
            return replace(staff, dealer=None)
        case SupervisorCalled(by, why):
            since_ms = 0 if staff.called is None else staff.called.since_ms
            return replace(staff, called=Called(by, why, since_ms))
        case CallWithdrawn() | CallAnswered():
            return replace(staff, called=None)


def since(staff: TableStaff, time_ms: int) -> TableStaff:
    """The same, where what has just begun knows its time. Who calls again has waited since the first call."""
    dealer, called = staff.dealer, staff.called
    return TableStaff(
        dealer if dealer is None or dealer.since_ms else replace(dealer, since_ms=time_ms),
        called if called is None or called.since_ms else replace(called, since_ms=time_ms),
    )


def parse_staff_order(word: str, rest: str) -> StaffOrder | None:
    """The order that `str` wrote, or `None`."""
    match word, rest:
        case "dealer", name if name and " " not in name:
            return SeatDealer(name)
        case "relieve", "":
            return Relieve()
        case "call", why:
            return Call(why)
        case "withdraw", "call":
            return WithdrawCall()
        case "answer", "":
            return AnswerCall()
        case _:
            return None
