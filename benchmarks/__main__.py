"""`python -m benchmarks [NAME …]`: run all benches, or those named, and keep what they measured.

A bench is a module of this package with a function `run() -> list[Table]`. To add one, write the module and
add its name below.
"""

from __future__ import annotations

import sys
from importlib import import_module

from benchmarks.table import Table, keep

BENCHES = (
    "evaluator", "solve", "games", "gym", "simulate", "settle", "record", "audit", "link", "faceup", "web", "crowd",
    "servers", "practice", "history", "shards", "commands", "engine",
)  # fmt: skip


def main(names: list[str]) -> int:
    for name in names:
        if name not in BENCHES:
            print(f"no bench {name!r}; there are {', '.join(BENCHES)}", file=sys.stderr)
            return 2
    for name in names or BENCHES:
        tables: list[Table] = import_module(f"benchmarks.{name}").run()
        print(keep(name, tables), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
