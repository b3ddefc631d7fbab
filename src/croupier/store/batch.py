"""One batch: units of many tables, each admitted or refused on its own, then written together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import Connection, bindparam, select

from croupier.ledger.accounts import Account
from croupier.ledger.balances import posted
from croupier.ledger.transfers import Transfer, TransferId, once
from croupier.money import Cents
from croupier.store.entry import EMPTY, Contents, Entry, Head, body_text, contents, entry_hash
from croupier.store.formats import stamped
from croupier.store.packed.bodies import packed
from croupier.store.packed.lines import GONE
from croupier.store.schema import entries
from croupier.store.statements import Statements, Values
from croupier.store.unit import CommandIdTaken, LeaseLost, Receipt, StaleVersion, Unit, Unwritable

_MOST_KNOWN: Final = 50_000
_LAST: Final = "SELECT coalesce(max(position), 0) FROM entries"
_HEAD: Final = (
    select(entries.c.version, entries.c.hash)
    .where(entries.c.stream == bindparam("stream"))
    .order_by(entries.c.version.desc())
    .limit(1)
)


@dataclass(slots=True)
class Picture:
    """What the writer remembers of the record between batches. The database is the truth; this is its image,
    good for as long as `position` is the last one there."""

    position: int = 0
    heads: dict[str, Head] = field(default_factory=dict)
    balances: dict[Account, Cents] = field(default_factory=dict)

    def forget(self, position: int) -> None:
        """Start again from `position`: somebody else has written, or nobody knows whether we have."""
        self.position = position
        self.heads.clear()
        self.balances.clear()

    def take_in(self, heads: Iterable[Any], moved: Iterable[Any], position: int) -> None:
        """Follow what others have written: streams have new heads, and accounts that moved are asked for again."""
        for stream, version, hash in heads:
            if stream.startswith(GONE):  # then there is less than we remember
                self.forget(position)
                return
            if stream in self.heads:
                self.heads[stream] = Head(version, hash)
        for accounts in moved:
            for account in accounts:
                self.balances.pop(account, None)
        self.position = position

    def trim(self) -> None:
        """Remember no more than a busy house needs: of guests who came once, every stream would be kept for ever."""
        if len(self.heads) > _MOST_KNOWN or len(self.balances) > _MOST_KNOWN:
            self.forget(self.position)


@dataclass(slots=True)
class Batch:
    """Rows to be written, and what must be known to decide on each unit. Lives for one transaction."""

    picture: Picture
    receipts: dict[str, Receipt] = field(default_factory=dict)
    standing: dict[TransferId, Transfer] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    transfers: list[Values] = field(default_factory=list)
    touched: set[Account] = field(default_factory=set)
    seal: dict[str, str] = field(default_factory=dict)
    unseal: list[str] = field(default_factory=list)
    snapshots: dict[str, Values] = field(default_factory=dict)
    leases: dict[str, str] = field(default_factory=dict)

    def look_up(self, connection: Connection, ask: Statements, units: Iterable[Unit], *, ids: bool = True) -> None:
        """Read everything that deciding on `units` needs, in as few questions as possible.

        Without `ids` every transfer is taken for new: then nothing may be kept if one turns out not to be, and nobody
        be refused as overdrawn before that is known.
        """
        commands, moved = set(), set()
        accounts: set[Account] = set()
        leased = set()
        heads, holdings = self.picture.heads, self.picture.balances
        for unit in units:
            commands.add(unit.command)
            if unit.lease is not None:
                leased.add(unit.lease[0])
            for write in unit.writes:
                if write.stream not in heads:
                    row = connection.execute(_HEAD, {"stream": write.stream}).one_or_none()
                    heads[write.stream] = EMPTY if row is None else Head(row.version, row.hash)
            for transfer in unit.transfers:
                moved.add(transfer.id)
                accounts.add(transfer.debit)
                accounts.add(transfer.credit)
        found: dict[str, list[Entry]] = {}
        for known in ask.entries_of(connection, commands):
            found.setdefault(known.command, []).append(known)
        for command, before in found.items():
            before.sort(key=lambda entry: entry.position)
            self.receipts[command] = Receipt(command, tuple(before), repeated=True)
        if leased:
            self.leases.update(ask.look_up(connection, "leases", list(leased)).all())
        if ids and moved:
            self.look_up_ids(connection, ask, moved)
        unknown = accounts - holdings.keys()
        if unknown:
            holdings.update(dict.fromkeys(unknown, 0))
            for account, amount in ask.look_up(connection, "balances", list(unknown)):
                holdings[account] = amount

    def look_up_ids(self, connection: Connection, ask: Statements, ids: Iterable[TransferId]) -> None:
        """Read what stands under these ids of transfers."""
        for id, debit, credit, amount in ask.look_up(connection, "transfers", ids):
            self.standing[id] = Transfer(id, debit, credit, amount)

    def admit(self, unit: Unit) -> Receipt:
        """Take a unit in and answer it, or raise the refusal that it gets instead.

        Refusals come in a fixed order: a command id used otherwise, a lease that was lost, a stale version, a
        transfer id used otherwise, an overdrawn account. A refused unit leaves no trace.
        """
        before = self.receipts.get(unit.command)
        if before is not None:
            return _as_before(unit, before)
        if unit.lease is not None and self.leases.get(unit.lease[0]) != unit.lease[1]:
            raise LeaseLost(unit.lease[0])
        heads = self.picture.heads
        for write in unit.writes:
            actual = heads[write.stream].version
            if write.expected is not None and write.expected != actual:
                raise StaleVersion(write.stream, write.expected, actual)
        fresh: dict[TransferId, Transfer] = {}
        for transfer in unit.transfers:
            if once(transfer, self.standing.get(transfer.id) or fresh.get(transfer.id)):
                fresh[transfer.id] = transfer
        moves = tuple(fresh.values())
        holdings = posted(self.picture.balances, moves, unit.covered) if moves else {}
        # The transfers are in the entry of the first write.
        said = [
            Contents(unit.asked, write.events, () if number else moves)
            for number, write in enumerate(unit.writes)
            if write.events  # the others only wanted their streams to stand still
        ]
        try:
            bodies = [body_text(one.asked, one.events, one.transfers) for one in said]
        except (TypeError, ValueError, RecursionError) as why:
            raise Unwritable(why) from why

        # Admitted: from here on nothing refuses.
        if moves:
            self.picture.balances.update(holdings)
            self.touched.update(holdings)
            self.standing.update(fresh)
        receipt = self.receipts[unit.command] = Receipt(unit.command, self._write(unit, said, bodies))
        return receipt

    def _write(self, unit: Unit, said: list[Contents], bodies: list[str]) -> tuple[Entry, ...]:
        written = []
        picture, heads = self.picture, self.picture.heads
        time_ms, actor, command = unit.time_ms, unit.actor, unit.command
        position = picture.position
        for line, transfer in enumerate(said[0].transfers):
            self.transfers.append((position + 1, line, transfer.id, transfer.debit, transfer.credit, transfer.amount))
        streams = [write.stream for write in unit.writes if write.events]
        for stream, one, body in zip(streams, said, bodies, strict=True):
            head = heads[stream]
            position, version, previous = position + 1, head.version + 1, head.hash
            hash = entry_hash(position, stream, version, time_ms, actor, command, body, previous)
            written.append(Entry(position, stream, version, time_ms, actor, command, body, previous, hash, one))
            heads[stream] = Head(version, hash)
        picture.position = position
        self.entries += written
        for stream, state in unit.snapshots:
            version = picture.heads[stream].version
            self.snapshots[stream] = (stream, version, stamped(state))
        for key in unit.unseal:
            self.seal.pop(key, None)
            self.unseal.append(key)
        self.seal.update(unit.seal)
        return tuple(written)

    def rows(self) -> list[tuple[str, list[Values]]]:
        """What has to be inserted, table by table. Nothing, if all units were refused or repeated."""
        holdings = self.picture.balances
        planned: list[tuple[str, list[Values]]] = [
            ("entries", [_row(entry) for entry in self.entries]),
            ("transfers", self.transfers),
            ("balances", [(account, holdings[account]) for account in sorted(self.touched)]),
            ("sealed", list(self.seal.items())),
            ("snapshots", list(self.snapshots.values())),
        ]
        return [(table, rows) for table, rows in planned if rows]


def last_position(connection: Connection) -> int:
    """How far the journal has come."""
    position: int = connection.exec_driver_sql(_LAST).scalar_one()
    return position


def _row(entry: Entry) -> Values:
    """An entry as it is kept."""
    return (
        entry.position,
        entry.version,
        entry.time_ms,
        entry.stream,
        entry.actor,
        entry.command,
        bytes.fromhex(entry.hash),
        packed(entry.body),
    )


def _as_before(unit: Unit, before: Receipt) -> Receipt:
    first = before.entries[0]
    there = [entry.stream for entry in before.entries]
    if first.actor != unit.actor or contents(first).asked != unit.asked or unit.writes[0].stream not in there:
        raise CommandIdTaken(unit.command)
    return before if before.repeated else replace(before, repeated=True)
