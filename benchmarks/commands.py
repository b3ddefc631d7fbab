"""How long a command takes to start: the list of all, some that do a little, and the import of each."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from time import perf_counter

from benchmarks.table import Table
from croupier.cli.listing import COMMANDS

ROUNDS = 7
_RUN = "import sys; sys.argv = ['croupier', *sys.argv[1:]]; from croupier.cli import main; main()"
_COUNT = """
import atexit, sys
atexit.register(lambda: print(len(sys.modules), file=sys.stderr))
"""
LINES: tuple[tuple[str, ...], ...] = (
    ("--help",),
    ("version",),
    ("rules",),
    ("settle", os.devnull),
    *((name, "--help") for name in COMMANDS),
)
"""Command lines. The help of a command imports what the command itself begins with, and does nothing."""
_ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""As installed: what was compiled once is kept, and not compiled again by every process."""


def run() -> list[Table]:
    """Each in turn, again and again; the shortest of each counts."""
    bare = _shortest("pass")
    rows = [["an interpreter that does nothing", f"{bare[0]:.3f}", f"{bare[1]:.3f}", f"{bare[2]}"]]
    for words in LINES:
        seconds, processor, modules = _shortest(_RUN, *words)
        rows.append([f"`croupier {' '.join(words)}`", f"{seconds:.3f}", f"{processor:.3f}", f"{modules}"])
    return [
        Table(
            "From the command line to the end of the command",
            ["command", "seconds", "of the processor", "modules imported"],
            rows,
            f"The shortest of {ROUNDS} processes each, with compiled modules as an installation has them.",
        )
    ]


def _shortest(code: str, *words: str) -> tuple[float, float, int]:
    """Seconds, seconds of processor time, and the modules that were there at the end."""
    wall = processor = float("inf")
    modules = 0
    for _ in range(ROUNDS):
        before, start = _children(), perf_counter()
        asked = [sys.executable, "-c", _COUNT + code, *words]
        ran = subprocess.run(asked, env=_ENV, capture_output=True, text=True, check=True)
        wall, processor = min(wall, perf_counter() - start), min(processor, _children() - before)
        modules = int(ran.stderr.split()[-1])
    return wall, processor, modules


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
