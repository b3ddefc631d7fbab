"""Reading the record: streams, heads, money, and what is kept beside the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from sqlalchemy import bindparam, func, select, text

from croupier.ledger.accounts import Account
from croupier.money import Cents
from croupier.store.batch import last_position
from croupier.store.entry import EMPTY, Entry, Head
from croupier.store.formats import unstamped
from croupier.store.projections.moves import Move, moves
from croupier.store.rows import UNKNOWN, Chain, entries_of, of_commands
from croupier.store.schema import APART, balances, entries, sealed, snapshots, transfers
from croupier.store.tail import NewestFirst
from croupier.store.unit import Receipt

_FIRST_PAGE: Final = 16
"""Whoever wants one entry of a stream does not read five thousand."""
_PAGE: Final = 5_000
_EVER: Final = 1 << 62
# Hops from stream to stream over the index instead of reading every entry.
_STREAMS: Final = text(
    "WITH RECURSIVE names(stream) AS (SELECT min(stream) FROM entries UNION ALL"
    " SELECT (SELECT min(e.stream) FROM entries e WHERE e.stream > names.stream) FROM names"
    " WHERE names.stream IS NOT NULL) SELECT stream FROM names WHERE stream IS NOT NULL"
)
_BALANCE: Final = select(balances.c.amount).where(balances.c.account == bindparam("account"))
# The same among names that begin alike. Only where the database orders text by its bytes: elsewhere such names need
# not stand together.
_STREAMS_OF: Final = text(
    "WITH RECURSIVE names(stream) AS (SELECT min(stream) FROM entries WHERE stream >= :prefix UNION ALL"
    " SELECT (SELECT min(e.stream) FROM entries e WHERE e.stream > names.stream) FROM names"
    " WHERE names.stream IS NOT NULL AND substr(names.stream, 1, length(:prefix)) = :prefix)"
    " SELECT stream FROM names WHERE stream IS NOT NULL"
)
_HEAD: Final = (
    select(entries.c.version, entries.c.hash)
    .where(entries.c.stream == bindparam("stream"))
    .order_by(entries.c.version.desc())
    .limit(1)
)


class Reader(NewestFirst):
    """Everything that can be asked of a record. `connect` lends a connection for one question."""

    def receipt(self, command: str) -> Receipt | None:
        """How a command was answered, if it ever was."""
        with self._connect() as connection:
            query = select(entries).where(of_commands(connection, [command])).order_by(entries.c.position)
            written = tuple(entries_of(connection, query))
        return Receipt(command, written, repeated=True) if written else None

    def side_by_side(self, some: Collection[Entry]) -> dict[int, tuple[Entry, ...]]:
        """By position, the entries of the same command that stand side by side around each of some. For the audit:
        which hashes they follow is not looked up."""
        with self._connect() as connection:
            query = select(entries).where(of_commands(connection, {one.command for one in some}))
            there = {row[0]: row for row in connection.execute(query)}
        units: dict[int, tuple[Entry, ...]] = {}
        for position, command in ((one.position, one.command) for one in some):
            low = high = position
            while low - 1 in there and there[low - 1][5] == command:
                low -= 1
            while high + 1 in there and there[high + 1][5] == command:
                high += 1
            found = (there[at] for at in range(low, high + 1) if at in there)
            units[position] = tuple(Entry(at, stream, version, ms, actor, said, body, UNKNOWN, hash)
                for at, version, ms, stream, actor, said, hash, body in found)  # fmt: skip
        return units

    def read(self, stream: str, *, after: int = 0) -> Iterator[Entry]:
        """The entries of a stream past version `after`, page by page: memory stays flat on any stream."""
        query = (
            select(entries)
            .where(entries.c.stream == stream, entries.c.version > bindparam("after"))
            .order_by(entries.c.version)
            .limit(bindparam("size"))
        )
        size, chain = _FIRST_PAGE, Chain()
        while True:
            with self._connect() as connection:
                page = chain.entries(connection, query, {"after": after, "size": size})
            yield from page
            if len(page) < size:
                return
            after, size = page[-1].version, min(4 * size, _PAGE)

    def read_all(self, *, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        """The whole journal past position `after`, in order."""
        query = select(entries).where(entries.c.position > bindparam("after")).order_by(entries.c.position).limit(_PAGE)
        if until is not None:
            query = query.where(entries.c.position <= until)
        chain = Chain()
        while True:
            with self._connect() as connection:
                page = chain.entries(connection, query, {"after": after})
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].position

    def position(self) -> int:
        """How many entries the journal has."""
        with self._connect() as connection:
            return last_position(connection)

    def first_later(self, position: int, time_ms: int) -> int | None:
        """The position of the first entry past `position` that was written later than a time; `None` if there is none.
        For the audit, which judges by places in the journal: a single time is easily forged."""
        query = select(entries.c.position).where(entries.c.position > position, entries.c.time_ms > time_ms)
        with self._connect() as connection:
            return connection.execute(query.order_by(entries.c.position).limit(1)).scalar()

    def head(self, stream: str) -> Head:
        """How far a stream has come."""
        with self._connect() as connection:
            row = connection.execute(_HEAD, {"stream": stream}).one_or_none()
        return EMPTY if row is None else Head(row.version, row.hash)

    def heads(self) -> dict[str, Head]:
        """Every stream and how far it has come: print this at the end of a shift, and keep it elsewhere."""
        with self._connect() as connection:
            names = list(connection.execute(_STREAMS).scalars())
            rows = {name: connection.execute(_HEAD, {"stream": name}).one() for name in names}
        return {name: Head(row.version, row.hash) for name, row in rows.items()}

    def streams(self, prefix: str = "") -> list[str]:
        """The names of the streams that begin with `prefix`."""
        with self._connect() as connection:
            bytewise = connection.dialect.name == "sqlite"
            names = connection.execute(_STREAMS_OF, {"prefix": prefix}) if bytewise else connection.execute(_STREAMS)
            return [name for name in names.scalars() if name.startswith(prefix)]

    def balance(self, account: Account) -> Cents:
        """What an account holds."""
        with self._connect() as connection:
            return connection.execute(_BALANCE, {"account": account}).scalar() or 0

    def balances(self) -> dict[Account, Cents]:
        """What every account holds."""
        with self._connect() as connection:
            return {Account(row.account): row.amount for row in connection.execute(select(balances))}

    def statement(self, account: Account, *, after: int = 0) -> Iterator[Move]:
        """The movements of an account past position `after`, each with the position of its entry."""
        with self._connect() as connection:
            yield from moves(connection, account, after, _EVER, newest=False)

    def exchanged(self, account: Account) -> dict[Account, Cents]:
        """What an account had from every other outside of rounds, less what it gave to it."""
        net = Counter[Account]()
        with self._connect() as connection:
            for mine, other, sign in (
                (transfers.c.credit, transfers.c.debit, 1),
                (transfers.c.debit, transfers.c.credit, -1),
            ):
                query = select(other, func.sum(transfers.c.amount)).where(mine == account, APART).group_by(other)
                net.update({Account(name): sign * int(cents) for name, cents in connection.execute(query)})
        return dict(net)

    def secret(self, key: str) -> str | None:
        """What is sealed under a key. Only for going on with what it belongs to: never shown, never exported."""
        with self._connect() as connection:
            query = select(sealed.c.secret).where(sealed.c.key == key)
            return connection.execute(query).scalar()

    def sealed_keys(self) -> list[str]:
        """Under which keys something is sealed. For the audit."""
        with self._connect() as connection:
            return list(connection.execute(select(sealed.c.key)).scalars())

    def snapshot(self, stream: str) -> tuple[int, str] | None:
        """The latest shortcut of a stream, a version and the state there; none that an older format has left."""
        with self._connect() as connection:
            row = connection.execute(select(snapshots).where(snapshots.c.stream == stream)).one_or_none()
        state = None if row is None else unstamped(row.state)
        return None if row is None or state is None else (row.version, state)

    def snapshot_versions(self) -> list[tuple[str, int]]:
        """Every stream that has a shortcut, and of which version it is. For the audit."""
        with self._connect() as connection:
            rows = connection.execute(select(snapshots.c.stream, snapshots.c.version))
            return [(row.stream, row.version) for row in rows]

    def scattered_commands(self) -> list[str]:
        """Commands whose entries do not stand side by side. The committer writes no such; somebody else may have."""
        first, last = func.min(entries.c.position), func.max(entries.c.position)
        query = select(entries.c.command).group_by(entries.c.command).having(last - first + 1 != func.count()).limit(10)
        with self._connect() as connection:
            return list(connection.execute(query).scalars())

    def repeated_transfer_ids(self) -> list[str]:
        """Ids that stand for several movements. The database refuses such; somebody may have made it stop."""
        query = select(transfers.c.id).group_by(transfers.c.id).having(func.count() > 1).limit(10)
        with self._connect() as connection:
            return list(connection.execute(query).scalars())
