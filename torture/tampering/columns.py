"""Every column of every table of the record, a byte changed and nothing made right."""

from __future__ import annotations

import sqlite3
from random import Random
from typing import Any, Final

from croupier.store.compression import PLAIN, unpacked
from croupier.store.schema import metadata
from torture.tampering.kind import Found, Kind, Right, Tamper, pick
from torture.tampering.rows import Rows

_SEALED_BESIDE: Final = "what is sealed is kept beside the journal on purpose, and no hash of it is in there"
NOT_HERE: Final = ("servers", "leases")
"""Tables of PostgreSQL that say which server runs which table. They are no part of the record."""


def flipped(value: Any, chance: Random, first: int = 0) -> Any:
    """A value with one byte changed, of a text not before the byte `first`."""
    if isinstance(value, int):
        return value + chance.choice((-1, 1)) * chance.randint(1, 9)
    at = chance.randrange(first, len(value))
    if isinstance(value, bytes):
        return value[:at] + bytes([value[at] ^ chance.randint(1, 255)]) + value[at + 1 :]
    return value[:at] + chance.choice([c for c in 'abcdef0123456789xyz{}":, ' if c != value[at]]) + value[at + 1 :]


def flip(table: str, column: str, where: str = "1") -> Tamper:
    """A byte changed in one row of a table, and nothing else."""

    def tamper(rows: Rows, chance: Random) -> None:
        def change(connection: sqlite3.Connection) -> None:
            key = [one.name for one in metadata.tables[table].primary_key.columns]
            found = connection.execute(f"SELECT {column}, {', '.join(key)} FROM {table} WHERE {where}").fetchall()
            value, *row = pick(chance, found)
            new = flipped(value, chance, 2 if column == "state" else 0)  # the number in front is a kind of its own
            while column == "body" and unpacked(new) == unpacked(value):
                new = flipped(value, chance)  # the same text in other bytes is a kind of its own too
            if column in ("position", "version", "line", "block", "shift", "quarter") and table != "snapshots":
                new = value + 100_000
            is_it = " AND ".join(f"{name} = ?" for name in key)
            while True:
                try:
                    connection.execute(f"UPDATE {table} SET {column} = ? WHERE {is_it}", (new, *row))
                    return
                except sqlite3.IntegrityError:  # the twin of another row
                    new = flipped(value, chance)

        rows.raw.append(change)

    return tamper


def _other_bytes(rows: Rows, chance: Random) -> None:
    row = pick(chance, rows.entries)
    new = PLAIN + row.written.encode()
    rows.raw.append(lambda c: c.execute("UPDATE entries SET body = ? WHERE position = ?", (new, row.position)))


def _statement(text: str) -> Tamper:
    return lambda rows, chance: rows.raw.append(lambda connection: connection.execute(text))


def _column(table: str, column: str) -> Kind:
    where = "key GLOB '*-*' AND key NOT GLOB '*/*'" if table == "sealed" else "1"
    where = {"balances": "amount != 0", "checkpoints": "name = 'figures'", "rounds": "key != ''"}.get(table, where)
    of = " of a round in play" if table == "sealed" else ""
    how = f"a byte of `{table}.{column}`{of} is changed, and nothing is made right"
    return Kind(f"{table}.{column}", how, Found.AUDIT, flip(table, column, where), right=Right.NOTHING)


def _side(name: str, how: str, found: Found, do: Tamper | None, because: str = "") -> Kind:
    return Kind(name, how, found, do, because, Right.NOTHING)


