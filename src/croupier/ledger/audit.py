"""The audit of a book: its balances made again from its transfers, one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.ledger.accounts import Account, may_be_short
from croupier.ledger.transfers import TransferId
from croupier.money import Cents, dollars


@dataclass(slots=True)
class Recount:
    """Balances as the transfers alone make them. Fed in order, it says what is wrong with each.

    It repeats the arithmetic of `balances` on purpose instead of calling it: an audit that used the audited
    function would share its mistakes.
    """

    balances: dict[Account, Cents] = field(default_factory=dict)

    def take(self, id: TransferId, debit: Account, credit: Account, amount: Cents) -> str | None:
        """Count one movement; what is wrong with it, if anything."""
        if amount <= 0 or debit == credit:
            return f"transfer {id} moves {amount} cents from {debit} to {credit}: not a movement"
        left = self.balances.get(debit, 0) - amount
        self.balances[debit] = left
        self.balances[credit] = self.balances.get(credit, 0) + amount
        if left < 0 and not may_be_short(debit):
            return f"transfer {id} leaves {debit} at {dollars(left)}"
        return None

    def disagreements(self, claimed: Mapping[Account, Cents], *, names: bool = True) -> list[str]:
        """Where the book's own balances are not what the transfers make, account by account. Unless transfers have
        been let go, the book has exactly those accounts that they `names`, also where nothing is left in one."""
        wrong = []
        if names:
            wrong += [f"{one}: is in the book, but no transfer knows it" for one in claimed if one not in self.balances]
            wrong += [f"{one}: is missing in the book" for one in self.balances if one not in claimed]
            wrong.sort()
        for account in sorted(self.balances.keys() | claimed.keys()):
            counted, claimed_amount = self.balances.get(account, 0), claimed.get(account, 0)
            if counted != claimed_amount:
                wrong.append(f"{account}: the book says {dollars(claimed_amount)}, transfers make {dollars(counted)}")
        total = sum(claimed.values())
        if total:
            wrong.append(f"all accounts together hold {dollars(total)}; want $0")
        return wrong
