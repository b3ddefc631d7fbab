"""Receipts: every movement of the cage has one, made from its entry, so it can be printed again at any time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.floor.cage.moves import STREAM
from croupier.ledger.accounts import player
from croupier.money import Cents, dollars
from croupier.store.entry import Entry, Event, contents
from croupier.store.reader import Reader

_MOST: Final = 1 << 62
"""No entry has a number above it, and no database holds one."""


class NoSuchReceipt(Refused):
    """A number under which the cage has moved nothing."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no receipt {number}; a receipt has the number of the cage's entry in the journal")


@dataclass(frozen=True, slots=True)
class CageReceipt:
    """One movement of the cage. Its number is that of its entry."""

    number: int
    time_ms: int
    what: str
    amount: Cents
    player: str | None
    table: str | None
    by: str
    approver: str | None
    balance: Cents | None
    """What the player had afterwards; none where no player is in it."""
    hash: str

    @property
    def words(self) -> str:
        """The movement as one says it."""
        table = self.table
        return {
            "CageFunded": f"{dollars(self.amount)} put into the cage",
            "BoughtIn": f"{dollars(self.amount)} sold {self._to}" + (f" at {table}" if table else ""),
            "CashedOut": f"{dollars(self.amount)} redeemed {self._for}",
            "TrayFilled": f"{dollars(self.amount)} brought to the tray of {table}",
            "TrayCredited": f"{dollars(self.amount)} taken from the tray of {table}",
        }[self.what]

    @property
    def _to(self) -> str:
        return "in chips" if self.player is None else f"to {self.player}"

    @property
    def _for(self) -> str:
        return "in chips" if self.player is None else f"for {self.player}"


TITLES: Final = {
    "CageFunded": "Cage funded",
    "BoughtIn": "Chips sold",
    "CashedOut": "Chips redeemed",
    "TrayFilled": "Fill: cage to tray",
    "TrayCredited": "Credit: tray to cage",
}
"""What a receipt is headed."""


def receipt_at(reader: Reader, number: int) -> CageReceipt:
    """The receipt with a number."""
    entry = reader.entry(number) if 0 < number < _MOST else None
    if entry is None or entry.stream != STREAM:
        raise NoSuchReceipt(number)
    event = contents(entry).events[0]
    name = event.get("player")
    return _receipt(entry, event, None if name is None else _balance_after(reader, name, number))


def newest(reader: Reader, among: int) -> list[CageReceipt]:
    """The newest movements of the cage, the last first, without anybody's balance."""
    after = max(reader.head(STREAM).version - among, 0)
    entries = list(reader.read(STREAM, after=after))
    return [_receipt(entry, contents(entry).events[0], None) for entry in reversed(entries)]


def last_movements(reader: Reader, name: str, most: int) -> list[CageReceipt]:
    """A player's last movements at the cage, the newest first, each with what the player had afterwards."""
    last = [(reader.entry(at), _balance_after(reader, name, at)) for at, _ in reader.chips_moved(player(name), most)]
    return [
        _receipt(entry, contents(entry).events[0], balance)
        for entry, balance in last
        if entry is not None and entry.stream == STREAM
    ]


def _balance_after(reader: Reader, name: str, number: int) -> Cents:
    """What a player had after an entry."""
    account = player(name)
    came_in, went_out = reader.turnover(account, after=0, before=number + 1)
    return came_in - went_out


def _receipt(entry: Entry, event: Event, balance: Cents | None) -> CageReceipt:
    return CageReceipt(
        number=entry.position,
        time_ms=entry.time_ms,
        what=event["event"],
        amount=event["amount"],
        player=event.get("player"),
        table=event.get("table"),
        by=entry.actor.partition("/")[2],
        approver=event.get("approver"),
        balance=balance,
        hash=entry.hash,
    )
