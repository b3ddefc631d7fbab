"""Trimming a record of practice: old entries go, and the journal says what went.

A stream is cut behind a version, or goes whole. In the same transaction the record says of each stream that was cut
where it begins now (`trimmed/<stream>`), of all that went whole how many they were (`trimmed`), and what the movements
that went had come to by account, so that everything that is left can still be counted again. Of these entries only the
newest are kept: each says everything that the ones before it said. The room's own record is never trimmed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, func, select, update

from croupier.ledger.accounts import PLAY, Account
from croupier.store.batch import Batch, WriterCache, last_position
from croupier.store.database import lock_for_writing
from croupier.store.dialects import dialect_of
from croupier.store.dialects.dialect import EVERY
from croupier.store.drafts import drafted
from croupier.store.entry import Event, contents
from croupier.store.formats import stamped
from croupier.store.journal import Store
from croupier.store.reader import Reader
from croupier.store.rows import CUT, GONE, entries_of
from croupier.store.schema import balances, entries, sealed, snapshots, transfers
from croupier.store.unit import Unit, Write


@dataclass(frozen=True, slots=True)
class Cut:
    """Entries to let go, of a stream that stands at `version`: all up to `upto`, that one included; everything, if both
    are equal.

    `state` is what the stream had come to at the first entry that is left. What is sealed under keys that begin with
    `seals` goes with the whole stream. It stays where an entry past the position `since` speaks of `whom`.
    """

    stream: str
    version: int
    upto: int
    state: str = ""
    seals: str = ""
    whom: str = ""
    since: int = 0

    @property
    def whole(self) -> bool:
        return self.upto == self.version


@dataclass(slots=True)
class _Went:
    """What went: so many entries, and what their movements had come to."""

    entries: int = 0
    moved: Counter[str] = field(default_factory=Counter)

    def plain(self) -> Event:
        return {"entries": self.entries, "moved": {name: cents for name, cents in self.moved.items() if cents}}


def trim_event(reader: Reader, stream: str) -> Event | None:
    """What the record says of how a stream was cut, if it was."""
    return next((event for entry in reader.read(f"{CUT}{stream}") for event in contents(entry).events), None)


def trim(store: Store, cuts: Sequence[Cut], closed: Sequence[Account], actor: str, command: str, time_ms: int) -> int:
    """Let entries go, with their movements; how many. None goes where a stream that should go whole was written to.

    What lay in the `closed` accounts goes back to where play chips come from, if nothing that is left moved it.
    """
    with store.writing() as connection, connection.begin():
        lock_for_writing(connection)
        if not all(_is_there(connection, cut) for cut in cuts):
            return 0
        # Positions are never used again: whatever else goes, the entries about it come after it.
        cache = WriterCache(last_position(connection))
        removed, events, gone = 0, dict[str, Event](), _Went()
        _supersede(connection, GONE, gone)
        about_these = entries.c.stream.in_([f"{CUT}{cut.stream}" for cut in cuts])
        cut_before = set(connection.execute(select(entries.c.stream).where(about_these)).scalars())
        for cut in cuts:
            went, about, hash = gone if cut.whole else _Went(), f"{CUT}{cut.stream}", _hash(connection, cut)
            if about in cut_before:
                _supersede(connection, about, went)
            removed += _let_go(connection, cut, went)
            if not cut.whole:
                at = {"version": cut.upto, "hash": hash, "state": cut.state}
                events[about] = {"event": "StreamTrimmed", **at, **went.plain()}
        _unseal(connection, [cut.seals for cut in cuts if cut.seals])
        _close(connection, closed, gone)
        events[GONE] = {"event": "StreamsGone", **gone.plain()}
        writes = tuple(Write(stream, None, (event,)) for stream, event in events.items())
        _write(connection, cache, Unit(command=command, actor=actor, time_ms=time_ms, request="trim", writes=writes))
    return removed


def _is_there(connection: Connection, cut: Cut) -> bool:
    """Whether a stream can be cut as it was seen. One that goes on may have come further; one that goes may not."""
    if cut.whom:
        # What was trimmed a moment ago speaks of them too.
        lately = (entries.c.position > cut.since) & ~entries.c.stream.startswith(GONE)
        if any(cut.whom in body for body in connection.execute(select(entries.c.body).where(lately)).scalars()):
            return False
    last = connection.execute(select(func.max(entries.c.version)).where(entries.c.stream == cut.stream)).scalar()
    return last == cut.version if cut.whole else bool(_hash(connection, cut))


def _hash(connection: Connection, cut: Cut) -> str:
    query = select(entries.c.hash).where(entries.c.stream == cut.stream, entries.c.version == cut.upto)
    return connection.execute(query).scalar() or ""


def _supersede(connection: Connection, stream: str, went: _Went) -> None:
    """Take over what the record says of earlier trimming, and let go of the entry that says it."""
    superseded = entries_of(connection, select(entries).where(entries.c.stream == stream))
    for event in (event for entry in superseded for event in contents(entry).events):
        went.entries += event["entries"]
        went.moved.update(event["moved"])
    went.entries += connection.execute(delete(entries).where(entries.c.stream == stream)).rowcount


def _let_go(connection: Connection, cut: Cut, went: _Went) -> int:
    here = (entries.c.stream == cut.stream) & (entries.c.version <= cut.upto)
    moves = transfers.c.position.in_(select(entries.c.position).where(here))
    for side, sign in ((transfers.c.debit, -1), (transfers.c.credit, 1)):
        for name, cents in connection.execute(select(side, func.sum(transfers.c.amount)).where(moves).group_by(side)):
            went.moved[name] += sign * int(cents)
    connection.execute(delete(transfers).where(moves))
    removed = connection.execute(delete(entries).where(here)).rowcount
    went.entries += removed
    # A shortcut from before the cut leads nowhere: whoever opens the stream begins at the cut.
    mine = snapshots.c.stream == cut.stream
    connection.execute(delete(snapshots).where(mine, snapshots.c.version <= cut.upto))
    if cut.state and connection.execute(select(snapshots.c.version).where(mine)).scalar() is None:
        row = {"stream": cut.stream, "version": cut.upto + 1, "state": stamped(cut.state)}
        connection.execute(snapshots.insert(), row)
    return removed


def _unseal(connection: Connection, seals: Sequence[str]) -> None:
    """Let go of secrets by how their keys begin, all in one walk."""
    for length in {len(begins) for begins in seals}:
        begin = func.substr(sealed.c.key, 1, length)
        connection.execute(delete(sealed).where(begin.in_([one for one in seals if len(one) == length])))


def _close(connection: Connection, closed: Sequence[Account], gone: _Went) -> None:
    """Give back what lies in accounts that nobody has any more."""
    held = connection.execute(select(balances).where(balances.c.account.in_(closed)))
    empty = {row.account: row.amount for row in held if gone.moved.get(row.account, 0) == row.amount}
    connection.execute(delete(balances).where(balances.c.account.in_(empty)))
    amount = balances.c.amount + sum(empty.values())
    connection.execute(update(balances).where(balances.c.account == PLAY).values(amount=amount))
    gone.moved[PLAY] += sum(gone.moved.pop(account, 0) for account in empty)


def _write(connection: Connection, cache: WriterCache, unit: Unit) -> None:
    dialect, batch = dialect_of(connection), Batch(cache)
    batch.learn(dialect, [unit])
    batch.admit(drafted(unit))
    dialect.write(batch.to_write(GONE, [EVERY]))
