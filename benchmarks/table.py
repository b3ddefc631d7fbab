"""A table of measurements, and the file they are kept in."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

RESULTS = Path(__file__).with_name("results.md")
_HEADER = """# Benchmarks

Written by `make bench`; a section is replaced when its bench is run again. Figures of one table come from one
run on one machine, so compare within a table, not across them.
"""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a bench: a title, column heads, rows of text, and what a reader must know."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    def markdown(self) -> str:
        lines = [f"### {self.title}", "", _row(self.columns), _row(["---"] * len(self.columns))]
        lines += [_row(row) for row in self.rows]
        return "\n".join([*lines, "", *([self.note, ""] if self.note else [])])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def short(value: float) -> str:
    """A figure to three digits, without an exponent: 1,140, 35.9, 0.00504."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def best_of(work: Callable[[], object], times: int) -> float:
    """The shortest of several runs in seconds: what the machine can do when nothing else wants it."""
    shortest = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        shortest = min(shortest, perf_counter() - start)
    return shortest


def machine() -> str:
    """The processor, its cores, and the load when asked: what a figure has to be read with."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists() and (found := re.search(r"model name\s*:\s*(.+)", cpuinfo.read_text())):
        name = found[1]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{name}, {cores} cores{load}, Python {platform.python_version()}"


def keep(bench: str, tables: Sequence[Table]) -> str:
    """Write a bench's section into the results file, in place of its last one; the section's text."""
    today = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    section = "\n".join([f"## {bench}", "", f"{today} · {machine()}", "", *(table.markdown() for table in tables)])
    old = RESULTS.read_text("utf-8") if RESULTS.exists() else _HEADER
    sections = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", old, re.M | re.S))
    sections[bench] = section.split("\n", 1)[1]
    text = _HEADER + "".join(f"\n## {name}\n{body.rstrip()}\n" for name, body in sorted(sections.items()))
    RESULTS.write_text(text, "utf-8")
    return section
