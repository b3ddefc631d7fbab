"""Two processes on one database, each with half of the tables, beside one process with all of them.

A round is that of `benchmarks.record`. Every process plays once before it is measured, and all begin at one sign.
"""

from __future__ import annotations

import gc
import itertools
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from time import perf_counter, process_time, sleep
from typing import TYPE_CHECKING

from benchmarks.table import Table, short
from croupier.store.journal import open_store
from croupier.store.location import is_postgresql

if TYPE_CHECKING:
    import psutil

TABLES = 100
ROUNDS = 3_000
_begun: list[Barrier] = []


def run(rounds: int = ROUNDS) -> list[Table]:
    """The bench, for both kinds of database."""
    from benchmarks.record import databases

    with databases() as make:
        return [together(make, rounds)]


def together(make: dict[str, Callable[[], str]], rounds: int = ROUNDS) -> Table:
    """One process and two, in turns, on each kind of database."""
    from benchmarks.record import Load

    rows = []
    for kind, empty in make.items():
        url, alone = empty(), 0.0
        with open_store(url) as store:
            Load(store, TABLES).furnish()
        for turn, many in enumerate((1, 2, 1, 2)):
            speed, used_ms, database_ms = _played(url, many, rounds, turn)
            alone = speed if many == 1 else alone
            each = " and ".join(f"{ms:.2f}" for ms in used_ms)
            rows.append([kind, f"{many}", short(speed), f"{speed / alone:.2f} ×", each, database_ms])
    return Table(
        f"Processes on one database, {TABLES} tables shared among them",
        [
            "database",
            "processes",
            "rounds a second, all together",
            "against one",
            "processor ms a round, each process",
            "processor ms a round, PostgreSQL",
        ],
        rows,
        f"On {os.cpu_count()} cores, which the processes and PostgreSQL share: they add up only as far as cores do. "
        "Processor time is for each of a process' own rounds; for PostgreSQL, for each round of all.",
    )


def _played(url: str, many: int, rounds: int, turn: int) -> tuple[float, list[float], str]:
    """Rounds a second of all together, and milliseconds of processor time a round: of each process, of PostgreSQL."""
    spawn = get_context("spawn")
    barrier, share = spawn.Barrier(many), TABLES // many
    with ProcessPoolExecutor(many, mp_context=spawn, initializer=_hold, initargs=(barrier,)) as pool:
        server = _server(url)
        before = [] if server is None else _used(server)
        played = [pool.submit(_play, url, first, share, rounds // many, turn) for first in range(0, TABLES, share)]
        took, used_ms = zip(*(each.result() for each in played), strict=True)
        # It is not told when the others have played their first rounds, so those count as well.
        counted = rounds + TABLES
        database = "" if server is None else f"{(sum(_used(server)) - sum(before)) / counted * 1e3:.2f}"
    return rounds / max(took), list(used_ms), database


def _hold(barrier: Barrier) -> None:
    _begun.append(barrier)


def _play(url: str, first: int, tables: int, rounds: int, turn: int) -> tuple[float, float]:
    """Play at some of the tables: the seconds it took, and milliseconds of processor time a round."""
    from benchmarks.record import Load

    with open_store(url) as store:
        # No command id of any turn or process may be another's.
        load = Load(store, tables, first=first, _ids=itertools.count((turn * TABLES + first) * 10**8))
        load.play(tables)
        gc.collect()
        _begun[0].wait()
        used, began = process_time(), perf_counter()
        load.play(rounds)
        return perf_counter() - began, (process_time() - used) / rounds * 1e3


def _server(url: str) -> psutil.Process | None:
    """The first process of a PostgreSQL."""
    if not is_postgresql(url):
        return None
    import psutil
    import psycopg

    with psycopg.connect(url) as connection:
        return psutil.Process(connection.info.backend_pid).parent()


def _used(server: psutil.Process) -> list[float]:
    """Seconds of processor time of a PostgreSQL, those of its processes that have ended included."""
    sleep(0.5)  # until those that end are counted as ended
    own = server.cpu_times()
    return [sum(own[:4]), *(sum(each.cpu_times()[:2]) for each in server.children(recursive=True))]


if __name__ == "__main__":
    for table in run(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS):
        print(table.markdown())
