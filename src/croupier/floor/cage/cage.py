"""The cage's window: chips for cash and back, fills and credits, and the win sheet when a shift closes."""

from __future__ import annotations

from collections.abc import Callable

from croupier.errors import Refused
from croupier.floor.cage.alone import MovedAlone
from croupier.floor.cage.guards import check_amount, check_second
from croupier.floor.cage.inventory import cash_in_cage
from croupier.floor.cage.moves import STREAM, covered, moves
from croupier.floor.cage.shift import (
    NOT_COUNTED,
    PREFIX,
    ShiftCount,
    check_counted,
    closed_shift,
    running_sheet,
    settled_at,
    shift_closed,
)
from croupier.floor.house.choices import ChoiceBook, SecondPersonRule
from croupier.floor.house.heads import OF, Sign
from croupier.floor.house.heads import STREAM as SIGNATURES
from croupier.floor.links.outside import stream_of
from croupier.floor.people import People
from croupier.floor.plan import NoSuchTable, load
from croupier.floor.practice import is_guest, is_practice
from croupier.floor.roles import Duty, Person, Role, check_may
from croupier.floor.room import wall_clock_ms
from croupier.floor.unit import Same, check_same, events_in, receipt_of, retried, unit_of
from croupier.ledger.accounts import player
from croupier.ledger.balances import Overdrawn
from croupier.ledger.winsheet import WinSheet
from croupier.money import Cents, dollars
from croupier.store.entry import Event
from croupier.store.journal import Store
from croupier.store.unit import Receipt, Write


