"""A crowd: 6,000 live streams at 1,000 tables on one server, most of which only watch.

Every table has six streams. Of the tables a tenth are played, one action a second at each, by six players with a stream
each; at the others onlookers watch a table that waits. Then the same streams at the played tables alone: six players
and fifty-four onlookers at each, so that every action is sent to sixty.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.table import Table, short
from benchmarks.web import SEATS, load, memory_kb, prepare, serving, spread

TABLES = 1_000
PLAYED = 100
MEASURE_S = 60
"""The server tells the longest pause of the last minute: that of the measured time, without the crowd's coming in."""


def run(tables: int = TABLES, played: int = PLAYED, measure_s: int = MEASURE_S) -> list[Table]:
    """The same room twice: its viewers at all tables, and at those that are played."""
    rows = []
    around = tables // played * len(SEATS) - len(SEATS)
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "room.db")
        cookies = prepare(db, tables, seated=played)
        for words, onlookers, watched in (
            (f"{tables:,} tables, {played} of them played", 0, tables),
            (f"{played} tables, all of them played", around, played),
        ):
            with serving(db) as servers:
                (server,) = servers
                before = memory_kb(server)
                measured = load(servers, cookies[:watched], measure_s, onlookers=onlookers)
                measured["memory_kb"] = (measured["server_kb"] - before) / measured["streams"]
                rows.append((words, *_row(measured)))
    return [
        Table(
            f"{tables * len(SEATS):,} live streams, one action a second at each of {played} tables",
            (
                *("", "streams", "viewers a click", "clicks", "ms of processor a click", "KB an update"),
                *(
                    "KB of memory a stream",
                    "longest pause ms",
                    "of it own work ms",
                    "every viewer has it, p50 ms",
                    "p99 ms",
                    "slowest ms",
                ),
            ),
            rows,
            "Processor time is the server's, pings to all streams included. The longest pause is what the server "
            "itself has measured of its event loop in the last minute (`croupier_longest_pause_seconds`); the players "
            "and onlookers, in one process, share its cores, and so does whatever else runs on the machine: pause and "
            "latency include waiting for a core. Target: every viewer within 150 ms at p99, no pause above 50 ms.",
        )
    ]


def _row(measured: dict[str, Any]) -> tuple[str, ...]:
    clicks = len(measured["answered_s"])
    p50, p99, slowest, _ = spread(measured["all_seen_s"])
    return (
        f"{measured['streams']:,}",
        short(len(measured["seen_s"]) / max(1, len(measured["all_seen_s"]))),
        f"{clicks:,}",
        short(1000 * measured["processor_s"] / clicks),
        short(measured["bytes"] / 1000),
        short(measured["memory_kb"]),
        *(short(1000 * one) for one in measured["pauses_s"]),
        *(p50, p99, slowest),
    )
