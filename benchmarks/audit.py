"""The audit of two records in turns: the bench's own, one game played by machine, and a soaked one of all games.

Processor time is that of both processes together, and does not mind what else the machine does.
"""

from __future__ import annotations

import resource
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.record import Load
from benchmarks.table import Table
from croupier.floor.audit.auditor import audit
from croupier.floor.projections import keep_projections
from croupier.floor.soak.run import Soak
from croupier.store.journal import open_store

ROUNDS = 4_000
_TIMES = 3


def run() -> list[Table]:
    """Each record audited some times, in turns; the least of each counts."""
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        own, mixed = (str(Path(folder) / f"{name}.db") for name in ("own", "mixed"))
        with open_store(own) as store:
            load = Load(store, 100)
            load.furnish()
            load.play(ROUNDS)
        with open_store(mixed) as store:
            outcome = Soak(store, seed=1, rounds=ROUNDS, tables=14).run()
            assert outcome.clean, outcome.problems
            keep_projections(store)
        taken = [[_audited(url) for url in (own, mixed)] for _ in range(_TIMES)]
    rows = []
    for at, name in enumerate(("one game, 100 tables", "soaked, all games")):
        entries = taken[0][at][0]
        seconds, processor = (min(turn[at][what] for turn in taken) / entries * 1e6 for what in (1, 2))
        ratio = min(turn[at][2] / turn[at][0] for turn in taken) / min(turn[0][2] / turn[0][0] for turn in taken)
        rows.append([name, f"{entries:,}", f"{seconds:.1f}", f"{processor:.1f}", f"{ratio:.2f}"])
    return [
        Table(
            f"Audit of {ROUNDS:,} rounds, 2 processes",
            ["record", "entries", "seconds a million", "processor seconds a million", "ratio"],
            rows,
            f"The least of {_TIMES} audits of each, in turns; the start of the second process, some 0.8 s, is in it. "
            "The soaked record has every game, three links, tables of other games, real cards and refusals, and "
            "projections of its full blocks, which are folded again.",
        )
    ]


def _audited(url: str) -> tuple[int, float, float]:
    """How many entries a record has, and the seconds that its audit takes by the clock and of processors."""
    with open_store(url) as store:
        began, used = perf_counter(), _processor_s()
        report = audit(store, url=url, processes=2)
        took, used = perf_counter() - began, _processor_s() - used
    assert report.clean, report.findings[:3]
    return report.entries, took, used


def _processor_s() -> float:
    """The processor time of this process and of those that have ended below it."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)
