"""Rooms on databases of their own: what one makes durable, and what two make beside each other.

A room is the natural shard: streams, accounts, shifts, people and the audit are its own, so two rooms share nothing but
the machine. Each plays in a process of its own, complete rounds with every command durable (`benchmarks.record`).
"""

from __future__ import annotations

import os
import resource
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

from benchmarks.record import Load, databases
from benchmarks.table import Table, short
from croupier.store.journal import open_store

TABLES = 50
ROUNDS = 1_500
ROOMS = (1, 2)


def run(rounds: int = ROUNDS) -> list[Table]:
    """The bench: one room, then two, on each kind of database."""
    rows = []
    with databases() as make:
        for kind, empty in make.items():
            alone = 0.0
            for rooms in ROOMS:
                speed, used_ms = _played([empty() for _ in range(rooms)], rounds)
                alone = alone or speed
                rows.append((kind, f"{rooms}", short(speed), f"{speed / alone:.2f} ×", short(used_ms)))
    return [
        Table(
            f"Rooms of {TABLES} tables, each on a database of its own and in a process of its own",
            (
                "database",
                "rooms",
                "durable rounds a second, all rooms",
                "against one",
                "processor ms a round, rooms alone",
            ),
            rows,
            f"On {os.cpu_count()} cores, which rooms and PostgreSQL share: rooms can add up only as far as cores do. "
            "Processor time is that of the rooms, without PostgreSQL's; its two databases are in one server here, and "
            "share that server's log.",
        )
    ]


def _played(urls: list[str], rounds: int) -> tuple[float, float]:
    """Rounds a second of all rooms together, and milliseconds of processor time a round."""
    with ProcessPoolExecutor(len(urls), mp_context=get_context("spawn")) as pool:
        list(pool.map(_furnish, urls))
        began = perf_counter()
        used = sum(pool.map(_play, urls, [rounds] * len(urls)))
        return len(urls) * rounds / (perf_counter() - began), 1000 * used / (len(urls) * rounds)


def _furnish(url: str) -> None:
    with open_store(url) as store:
        Load(store, TABLES).furnish()


def _play(url: str, rounds: int) -> float:
    before = _used()
    with open_store(url) as store:
        Load(store, TABLES).play(rounds)
    return _used() - before


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    for table in run(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS):
        print(table.markdown())
