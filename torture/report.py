"""What a part of the attack counted and what it found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Report:
    """The counts of one part, and its findings: each a sentence that says what went wrong and how to see it again."""

    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        """Count `number` more of something that was tried."""
        self.counts[what] += number

    def found(self, finding: str) -> None:
        """Keep something that must not be."""
        self.findings.append(finding)


def printed(name: str, report: Report, seconds: float, peak_mb: int) -> str:
    """A part's report in a few lines: its counts, its time and its memory first, then what it found."""
    counts = ", ".join(f"{number:,} {what}" for what, number in report.counts.items()) or "nothing counted"
    lines = [f"{name}: {counts}; {len(report.findings)} findings; {seconds:.0f} s, {peak_mb:,} MB"]
    return "\n".join([*lines, *(f"  - {finding}" for finding in report.findings)])


def as_json(reports: Mapping[str, Report]) -> dict[str, object]:
    """All reports for a machine to read."""
    return {
        name: {"counts": dict(report.counts), "findings": report.findings} for name, report in sorted(reports.items())
    }
