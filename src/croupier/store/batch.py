"""One batch: units of many tables, each admitted or refused on its own, then written together."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from sqlalchemy import Connection

from croupier.ledger.accounts import Account
from croupier.ledger.balances import posted
from croupier.ledger.transfers import Transfer, TransferId, once
from croupier.money import Cents
from croupier.store.dialects.dialect import Answered, BatchQuestion, Dialect, Page, Values
from croupier.store.drafts import Draft, drafted
from croupier.store.entry import EMPTY, Entry, Head, contents, entry_hash
from croupier.store.formats import stamped
from croupier.store.unit import CommandIdTaken, LeaseLost, Receipt, StaleVersion, Unit

_MOST_KNOWN: Final = 50_000
_LAST: Final = "SELECT coalesce(max(position), 0) FROM entries"


class Mistaken(Exception):
    """A head that was taken to be the last of its stream is not: the batch is decided again, on what is there."""


@dataclass(slots=True)
class Picture:
    """What the writer remembers of the record between batches. The database is the truth; this is its image.

    `heads` and `balances` are right for as long as `position` is the last one there. Once others have written, what is
    known of heads is a guess: nearly always a good one, since a table has one writer, and where it is not, the
    database has an entry of that version in that stream already and refuses ours. What accounts hold is never guessed.
    """

    position: int = 0
    heads: dict[str, Head] = field(default_factory=dict)
    balances: dict[Account, Cents] = field(default_factory=dict)
    guesses: dict[str, Head] = field(default_factory=dict)
    alone: bool = True
    """Nobody else wrote before the last batch; so perhaps nobody does before the next."""

    def forget(self) -> None:
        """Start again: streams were trimmed, or nobody knows whether we have written."""
        self.position = -1
        self.heads.clear()
        self.balances.clear()
        self.guesses.clear()

    def doubt(self) -> None:
        """Others have written, or may have: what they wrote is not read, it is only no longer sure what stands."""
        self.guesses |= self.heads
        self.heads.clear()
        self.balances.clear()

    def trim(self) -> None:
        """Remember no more than a busy house needs: of guests who came once, every stream would be kept for ever."""
        if max(len(self.heads), len(self.guesses), len(self.balances)) > _MOST_KNOWN:
            self.heads.clear()
            self.guesses.clear()
            self.balances.clear()


@dataclass(slots=True)
class Batch:
    """Rows to be written, and what must be known to decide on each unit. Lives for one transaction."""

    picture: Picture
    receipts: dict[str, Receipt] = field(default_factory=dict)
    standing: dict[TransferId, Transfer] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    lines: list[Values] = field(default_factory=list)
    transfers: list[Values] = field(default_factory=list)
    touched: set[Account] = field(default_factory=set)
    seal: dict[str, str] = field(default_factory=dict)
    unseal: list[str] = field(default_factory=list)
    snapshots: dict[str, Values] = field(default_factory=dict)
    leases: dict[str, str] = field(default_factory=dict)
    guessed: dict[str, Head] = field(default_factory=dict)
    """Heads that this batch takes for the last, and has not asked for."""

    def look(self, dialect: Dialect, units: Collection[Unit], since: int | None = None) -> Answered:
        """Ask for everything that deciding on `units` needs; `since`: and for what others have written past there.

        Where nobody else wrote before the last batch it is asked as if nobody had since, and a second time if
        somebody has.
        """
        picture = self.picture
        if not picture.alone:
            picture.doubt()
        told = self.learn(dialect, units, None if picture.alone else since)
        others = told.position != picture.position
        lost = told.position < picture.position or told.trimmed > picture.position >= 0
        if others and (picture.alone or lost):
            if lost:  # there is less than we remember
                picture.forget()
            picture.doubt()
            told = self.learn(dialect, units, since)
        picture.position, picture.alone = told.position, not others
        return told

    def learn(self, dialect: Dialect, units: Iterable[Unit], since: int | None = None) -> Answered:
        """Ask for what the picture lacks, and take it in."""
        question, picture = self._question(units, since), self.picture
        told = dialect.ask(question)
        picture.heads |= {stream: told.heads.get(stream, EMPTY) for stream in question.streams}
        picture.balances |= {account: told.balances.get(account, 0) for account in question.accounts}
        self.leases |= told.leases
        return told

    def _question(self, units: Iterable[Unit], since: int | None) -> BatchQuestion:
        """What is not known, with heads guessed where the database refuses a wrong guess.

        That is where a unit writes into a stream that it saw at the version which we remember. Where it minds no
        version, or writes nothing and only minds one, or has seen another than we, the head is asked for.
        """
        commands, leases, accounts, streams = set[str](), set[str](), set[Account](), set[str]()
        heads, guesses = self.picture.heads, self.picture.guesses
        self.guessed.clear()
        for unit in units:
            commands.add(unit.command)
            if unit.lease is not None:
                leases.add(unit.lease[0])
            for write in unit.writes:
                stream = write.stream
                if stream in heads or stream in streams:
                    continue
                guess = guesses.get(stream)
                if guess is not None and guess.version == write.expected and write.events:
                    heads[stream] = self.guessed[stream] = guess
                else:
                    streams.add(stream)
            for transfer in unit.transfers:
                accounts.add(transfer.debit)
                accounts.add(transfer.credit)
        return BatchQuestion(commands, leases, accounts - self.picture.balances.keys(), streams, since)

    def remember(self, before: Iterable[Entry]) -> None:
        """Know how commands were answered when they came before."""
        found: dict[str, list[Entry]] = {}
        for entry in sorted(before, key=lambda entry: entry.position):
            found.setdefault(entry.command, []).append(entry)
        self.receipts |= {name: Receipt(name, tuple(entries), repeated=True) for name, entries in found.items()}

    def look_up_ids(self, dialect: Dialect, ids: Collection[TransferId]) -> None:
        """Read what stands under these ids of transfers."""
        if ids:
            for id, debit, credit, amount in dialect.moved_under(ids):
                self.standing[id] = Transfer(id, debit, credit, amount)

    def verify(self, dialect: Dialect, unit: Unit) -> None:
        """See that a unit was not refused for a wrong guess: it writes nothing that the database could refuse."""
        streams = [write.stream for write in unit.writes if write.stream in self.guessed]
        heads = dialect.ask(BatchQuestion(streams=streams)).heads if streams else {}
        for stream in streams:
            if heads.get(stream, EMPTY) != self.guessed.pop(stream):
                raise Mistaken(stream)

    def admit(self, draft: Draft) -> Receipt:
        """Take a unit in and answer it, or raise the refusal that it gets instead.

        Refusals come in a fixed order: a command id used otherwise, a lease that was lost, a stale version, a
        transfer id used otherwise, an overdrawn account. A refused unit leaves no trace.
        """
        unit = draft.unit
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
        if len(moves) < len(unit.transfers):
            draft = drafted(unit, moves)
        if draft.refused is not None:
            raise draft.refused

        # Admitted: from here on nothing refuses.
        if moves:
            self.picture.balances.update(holdings)
            self.touched.update(holdings)
            self.standing.update(fresh)
        receipt = self.receipts[unit.command] = Receipt(unit.command, self._write(draft, moves))
        return receipt

    def _write(self, draft: Draft, moves: tuple[Transfer, ...]) -> tuple[Entry, ...]:
        written = []
        unit, picture, heads = draft.unit, self.picture, self.picture.heads
        time_ms, actor, command = unit.time_ms, unit.actor, unit.command
        position = picture.position
        for line, move in enumerate(moves):
            self.transfers.append((position + 1, line, move.id, move.debit, move.credit, move.amount))
        for stream, said, body, kept in draft.entries:
            head = heads[stream]
            position, version, previous = position + 1, head.version + 1, head.hash
            hash = entry_hash(position, stream, version, time_ms, actor, command, body, previous)
            written.append(Entry(position, stream, version, time_ms, actor, command, body, previous, hash, said))
            self.lines.append((position, version, time_ms, stream, actor, command, bytes.fromhex(hash), kept))
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

    def page(self, writer: str = "", streams: Collection[str] | None = None) -> Page:
        """What has to be written: nothing, if all units were refused or repeated. Under the name of `writer` others
        are told of the streams; of those of the entries, where no others are named."""
        holdings = self.picture.balances
        planned: dict[str, list[Values]] = {
            "entries": self.lines,
            "transfers": self.transfers,
            "balances": [(account, holdings[account]) for account in sorted(self.touched)],
            "sealed": list(self.seal.items()),
            "snapshots": list(self.snapshots.values()),
        }
        rows = {table: rows for table, rows in planned.items() if rows}
        if streams is None:
            streams = dict.fromkeys([entry.stream for entry in self.entries])
        return Page(rows, self.unseal, writer if self.entries else "", streams)

    def close(self) -> None:
        """Know no more than was seen: a guess that nothing was written on is one still."""
        picture = self.picture
        for stream in self.guessed.keys() - {entry.stream for entry in self.entries}:
            picture.guesses[stream] = picture.heads.pop(stream)


def last_position(connection: Connection) -> int:
    """How far the journal has come."""
    position: int = connection.exec_driver_sql(_LAST).scalar_one()
    return position


def _as_before(unit: Unit, before: Receipt) -> Receipt:
    first = before.entries[0]
    there = [entry.stream for entry in before.entries]
    if first.actor != unit.actor or contents(first).asked != unit.asked or unit.writes[0].stream not in there:
        raise CommandIdTaken(unit.command)
    return before if before.repeated else replace(before, repeated=True)
