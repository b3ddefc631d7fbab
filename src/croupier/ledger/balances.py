"""What transfers do to balances, and when they may not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from croupier.errors import Refused
from croupier.ledger.accounts import Account, may_be_short
from croupier.ledger.transfers import Transfer
from croupier.money import Cents, dollars


class Overdrawn(Refused):
    """More was asked of an account than it holds."""

    def __init__(self, transfer: Transfer, holds: Cents) -> None:
        super().__init__(f"cannot move {transfer}: it holds {dollars(holds)}; want at most {dollars(max(holds, 0))}")
        self.transfer = transfer
        self.holds = holds


def posted(
    balances: Mapping[Account, Cents], transfers: Iterable[Transfer], covered: Collection[Account] = ()
) -> dict[Account, Cents]:
    """The new balances of the accounts that `transfers` touch, or `Overdrawn`.

    Transfers are posted in order and each must be covered when its turn comes, so no moment in between is
    overdrawn either. An account without a balance is empty. Those that are `covered` may not be short this time,
    though their kind may: nobody carries chips away that a tray does not hold.
    """
    touched: dict[Account, Cents] = {}
    for transfer in transfers:
        debit, credit, amount = transfer.debit, transfer.credit, transfer.amount
        holds = touched[debit] if debit in touched else balances.get(debit, 0)
        if holds < amount and (debit in covered or not may_be_short(debit)):
            raise Overdrawn(transfer, holds)
        touched[debit] = holds - amount
        touched[credit] = (touched[credit] if credit in touched else balances.get(credit, 0)) + amount
    return touched


def net(transfers: Iterable[Transfer]) -> dict[Account, Cents]:
    """How far each account moved, whatever it held before."""
    moved: dict[Account, Cents] = {}
    for transfer in transfers:
        debit, credit, amount = transfer.debit, transfer.credit, transfer.amount
        moved[debit] = moved.get(debit, 0) - amount
        moved[credit] = moved.get(credit, 0) + amount
    return moved
