"""California: the player-dealer's bank, what it covers, and whose turn it is (R28 to R31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from croupier.errors import Refused
from croupier.money import Cents

MOST_ROUNDS = 2
"""R31: a player banks at most this many consecutive rounds."""


class Coverage(Enum):
    """How the bank's wager limits what it wins and loses (R30)."""

    NET = "net"
    """The bank's running result stays within its wager; money it collected pays later seats."""
    GROSS = "gross"
    """Every cent paid or collected uses up one cent of the wager."""


class BadBank(Refused):
    """A bank that cannot stand, or that stands where none may."""


def parse_coverage(text: object) -> Coverage:
    """The coverage that `text` names."""
    try:
        return Coverage(text)
    except ValueError:
        raise BadBank(f"no coverage {text!r}; want 'net' or 'gross'") from None


@dataclass(frozen=True, slots=True)
class Bank:
    """The player-dealer of a round: which seat, and the wager that limits both its gain and its loss."""

    seat: int
    wager: Cents
    coverage: Coverage = Coverage.NET


@dataclass(frozen=True, slots=True)
class Purse:
    """What is left of a bank's wager while it settles.

    `room_to_pay` and `room_to_take` are what it can still lose and still win.
    """

    coverage: Coverage
    room_to_pay: Cents
    room_to_take: Cents

    def after(self, result: Cents) -> tuple[Cents, Purse]:
        """What the bank covers of a player's result (winning positive), and the purse afterwards.

        >>> Purse(Coverage.NET, 1000, 1000).after(1500)
        (1000, Purse(coverage=<Coverage.NET: 'net'>, room_to_pay=0, room_to_take=2000))
        """
        covered = min(result, self.room_to_pay) if result > 0 else -min(-result, self.room_to_take)
        if self.coverage is Coverage.NET:
            # What a seat loses to the bank is there to pay the next one, and the other way round.
            pay, take = self.room_to_pay - covered, self.room_to_take + covered
        else:
            pay = take = self.room_to_pay - abs(covered)
        return covered, Purse(self.coverage, pay, take)


def purse(bank: Bank) -> Purse:
    """The purse of a bank that has settled nothing yet."""
    return Purse(bank.coverage, bank.wager, bank.wager)


@dataclass(frozen=True, slots=True)
class BankTurn:
    """Who banked last, from which seat, and for how many rounds in a row."""

    seat: int
    player: str
    rounds: int


def clockwise_after(seat: int, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats in the order that follows a seat clockwise, that seat itself last if it is among them."""
    ordered = sorted(seats)
    return (*(s for s in ordered if s > seat), *(s for s in ordered if s <= seat))


def offers(turn: BankTurn | None, seated: Mapping[int, str]) -> tuple[int, ...]:
    """The seats to which the bank is offered, in order (R31), from who sits where. Nobody is forced to take it.

    A banker who may go on is asked first; after two rounds in a row the offer passes on clockwise from the seat that
    banked, and that player is not asked at all, wherever they sit now. Who has their seat is a player like any other.
    """
    if turn is None:
        return tuple(sorted(seated))
    order = clockwise_after(turn.seat, tuple(seated))
    others = tuple(seat for seat in order if seated[seat] != turn.player)
    banker = tuple(seat for seat in order if seated[seat] == turn.player)
    return (*banker, *others) if turn.rounds < MOST_ROUNDS else others


def turn_after(turn: BankTurn | None, seat: int, player: str) -> BankTurn:
    """Whose turn it has been once `player` has banked another round, in this seat."""
    before = turn.rounds if turn is not None and turn.player == player else 0
    return BankTurn(seat, player, before + 1)
