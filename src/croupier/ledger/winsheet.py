"""The win sheet: what a table won in a shift, from its own movements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.ledger.accounts import CAGE, CASH, VARIANCE, drop, fees, tray
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
    fees: Cents = 0
    """California's collection, which goes into the drop box (R32)."""

    @property
    def win(self) -> Cents:
        """What play brought the house: chips that came to the tray but were neither filled nor sold."""
        return self.closing + self.credits + self.drop - self.opening - self.fills

    @property
    def box(self) -> Cents:
        """What the drop box holds."""
        return self.drop + self.fees

    @property
    def income(self) -> Cents:
        """All that the table brought the house."""
        return self.win + self.fees


def win_sheet(
    table: str, opening: Cents, transfers: Iterable[Transfer], *, played: Cents = 0, collected: Cents = 0
) -> WinSheet:
    """The sheet of a shift that opened with `opening` and saw `transfers`; other tables' are passed over.

    Whoever has added up already what rounds brought the tray and the box says so (`played`, `collected`), and gives
    only the transfers that are of no round.
    """
    chips, box, collection = tray(table), drop(table), fees(table)
    closing, fills, credits, dropped = opening + played, 0, 0, 0
    for transfer in transfers:
        if VARIANCE in (transfer.debit, transfer.credit):
            continue  # the opening is what was counted: the correction that made the record say so is in it already
        if transfer.credit == chips:
            closing += transfer.amount
            fills += transfer.amount if transfer.debit == CAGE else 0
        elif transfer.debit == chips:
            closing -= transfer.amount
            credits += transfer.amount if transfer.credit == CAGE else 0
        elif transfer.credit == box and transfer.debit == CASH:
            dropped += transfer.amount
        elif transfer.credit == collection:
            collected += transfer.amount
        elif transfer.debit == collection and transfer.credit != CAGE:  # a void; to the cage it goes when it is counted
            collected -= transfer.amount
    return WinSheet(
        table=table, opening=opening, fills=fills, credits=credits, drop=dropped, closing=closing, fees=collected
    )


def total(sheets: Sequence[WinSheet]) -> WinSheet:
    """The sheet of several tables together."""
    return WinSheet(
        table="all",
        opening=sum(sheet.opening for sheet in sheets),
        fills=sum(sheet.fills for sheet in sheets),
        credits=sum(sheet.credits for sheet in sheets),
        drop=sum(sheet.drop for sheet in sheets),
        closing=sum(sheet.closing for sheet in sheets),
        fees=sum(sheet.fees for sheet in sheets),
    )
