"""Settlement: how many cases a second the engine answers, whole rounds from the bets to the last chip."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.table import Table, short
from croupier.floor.cases import answer_line

CASES = Path(__file__).parents[1] / "tests" / "cases" / "settlement.jsonl"
TIMES, RUNS = 10, 5


def run() -> list[Table]:
    """The shared cases, over and over."""
    lines = [json.dumps(json.loads(line)["case"]) for line in CASES.open()] * TIMES
    for line in lines[:400]:
        answer_line(line)
    best = min(_measured(lines) for _ in range(RUNS))
    took, worked = best
    return [
        Table(
            "Settlement cases, one process",
            ["cases a second", "processor µs a case"],
            [[short(len(lines) / took), short(worked / len(lines) * 1e6)]],
            f"The best of {RUNS} runs over {len(lines):,} cases, a whole round each; JSON in and out.",
        )
    ]


def _measured(lines: list[str]) -> tuple[float, float]:
    began, worked = perf_counter(), process_time()
    for line in lines:
        answer_line(line)
    return perf_counter() - began, process_time() - worked
