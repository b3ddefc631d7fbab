"""What the office makes happen on a link, in the past tense, and the values that these events speak of."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.jackpot.meter import Award
from croupier.money import Cents


@dataclass(frozen=True, slots=True)
class LoggedWin:
    """A win as it was logged: what has to come back when it is backed out (R46)."""

    claim: int
    award: Award
    before: Cents
    after: Cents

    @property
    def to_meter(self) -> Cents:
        """What restores the meter."""
        return self.before - self.after

    @property
    def to_reserve(self) -> Cents:
        """What restores the reserve: all that it gave, less what a posted maximum sent there."""
        award = self.award
        sent = self.before - award.amount + award.topped_up + award.seeded + award.from_reserve - self.after
        return award.from_reserve - sent


@dataclass(frozen=True, slots=True)
class Destination:
    """A level of a link, as somewhere for money to go."""

    link: str
    level: str

    def __str__(self) -> str:
        return f"{self.link}/{self.level}"


@dataclass(frozen=True, slots=True)
class TransferSent:
    """Another person approved: a level went from `old` to `new`, and the difference to another level (R43).

    `reserve` says that it was the reserves that changed, not the meters.
    """

    adjustment: int
    level: str
    old: Cents
    new: Cents
    to: Destination
    document: str
    author: str
    approver: str
    reserve: bool = False


@dataclass(frozen=True, slots=True)
class TransferReceived:
    """The other side of a transfer, in the same transaction: this level went from `old` to `new`."""

    source: Destination
    adjustment: int
    level: str
    old: Cents
    new: Cents
    document: str
    author: str
    approver: str
    reserve: bool = False


@dataclass(frozen=True, slots=True)
class ComponentNoted:
    """The link runs on this version of a component from now on, or without it where `version` is empty (R51)."""

    component: str
    version: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerNoted:
    """Who the winner of a logged claim is, and the tax form that goes with it. A later entry corrects an earlier."""

    claim: int
    name: str
    document: str
    tax_form: str = ""
    tax_number: str = ""
    withheld: Cents = 0
    by: str


@dataclass(frozen=True, slots=True)
class LinkClosed:
    """The link is over. No money and no table was left on it."""

    reason: str
    by: str
