"""`python -m torture [PART …]`: attack the room and print what was tried and what was found.

A part is a module of this package, or a package in it, with a function `run(much: float, seed: int) -> Report`. `much`
is how much of it: 1 takes about ten minutes in all on two cores. To add one, write the module
and add its name below. Anything found makes the exit status 1, so the gate can run it.

Each part runs in a process of its own, two at a time: one that dies, or takes more memory than any part should, is a
finding, and the others still run.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module

from torture.memory import Ended, run_apart
from torture.report import Report, as_json, printed

PARTS: tuple[str, ...] = (
    # one a line, in the order in which they run
    "kills",
    "faults",
    "tampering",
    "since",
    "fuzz",
    "commands",
    "routes",
    "doors",
    "people",
    "secrets",
    "witness",
    "shuffles",
)
MOST_MB = 2_048
"""How much memory a part and all that it starts may take together."""


def main() -> int:
    """Run the parts that were named, or all."""
    parser = argparse.ArgumentParser(prog="python -m torture", description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all unless named")
    parser.add_argument("--much", type=float, default=1.0, help="how much of each: 1 is ten minutes in all, 20 hours")
    parser.add_argument("--seed", type=int, help="to try the same again; it is printed")
    parser.add_argument("--json", action="store_true", help="print counts and findings as JSON when all is done")
    asked = parser.parse_args()
    for part in asked.parts:
        if part not in PARTS:
            parser.error(f"no part {part!r}; there are {', '.join(PARTS)}")
    seed = secrets.randbelow(2**31) if asked.seed is None else asked.seed
    print(f"seed {seed}", file=sys.stderr, flush=True)
    parts = asked.parts or PARTS

    def report(part: str) -> Report:
        begun = time.monotonic()
        report, peak_mb = attempt(part, partial(_run, part, asked.much, seed))
        print(printed(part, report, time.monotonic() - begun, peak_mb), file=sys.stderr, flush=True)
        return report

    # Each waits for its servers about as long as it works: two of them keep two cores busy.
    with ThreadPoolExecutor(max_workers=2) as two:
        reports = dict(zip(parts, two.map(report, parts), strict=True))
    if asked.json:
        print(json.dumps(as_json(reports), indent=2))
    return 1 if any(report.findings for report in reports.values()) else 0


def _run(part: str, much: float, seed: int) -> Report:
    report: Report = import_module(f"torture.{part}").run(much, seed)
    return report


def attempt(part: str, work: Callable[[], Report], most_mb: int = MOST_MB) -> tuple[Report, int]:
    """A part's report, and the megabytes that it took; where it did not come to its end, that is what was found."""
    done = run_apart(work, most_mb)
    if isinstance(done, Ended):
        return Report(findings=[f"part {part} {done.why}"]), done.peak_mb
    return done.result, done.peak_mb


if __name__ == "__main__":
    sys.exit(main())
