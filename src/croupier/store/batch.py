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
from croupier.store.dialects.dialect import BatchAnswer, BatchQuestion, BatchWrite, Dialect, Values
from croupier.store.drafts import Draft, drafted
from croupier.store.entry import EMPTY, Entry, Head, contents, entry_hash
from croupier.store.formats import stamped
from croupier.store.unit import CommandIdTaken, LeaseLost, Receipt, StaleVersion, Unit

_MOST_KNOWN: Final = 50_000
_LAST: Final = "SELECT coalesce(max(position), 0) FROM entries"
_LATEST: Final = "SELECT time_ms FROM entries ORDER BY position DESC LIMIT 1"


class Mistaken(Exception):
    """A guessed head was wrong: the batch is decided again with the heads that the database has."""


@dataclass(slots=True)
class WriterCache:
    """What the writer remembers of the record between batches. The database is the truth.

    `heads` and `balances` are right as long as `position` is the last one of the journal. Once others have written, the
    heads are guesses (`guesses`). A guess is nearly always right, because a table has one writer. If it is wrong, the
    database already has an entry of that version in that stream and refuses ours. Balances are never guessed.
    """

    position: int = 0
    heads: dict[str, Head] = field(default_factory=dict)
    balances: dict[Account, Cents] = field(default_factory=dict)
    guesses: dict[str, Head] = field(default_factory=dict)
    alone: bool = True
    """Nobody else wrote before the last batch, so probably nobody writes before the next."""

    def forget(self) -> None:
        """Start again: streams were trimmed, or it is unknown whether our last batch was written."""
        self.position = -1
        self.heads.clear()
        self.balances.clear()
        self.guesses.clear()

    def doubt(self) -> None:
        """Others have written, or may have: heads become guesses, and balances are forgotten."""
        self.guesses |= self.heads
        self.heads.clear()
        self.balances.clear()

    def trim(self) -> None:
        """Forget heads and balances if there are too many: guests come once, but their streams would stay for ever."""
        if max(len(self.heads), len(self.guesses), len(self.balances)) > _MOST_KNOWN:
            self.heads.clear()
            self.guesses.clear()
            self.balances.clear()


