"""A shift of a table: its win sheet between two entries, what was counted, and the sheets of the past."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import merge
from itertools import chain, islice
from typing import Final

from croupier.errors import Refused
from croupier.floor.cage.guards import MOST_AT_ONCE
from croupier.floor.plan import load
from croupier.ledger.accounts import Account, drop, fees, tray
from croupier.ledger.transfers import Transfer
from croupier.ledger.winsheet import WinSheet, win_sheet
from croupier.money import Cents, dollars, signed_dollars
from croupier.store.entry import Entry, Event, contents
from croupier.store.journal import Store
from croupier.store.reader import Reader

PREFIX: Final = "shift/"
_FEW: Final = 16
_EVER: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class ShiftCount:
    """What people counted at the end of a shift; `None` for what they did not count.

    A variance moves money, so people accept it by its amount. If the record has moved meanwhile, and the variance with
    it, it is not accepted.
    """

    tray: Cents | None = None
    box: Cents | None = None
    accepts: tuple[Cents, Cents] = (0, 0)
    """The variances of tray and box that are accepted."""

    def variances(self, sheet: WinSheet) -> tuple[Cents, Cents]:
        """What tray and box hold more than the record says; less, where it is negative."""
        in_tray = 0 if self.tray is None else self.tray - sheet.closing
        return in_tray, 0 if self.box is None else self.box - sheet.box


NOT_COUNTED: Final = ShiftCount()


class NotAccepted(Refused):
    """A count that differs from the record, which nobody has accepted."""

    def __init__(self, sheet: WinSheet, counted: ShiftCount) -> None:
        words = []
        for word, count, record in (("tray", counted.tray, sheet.closing), ("box", counted.box, sheet.box)):
            if count is not None and count != record:
                by = signed_dollars(count - record)
                words.append(f"the {word} was counted as {dollars(count)}, the record has {dollars(record)}: {by}")
        super().__init__(f"{sheet.table}: {'; '.join(words) or 'the record agrees'}; count again, or accept this")


def check_counted(sheet: WinSheet, counted: ShiftCount) -> Cents:
    """How far the counts are from the record, tray and box together, whichever the sign. Refused if nobody has accepted
    it."""
    for count in (counted.tray, counted.box):
        if count is not None and not 0 <= count <= MOST_AT_ONCE:
            raise Refused(f"nobody counts {dollars(count)} at a table; want $0 to {dollars(MOST_AT_ONCE)}")
    variances = counted.variances(sheet)
    if variances != counted.accepts:
        raise NotAccepted(sheet, counted)
    return sum(map(abs, variances))


def shift_closed(sheet: WinSheet, until: int, counted: ShiftCount = NOT_COUNTED, approver: str | None = None) -> Event:
    """What the record keeps of a shift: its sheet, up to which entry it counts, what the box should hold, and what was
    counted. What nobody counted is left out, and so is a second person who was not needed."""
    closed: dict[str, str | int] = {
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
        "box": sheet.box,
    }
    if counted.tray is not None:
        closed["counted_tray"] = counted.tray
    if counted.box is not None:
        closed["counted_box"] = counted.box
    if approver is not None:
        closed["approver"] = approver
    return closed


def counted_in(event: Event) -> ShiftCount:
    """What an event says was counted."""
    return ShiftCount(event.get("counted_tray"), event.get("counted_box"))


def next_shift(event: Event) -> tuple[int, Cents]:
    """Where the shift after a closed one begins: behind which entry, and with how much in the tray."""
    return event["until"], event.get("counted_tray", event["closing"])


def sheet_between(
    reader: Reader, table: str, opening: Cents, after: int, until: int, *, summed: bool = True
) -> WinSheet:
    """The sheet of the entries past `after` up to `until`; unless `summed`, every movement is read for it."""
    played, apart = _from_rounds(reader, tray(table), after, until, summed)
    collected, of_fees = _from_rounds(reader, fees(table), after, until, summed)
    of_box = [move for _, move in reader.apart(drop(table), after=after, before=until + 1)]
    return win_sheet(table, opening, chain(apart, of_box, of_fees), played=played, collected=collected)


def _from_rounds(
    reader: Reader, account: Account, after: int, until: int, summed: bool
) -> tuple[Cents, list[Transfer]]:
    """What rounds brought an account, and its movements outside of rounds. The first is everything less the second."""
    came, went = reader.turnover(account, after=after, before=until + 1, summed=summed)
    apart = [move for _, move in reader.apart(account, after=after, before=until + 1)]
    return came - went - sum(move.amount if move.credit == account else -move.amount for move in apart), apart


def running_sheet(reader: Reader, table: str, version: int, until: int) -> WinSheet:
    """The sheet of the shift that runs since the `version`th closed, up to an entry."""
    after, opening = 0, 0
    for entry in reader.read(f"{PREFIX}{table}", after=max(version - 1, 0)):
        after, opening = next_shift(contents(entry).events[0])
    return sheet_between(reader, table, opening, after, until)


def settled_at(store: Store, name: str) -> int:
    """The position of the journal at a moment when no bets lie on the table, so that every bet belongs to one shift."""
    while True:
        table = load(store, name)
        until = store.position()
        if store.head(table.stream).version > table.version:
            continue  # something happened at the table meanwhile: look again
        round = table.in_play
        if round is not None and (round.seats or round.bank is not None):
            raise Refused(
                f"cannot close the shift of {name}: bets lie on the table in round {round.id}; end the round or "
                "void it first"
            )
        return until


@dataclass(frozen=True, slots=True)
class ClosedShift:
    """A shift of the past, as its entry has it."""

    entry: Entry
    sheet: WinSheet
    counted: ShiftCount
    approver: str | None

    @property
    def variances(self) -> tuple[Cents, Cents]:
        """What tray and box held more than the record said."""
        return self.counted.variances(self.sheet)


class NoSuchSheet(Refused):
    """A number that is no win sheet's."""

    def __init__(self, position: int) -> None:
        super().__init__(f"entry {position} closes no shift; the list of past sheets has those that there are")


def closed_shift(entry: Entry) -> ClosedShift:
    """The shift that an entry closes."""
    if not entry.stream.startswith(PREFIX):
        raise NoSuchSheet(entry.position)
    event = contents(entry).events[0]
    names = ("table", "opening", "fills", "credits", "drop", "closing", "fees")
    sheet = WinSheet(**{name: event[name] for name in names})
    return ClosedShift(entry, sheet, counted_in(event), event.get("approver"))


def past_shifts(
    reader: Reader, table: str = "", *, since_ms: int = 0, until_ms: int = _EVER, most: int | None = None
) -> list[ClosedShift]:
    """The closed shifts of one table or of all, the newest first, so many at most."""
    after, before = reader.position_at(since_ms), reader.position_at(until_ms) + 1
    # Each table's are read from the newest back, a few at a time, for as long as they are among those asked for.
    walks = [reader.newest(stream=one, after=after, before=before, page=_FEW) for one in _streams(reader, table)]
    newest = merge(*walks, key=lambda entry: -entry.position)
    return [closed_shift(entry) for entry in islice(newest, most)]


def count_shifts(reader: Reader, table: str = "", *, since_ms: int = 0, until_ms: int = _EVER) -> int:
    """How many shifts of one table or of all were closed: each is one entry of its stream."""
    first, last = reader.position_at(since_ms), reader.position_at(until_ms)
    return sum(reader.version_at(one, last) - reader.version_at(one, first) for one in _streams(reader, table))


def _streams(reader: Reader, table: str) -> list[str]:
    return [f"{PREFIX}{table}"] if table else reader.streams(PREFIX)
