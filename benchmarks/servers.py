"""Servers on one PostgreSQL: what a click costs with one of them, with two, and with one that is not asked.

Every table is played and looked at through one server only, so the other has nothing to do with it.
"""

from __future__ import annotations

from typing import Any

from benchmarks.record import databases
from benchmarks.table import Table, short
from benchmarks.web import SEATS, load, prepare, serving, spread

TABLES = 60
MEASURE_S = 15


def run(tables: int = TABLES, measure_s: int = MEASURE_S) -> list[Table]:
    """The bench: the same tables at one server, at two that share them, and at one beside another that idles."""
    with databases() as make:
        rows = [
            _measured(make["PostgreSQL"](), tables, measure_s, "one server", many=1, asked=1),
            _measured(make["PostgreSQL"](), tables, measure_s, "two servers, half of the tables each", many=2, asked=2),
            _measured(make["PostgreSQL"](), tables, measure_s, "two servers, all tables at one", many=2, asked=1),
            _measured(make["SQLite"](), tables, measure_s, "one server on SQLite", many=1, asked=1),
        ]
    return [
        Table(
            f"{tables} tables, {tables * len(SEATS)} live streams, one action a second at each table",
            ("servers", "processor ms a click, all servers", "every viewer p50 ms", "p99 ms", "clicks"),
            rows,
            "Processor time of the servers alone; PostgreSQL's own, the players' and the servers' share two cores.",
        )
    ]


def _measured(db: str, tables: int, measure_s: int, words: str, *, many: int, asked: int) -> tuple[str, ...]:
    cookies = prepare(db, tables)
    with serving(db, many) as servers:
        # Those that are not asked idle beside; what they use counts all the same.
        measured: dict[str, Any] = load(servers, cookies, measure_s, asked=asked)
    clicks = len(measured["answered_s"])
    p50, p99, _, _ = spread(measured["all_seen_s"])
    return words, short(1000 * measured["processor_s"] / clicks), p50, p99, f"{clicks:,}"
