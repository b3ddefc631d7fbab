"""A shift of a table: its win sheet between two entries, the count that closes it, and the sheets of the past."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import merge
from itertools import chain, islice
from typing import Final

from croupier.errors import Refused
from croupier.floor.cage.count import SealedCount
from croupier.floor.house.choices import PER_DAY
from croupier.ledger.accounts import Account, drop, fees, tray
from croupier.ledger.transfers import Transfer
from croupier.ledger.winsheet import WinSheet, win_sheet
from croupier.money import Cents, dollars, signed_dollars
from croupier.store.entry import Entry, Event, contents
from croupier.store.reader import Reader

PREFIX: Final = "shift/"
_FEW: Final = 16
_EVER: Final = 1 << 62


_MOST_WORDS: Final = 200


@dataclass(frozen=True, slots=True)
class ShiftCount:
    """The totals that a shift was closed with; `None` where it was closed by the record alone, as long ago."""

    tray: Cents | None = None
    box: Cents | None = None

    def variances(self, sheet: WinSheet) -> tuple[Cents, Cents]:
        """What tray and box hold more than the record says; less, where it is negative."""
        in_tray = 0 if self.tray is None else self.tray - sheet.closing
        return in_tray, 0 if self.box is None else self.box - sheet.box


class ReasonNeeded(Refused):
    """A count that differs from the record, for which nobody has given a reason."""

    def __init__(self, sheet: WinSheet, counted: ShiftCount) -> None:
        words = []
        for word, count, record in (("tray", counted.tray, sheet.closing), ("box", counted.box, sheet.box)):
            if count is not None and count != record:
                by = signed_dollars(count - record)
                words.append(f"the {word} was counted as {dollars(count)}, the record has {dollars(record)}: {by}")
        super().__init__(f"{sheet.table}: {'; '.join(words)}; count again, or give a reason for the variance")


def variance_of(sheet: WinSheet, counted: ShiftCount) -> Cents:
    """How far the counts are from the record, tray and box together, whichever the sign."""
    return sum(map(abs, counted.variances(sheet)))


def check_reason(sheet: WinSheet, counted: ShiftCount, reason: str) -> None:
    """Refuse a variance without a reason, and a reason where there is none."""
    if not variance_of(sheet, counted):
        if reason:
            raise Refused(
                f"{sheet.table} was counted as the record has it, so there is no variance to give a reason for"
            )
    elif not reason:
        raise ReasonNeeded(sheet, counted)
    elif len(reason) > _MOST_WORDS:
        raise Refused(f"a reason of {len(reason)} letters is too long; want {_MOST_WORDS} at most")


def shift_closed(sheet: WinSheet, until: int) -> dict[str, str | int]:
    """What the record keeps of a shift's sheet: up to which entry it counts, and what the box should hold."""
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
        "box": sheet.box,
    }


OF_THE_COUNT: Final = ("count", "counted_tray", "counted_box", "reason", "per", "approver")
"""What it says besides: which count it is closed by and what that came to, why that differs and that variances add up
within a day, and who signed beside."""


def counted_shift(sheet: WinSheet, sealed: SealedCount, reason: str, approver: str | None) -> Event:
    """A shift closed by a count."""
    in_tray, in_box = sealed.count.totals
    closed = shift_closed(sheet, sealed.until)
    closed |= {"count": sealed.number, "counted_tray": in_tray, "counted_box": in_box}
    if reason:
        closed |= {"reason": reason, "per": PER_DAY}
    if approver is not None:
        closed["approver"] = approver
    return closed


def counted_in(event: Event) -> ShiftCount:
    """What an event says was counted."""
    return ShiftCount(event.get("counted_tray"), event.get("counted_box"))


def last_count_of(reader: Reader, table: str, version: int) -> int:
    """The number of the count by which the `version`th shift of a table was closed; 0 where it was not counted so."""
    for entry in reader.read(f"{PREFIX}{table}", after=max(version - 1, 0)):
        return int(contents(entry).events[0].get("count", 0))
    return 0


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


@dataclass(frozen=True, slots=True)
class ClosedShift:
    """A shift of the past, as its entry has it."""

    entry: Entry
    sheet: WinSheet
    counted: ShiftCount
    approver: str | None
    reason: str = ""
    count: int = 0
    """The number of the count by which it was closed; 0 where there was none."""

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
    counted, approver = counted_in(event), event.get("approver")
    return ClosedShift(entry, sheet, counted, approver, event.get("reason", ""), event.get("count", 0))


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
