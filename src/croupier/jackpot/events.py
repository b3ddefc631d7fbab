"""What can happen on a link, in the past tense. A link is the sum of its events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from croupier.jackpot.level import Split
from croupier.jackpot.meter import Award
from croupier.jackpot.office.deeds import (
    ComponentNoted,
    Destination,
    LinkClosed,
    LoggedWin,
    TransferReceived,
    TransferSent,
    WinnerNoted,
)
from croupier.jackpot.terms import LinkTerms
from croupier.money import Cents


class AdjustmentReason(Enum):
    """Why a meter may be set by hand (R43). An award can also be backed out, which raises the meter."""

    AWARD = "award"
    MALFUNCTION = "malfunction"
    ABOVE_MAXIMUM = "above maximum"
    SEED_RECOVERY = "seed recovery"
    TRANSFER = "transfer"
    BACK_OUT = "back out"


@dataclass(frozen=True, slots=True)
class LinkOpened:
    """A link begins; every meter starts at its seed. `overridden` are the warnings of R42 that `by` set aside.

    `keeps_ppm` is what the house keeps of a wager in the long run, in millionths (R59); one of before that was computed
    has none. Where it is below zero, `approver` answers for it with `by`, and `reason` is their reference.
    """

    link: str
    terms: LinkTerms
    by: str
    overridden: tuple[str, ...] = ()
    reason: str = ""
    keeps_ppm: int | None = None
    approver: str = ""


@dataclass(frozen=True, slots=True)
class LinkConfigured:
    """The terms were changed, between rounds and with no claim open."""

    terms: LinkTerms
    by: str
    overridden: tuple[str, ...] = ()
    reason: str = ""
    keeps_ppm: int | None = None
    approver: str = ""


@dataclass(frozen=True, slots=True)
class TableJoined:
    """A table is on the link from now on."""

    table: str
    game: str
    by: str
    keeps_ppm: int | None = None
    approver: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TableLeft:
    """A table is no longer on the link."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class WagersSplit:
    """Wagers that were accepted at their tables' locks, split over the levels all at once."""

    wagers: Cents
    split: Split


@dataclass(frozen=True, slots=True)
class WagersReturned:
    """The wagers of a voided round, taken out of the levels again. `by` asked for it, `approver` voided the round."""

    table: str
    round: str
    wagers: Cents
    split: Split
    by: str
    approver: str
    reason: str


@dataclass(frozen=True, slots=True)
class SeatSelected:
    """Card flow: the dealer selected a seat, or none (0)."""

    table: str
    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class ClaimPressed:
    """A hand button went on. The level stood at `cents` for it, if no earlier claim was open. `player` and
    `cards` are whose hand it is and which, for the win page (R48)."""

    claim: int
    table: str
    round: str
    seat: int
    line: str
    level: str
    cents: Cents
    by: str
    player: str = ""
    cards: str = ""


@dataclass(frozen=True, slots=True)
class ClaimReleased:
    """The hand button was turned off; the cents went back."""

    claim: int
    by: str


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """A verifier sent the claim back to the table; the cents went back."""

    claim: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class KeyTurned:
    """Keyed flow: the key of a claim that is not logged went to JPH, or back. `cards` are those that `by` has entered,
    where no deal of ours has them (R58)."""

    claim: int
    jph: bool
    by: str
    cards: str = ""


@dataclass(frozen=True, slots=True)
class ClaimConfirmed:
    """Card flow: a supervisor verified the win. `cards` are those that `by` has entered, where no deal of ours has them
    (R58)."""

    claim: int
    by: str
    cards: str = ""


@dataclass(frozen=True, slots=True)
class ClaimLogged:
    """The win is logged for good. The pay was taken of `before`; `after` is what that left, new seed included."""

    claim: int
    award: Award
    before: Cents
    after: Cents
    by: str


@dataclass(frozen=True, slots=True)
class MeterAdjusted:
    """The display follows the logged win, and the award goes to the winner."""

    claim: int
    by: str


@dataclass(frozen=True, slots=True)
class AdjustmentAsked:
    """Somebody wants a meter set by hand; nothing has moved yet.

    A back-out names its `win` (R46). A transfer says where it goes `to`; with `reserve` it is of the reserve, as are
    `old` and `new` then.
    """

    adjustment: int
    level: str
    old: Cents
    new: Cents
    reason: AdjustmentReason
    document: str
    by: str
    win: LoggedWin | None = None
    to: Destination | None = None
    reserve: bool = False


@dataclass(frozen=True, slots=True)
class AdjustmentMade:
    """Another person approved: the meter went from `old` to `new`, and `win`, if it is one, is backed out."""

    adjustment: int
    level: str
    old: Cents
    new: Cents
    reason: AdjustmentReason
    document: str
    author: str
    approver: str
    win: LoggedWin | None = None


@dataclass(frozen=True, slots=True)
class AdjustmentDropped:
    """An adjustment that was asked for will not be made."""

    adjustment: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class LinkStopped:
    """No wager is accepted and no button works until somebody lets the link run again."""

    fault: str
    by: str


@dataclass(frozen=True, slots=True)
class LinkResumed:
    """The link runs again, in the state before the fault."""

    by: str
    approver: str


Event: TypeAlias = (
    LinkOpened
    | LinkConfigured
    | TableJoined
    | TableLeft
    | WagersSplit
    | WagersReturned
    | SeatSelected
    | ClaimPressed
    | ClaimReleased
    | ClaimRefused
    | KeyTurned
    | ClaimConfirmed
    | ClaimLogged
    | MeterAdjusted
    | AdjustmentAsked
    | AdjustmentMade
    | AdjustmentDropped
    | TransferSent
    | TransferReceived
    | ComponentNoted
    | WinnerNoted
    | LinkStopped
    | LinkResumed
    | LinkClosed
)
