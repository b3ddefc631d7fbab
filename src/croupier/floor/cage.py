"""The cage: chips for cash and back, fills and credits, and the win sheet when a shift closes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.plan import NoSuchTable, load
from croupier.floor.practice import is_guest, is_practice
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.room import wall_clock_ms
from croupier.floor.unit import unit_of
from croupier.ledger.accounts import CAGE, CASH, HOUSE, Account, drop, fees, player, tray
from croupier.ledger.transfers import Transfer, transfer_id
from croupier.ledger.winsheet import WinSheet, win_sheet
from croupier.money import Cents, dollars
from croupier.store.entry import Event, contents
from croupier.store.journal import Store
from croupier.store.reader import Reader
from croupier.store.unit import Receipt, Write

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
        return self._write(who, command, f"fund {dollars(amount)}", {"event": "CageFunded", "amount": amount})

    def buy_in(self, name: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Sell chips to a player at the cage."""
        check_may(who, Duty.CAGE)
        self._check_player(name)
        event = {"event": "BoughtIn", "player": name, "amount": amount}
        return self._write(who, command, f"buy in {name} {dollars(amount)}", event)

    def buy_in_at(self, table: str, name: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Sell chips of a table's tray to a player: the cash goes into the drop box."""
        check_may(who, Duty.SELL_AT_TABLE)
        self._check_player(name)
        self._check_table(table)
        self._check_open(table, command)
        self._check_tray(table, amount, command)
        event = {"event": "BoughtIn", "player": name, "amount": amount, "table": table}
        return self._write(who, command, f"buy in {name} {dollars(amount)} at {table}", event)

    def cash_out(self, name: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Redeem a player's chips."""
        check_may(who, Duty.CAGE)
        self._check_player(name)
        event = {"event": "CashedOut", "player": name, "amount": amount}
        return self._write(who, command, f"cash out {name} {dollars(amount)}", event)

    def fill(self, table: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Bring chips from the cage to a tray."""
        check_may(who, Duty.FILL)
        self._check_table(table)
        self._check_open(table, command)
        event = {"event": "TrayFilled", "table": table, "amount": amount}
        return self._write(who, command, f"fill {table} {dollars(amount)}", event)

    def credit(self, table: str, amount: Cents, who: Person, command: str) -> Receipt:
        """Take chips from a tray back to the cage."""
        check_may(who, Duty.FILL)
        self._check_table(table)
        self._check_tray(table, amount, command)
        event = {"event": "TrayCredited", "table": table, "amount": amount}
        return self._write(who, command, f"credit {table} {dollars(amount)}", event)

    def balance(self, name: str) -> Cents:
        """What a player has."""
        if not self._store.head(f"player/{name}").version:
            raise NoSuchPlayer(name)
        return self._store.balance(player(name))

    def sheet(self, table: str) -> WinSheet:
        """The win sheet of the shift that is running."""
        self._check_table(table)
        return self._running(table, self._store.head(f"shift/{table}").version, self._store.position())

    def sheets(self) -> list[WinSheet]:
        """The win sheets of all tables that play for money."""
        names = (stream.removeprefix("table/") for stream in self._store.streams("table/"))
        return [self.sheet(name) for name in names if not is_practice(name)]

    def close_shift(self, table: str, who: Person, command: str) -> WinSheet:
        """Close a table's shift: the sheet goes into the record; drop and fees, counted out of the box, to the cage.

        The sheet covers the journal up to one position, and the next shift begins right after it: whatever
        happens at the same moment is in exactly one of the two.
        """
        check_may(who, Duty.CLOSE_SHIFT)
        self._check_table(table)
        before = self._store.receipt(command)
        if before is not None:
            return _sheet_of(contents(before.entries[0]).events[0])
        until = self._settled_at(table)
        version = self._store.head(f"shift/{table}").version
        sheet = self._running(table, version, until)
        event = shift_closed(sheet, until)
        self._commit(who, command, f"close shift {table}", Write(f"shift/{table}", version, (event,)))
        return sheet

    def _settled_at(self, name: str) -> int:
        """How far the journal is at a moment when no bets lie on the table: what they bring belongs to one shift."""
        while True:
            table = load(self._store, name)
            until = self._store.position()
            if self._store.head(table.stream).version > table.version:
                continue  # something happened at the table meanwhile: look again
            round = table.in_play
            if round is not None and (round.seats or round.bank is not None):
                raise Refused(
                    f"cannot close the shift of {name}: bets lie on the table in round {round.id}; end the round or "
                    "void it first"
                )
            return until

    def _running(self, table: str, version: int, until: int) -> WinSheet:
        after, opening = 0, 0
        for entry in self._store.read(f"shift/{table}", after=max(version - 1, 0)):
            last = contents(entry).events[0]
            after, opening = last["until"], last["closing"]
        return sheet_between(self._store, table, opening, after, until)

    def _write(self, who: Person, command: str, asked: str, event: Event) -> Receipt:
        return self._commit(who, command, asked, Write(STREAM, None, (event,)))

    def _commit(self, who: Person, command: str, asked: str, write: Write) -> Receipt:
        moved = tuple(transfer for event in write.events for transfer in moves(event, command))
        return self._store.commit(unit_of(who, command, self._now_ms(), asked, write, transfers=moved))

    def _check_player(self, name: str) -> None:
        if is_guest(name):
            raise Refused(
                f"{name} is a guest with play chips, which the cage neither sells nor takes; it deals in money"
            )
        if not self._store.head(f"player/{name}").version:
            raise NoSuchPlayer(name)

    def _check_tray(self, table: str, amount: Cents, command: str) -> None:
        """A tray may owe a win until its fill comes; chips that are not there are neither sold nor carried away."""
        held = self._store.balance(tray(table))
        if amount > held and self._store.receipt(command) is None:
            raise Refused(
                f"the tray of {table} holds {dollars(held)}, so {dollars(amount)} cannot be taken from it; want "
                f"{dollars(max(held, 0))} at most"
            )

    def _check_open(self, name: str, command: str) -> None:
        if load(self._store, name).closed and self._store.receipt(command) is None:
            raise Refused(f"{name} is closed, and no chips go there; reopen it first")

    def _check_table(self, name: str) -> None:
        if is_practice(name):
            raise Refused(f"{name} is a practice table with play chips; the cage deals in money")
        if not self._store.head(f"table/{name}").version:
            raise NoSuchTable(name, [other.removeprefix("table/") for other in self._store.streams("table/")])


def moves(event: Event, command: str) -> tuple[Transfer, ...]:
    """The money that an event of the cage moves. The audit makes it again from the event alone."""

    def move(what: str, debit: Account, credit: Account, amount: Cents) -> Transfer:
        return Transfer(transfer_id(command, what), debit, credit, amount)

    match event:
        case {"event": "CageFunded", "amount": amount}:
            return (move("fund", HOUSE, CAGE, amount),)
        case {"event": "BoughtIn", "table": table, "player": name, "amount": amount}:
            return move("cash", CASH, drop(table), amount), move("chips", tray(table), player(name), amount)
        case {"event": "BoughtIn", "player": name, "amount": amount}:
            return move("cash", CASH, CAGE, amount), move("chips", CAGE, player(name), amount)
        case {"event": "CashedOut", "player": name, "amount": amount}:
            return move("chips", player(name), CAGE, amount), move("cash", CAGE, CASH, amount)
        case {"event": "TrayFilled", "table": table, "amount": amount}:
            return (move("fill", CAGE, tray(table), amount),)
        case {"event": "TrayCredited", "table": table, "amount": amount}:
            return (move("credit", tray(table), CAGE, amount),)
        case {"event": "ShiftClosed", "table": table, "drop": dropped}:
            # A shift that names no box was closed when fees were left in it.
            collected = event["fees"] if "box" in event else 0
            counted = (("drop", drop(table), dropped), ("fees", fees(table), collected))
            return tuple(move(what, account, CAGE, amount) for what, account, amount in counted if amount)
        case _:
            return ()


def shift_closed(sheet: WinSheet, until: int) -> Event:
    """What the record keeps of a shift: its sheet, up to which entry it counts, and what was counted out of the box."""
    return {
        "event": "ShiftClosed",
        "table": sheet.table,
        "until": until,
        "opening": sheet.opening,
        "fills": sheet.fills,
        "credits": sheet.credits,
        "drop": sheet.drop,
        "closing": sheet.closing,
        "win": sheet.win,
        "fees": sheet.fees,
        "box": sheet.drop + sheet.fees,
    }


def sheet_between(reader: Reader, table: str, opening: Cents, after: int, until: int) -> WinSheet:
    """The sheet of the entries past `after` up to `until`."""

    def moved(account: Account) -> Iterator[Transfer]:
        return (transfer for at, transfer in reader.statement(account, after=after) if at <= until)

    return win_sheet(table, opening, chain(moved(tray(table)), moved(drop(table)), moved(fees(table))))


def _sheet_of(event: Any) -> WinSheet:
    return WinSheet(**{key: event[key] for key in ("table", "opening", "fills", "credits", "drop", "closing", "fees")})
