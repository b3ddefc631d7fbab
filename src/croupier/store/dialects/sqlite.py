"""Writing into SQLite: there is no round trip to save, so every statement is a plain one."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Collection
from typing import Any, Final

from croupier.ledger.accounts import Account
from croupier.ledger.transfers import TransferId
from croupier.money import Cents
from croupier.store.database import BUSY_S
from croupier.store.dialects.dialect import (
    CONFLICTS,
    TABLES,
    BatchAnswer,
    BatchQuestion,
    BatchWrite,
    Dialect,
    Fault,
    no_fault,
)
from croupier.store.entry import Head

_SHORTEST_S: Final = 0.0002
_LONGEST_S: Final = 0.02
_LAST: Final = (
    "SELECT coalesce(max(position), 0),"
    " (SELECT coalesce(max(position), 0) FROM entries WHERE stream = 'trimmed') FROM entries"
)
_HEAD: Final = "SELECT version, hash FROM entries WHERE stream = ? ORDER BY version DESC LIMIT 1"
_AMONG: Final = "IN (SELECT value FROM json_each(?))"
_COMMAND: Final = "SELECT command FROM entries WHERE command = ? LIMIT 1"
_COMMANDS: Final = f"SELECT command FROM entries WHERE command {_AMONG}"
_LEASES: Final = f"SELECT name, server FROM leases WHERE name {_AMONG}"
_BALANCES: Final = f"SELECT account, amount FROM balances WHERE account {_AMONG}"
_STANDING: Final = f"SELECT id, debit, credit, amount FROM transfers WHERE id {_AMONG}"
_BEGUN: Final = "SELECT position, stream FROM entries WHERE position > ? AND version = 1"
_WRITTEN: Final = "SELECT DISTINCT stream FROM entries WHERE position > ?"
_MOVED: Final = "SELECT debit FROM transfers WHERE position > ?1 UNION SELECT credit FROM transfers WHERE position > ?1"
_UNSEAL: Final = f"DELETE FROM sealed WHERE key {_AMONG}"
_INSERTS: Final = {
    name: f"INSERT INTO {name} ({', '.join(table.columns.keys())})"
    f" VALUES ({', '.join('?' for _ in table.columns)}){CONFLICTS.get(name, '')}"
    for name, table in TABLES.items()
}


class SqliteDialect(Dialect):
    """A connection that writes into a file."""

    def prepare(self) -> None:
        # SQLite's own patience sleeps longer and longer, up to a tenth of a second: beside a writer who lets go of the
        # file for a moment only, it would miss that moment again and again. `begin` has its own.
        self._cursor.execute("PRAGMA busy_timeout = 0")

    def begin(self) -> None:
        began_s = time.monotonic()
        while True:
            try:
                # A writer that upgraded from reading could be refused halfway: it says so from the start.
                self._cursor.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as why:
                waited_s = time.monotonic() - began_s
                if why.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or waited_s > BUSY_S:
                    raise
                time.sleep(max(_SHORTEST_S, min(waited_s / 8, _LONGEST_S)))
            else:
                return

    def ask(self, question: BatchQuestion) -> BatchAnswer:
        answer = BatchAnswer(*self._all(_LAST)[0])
        commands = question.commands
        if len(commands) == 1:  # most clicks come alone
            answer.commands = self._one(_COMMAND, *commands)
        elif commands:
            answer.commands = self._one(_COMMANDS, _list(commands))
        if question.leases:
            answer.leases = dict(self._all(_LEASES, _list(question.leases)))
        if question.accounts:
            answer.balances = dict(self._all(_BALANCES, _list(question.accounts)))
        if question.streams:
            heads = {stream: self._all(_HEAD, stream) for stream in question.streams}
            answer.heads = {stream: Head(rows[0][0], rows[0][1].hex()) for stream, rows in heads.items() if rows}
        if question.since is not None:
            answer.written = self._one(_WRITTEN, question.since)
            answer.moved = self._one(_MOVED, question.since)
        return answer

    def moved_under(self, ids: Collection[TransferId]) -> list[tuple[TransferId, Account, Account, Cents]]:
        return self._all(_STANDING, _list(ids))

    def begun_since(self, position: int) -> list[tuple[int, str]]:
        return self._all(_BEGUN, position)

    def write(self, changes: BatchWrite, fault: Fault = no_fault) -> None:
        if changes.unseal:
            self._cursor.execute(_UNSEAL, (_list(changes.unseal),))
            fault("unseal")
        for table, rows in changes.rows.items():
            self._cursor.executemany(_INSERTS[table], rows)
            fault(table)

    def _all(self, query: str, *values: object) -> list[Any]:
        return self._cursor.execute(query, values).fetchall()  # type: ignore[no-any-return]

    def _one(self, query: str, *values: object) -> list[Any]:
        return [row[0] for row in self._all(query, *values)]


def _list(keys: Collection[str]) -> str:
    return json.dumps(list(keys))
