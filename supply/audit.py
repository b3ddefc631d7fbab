"""`make audit-deps`: known vulnerabilities of what the lock file installs, by pip-audit.

An audit that could not look is no audit: where the advisories cannot be reached, or an index has none, it says so and
ends with status 3; findings end with status 1.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from supply import LOCK, ROOT

FOUND, NOT_AUDITED = 1, 3


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of it: advisories by package, how many packages were looked up, and those that were not."""

    found: tuple[str, ...]
    looked_up: int
    not_looked_up: tuple[str, ...]

    @property
    def status(self) -> int:
        """The exit status: findings before gaps, since they are what to act on."""
        if self.found:
            return FOUND
        return NOT_AUDITED if self.not_looked_up else 0

    @property
    def words(self) -> str:
        """The audit for people."""
        lines = [*self.found, f"{self.looked_up} packages looked up, {len(self.found)} advisories"]
        if self.not_looked_up:
            names = ", ".join(self.not_looked_up)
            lines.append(f"NOT audited, because no advisories could be had for them here: {names}")
        return "\n".join(lines)


def audit(told: Mapping[str, Any]) -> Audit:
    """What pip-audit's JSON says."""
    rows = told["dependencies"]
    return Audit(
        found=tuple(
            f"{row['name']} {row['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version'}"
            for row in rows
            for hole in row.get("vulns", ())
        ),
        looked_up=sum("skip_reason" not in row for row in rows),
        not_looked_up=tuple(row["name"] for row in rows if "skip_reason" in row),
    )


def main() -> int:
    """Ask, and say what came of it."""
    asked = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--requirement", str(LOCK)]
    ran = subprocess.run(
        [*asked, "--format", "json", "--progress-spinner", "off"], cwd=ROOT, capture_output=True, text=True
    )
    try:
        told = json.loads(ran.stdout)
    except ValueError:
        why = ran.stderr.strip().splitlines() or ["it said nothing"]
        print(f"NOT audited: pip-audit could not do its work here: {why[-1]}")
        return NOT_AUDITED
    came = audit(told)
    print(came.words)
    return came.status


if __name__ == "__main__":
    sys.exit(main())