class NoSuchPlayer(Refused):
    """A player whom nobody has registered."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no player {name!r}; register them first")


class Cage:
    """What is done with money outside a round. Every call is one command: repeated, it is answered as before.

    `second` is the person who signs beside `who`; above what the house has set, nothing moves without one.
    `sign` signs the heads after each shift close, where the house has a key for it.
    """

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms, sign: Sign | None = None) -> None:
        self._store = store
        self._sign = sign
        self._now_ms = store.clock(now_ms)
        self._people = People(store, now_ms=now_ms)
        self._alone = MovedAlone(store)

    def fund(self, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Put the house's own money into the cage."""
        check_may(who, Duty.FILL)
        event = {"event": "CageFunded", "amount": amount}
        return self._move("funding", event, who, second, command, f"fund {dollars(amount)}")

    def buy_in(self, name: str, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Sell chips to a player at the cage."""
        check_may(who, Duty.CAGE)
        self._check_player(name, sells=True)
        event = {"event": "BoughtIn", "player": name, "amount": amount}
        return self._move("a sale", event, who, second, command, f"buy in {name} {dollars(amount)}")

    def buy_in_at(
        self, table: str, name: str, amount: Cents, who: Person, command: str, second: Person | None = None
    ) -> Receipt:
        """Sell chips of a table's tray to a player: the cash goes into the drop box."""
        check_may(who, Duty.SELL_AT_TABLE)
        self._check_player(name, sells=True)
        self._check_table(table)
        self._check_open(table, command)
        self._check_chips(table, command, named=True)
        event = {"event": "BoughtIn", "player": name, "amount": amount, "table": table}
        return self._move("a sale", event, who, second, command, f"buy in {name} {dollars(amount)} at {table}")

    def cash_out(self, name: str, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Redeem a player's chips for cash that the cage holds."""
        check_may(who, Duty.CAGE)
        self._check_player(name)
        event = {"event": "CashedOut", "player": name, "amount": amount}
        return self._move("a redemption", event, who, second, command, f"cash out {name} {dollars(amount)}")

    def sell_chips(
        self, amount: Cents, who: Person, command: str, second: Person | None = None, *, table: str | None = None
    ) -> Receipt:
        """Sell real chips to somebody without an account: at the window, or from the tray of a table with real cards,
        where the cash goes into the drop box (R58)."""
        check_may(who, Duty.CAGE if table is None else Duty.SELL_AT_TABLE)
        event: dict[str, str | int] = {"event": "BoughtIn", "amount": amount}
        if table is not None:
            self._check_table(table)
            self._check_open(table, command)
            self._check_chips(table, command, named=False)
            event["table"] = table
        at = "" if table is None else f" at {table}"
        return self._move("a sale", event, who, second, command, f"sell chips {dollars(amount)}{at}")

    def redeem_chips(self, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Redeem real chips that somebody without an account brings to the window, for cash that the cage holds."""
        check_may(who, Duty.CAGE)
        event = {"event": "CashedOut", "amount": amount}
        return self._move("a redemption", event, who, second, command, f"redeem chips {dollars(amount)}")

    def fill(self, table: str, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Bring chips from the cage to a tray."""
        check_may(who, Duty.FILL)
        if not self._is_other_game(table):
            self._check_table(table)
            self._check_open(table, command)
        event = {"event": "TrayFilled", "table": table, "amount": amount}
        return self._move("a fill", event, who, second, command, f"fill {table} {dollars(amount)}")

    def credit(self, table: str, amount: Cents, who: Person, command: str, second: Person | None = None) -> Receipt:
        """Take chips from a tray back to the cage."""
        check_may(who, Duty.FILL)
        if not self._is_other_game(table):
            self._check_table(table)
        event = {"event": "TrayCredited", "table": table, "amount": amount}
        return self._move("a credit", event, who, second, command, f"credit {table} {dollars(amount)}")

    def balance(self, name: str) -> Cents:
        """What a player has."""
        if not self._store.head(f"player/{name}").version:
            raise NoSuchPlayer(name)
        return self._store.balance(player(name))

    def sheet(self, table: str) -> WinSheet:
        """The win sheet of the shift that is running."""
        self._check_table(table)
        version = self._store.head(f"{PREFIX}{table}").version
        return running_sheet(self._store, table, version, self._store.position())

    def sheets(self) -> list[WinSheet]:
        """The win sheets of all tables that play for money."""
        names = (stream.removeprefix("table/") for stream in self._store.streams("table/"))
        return [self.sheet(name) for name in names if not is_practice(name)]

    def close_shift(
        self,
        table: str,
        who: Person,
        command: str,
        counted: ShiftCount = NOT_COUNTED,
        second: Person | None = None,
    ) -> WinSheet:
        """Close a table's shift: the sheet goes into the record; drop and fees, counted out of the box, to the cage.

        The sheet covers the journal up to one position, and the next shift begins right after it: whatever
        happens at the same moment is in exactly one of the two. Where a count differs from the record and is accepted,
        the record follows the count, and the difference is the house's variance.
        """
        check_may(who, Duty.CLOSE_SHIFT)
        self._check_table(table)
        same = _shift_closed(table, counted, second)
        before = receipt_of(self._store, who, command, same)
        if before is not None:
            return self._closed(command, before)
        until = settled_at(self._store, table)
        version = self._store.head(f"{PREFIX}{table}").version
        sheet = running_sheet(self._store, table, version, until)
        variance = check_counted(sheet, counted)
        check_second("a variance", variance, self._second_person.above, who, second)
        event = shift_closed(sheet, until, counted, None if second is None else second.name)
        receipt = self._commit(who, command, f"close shift {table}", Write(f"{PREFIX}{table}", version, (event,)))
        check_same(who, receipt, same)
        return self._closed(command, receipt)

    def _closed(self, command: str, receipt: Receipt) -> WinSheet:
        """Sign the heads after a shift close, also where that was interrupted before."""
        if self._sign is not None:
            self._sign(command, self._now_ms())
        return closed_shift(receipt.entries[0]).sheet

    def sign_missing(self) -> int:
        """Sign for every shift that was closed since heads are signed and has no signature of its own: a process may
        have ended between the two. How many there were."""
        first = next(self._store.read(SIGNATURES), None)
        if self._sign is None or first is None:
            return 0
        signed = {entry.command.removeprefix(OF) for entry in self._store.read(SIGNATURES)}
        closes = (entry for stream in self._store.streams(PREFIX) for entry in self._store.read(stream))
        missing = [one.command for one in closes if one.position > first.position and one.command not in signed]
        for command in missing:
            self._sign(command, self._now_ms())
        return len(missing)

    @property
    def _second_person(self) -> SecondPersonRule:
        # Read anew each time: what pages may show two seconds late, money heeds at once.
        return ChoiceBook(self._store).second_person()

    def _move(self, what: str, event: Event, who: Person, second: Person | None, command: str, request: str) -> Receipt:
        """Move money at the cage, once amount, people and cash have been checked. A command that was carried out before
        is not checked again."""
        signed = event if second is None else {**event, "approver": second.name}

        def attempt() -> Receipt:
            check_amount(event["amount"])
            # Only entries of the cage add up and take cash out: what holds at this version holds when it is written.
            version, rule = self._store.head(STREAM).version, self._second_person
            counts = second is None and rule.above is not None
            before = self._alone.with_this(event, rule.since, self._now_ms()) - event["amount"] if counts else 0
            check_second(what, event["amount"], rule.above, who, second, before)
            pays_out = event["event"] == "CashedOut"
            if pays_out:
                self._check_cash(event)
            write = Write(STREAM, version if counts or pays_out else None, (signed,))
            return self._commit(who, command, request, write)

        # The words of a request leave out the second person, so it is known by its event.
        return retried(self._store, who, command, "the cage", _cage_said(signed), attempt)

    def _commit(self, who: Person, command: str, request: str, write: Write) -> Receipt:
        moved = tuple(transfer for event in write.events for transfer in moves(event, command))
        needed = tuple(account for event in write.events for account in covered(event))
        unit = unit_of(who, command, self._now_ms(), request, write, transfers=moved, covered=needed)
        try:
            return self._store.commit(unit)
        except Overdrawn as short:
            raise _in_words(short) from short

    def _check_player(self, name: str, *, sells: bool = False) -> None:
        if is_guest(name):
            raise Refused(
                f"{name} is a guest with play chips, which the cage neither sells nor takes; it deals in money"
            )
        known = self._people.find(name)
        if known is None or known.role is not Role.PLAYER:
            raise NoSuchPlayer(name)
        if sells and not known.active:
            raise Refused(f"{name} is deactivated and buys no chips; what they have can be redeemed")

    def _check_cash(self, event: Event) -> None:
        held, amount = cash_in_cage(self._store), event["amount"]
        # Who has not so much in an account is told that instead; real chips lie there to be counted.
        if held < amount and ("player" not in event or amount <= self.balance(event["player"])):
            raise Refused(
                f"the cage holds {dollars(held)} in cash, so {dollars(amount)} cannot be paid out; fund it, or close "
                "shifts to count their drop into it"
            )

    def _check_open(self, name: str, command: str) -> None:
        if load(self._store, name).closed and self._store.receipt(command) is None:
            raise Refused(f"{name} is closed, and no chips go there; reopen it first")

    def _check_chips(self, name: str, command: str, *, named: bool) -> None:
        """Refuse real chips that would go into an account, and others that would go into somebody's hands."""
        real = load(self._store, name).real_cards
        if real is named and self._store.receipt(command) is None:
            raise Refused(
                f"chips are real at {name} and in nobody's account; sell them without a name"
                if named
                else f"the chips of {name} are in players' accounts; say to whom they are sold"
            )

    def _is_other_game(self, name: str) -> bool:
        """Whether it is the table of another game on a link: its tray pays the progressive's fixed awards (R58)."""
        return bool(self._store.head(stream_of(name)).version)

    def _check_table(self, name: str) -> None:
        if is_practice(name):
            raise Refused(f"{name} is a practice table with play chips; the cage deals in money")
        if not self._store.head(f"table/{name}").version:
            raise NoSuchTable(name, [other.removeprefix("table/") for other in self._store.streams("table/")])


def _cage_said(event: Event) -> Same:
    """The request that wrote exactly this at the cage."""
    return lambda receipt: events_in(receipt, STREAM) == (event,)


def _shift_closed(table: str, counted: ShiftCount, second: Person | None) -> Same:
    """The request that closed a shift of this table, with these counts and this second person."""

    def same(receipt: Receipt) -> bool:
        if receipt.entries[0].stream != f"{PREFIX}{table}":
            return False
        before = closed_shift(receipt.entries[0])
        approver = None if second is None else second.name
        return (before.counted.tray, before.counted.box, before.approver) == (counted.tray, counted.box, approver)

    return same


def _in_words(short: Overdrawn) -> Refused:
    """Why something was not covered when its turn came, as one says it at the window."""
    wanted, held, most = dollars(short.transfer.amount), dollars(short.holds), dollars(max(short.holds, 0))
    place, _, name = short.transfer.debit.partition("/")
    match place:
        case "cage":
            return Refused(f"the cage holds {held}, so {wanted} cannot be brought to a tray; fund it first")
        case "tray":
            return Refused(f"the tray of {name} holds {held}, so {wanted} cannot be taken from it; want {most} at most")
        case "player":
            return Refused(f"{name} has {held}, so {wanted} cannot be redeemed; want {most} at most")
        case _:
            return short
