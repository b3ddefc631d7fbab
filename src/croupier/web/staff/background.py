"""Long work for the staff's pages, in a process of its own: the audit, and the base of the search for signs."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import threading
from collections.abc import Callable
from typing import Any


class BackgroundJob:
    """One job at a time, in a process of its own, so that no table waits for it.

    `work` takes the record's address, a function that reports progress, and the job's arguments. What it returns is the
    last report.
    """

    def __init__(self, db: str, work: Callable[..., dict[str, Any]]) -> None:
        self._db = db
        self._work = work
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: multiprocessing.connection.Connection | None = None
        self.state: dict[str, Any] = {"running": False, "done": 0, "of": 0}
        self._turn = threading.RLock()
        """Pages and alerts look in threads of their own, and a report is read from the pipe in pieces."""

    def begin(self, state: dict[str, Any], *arguments: Any) -> None:
        """Begin, unless a job is running; `state` describes it until its first report."""
        with self._turn:
            if self.look()["running"]:
                return
            context = multiprocessing.get_context("spawn")
            self._pipe, sender = context.Pipe(duplex=False)
            call = (self._work, self._db, sender, arguments)
            self._process = context.Process(target=_run, args=call, daemon=True, name=self._work.__name__)
            self._process.start()
            sender.close()
            self.state = {"running": True, "done": 0, **state}

    def look(self) -> dict[str, Any]:
        """How far the job is, or its result."""
        with self._turn:
            while self._pipe is not None and self._pipe.poll():
                try:
                    report = self._pipe.recv()
                except EOFError:
                    self._pipe = None
                    if self.state["running"]:
                        self.state = {**self.state, "running": False, "error": "it was interrupted; start it again"}
                    break
                self.state = {**self.state, **report}
            return self.state


def _run(
    work: Callable[..., dict[str, Any]],
    db: str,
    pipe: multiprocessing.connection.Connection,
    arguments: tuple[Any, ...],
) -> None:
    from croupier.errors import Refused

    try:
        pipe.send({**work(db, pipe.send, *arguments), "running": False})
    except Refused as refused:
        pipe.send({"running": False, "error": str(refused)})
    except Exception as error:
        pipe.send({"running": False, "error": f"{type(error).__name__}: {error}"})


class Verification(BackgroundJob):
    """The audit of the record, one at a time."""

    def __init__(self, db: str) -> None:
        super().__init__(db, _audit)

    def start(self, entries: int) -> None:
        """Begin, unless one is under way."""
        self.begin({"of": entries})


def _audit(db: str, say: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    from croupier.floor.audit.auditor import audit
    from croupier.floor.live_tables import wall_clock_ms
    from croupier.store.journal import open_store

    with open_store(db, create=False, writes=False) as store:
        report = audit(store, now_ms=wall_clock_ms(), tell=lambda done: say({"done": done}))
    return {
        "done": report.entries,
        "clean": report.clean,
        "entries": report.entries,
        "rounds": report.rounds,
        "findings": [str(finding) for finding in report.findings],
        "remarks": list(report.remarks),
    }
