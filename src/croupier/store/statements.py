"""The few statements that the committer lives on, in the form that each database takes fastest.

PostgreSQL is handed whole columns at once (`unnest`, `= ANY`): a batch of 200 rows takes less than half the time
of 200 inserts. SQLite has no round trip to save and takes rows one after the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from sqlalchemy import Column, Connection, Select, Table, Text, select, text

from croupier.store.entry import Entry
from croupier.store.packed.lines import entries_of
from croupier.store.schema import Body, Hash, balances, entries, sealed, snapshots, transfers

Values: TypeAlias = tuple[Any, ...]
"""A row of a table, its columns in their order, as they are kept."""

_CONFLICTS: Final = {
    "balances": " ON CONFLICT (account) DO UPDATE SET amount = excluded.amount",
    "snapshots": " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, state = excluded.state",
}
_LOOK_UPS: Final = {
    "commands": "SELECT command FROM entries WHERE command {among}",
    "transfers": "SELECT id, debit, credit, amount FROM transfers WHERE id {among}",
    "balances": "SELECT account, amount FROM balances WHERE account {among}",
    "leases": "SELECT name, server FROM leases WHERE name {among}",
}
# PostgreSQL has an index of the hashes of commands: half as large as one of commands, however long they are. So what is
# found first need not be what was asked for.
_HASHED: Final = "hashtext(command) = ANY(ARRAY(SELECT hashtext(key) FROM unnest(CAST({} AS text[])) AS key))"
_NOTIFY: Final = "SELECT pg_notify('croupier', %s)"
_MOST_SAID: Final = 7_900
"""PostgreSQL carries 8,000 bytes."""
EVERY: Final = "*"
"""In place of streams, where there were too many to name."""
_TABLES: Final = (entries, transfers, balances, sealed, snapshots)


@dataclass(frozen=True, slots=True)
class Statements:
    """How one kind of database is asked and told."""

    columnar: bool
    inserts: dict[str, str]
    look_ups: dict[str, str]
    commands: Select[Any]
    unseal: str

    def insert(self, connection: Connection, table: str, rows: Sequence[Values]) -> None:
        """Put rows into a table; balances and snapshots replace what was there."""
        if self.columnar:
            columns = tuple([_array(column) for column in zip(*rows, strict=True)])
            connection.exec_driver_sql(self.inserts[table], columns)
        else:
            connection.exec_driver_sql(self.inserts[table], list(rows))

    def look_up(self, connection: Connection, what: str, keys: Iterable[str]) -> Any:
        """The rows of `transfers`, `balances` or `leases` with one of these keys; of `commands` which are there."""
        return connection.exec_driver_sql(self.look_ups[what], (self._list(keys),))

    def entries_of(self, connection: Connection, commands: Iterable[str]) -> list[Entry]:
        """The entries of these commands: nearly always none, so first it is asked whether there are any."""
        asked = set(commands)
        known = asked.intersection(self.look_up(connection, "commands", asked).scalars())
        return entries_of(connection, self.commands, {"keys": self._list(known)}) if known else []

    def remove_sealed(self, connection: Connection, keys: Iterable[str]) -> None:
        """Let go of secrets."""
        connection.exec_driver_sql(self.unseal, (self._list(keys),))

    def announce(self, connection: Connection, writer: str, streams: Iterable[str]) -> None:
        """Tell other servers, with the commit of this transaction, who has written and in which streams."""
        if self.columnar:
            said = " ".join([writer, *streams])
            connection.exec_driver_sql(_NOTIFY, (said if len(said.encode()) < _MOST_SAID else f"{writer} {EVERY}",))

    def _list(self, keys: Iterable[str]) -> str:
        return _array(list(keys)) if self.columnar else json.dumps(list(keys))


def statements_for(dialect: str) -> Statements:
    """The statements of a database, by SQLAlchemy's name for it."""
    columnar = dialect == "postgresql"
    among = "= ANY(CAST({} AS text[]))" if columnar else "IN (SELECT value FROM json_each({}))"
    mark = "%s" if columnar else "?"
    look_ups = {what: query.format(among=among.format(mark)) for what, query in _LOOK_UPS.items()}
    commands = f"command {among.format(':keys')}"
    if columnar:
        look_ups["commands"] = f"SELECT command FROM entries WHERE {_HASHED.format(mark)}"
        commands = f"{commands} AND {_HASHED.format(':keys')}"
    return Statements(
        columnar,
        {table.name: _insert(table, columnar) for table in _TABLES},
        look_ups,
        select(entries).where(text(commands)),
        f"DELETE FROM sealed WHERE key {among.format(mark)}",
    )


def _insert(table: Table, columnar: bool) -> str:
    names = ", ".join(table.columns.keys())
    if columnar:
        arrays = ", ".join(f"CAST(%s AS {_kind(column)}[])" for column in table.columns)
        source = f"SELECT * FROM unnest({arrays})"
    else:
        source = f"VALUES ({', '.join('?' for _ in table.columns)})"
    return f"INSERT INTO {table.name} ({names}) {source}{_CONFLICTS.get(table.name, '')}"


def _kind(column: Column[Any]) -> str:
    if isinstance(column.type, Body | Hash):
        return "bytea"
    return "text" if isinstance(column.type, Text) else "bigint"


def _array(values: Sequence[Any]) -> str:
    """A column as PostgreSQL writes arrays: put together here, since the driver takes three times as long over it."""
    match values[0] if values else None:
        case int():
            return f"{{{','.join(map(str, values))}}}"
        case bytes():
            return '{"\\\\x' + '","\\\\x'.join([value.hex() for value in values]) + '"}'
        case None:
            return "{}"
        case _:
            plain = [value.replace("\\", "\\\\").replace('"', '\\"') for value in values]
            return '{"' + '","'.join(plain) + '"}'
