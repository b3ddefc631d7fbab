"""A staked seat and its decisions of the round."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.cards import Cards
from croupier.errors import Refused
from croupier.money import Cents
from croupier.rules.actions import Action, Bet, Fold, Pull
from croupier.rules.game import Game, Street
from croupier.rules.wagers import Stakes
from croupier.values import replace

SEATS = (1, 2, 3, 4, 5, 6)
"""Seat 1 is at the dealer's left hand; numbers rise clockwise (R5)."""


class NoSuchSeat(Refused):
    """A seat that the table does not have, or that is not in the round."""


def check_seat(number: object) -> None:
    """Refuse a number that is no seat of the table."""
    if type(number) is not int or number not in SEATS:
        raise NoSuchSeat(f"no seat {number!r}; seats are numbered 1 to 6 from the dealer's left")


def could_be_seat(text: str) -> bool:
    """Whether a text is a number that `check_seat` can be asked about: Python reads no number of 5,000 digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A staked seat. `stakes` have lain there since before the deal, `raised` has come by decisions; `cards` from the
    deal on, those of a real deck as far as they are known."""

    number: int
    stakes: Stakes
    line: tuple[Action, ...] = ()
    raised: Stakes = field(default_factory=Stakes)
    cards: Cards | None = None

    @property
    def folded(self) -> bool:
        return bool(self.line) and isinstance(self.line[-1], Fold)

    def on(self, spot: str) -> Cents:
        """The amount this seat has on a spot now."""
        return self.stakes.get(spot, 0) or self.raised.get(spot, 0)

    @property
    def total(self) -> Cents:
        """All that this seat has on the felt."""
        return self.stakes.total + self.raised.total


def is_due(seat: Seat, game: Game, street: int) -> bool:
    """Whether the seat still has to decide on this street: it plays the base game, has neither folded nor made the
    street's bet, and has not spoken yet."""
    line = seat.line
    return (
        len(line) == street
        and game.streets[street].spot not in seat.raised
        and game.base in seat.stakes
        and not (line and isinstance(line[-1], Fold))  # has not `folded`, spelled out: every order asks every seat
    )


def bet_cents(seat: Seat, game: Game, street: Street, action: Action) -> Cents:
    """What an action puts on the street's spot: a multiple of the base bet; less than nothing where it takes a bet
    back."""
    match action:
        case Bet(multiple):
            return multiple * seat.stakes.on(game.base)
        case Pull():
            return -seat.stakes.on(street.spot)
        case _:
            return 0


def acted(seat: Seat, action: Action, street: Street, cents: Cents) -> Seat:
    """The seat after an action on a street."""
    line = (*seat.line, action)
    if not cents:
        return replace(seat, line=line)
    if cents < 0:
        return replace(seat, line=line, stakes=seat.stakes.without(street.spot))
    return replace(seat, line=line, raised=Stakes({**seat.raised, street.spot: cents}))


def undone(seat: Seat, spot: str, cents: Cents) -> Seat:
    """The seat without its last decision, which had put `cents` on a spot, or taken them from it."""
    line = seat.line[:-1]
    if cents < 0:
        return replace(seat, line=line, stakes=Stakes({**seat.stakes, spot: -cents}))
    return replace(seat, line=line, raised=seat.raised.without(spot) if cents else seat.raised)
