"""The end of a shift at its desk: win sheets that run, blind counts, and the close with its signed heads."""

from __future__ import annotations

from collections.abc import Callable

from croupier.errors import Refused
from croupier.floor.cage.alone import WINDOW_MS
from croupier.floor.cage.count import PREFIX as COUNTS
from croupier.floor.cage.count import (
    CountedAgain,
    NotCounted,
    SealedCount,
    TableCount,
    check_count,
    check_recent,
    counts_since,
    sealed_count,
    settled_at,
    table_counted,
)
from croupier.floor.cage.guards import check_second
from croupier.floor.cage.moves import covered, moves
from croupier.floor.cage.shift import (
    PREFIX,
    ShiftCount,
    check_reason,
    closed_shift,
    counted_shift,
    last_count_of,
    past_shifts,
    running_sheet,
    variance_of,
)
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.house.heads import OF, Sign
from croupier.floor.house.heads import STREAM as SIGNATURES
from croupier.floor.live_tables import wall_clock_ms
from croupier.floor.plan import NoSuchTable
from croupier.floor.practice import is_practice
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.unit import Same, check_same, receipt_of, retried, unit_of
from croupier.ledger.balances import Overdrawn
from croupier.ledger.winsheet import WinSheet
from croupier.money import Cents, dollars
from croupier.store.journal import Store
from croupier.store.unit import Receipt, Write


class ShiftDesk:
    """What is done with a table's money at the end of its shift. Every call is one command: repeated, it is answered as
    before. `sign` signs the heads after each close, where the house has a key for it."""

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms, sign: Sign | None = None) -> None:
        self._store = store
        self._sign = sign
        self._now_ms = store.clock(now_ms)

    def sheet(self, table: str) -> WinSheet:
        """The win sheet of the shift that is running."""
        self._check_table(table)
        version = self._store.head(f"{PREFIX}{table}").version
        return running_sheet(self._store, table, version, self._store.position())

    def sheets(self) -> list[WinSheet]:
        """The win sheets of all tables that play for money."""
        names = (stream.removeprefix("table/") for stream in self._store.streams("table/"))
        return [self.sheet(name) for name in names if not is_practice(name)]

    def count(self, table: str, count: TableCount, who: Person, command: str) -> SealedCount:
        """Seal what was counted in a tray and its box, while no bets lie on the table. Whoever counts does it blind:
        how far the count is from the record is for afterwards."""
        check_may(who, Duty.CLOSE_SHIFT)
        self._check_table(table)
        check_count(count)

        def same(receipt: Receipt) -> bool:
            entry = receipt.entries[0]
            return entry.stream == f"{COUNTS}{table}" and sealed_count(entry).count == count

        def attempt() -> Receipt:
            event = table_counted(table, settled_at(self._store, table), count)
            return self._commit(who, command, f"count {table}", Write(f"{COUNTS}{table}", None, (event,)))

        return sealed_count(retried(self._store, who, command, table, same, attempt).entries[0])

    def counts(self, table: str) -> list[SealedCount]:
        """The counts of the shift that is running, the newest last."""
        self._check_table(table)
        return counts_since(self._store, table, self._last_count(table))

    def counted_sheet(self, count: SealedCount) -> WinSheet:
        """The win sheet that a count of the running shift closes: up to where it was counted."""
        version = self._store.head(f"{PREFIX}{count.table}").version
        return running_sheet(self._store, count.table, version, count.until)

    def close_shift(
        self,
        table: str,
        who: Person,
        command: str,
        reason: str = "",
        second: Person | None = None,
        *,
        count: int | None = None,
    ) -> WinSheet:
        """Close a table's shift by its last count: the sheet goes into the record; drop and fees, counted out of the
        box, to the cage. Who has seen a count names it, and is refused where somebody has counted again since.

        The sheet covers the journal up to the count, and the next shift begins right after it: whatever happens later
        is in exactly one of the two. Where the count differs from the record a reason is given, the record follows the
        count, and the difference is the house's variance. Those of 24 hours that nobody signed beside add up.
        """
        check_may(who, Duty.CLOSE_SHIFT)
        self._check_table(table)
        reason = reason.strip()
        same = _shift_closed(table, reason, second, count)
        before = receipt_of(self._store, who, command, same)
        if before is not None:
            return self._closed(command, before)
        version = self._store.head(f"{PREFIX}{table}").version
        counts = counts_since(self._store, table, last_count_of(self._store, table, version))
        if not counts:
            raise NotCounted(table)
        last = counts[-1]
        if count not in (None, last.number):
            raise CountedAgain(table, last.by)
        check_recent(self._store, last)
        sheet = running_sheet(self._store, table, version, last.until)
        counted = ShiftCount(*last.count.totals)
        check_reason(sheet, counted, reason)
        above, variance = ChoiceBook(self._store).now().variance_above, variance_of(sheet, counted)
        check_second("a variance", variance, above, who, second, self.variance_alone(table) if variance else 0)
        event = counted_shift(sheet, last, reason, None if second is None else second.name)
        receipt = self._commit(who, command, f"close shift {table}", Write(f"{PREFIX}{table}", version, (event,)))
        check_same(who, receipt, same)
        return self._closed(command, receipt)

    def variance_alone(self, table: str) -> Cents:
        """What the variances come to that one person alone has accepted at a table within 24 hours: the next is added
        to them."""
        lately = past_shifts(self._store, table, since_ms=self._now_ms() - WINDOW_MS)
        return sum(variance_of(one.sheet, one.counted) for one in lately if one.approver is None)

    def _last_count(self, table: str) -> int:
        return last_count_of(self._store, table, self._store.head(f"{PREFIX}{table}").version)

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

    def _commit(self, who: Person, command: str, request: str, write: Write) -> Receipt:
        moved = tuple(transfer for event in write.events for transfer in moves(event, command))
        needed = tuple(account for event in write.events for account in covered(event))
        unit = unit_of(who, command, self._now_ms(), request, write, transfers=moved, covered=needed)
        try:
            return self._store.commit(unit)
        except Overdrawn as short:
            raise _in_words(short) from short

    def _check_table(self, name: str) -> None:
        if is_practice(name):
            raise Refused(f"{name} is a practice table with play chips; the cage deals in money")
        if not self._store.head(f"table/{name}").version:
            raise NoSuchTable(name, [other.removeprefix("table/") for other in self._store.streams("table/")])


def _shift_closed(table: str, reason: str, second: Person | None, count: int | None) -> Same:
    """The request that closed a shift of this table, by this count, for this reason and with this second person."""

    def same(receipt: Receipt) -> bool:
        if receipt.entries[0].stream != f"{PREFIX}{table}":
            return False
        before = closed_shift(receipt.entries[0])
        approver = None if second is None else second.name
        return (before.reason, before.approver) == (reason, approver) and count in (None, before.count)

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
