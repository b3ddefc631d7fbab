"""The rows of a record written again with nothing but the driver, in batches of the same size: what a commit costs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import islice
from time import perf_counter
from typing import Any

from croupier.store.database import connect
from croupier.store.location import file_of
from croupier.store.schema import entries, transfers

_ENTRIES, _TRANSFERS = (", ".join(table.columns.keys()) for table in (entries, transfers))
_BALANCES = (
    "INSERT INTO balances (account, amount) VALUES ({}) ON CONFLICT (account) DO UPDATE SET amount = excluded.amount"
)


def bytes_of(url: str) -> int:
    """What a record takes up, its indexes with it."""
    engine = connect(url)
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            pages, free, size = (
                connection.exec_driver_sql(f"PRAGMA {what}").scalar_one()
                for what in ("page_count", "freelist_count", "page_size")
            )
            taken = (pages - free) * size
        else:
            whole = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname = ANY(%s)"
            taken = connection.exec_driver_sql(whole, (["entries", "transfers", "balances", "sealed"],)).scalar_one()
    engine.dispose()
    return int(taken)


def raw_seconds(source: str, target: str, after: int, size: int) -> float:
    """How long the rows of `source` past a position take in an empty record, so many entries a commit."""
    batches = list(_batches(source, after, size))
    connect(target).dispose()  # lays out the tables
    connection, mark = _driver(target)
    with connection:
        cursor = connection.cursor()
        began = perf_counter()
        for lines, moves, holdings in batches:
            cursor.execute("BEGIN")
            for table, names, rows in (("entries", _ENTRIES, lines), ("transfers", _TRANSFERS, moves)):
                if rows:
                    marks = ", ".join([mark] * len(rows[0]))
                    cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)
            if holdings:
                cursor.executemany(_BALANCES.format(f"{mark}, {mark}"), holdings)
            cursor.execute("COMMIT")
        took = perf_counter() - began
    connection.close()
    return took


def _batches(source: str, after: int, size: int) -> Iterator[tuple[list[Any], list[Any], list[Any]]]:
    engine = connect(source)
    with engine.connect() as connection:
        where = f"WHERE position > {after} ORDER BY position"
        lines = [tuple(row) for row in connection.exec_driver_sql(f"SELECT {_ENTRIES} FROM entries {where}")]
        moves = [tuple(row) for row in connection.exec_driver_sql(f"SELECT {_TRANSFERS} FROM transfers {where}, line")]
    engine.dispose()
    held: dict[str, int] = {}
    rest, left = iter(lines), iter(moves)
    move = next(left, None)
    while batch := list(islice(rest, size)):
        posted, touched = [], dict[str, None]()
        while move is not None and move[0] <= batch[-1][0]:
            posted.append(move)
            _, _, _, debit, credit, amount = move
            held[debit], held[credit] = held.get(debit, 0) - amount, held.get(credit, 0) + amount
            touched |= {debit: None, credit: None}
            move = next(left, None)
        yield batch, posted, [(account, held[account]) for account in sorted(touched)]


def _driver(url: str) -> tuple[Any, str]:
    path = file_of(url)
    if path is not None:
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA synchronous = FULL")
        return connection, "?"
    import psycopg

    return psycopg.connect(url, autocommit=True), "%s"
