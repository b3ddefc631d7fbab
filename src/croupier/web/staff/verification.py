"""The audit of the record, run beside the tables."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
from typing import Any


class Verification:
    """One audit at a time, in a process of its own, so that no table waits for it."""

    def __init__(self, db: str) -> None:
        self._db = db
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: multiprocessing.connection.Connection | None = None
        self.state: dict[str, Any] = {"running": False, "done": 0, "of": 0}

    def start(self, entries: int) -> None:
        """Begin, unless one is under way."""
        if self.state["running"]:
            return
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_verify, args=(self._db, theirs), daemon=True, name="audit")
        self._process.start()
        theirs.close()
        self.state = {"running": True, "done": 0, "of": entries}

    def look(self) -> dict[str, Any]:
        """How far it is, or what it found."""
        while self._pipe is not None and self._pipe.poll():
            try:
                said = self._pipe.recv()
            except EOFError:
                self._pipe = None
                if self.state["running"]:
                    self.state = {"running": False, "error": "the audit was interrupted; start it again"}
                break
            self.state = {**self.state, **said}
        return self.state


def _verify(db: str, pipe: multiprocessing.connection.Connection) -> None:
    from croupier.floor.audit.auditor import audit
    from croupier.store.journal import open_store

    try:
        with open_store(db) as store:
            report = audit(store, tell=lambda done: pipe.send({"done": done}))
        pipe.send(
            {
                "running": False,
                "done": report.entries,
                "clean": report.clean,
                "entries": report.entries,
                "rounds": report.rounds,
                "findings": [str(finding) for finding in report.findings],
            }
        )
    except Exception as error:
        pipe.send({"running": False, "error": f"{type(error).__name__}: {error}"})
