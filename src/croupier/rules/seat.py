"""A staked seat and its one decision of the round."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from croupier.cards import Hole
from croupier.errors import Refused
from croupier.money import Cents
from croupier.rules.actions import BET1, BET2, BET3, BET4, CHECK, FOLD, Action
from croupier.rules.wagers import Stakes, Wager

SEATS = (1, 2, 3, 4, 5, 6)
"""Seat 1 is at the dealer's left hand; numbers rise clockwise (R5)."""


class NoSuchSeat(Refused):
    """A seat that the table does not have, or that is not in the round."""


def check_seat(number: object) -> None:
    """Refuse a number that is no seat of the table."""
    if type(number) is not int or number not in SEATS:
        raise NoSuchSeat(f"no seat {number!r}; seats are numbered 1 to 6 from the dealer's left")


class Street(Enum):
    """The three moments at which seats decide (R18)."""

    PREFLOP = "before the flop"
    FLOP = "on the flop"
    RIVER = "at the river"


_CHECKS_BEFORE = {Street.PREFLOP: 0, Street.FLOP: 1, Street.RIVER: 2}


@dataclass(frozen=True, slots=True)
class Undecided:
    """Has made no Play bet and not folded; `checks` counts the streets it let pass."""

    checks: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """Made the Play bet, at `multiple` times the Ante."""

    multiple: int


@dataclass(frozen=True, slots=True)
class Folded:
    """Gave up the hand at the river."""


Decision: TypeAlias = Undecided | Played | Folded


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A staked seat; `hole` is there from the deal on."""

    number: int
    stakes: Stakes
    decision: Decision = Undecided()
    hole: Hole | None = None

    @property
    def play(self) -> Cents:
        """The Play bet, a multiple of the Ante; 0 before it is made."""
        return self.decision.multiple * self.stakes.ante if isinstance(self.decision, Played) else 0

    @property
    def folded(self) -> bool:
        return isinstance(self.decision, Folded)

    def on(self, wager: Wager) -> Cents:
        """The amount this seat has on a wager now."""
        return self.play if wager is Wager.PLAY else self.stakes.on(wager)


def is_due(seat: Seat, street: Street) -> bool:
    """Whether the seat still has to decide on this street."""
    return isinstance(seat.decision, Undecided) and seat.decision.checks == _CHECKS_BEFORE[street]


_OFFERED: dict[Street, tuple[Action, ...]] = {
    Street.PREFLOP: (BET4, BET3, CHECK),
    Street.FLOP: (BET2, CHECK),
    Street.RIVER: (BET1, FOLD),
}


def offered_actions(seat: Seat, street: Street) -> tuple[Action, ...]:
    """What the seat may do on this street; nothing once it has decided."""
    return _OFFERED[street] if is_due(seat, street) else ()
