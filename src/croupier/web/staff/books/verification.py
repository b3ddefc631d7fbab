"""The audit of the record, run beside the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.web.staff.beside import Beside


class Verification(Beside):
    """One audit at a time."""

    def __init__(self, db: str) -> None:
        super().__init__(db, _audit)

    def start(self, entries: int) -> None:
        """Begin, unless one is under way."""
        self.begin({"of": entries})


def _audit(db: str, say: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    from croupier.floor.audit.auditor import audit
    from croupier.store.journal import open_store

    with open_store(db, create=False, writes=False) as store:
        report = audit(store, tell=lambda done: say({"done": done}))
    return {
        "done": report.entries,
        "clean": report.clean,
        "entries": report.entries,
        "rounds": report.rounds,
        "findings": [str(finding) for finding in report.findings],
    }