@dataclass(slots=True)
class Batch:
    """Rows to be written, and what must be known to decide on each unit. Lives for one transaction."""

    cache: WriterCache
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
    begun: list[tuple[int, str]] = field(default_factory=list)
    """Where streams have begun lately, as far back as a unit wants to know."""
    guessed: dict[str, Head] = field(default_factory=dict)
    """Heads that this batch guesses and has not asked the database for."""

    def look(self, dialect: Dialect, units: Collection[Unit], since: int | None = None) -> BatchAnswer:
        """Ask the database for everything that deciding on `units` needs; with `since`, also for what others have
        written past it.

        If nobody else wrote before the last batch, the first question assumes that nobody has written since. If
        somebody has, it is asked a second time.
        """
        cache = self.cache
        if not cache.alone:
            cache.doubt()
        answer = self.learn(dialect, units, None if cache.alone else since)
        others = answer.position != cache.position
        lost = answer.position < cache.position or answer.trimmed > cache.position >= 0
        if others and (cache.alone or lost):
            if lost:  # there is less than we remember
                cache.forget()
            cache.doubt()
            answer = self.learn(dialect, units, since)
        cache.position, cache.alone = answer.position, not others
        return answer

    def learn(self, dialect: Dialect, units: Iterable[Unit], since: int | None = None) -> BatchAnswer:
        """Ask the database for what the cache lacks, and put it into the cache."""
        question, cache = self._question(units, since), self.cache
        answer = dialect.ask(question)
        cache.heads |= {stream: answer.heads.get(stream, EMPTY) for stream in question.streams}
        cache.balances |= {account: answer.balances.get(account, 0) for account in question.accounts}
        self.leases |= answer.leases
        return answer

    def _question(self, units: Iterable[Unit], since: int | None) -> BatchQuestion:
        """The question for what is not known. A head is guessed where the database would refuse a wrong guess.

        That is so where a unit writes into a stream and expects the version that we remember. If it expects no version
        or another one, or writes nothing into the stream, the head is asked for.
        """
        commands, leases, accounts, streams = set[str](), set[str](), set[Account](), set[str]()
        heads, guesses = self.cache.heads, self.cache.guesses
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
        return BatchQuestion(commands, leases, accounts - self.cache.balances.keys(), streams, since)

    def remember(self, before: Iterable[Entry]) -> None:
        """Remember the receipts of commands that were carried out before."""
        by_command: dict[str, list[Entry]] = {}
        for entry in sorted(before, key=lambda entry: entry.position):
            by_command.setdefault(entry.command, []).append(entry)
        self.receipts |= {name: Receipt(name, tuple(entries), repeated=True) for name, entries in by_command.items()}

    def look_up_ids(self, dialect: Dialect, ids: Collection[TransferId]) -> None:
        """Read what stands under these ids of transfers."""
        if ids:
            for id, debit, credit, amount in dialect.moved_under(ids):
                self.standing[id] = Transfer(id, debit, credit, amount)

    def look_up_begun(self, dialect: Dialect, units: Iterable[Unit]) -> None:
        """Read which streams have begun since those units were decided that want to know."""
        asked = [unit.distinct_since for unit in units if unit.distinct_since is not None]
        if asked:
            self.begun = dialect.begun_since(min(asked))

    def verify(self, dialect: Dialect, unit: Unit) -> None:
        """Check that a unit was not refused because of a wrong guess: a refused unit writes nothing, so the database
        cannot tell."""
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
        heads = self.cache.heads
        for write in unit.writes:
            actual = heads[write.stream].version
            if write.expected is not None and write.expected != actual:
                raise StaleVersion(write.stream, write.expected, actual)
        if unit.distinct_since is not None:
            self._check_distinct(unit, unit.distinct_since)
        fresh: dict[TransferId, Transfer] = {}
        for transfer in unit.transfers:
            if once(transfer, self.standing.get(transfer.id) or fresh.get(transfer.id)):
                fresh[transfer.id] = transfer
        moves = tuple(fresh.values())
        holdings = posted(self.cache.balances, moves, unit.covered) if moves else {}
        if len(moves) < len(unit.transfers):
            draft = drafted(unit, moves)
        if draft.refused is not None:
            raise draft.refused

        # Admitted: from here on nothing refuses.
        if moves:
            self.cache.balances.update(holdings)
            self.touched.update(holdings)
            self.standing.update(fresh)
        receipt = self.receipts[unit.command] = Receipt(unit.command, self._write(draft, moves))
        return receipt

    def _check_distinct(self, unit: Unit, since: int) -> None:
        """Refuse a unit that begins a stream, if one has begun since whose name differs from it only in capitals."""
        new = {write.stream.casefold() for write in unit.writes if write.events and write.expected == 0}
        here = [(entry.position, entry.stream) for entry in self.entries if entry.version == 1]
        for position, stream in (*self.begun, *here):
            if position > since and stream.casefold() in new:
                raise StaleVersion(stream, 0, 1)

    def _write(self, draft: Draft, moves: tuple[Transfer, ...]) -> tuple[Entry, ...]:
        entries = []
        unit, cache, heads = draft.unit, self.cache, self.cache.heads
        time_ms, actor, command = unit.time_ms, unit.actor, unit.command
        position = cache.position
        for line, move in enumerate(moves):
            self.transfers.append((position + 1, line, move.id, move.debit, move.credit, move.amount))
        for stream, says, body, packed in draft.entries:
            head = heads[stream]
            position, version, previous = position + 1, head.version + 1, head.hash
            hash = entry_hash(position, stream, version, time_ms, actor, command, body, previous)
            entries.append(Entry(position, stream, version, time_ms, actor, command, body, previous, hash, says))
            self.lines.append((position, version, time_ms, stream, actor, command, bytes.fromhex(hash), packed))
            heads[stream] = Head(version, hash)
        cache.position = position
        self.entries += entries
        for stream, state in unit.snapshots:
            version = cache.heads[stream].version
            self.snapshots[stream] = (stream, version, stamped(state))
        for key in unit.unseal:
            self.seal.pop(key, None)
            self.unseal.append(key)
        self.seal.update(unit.seal)
        return tuple(entries)

    def to_write(self, writer: str = "", streams: Collection[str] | None = None) -> BatchWrite:
        """What has to be written; nothing, if all units were refused or repeated. Other servers are notified of
        `streams` under the name of `writer`; without `streams`, of those of the entries."""
        holdings = self.cache.balances
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
        return BatchWrite(rows, self.unseal, writer if self.entries else "", streams)

    def close(self) -> None:
        """Put heads that were guessed, and on which nothing was written, back among the guesses."""
        cache = self.cache
        for stream in self.guessed.keys() - {entry.stream for entry in self.entries}:
            cache.guesses[stream] = cache.heads.pop(stream)


def last_position(connection: Connection) -> int:
    """How far the journal has come."""
    position: int = connection.exec_driver_sql(_LAST).scalar_one()
    return position


def latest_ms(connection: Connection) -> int:
    """When the last entry of the journal was written; 0 if there is none."""
    time_ms: int | None = connection.exec_driver_sql(_LATEST).scalar()
    return time_ms or 0


def _as_before(unit: Unit, before: Receipt) -> Receipt:
    first = before.entries[0]
    there = [entry.stream for entry in before.entries]
    if first.actor != unit.actor or contents(first).request != unit.request or unit.writes[0].stream not in there:
        raise CommandIdTaken(unit.command)
    return before if before.repeated else replace(before, repeated=True)
