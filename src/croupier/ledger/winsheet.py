"""The win sheet: what a table won in a shift, from its own movements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.ledger.accounts import CAGE, CASH, drop, tray
from croupier.ledger.transfers import Transfer
from croupier.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WinSheet:
    """One table, one shift. Drop is the cash taken in at the table for chips of its tray."""

    table: str
    opening: Cents
    fills: Cents
    credits: Cents
    drop: Cents
    closing: Cents

    @property
    def win(self) -> Cents:
        """What play brought the house: chips that came to the tray but were neither filled nor sold."""
        return self.closing + self.credits + self.drop - self.opening - self.fills


def win_sheet(table: str, opening: Cents, transfers: Iterable[Transfer]) -> WinSheet:
    """The sheet of a shift that opened with `opening` and saw `transfers`; other tables' are passed over."""
    chips, box = tray(table), drop(table)
    closing, fills, credits, dropped = opening, 0, 0, 0
    for transfer in transfers:
        if transfer.credit == chips:
            closing += transfer.amount
            fills += transfer.amount if transfer.debit == CAGE else 0
        elif transfer.debit == chips:
            closing -= transfer.amount
            credits += transfer.amount if transfer.credit == CAGE else 0
        elif transfer.credit == box and transfer.debit == CASH:
            dropped += transfer.amount
    return WinSheet(table=table, opening=opening, fills=fills, credits=credits, drop=dropped, closing=closing)
