"""The table of all kinds of tampering, and its text for the page on assurance."""

from __future__ import annotations

from typing import Final

from torture.tampering.columns import COLUMNS
from torture.tampering.entries import ENTRIES
from torture.tampering.events import EXCEPTIONS
from torture.tampering.kind import Found, Kind
from torture.tampering.meters import METERS
from torture.tampering.money import MONEY
from torture.tampering.shuffles import SHUFFLES, WHOLE

TABLE: Final[tuple[Kind, ...]] = (*COLUMNS, *ENTRIES, *MONEY, *METERS, *SHUFFLES, *WHOLE)
"""Every kind but the fields of events, which are read off the record."""


def text() -> str:
    """The table as the page has it."""
    lines = ["| tampering | how | found by |", "|---|---|---|"]
    lines += [f"| {kind.name} | {kind.how} | {_by(kind.found, kind.because)} |" for kind in TABLE]
    lines.append(
        "| any event by any other author | given to a role, an automaton or a device that may not say it, or to "
        "somebody who had gone or came later (`floor.authors`) | the audit |"
    )
    lines.append("| any field of any event | changed to something plausible | the audit, but for those that follow |")
    lines += [
        f"| `{event}.{name}` | the same | {_by(found, because)} |"
        for (event, name), (found, because) in sorted(EXCEPTIONS.items())
    ]
    return "\n".join(lines)


def _by(found: Found, because: str) -> str:
    return f"{found.value}: {because}" if because else found.value
