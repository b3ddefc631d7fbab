"""`python -m torture [PART …]`: attack the room and print what was tried and what was found.

A part is a module of this package, or a package in it, with a function `run(much: float, seed: int) -> Report`. `much`
is how much of it: 1 takes about ten minutes in all on two cores. To add one, write the module
and add its name below. Anything found makes the exit status 1, so the gate can run it.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from importlib import import_module

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
    "people",
    "secrets",
    "witness",
    "shuffles",
)


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
    reports: dict[str, Report] = {}
    for part in asked.parts or PARTS:
        begun = time.monotonic()
        reports[part] = import_module(f"torture.{part}").run(asked.much, seed)
        print(printed(part, reports[part], time.monotonic() - begun), file=sys.stderr, flush=True)
    if asked.json:
        print(json.dumps(as_json(reports), indent=2))
    return 1 if any(report.findings for report in reports.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
