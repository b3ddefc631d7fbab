"""The cage: chips for cash and back, fills and credits, and the win sheet when a shift closes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.room import NoSuchTable, wall_clock_ms
from croupier.ledger.accounts import CAGE, CASH, HOUSE, drop, fees, player, tray
from croupier.ledger.transfers import Transfer, transfer_id
from croupier.ledger.winsheet import WinSheet, win_sheet
from croupier.money import Cents, dollars
from croupier.store.entry import Event, contents
from croupier.store.journal import Store
from croupier.store.unit import Receipt, Unit, Write

STREAM: Final = "cage"


class NoSuchPlayer(Refused):
    """A player whom nobody has registered."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no player {name!r}; register them first")


class Cage:
    """What is done with money outside a round. Every call is one command: repeated, it is answered as before."""

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._store = store
        self._now_ms = now_ms

    def fund(self, amount: Cents, who: Person, command: str) -> Receipt:
        """Put the house's own money into the cage."""
        check_may(who, Duty.FILL)
        moves = (Transfer(transfer_id(command, "fund"), HOUSE, CAGE, amount),)
        return self._write(who, command, f"fund {dollars(amount)}", {"event": "CageFunded", "amount": amount}, moves)

    def buy_in(self, name: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Sell chips to a player at the cage."""
        check_may(who, Duty.CAGE)
        self._check_player(name)
        moves = (
            Transfer(transfer_id(command, "cash"), CASH, CAGE, amount),
            Transfer(transfer_id(command, "chips"), CAGE, player(name), amount),
        )
        event = {"event": "BoughtIn", "player": name, "amount": amount}
        return self._write(who, command, f"buy in {name} {dollars(amount)}", event, moves)

    def buy_in_at(self, table: str, name: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Sell chips of a table's tray to a player: the cash goes into the drop box."""
        check_may(who, Duty.SELL_AT_TABLE)
        self._check_player(name)
        self._check_table(table)
        moves = (
            Transfer(transfer_id(command, "cash"), CASH, drop(table), amount),
            Transfer(transfer_id(command, "chips"), tray(table), player(name), amount),
        )
        event = {"event": "BoughtIn", "player": name, "amount": amount, "table": table}
        return self._write(who, command, f"buy in {name} {dollars(amount)} at {table}", event, moves)

    def cash_out(self, name: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Redeem a player's chips."""
        check_may(who, Duty.CAGE)
        self._check_player(name)
        moves = (
            Transfer(transfer_id(command, "chips"), player(name), CAGE, amount),
            Transfer(transfer_id(command, "cash"), CAGE, CASH, amount),
        )
        event = {"event": "CashedOut", "player": name, "amount": amount}
        return self._write(who, command, f"cash out {name} {dollars(amount)}", event, moves)

    def fill(self, table: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Bring chips from the cage to a tray."""
        check_may(who, Duty.FILL)
        self._check_table(table)
        moves = (Transfer(transfer_id(command, "fill"), CAGE, tray(table), amount),)
        event = {"event": "TrayFilled", "table": table, "amount": amount}
        return self._write(who, command, f"fill {table} {dollars(amount)}", event, moves)

    def credit(self, table: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Take chips from a tray back to the cage."""
        check_may(who, Duty.FILL)
        self._check_table(table)
        moves = (Transfer(transfer_id(command, "credit"), tray(table), CAGE, amount),)
        event = {"event": "TrayCredited", "table": table, "amount": amount}
        return self._write(who, command, f"credit {table} {dollars(amount)}", event, moves)

    def sheet(self, table: str) -> WinSheet:
        """The win sheet of the shift that is running."""
        self._check_table(table)
        return self._sheet(table, self._store.position())[1]

    def close_shift(self, table: str, who: Person, command: str) -> WinSheet:
        """Close a table's shift: the sheet goes into the record, the counted drop to the cage.

        The sheet covers the journal up to one position, and the next shift begins right after it: whatever
        happens at the same moment is in exactly one of the two.
        """
        check_may(who, Duty.CLOSE_SHIFT)
        self._check_table(table)
        before = self._store.receipt(command)
        if before is not None:
            return _sheet_of(contents(before.entries[0]).events[0])
        until = self._store.position()
        version, sheet, collected = self._sheet(table, until)
        counted = Transfer(transfer_id(command, "drop"), drop(table), CAGE, sheet.drop) if sheet.drop else None
        event = {
            "event": "ShiftClosed",
            "table": table,
            "until": until,
            "opening": sheet.opening,
            "fills": sheet.fills,
            "credits": sheet.credits,
            "drop": sheet.drop,
            "closing": sheet.closing,
            "win": sheet.win,
            "fees": collected,
        }
        self._store.commit(
            Unit(
                command=command,
                actor=who.actor,
                time_ms=self._now_ms(),
                asked=f"close shift {table}",
                writes=(Write(f"shift/{table}", version, (event,)),),
                transfers=() if counted is None else (counted,),
            )
        )
        return sheet

    def _sheet(self, table: str, until: int) -> tuple[int, WinSheet, Cents]:
        """The shift stream's version, the sheet up to a position, and the fees collected in that time."""
        stream = f"shift/{table}"
        version = self._store.head(stream).version
        after, opening = 0, 0
        for entry in self._store.read(stream, after=max(version - 1, 0)):
            last = contents(entry).events[0]
            after, opening = last["until"], last["closing"]
        moved = [
            (position, transfer)
            for account in (tray(table), drop(table))
            for position, transfer in self._store.statement(account, after=after)
            if position <= until
        ]
        took = sum(
            transfer.amount if transfer.credit == fees(table) else -transfer.amount
            for position, transfer in self._store.statement(fees(table), after=after)
            if position <= until
        )
        return version, win_sheet(table, opening, (transfer for _, transfer in moved)), took

    def _write(self, who: Person, command: str, asked: str, event: Event, moves: tuple[Transfer, ...]) -> Receipt:
        unit = Unit(
            command=command,
            actor=who.actor,
            time_ms=self._now_ms(),
            asked=asked,
            writes=(Write(STREAM, None, (event,)),),
            transfers=moves,
        )
        return self._store.commit(unit)

    def _check_player(self, name: str) -> None:
        if not self._store.head(f"player/{name}").version:
            raise NoSuchPlayer(name)

    def _check_table(self, name: str) -> None:
        if not self._store.head(f"table/{name}").version:
            raise NoSuchTable(name, [other.removeprefix("table/") for other in self._store.streams("table/")])


def _sheet_of(event: Any) -> WinSheet:
    return WinSheet(**{key: event[key] for key in ("table", "opening", "fills", "credits", "drop", "closing")})
