"""Long work for the staff's pages, done beside the tables."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
from collections.abc import Callable
from typing import Any


class Beside:
    """One piece of work at a time, in a process of its own, so that no table waits for it.

    `work` takes the record's address, a way to say how far it is, and what was asked; it answers with what to say last.
    """

    def __init__(self, db: str, work: Callable[..., dict[str, Any]]) -> None:
        self._db = db
        self._work = work
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: multiprocessing.connection.Connection | None = None
        self.state: dict[str, Any] = {"running": False, "done": 0, "of": 0}

    def begin(self, state: dict[str, Any], *asked: Any) -> None:
        """Begin, unless something is under way; `state` is what is said of it until it says more."""
        if self.look()["running"]:
            return
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe(duplex=False)
        given = (self._work, self._db, theirs, asked)
        self._process = context.Process(target=_do, args=given, daemon=True, name=self._work.__name__)
        self._process.start()
        theirs.close()
        self.state = {"running": True, "done": 0, **state}

    def look(self) -> dict[str, Any]:
        """How far it is, or what it found."""
        while self._pipe is not None and self._pipe.poll():
            try:
                said = self._pipe.recv()
            except EOFError:
                self._pipe = None
                if self.state["running"]:
                    self.state = {**self.state, "running": False, "error": "it was interrupted; start it again"}
                break
            self.state = {**self.state, **said}
        return self.state


def _do(
    work: Callable[..., dict[str, Any]], db: str, pipe: multiprocessing.connection.Connection, asked: tuple[Any, ...]
) -> None:
    from croupier.errors import Refused

    try:
        pipe.send({**work(db, pipe.send, *asked), "running": False})
    except Refused as refused:
        pipe.send({"running": False, "error": str(refused)})
    except Exception as error:
        pipe.send({"running": False, "error": f"{type(error).__name__}: {error}"})