COLUMNS: Final = (
    *(_column(table.name, column.name) for table in metadata.sorted_tables for column in table.columns),
    *(
        _side(
            f"{table}.*", f"a row of `{table}` is changed", Found.NOBODY, None, "no part of the record: who runs what"
        )
        for table in NOT_HERE
    ),
    _side(
        "the same body in other bytes",
        "an entry's body is kept as plain text instead of compressed",
        Found.NOBODY,
        _other_bytes,
        "what is hashed is the text, and that is the same",
    ),
    _side(
        "a line of the book removed",
        "a row of `transfers` is taken out",
        Found.AUDIT,
        _statement("DELETE FROM transfers WHERE id = (SELECT id FROM transfers ORDER BY random() LIMIT 1)"),
    ),
    _side(
        "a line of the book invented",
        "a row of `transfers` is put in that no entry has",
        Found.AUDIT,
        _statement("INSERT INTO transfers VALUES (5, 77, 'forged', 'cash', 'player/ann', 5)"),
    ),
    _side(
        "a balance removed",
        "a row of `balances` is taken out",
        Found.AUDIT,
        _statement("DELETE FROM balances WHERE account IN (SELECT account FROM balances WHERE amount > 0 LIMIT 1)"),
    ),
    _side(
        "a balance invented",
        "a row of `balances` is put in for somebody whom no transfer knows",
        Found.AUDIT,
        _statement("INSERT INTO balances VALUES ('player/mallory', 500)"),
    ),
    _side(
        "a block of sums invented",
        "a block is put into `sums` that the journal has not filled",
        Found.AUDIT,
        _statement("INSERT INTO sums VALUES ('moved', 'cage', 1000000, 256, 0)"),
    ),
    _side(
        "a block of figures invented",
        "a block is put into `figures` that the journal has not filled",
        Found.AUDIT,
        _statement("INSERT INTO figures VALUES (1000000, 'T1', 'uth', 1, 1, 1, '{}')"),
    ),
    _side(
        "a block of links invented",
        "a block is put into `links` that the journal has not filled",
        Found.AUDIT,
        _statement("INSERT INTO links VALUES ('book', 'main', 1000000, 5, '{}')"),
    ),
    _side(
        "a block of rounds invented",
        "a block is put into `rounds` that the journal has not filled",
        Found.AUDIT,
        _statement("INSERT INTO rounds VALUES ('hand', 'royal_flush', 1000000, 1, x'00')"),
    ),
    _side(
        "a checkpoint of nothing",
        "a checkpoint is put in of a projection that there is not",
        Found.AUDIT,
        _statement("INSERT INTO checkpoints VALUES ('moods', 1, 0, '')"),
    ),
    _side(
        "a checkpoint removed",
        "a row of `checkpoints` is taken out, and its projection's rows stay",
        Found.AUDIT,
        _statement("DELETE FROM checkpoints WHERE name = 'sums'"),
    ),
    _side(
        "a checkpoint of an older format",
        "the format of a checkpoint is lowered to one that there was",
        Found.NOBODY,
        _statement("UPDATE checkpoints SET format = 1 WHERE name = 'links'"),
        "what an older program has left is believed by nobody, and made again",
    ),
    _side(
        "two balances moved",
        "what one row of `balances` has is given to another; together they are still right",
        Found.AUDIT,
        lambda rows, chance: rows.raw.extend(
            [
                lambda c: c.execute("UPDATE balances SET amount = amount - 500 WHERE account = 'player/ann'"),
                lambda c: c.execute("UPDATE balances SET amount = amount + 500 WHERE account = 'player/bob'"),
            ]
        ),
    ),
    _side(
        "a sealed PIN replaced",
        "the hash of somebody's PIN is replaced by the hash of another PIN",
        Found.NOBODY,
        _statement("UPDATE sealed SET secret = '$argon2id$x' WHERE key = 'pin/staff/stan'"),
        _SEALED_BESIDE + "; what is done with the PIN is in the record, under the other's name",
    ),
    _side(
        "a sealed badge replaced",
        "the hash of somebody's badge is replaced by the hash of another badge",
        Found.NOBODY,
        _statement("UPDATE sealed SET secret = 'abcd' WHERE key = 'badge/staff/stan'"),
        _SEALED_BESIDE + "; what is done with the badge is in the record, under the other's name",
    ),
    _side(
        "the key of the cookies replaced",
        "the key that signs cookies is replaced",
        Found.NOBODY,
        _statement("UPDATE sealed SET secret = 'abcd' WHERE key = 'web/signing-key'"),
        _SEALED_BESIDE + "; it signs everybody out, or lets the forger in as anybody",
    ),
    _side(
        "a sealed PIN given to who had none",
        "a PIN is sealed for a player who was entered without one",
        Found.NOBODY,
        _statement("INSERT INTO sealed VALUES ('pin/player/cat', '$argon2id$x')"),
        "an entry says who was entered, not whether with a PIN",
    ),
    _side(
        "a sealed PIN removed",
        "the hash of a PIN that the journal says was set is taken out",
        Found.AUDIT,
        _statement("DELETE FROM sealed WHERE key = 'pin/player/bob'"),
    ),
    _side(
        "a sealed badge removed",
        "the hash of a badge that the journal says was issued is taken out",
        Found.AUDIT,
        _statement("DELETE FROM sealed WHERE key = 'badge/staff/stan'"),
    ),
    _side(
        "a badge sealed that was not issued",
        "the hash of a badge is put in for somebody to whom none was issued",
        Found.AUDIT,
        _statement("INSERT INTO sealed VALUES ('badge/staff/dan', 'abcd')"),
    ),
    _side(
        "a secret of nothing",
        "something is sealed under a key that nothing in the journal knows",
        Found.AUDIT,
        _statement("INSERT INTO sealed VALUES ('pin/staff/mallory', '$argon2id$x')"),
    ),
    _side(
        "a seed kept after its round",
        "the seed of a round that is over stays sealed",
        Found.AUDIT,
        _statement("INSERT INTO sealed VALUES ('S1-1', 'ab')"),
    ),
    _side(
        "a snapshot removed",
        "a row of `snapshots` is taken out",
        Found.NOBODY,
        _statement("DELETE FROM snapshots WHERE stream = 'table/J1'"),
        "a snapshot is a shortcut, and may be thrown away: the stream is read instead",
    ),
    _side(
        "a snapshot of another format",
        "the number in front of a snapshot is changed",
        Found.NOBODY,
        _statement("UPDATE snapshots SET state = '1' || substr(state, 2)"),
        "a snapshot of another format is passed over: the stream is read instead",
    ),
    _side(
        "a snapshot beyond the end",
        "a snapshot is put in at a version that its stream does not have",
        Found.AUDIT,
        _statement("UPDATE snapshots SET version = 9999 WHERE stream = 'table/J1'"),
    ),
    _side(
        "a snapshot of a stream that has none",
        "a snapshot of the cage is put in",
        Found.AUDIT,
        _statement("INSERT INTO snapshots VALUES ('cage', 1, '2 {}')"),
    ),
)
"""Bytes, and what is kept beside the journal."""
