"""Writing into PostgreSQL in four messages: begin, one question, one statement that writes everything, commit.

A table is handed whole columns at once (`unnest`): a batch of 200 rows takes less than half the time of 200 inserts.
Each of the few shapes that a question or a page has is a text of its own, which the driver prepares once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import Column, Text

from croupier.ledger.accounts import Account
from croupier.ledger.transfers import TransferId
from croupier.money import Cents
from croupier.store.database import LOCK
from croupier.store.dialects.dialect import (
    CONFLICTS,
    EVERY,
    TABLES,
    BatchAnswer,
    BatchQuestion,
    BatchWrite,
    Dialect,
    Fault,
    no_fault,
)
from croupier.store.entry import Head
from croupier.store.schema import Body, Hash
from croupier.store.timeouts import WRITE_S, WRITER_IDLES

_BEGIN: Final = f"BEGIN; {LOCK}"
_AMONG: Final = "= ANY(CAST(%s AS text[]))"
_LAST: Final = (
    "(SELECT coalesce(max(position), 0) FROM entries), "
    # By its stream's own order: for a greatest position PostgreSQL would walk through all positions to find one there.
    "coalesce((SELECT position FROM entries WHERE stream = 'trimmed' ORDER BY version DESC LIMIT 1), 0)"
)
# What can be asked, as columns of one row. Lists are arrays: those the driver reads without being told how.
_PARTS: Final = {
    # The index is of the hashes of commands: half as large as one of commands, however long they are. So what is found
    # need not be what was asked for.
    "commands": "ARRAY(SELECT command FROM entries WHERE hashtext(command) ="
    " ANY(ARRAY(SELECT hashtext(key) FROM unnest(CAST(%s AS text[])) AS key)))",
    "leases": f"ARRAY(SELECT ARRAY[name, server] FROM leases WHERE name {_AMONG})",
    "accounts": f"ARRAY(SELECT ARRAY[account, CAST(amount AS text)] FROM balances WHERE account {_AMONG})",
    "streams": "ARRAY(SELECT ARRAY[name, CAST(version AS text), encode(hash, 'hex')]"
    " FROM unnest(CAST(%s AS text[])) AS name CROSS JOIN LATERAL"
    " (SELECT version, hash FROM entries WHERE stream = name ORDER BY version DESC LIMIT 1) AS head)",
    "written": "ARRAY(SELECT DISTINCT stream FROM entries WHERE position > %s)",
    "moved": "ARRAY(SELECT debit FROM transfers WHERE position > %s"
    " UNION SELECT credit FROM transfers WHERE position > %s)",
}
_STANDING: Final = f"SELECT id, debit, credit, amount FROM transfers WHERE id {_AMONG}"
_BEGUN: Final = "SELECT position, stream FROM entries WHERE position > %s AND version = 1"
_UNSEAL: Final = f"DELETE FROM sealed WHERE key {_AMONG}"
_NOTIFY: Final = "pg_notify('croupier', %s)"
_MOST_SAID: Final = 7_900
"""PostgreSQL carries 8,000 bytes."""


class PostgresqlDialect(Dialect):
    """A connection that writes into a PostgreSQL."""

    def prepare(self) -> None:
        # The transaction is begun and ended here, so that its beginning and the lock are one message.
        self._driven.autocommit = True
        # It only ever looks things up by key. A plan made while the tables were small would read them from end to
        # end, and go on doing so when they have grown; nor need one be made anew for each batch.
        self._cursor.execute("SET enable_seqscan = off")
        self._cursor.execute("SET plan_cache_mode = force_generic_plan")
        # Should our host be lost in the middle of a batch, nobody else waits for it long.
        self._cursor.execute(f"SET idle_in_transaction_session_timeout = '{WRITER_IDLES}'")
        self._driven.timeout_s = WRITE_S

    def begin(self) -> None:
        self._cursor.execute(_BEGIN, prepare=False)

    def ask(self, question: BatchQuestion) -> BatchAnswer:
        parts: dict[str, tuple[object, ...]] = {
            name: (array(list(keys)),)
            for name, keys in (
                ("commands", question.commands),
                ("leases", question.leases),
                ("accounts", question.accounts),
                ("streams", question.streams),
            )
            if keys
        }
        if question.since is not None:
            parts["written"], parts["moved"] = (question.since,), (question.since, question.since)
        values = [value for each in parts.values() for value in each]
        position, trimmed, *columns = self._cursor.execute(_question(*parts), values, prepare=True).fetchone()
        answers = dict(zip(parts, columns, strict=True))
        return BatchAnswer(
            position,
            trimmed,
            set(question.commands).intersection(answers.get("commands", ())),
            dict(answers.get("leases", ())),
            {account: int(amount) for account, amount in answers.get("accounts", ())},
            {stream: Head(int(version), hash) for stream, version, hash in answers.get("streams", ())},
            answers.get("written", ()),
            answers.get("moved", ()),
        )

    def moved_under(self, ids: Collection[TransferId]) -> list[tuple[TransferId, Account, Account, Cents]]:
        rows: list[Any] = self._cursor.execute(_STANDING, (array(list(ids)),)).fetchall()
        return rows

    def begun_since(self, position: int) -> list[tuple[int, str]]:
        rows: list[Any] = self._cursor.execute(_BEGUN, (position,)).fetchall()
        return rows

    def write(self, changes: BatchWrite, fault: Fault = no_fault) -> None:
        unseal = changes.unseal
        if unseal and any(row[0] in unseal for row in changes.rows.get("sealed", ())):
            # A key that is let go and sealed again: the parts of one statement have no order among them.
            self._cursor.execute(_UNSEAL, (array(list(unseal)),))
            fault("unseal")
            unseal = ()
        values = [array(column) for rows in changes.rows.values() for column in zip(*rows, strict=True)]
        if unseal:
            values.append(array(list(unseal)))
        if changes.writer:
            values.append(_payload(changes.writer, changes.streams))
        if values:
            text = _write_statement(*changes.rows, unseal=bool(unseal), notify=bool(changes.writer))
            self._cursor.execute(text, values, prepare=True)
        for point in ("unseal", *changes.rows) if unseal else changes.rows:
            fault(point)

    def is_read_only(self) -> bool:
        return bool(self._cursor.execute("SELECT current_setting('transaction_read_only') = 'on'").fetchone()[0])


@cache
def _question(*parts: str) -> str:
    return f"SELECT {', '.join([_LAST, *(_PARTS[part] for part in parts)])}"


@cache
def _write_statement(*tables: str, unseal: bool, notify: bool) -> str:
    """One statement with a part for each table; all parts are carried out, though nobody asks for what they return."""
    parts = [f"into_{table} AS ({_insert(table)})" for table in tables]
    if unseal:
        parts.append(f"unsealed AS ({_UNSEAL})")
    return f"WITH {', '.join(parts)} SELECT {_NOTIFY if notify else '1'}"


@cache
def _insert(name: str) -> str:
    table = TABLES[name]
    arrays = ", ".join(f"CAST(%s AS {_kind(column)}[])" for column in table.columns)
    names = ", ".join(table.columns.keys())
    return f"INSERT INTO {name} ({names}) SELECT * FROM unnest({arrays}){CONFLICTS.get(name, '')}"


def _kind(column: Column[Any]) -> str:
    if isinstance(column.type, Body | Hash):
        return "bytea"
    return "text" if isinstance(column.type, Text) else "bigint"


def _payload(writer: str, streams: Iterable[str]) -> str:
    """What other servers are told with the commit: who has written, and in which streams."""
    payload = " ".join([writer, *streams])
    return payload if len(payload.encode()) < _MOST_SAID else f"{writer} {EVERY}"


def array(values: Sequence[Any]) -> str:
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
