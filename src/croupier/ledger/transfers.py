"""A transfer: whole cents from one account to another, under an id that says why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NewType

from croupier.errors import Refused
from croupier.ledger.accounts import Account
from croupier.money import Cents, dollars

TransferId = NewType("TransferId", str)

# Ten trillion dollars: far above any table, far below what eight bytes hold.
MOST: Final[Cents] = 10**15


class NotAMovement(Refused):
    """A transfer that would move nothing, or nowhere."""

    def __init__(self, transfer: Transfer) -> None:
        super().__init__(f"not a movement: {transfer}; want a positive amount between two different accounts")
        self.transfer = transfer


class TransferIdTaken(Refused):
    """An id that already stands for another movement."""

    def __init__(self, transfer: Transfer, stands: Transfer) -> None:
        super().__init__(f"transfer {transfer.id!r} already moved {stands}; want a new id for {transfer}")
        self.transfer = transfer
        self.stands = stands


@dataclass(frozen=True, slots=True)
class Transfer:
    """`amount` leaves `debit` and arrives at `credit`.

    The id is derived from what the movement is for (`T1-57/3/ante`), never drawn: a retry makes the same id,
    and the same id twice is the same movement.
    """

    id: TransferId
    debit: Account
    credit: Account
    amount: Cents

    def __post_init__(self) -> None:
        if not 0 < self.amount <= MOST or self.debit == self.credit:
            raise NotAMovement(self)

    def __str__(self) -> str:
        return f"{dollars(self.amount)} from {self.debit} to {self.credit}"


def transfer_id(*parts: str | int) -> TransferId:
    """The id of a movement, from the words that say what it is for.

    >>> transfer_id("T1-57", 3, "ante")
    'T1-57/3/ante'
    """
    return TransferId("/".join([f"{part}" for part in parts]))


def reversal(transfer: Transfer) -> Transfer:
    """The movement that undoes another; entries are never taken out of the book."""
    return Transfer(TransferId(f"{transfer.id}/void"), transfer.credit, transfer.debit, transfer.amount)


def once(transfer: Transfer, stands: Transfer | None) -> bool:
    """Whether `transfer` is new, given what `stands` under its id; `TransferIdTaken` if that is different."""
    if stands is None:
        return True
    if stands != transfer:
        raise TransferIdTaken(transfer, stands)
    return False
