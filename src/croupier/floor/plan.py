"""From an order to the unit that it writes, and from the record back to the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from croupier.codec import Plain
from croupier.errors import Refused
from croupier.floor.links.desk import NO_PART, LinkPart
from croupier.floor.movements import applied
from croupier.floor.orders import Order
from croupier.floor.play import check_allowed, decide
from croupier.floor.record import from_snapshot, happening_to_plain, keeps_refusers, replayed, snapshot, with_contents
from croupier.floor.roles import Person
from croupier.floor.table import Happening, SeedRevealed, SeedSealed, Table
from croupier.floor.unit import check_writes, unit_of
from croupier.ledger.transfers import Transfer
from croupier.money import Cents
from croupier.rules.events import RoundOpened
from croupier.rules.law import LAW, Law
from croupier.store.journal import Store
from croupier.store.reader import Reader
from croupier.store.unit import Receipt, Unit, Write
from croupier.values import replace

# A table of a hundred thousand rounds is opened from its last snapshot: at most this many rounds are replayed.
SNAPSHOT_EVERY: Final = 32


class NoSuchTable(Refused):
    """A table that nobody has opened."""

    def __init__(self, name: str, there: list[str]) -> None:
        super().__init__(f"no table {name!r}; there are {', '.join(there) or 'none yet'}")
        self.name = name


class Plan(NamedTuple):
    """What an order would write, and the table once that is durable."""

    unit: Unit
    after: Table
    events: tuple[Happening, ...]
    link_part: LinkPart = NO_PART
    """What the table's link writes in the same transaction."""


class Done(NamedTuple):
    """An order carried out: the table afterwards, the receipt, and what happened; nothing if it was done before."""

    table: Table
    receipt: Receipt
    events: tuple[Happening, ...] = ()


def plan(
    table: Table,
    order: Order,
    who: Person,
    command: str,
    time_ms: int,
    seed: bytes,
    law: Law = LAW,
    verify_from: Cents | None = None,
) -> Plan:
    """What an order would write and make of a table under the law in force and the house's amount for wins of its tray
    (R44); pure, but for the refusal."""
    check_allowed(table, order, who)
    events = decide(table, order, who.name, seed, law, verify_from)
    after, moved = applied(table, events, time_ms, who.actor)
    return Plan(unit_of_table(after, table.version, events, moved, who, command, time_ms, str(order)), after, events)


def load(store: Store, name: str) -> Table:
    """A table as the record has it: the last snapshot, and the entries after it.

    Everything is read as of one moment. A round that ends meanwhile gives up its sealed seed, and without it the
    entries before its end could not be played again.
    """
    stream = f"table/{name}"
    with store.frozen() as record:
        version, table = _from_snapshot(record, stream)
        entries = with_contents(record.read(stream, after=version))
        # A practice table that was cut begins in the middle: without its shortcut it cannot be opened any more.
        if table is not None or (entries and entries[0][0].version == 1):
            return replayed(table, entries, record.secret)
    raise NoSuchTable(name, [other.removeprefix("table/") for other in store.streams("table/")])


def _from_snapshot(record: Reader, stream: str) -> tuple[int, Table | None]:
    """The version of a stream at which its entries are read on, and the table there."""
    shortcut = record.snapshot(stream)
    if shortcut is None:
        return 0, None
    version, text = shortcut
    table = from_snapshot(text, record.secret)
    if keeps_refusers(text) or (table.link is None and not table.disputes):
        return version, table
    # Who refused a win is in the entries before it, where there was any.
    refused = any('"AwardRefused"' in entry.body for entry in record.read(stream))
    return (0, None) if refused else (version, table)


def unit_of_table(
    after: Table,
    expected: int,
    events: tuple[Happening, ...],
    moved: tuple[Transfer, ...],
    who: Person,
    command: str,
    time_ms: int,
    request: str,
) -> Unit:
    """The unit that these happenings write: the entry, the seed that is sealed or unsealed, and now and then a
    snapshot."""
    seal: tuple[tuple[str, str], ...] = ()
    unseal: tuple[str, ...] = ()
    snapshots: tuple[tuple[str, str], ...] = ()
    plain: list[Plain] = []
    stream = after.stream
    for event in events:
        if (record := happening_to_plain(event)) is not None:
            plain.append(record)
        if isinstance(event, RoundOpened) and after.rounds % SNAPSHOT_EVERY == 0:
            snapshots = ((stream, snapshot(after)),)
        elif isinstance(event, SeedSealed):
            assert after.round is not None, "a seed belongs to a round"
            seal = ((after.round.id, event.seed.hex()),)
        elif isinstance(event, SeedRevealed):
            assert after.round is not None, "a seed belongs to a round"
            unseal = (after.round.id,)
    return unit_of(
        who,
        command,
        time_ms,
        request,
        Write(stream, expected, tuple(plain)),
        transfers=moved,
        seal=seal,
        unseal=unseal,
        snapshots=snapshots,
    )


def with_link(unit: Unit, who: Person, part: LinkPart) -> Unit:
    """What a table writes, with what its link writes in the same transaction."""
    check_writes(who, part.writes)
    return replace(
        unit,
        writes=(*unit.writes, *part.writes),
        transfers=(*part.transfers, *unit.transfers),
        snapshots=(*unit.snapshots, *part.snapshots),
    )
