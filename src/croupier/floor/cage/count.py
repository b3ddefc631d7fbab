"""Blind counts: what people found in a table's tray and drop box, by denomination, sealed before they see the record.

A count is of one moment: the entry names up to where the journal had come, and a shift that is closed by it ends there.
It is never changed. Whoever counts again seals another one, and the last one stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.floor.cage.guards import MOST_AT_ONCE
from croupier.floor.plan import load
from croupier.money import CHIP_VALUES, Cents, ChipStack, chips_for, dollars, stacks_total
from croupier.store.entry import Entry, Event, contents
from croupier.store.journal import Store
from croupier.store.reader import Reader

PREFIX: Final = "count/"
NOTES: Final[tuple[Cents, ...]] = (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25)
"""What a drop box is counted in: notes, and coins or chips below a dollar."""
LOOSE: Final[Cents] = 1
"""The value under which a count holds whatever has no denomination of its own, cent by cent."""
_MOST_ENTRIES: Final = 400
"""A count holds until so much has happened at its table, about 25 rounds: figures move a shift's end no further back
(`floor.figures.projection`)."""

Stacks = tuple[ChipStack, ...]


@dataclass(frozen=True, slots=True)
class TableCount:
    """What lies in a tray and in its drop box, by denomination."""

    tray: Stacks
    box: Stacks

    @property
    def totals(self) -> tuple[Cents, Cents]:
        """What tray and box are worth."""
        return stacks_total(self.tray), stacks_total(self.box)


@dataclass(frozen=True, slots=True)
class SealedCount:
    """A count in the record."""

    entry: Entry
    table: str
    until: int
    """The last entry of the journal that the count covers."""
    count: TableCount

    @property
    def number(self) -> int:
        """Which of its table's counts it is."""
        return self.entry.version

    @property
    def by(self) -> str:
        """Who counted."""
        return self.entry.actor.partition("/")[2]


class NotCounted(Refused):
    """A shift that nobody has counted."""

    def __init__(self, table: str) -> None:
        super().__init__(f"{table} is not counted, and no shift closes by the record alone; count its tray and its box")


class CountedAgain(Refused):
    """A count that is not the last one any more."""

    def __init__(self, table: str, by: str) -> None:
        super().__init__(f"{table} was counted again meanwhile, by {by}; look at that count, then close the shift")


def count_of(tray: Cents, box: Cents) -> TableCount:
    """The count that finds so much in tray and box, in the fewest chips and notes. A tray that owes is empty."""
    found = []
    for amount, values in ((tray, CHIP_VALUES), (box, NOTES)):
        stacks, odd = chips_for(max(amount, 0), values)
        found.append((*stacks, ChipStack(LOOSE, odd)) if odd else stacks)
    return TableCount(*found)


def check_count(count: TableCount) -> None:
    """Refuse what nobody counts."""
    for total in count.totals:
        if total > MOST_AT_ONCE:
            raise Refused(f"nobody counts {dollars(total)} at a table; want {dollars(MOST_AT_ONCE)} at most")
    for stack in (*count.tray, *count.box):
        if stack.value <= 0 or stack.number <= 0:
            raise Refused(f"nobody counts {stack.number} of {dollars(stack.value)}; leave out what is not there")


def table_counted(table: str, until: int, count: TableCount) -> Event:
    """What the record keeps of a count."""
    return {
        "event": "TableCounted",
        "table": table,
        "until": until,
        "tray": [list(stack) for stack in count.tray],
        "box": [list(stack) for stack in count.box],
    }


def sealed_count(entry: Entry) -> SealedCount:
    """The count that an entry seals."""
    (event,) = contents(entry).events
    return SealedCount(entry, event["table"], event["until"], TableCount(_stacks(event["tray"]), _stacks(event["box"])))


def _stacks(plain: Sequence[Sequence[int]]) -> Stacks:
    return tuple(ChipStack(value, number) for value, number in plain)


def counts_since(reader: Reader, table: str, last: int) -> list[SealedCount]:
    """The counts of a table behind its count number `last`, the newest last."""
    return [sealed_count(entry) for entry in reader.read(f"{PREFIX}{table}", after=last)]


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
                f"cannot count {name}: bets lie on the table in round {round.id}; end the round or void it first"
            )
        return until


def check_recent(store: Store, count: SealedCount) -> None:
    """Refuse a count after which too much has happened at the table."""
    stream = f"table/{count.table}"
    if store.head(stream).version - store.version_at(stream, count.until) > _MOST_ENTRIES:
        raise Refused(f"{count.table} has played on for long since it was counted; count it again")
