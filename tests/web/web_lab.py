"""One worker of the lab for all card rooms of a test run: to start one and teach it the game takes seconds."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from croupier.web.lab.lanes import Lane
from croupier.web.lab.worker import LabWorker, Learning

_worker = LabWorker()


class SharedLab(LabWorker):
    """A card room's lab as it sees it, whose questions are answered by the worker that all share.

    What a room has not asked for it does not know: its lab is "starting" until it is woken there. Whoever sits down to
    practise wakes it, and to work out a game costs more than most tests: it `works` for those that are marked `lab`.
    """

    works = False

    def __init__(self) -> None:
        self._woken = False

    @property  # type: ignore[override]
    def progress(self) -> str | None:
        return _worker.progress if self._woken else "starting"

    @property  # type: ignore[override]
    def failed(self) -> str:
        return _worker.failed

    def _wake(self) -> None:
        self._woken = True
        if SharedLab.works:
            _worker._wake()

    def _send(self, job: str, lane: Lane, owner: str, what: dict[str, Any]) -> tuple[int, Future[Any]]:
        if not SharedLab.works:
            raise Learning("starting")
        return _worker._send(job, lane, owner, what)

    def so_far(self, number: int) -> tuple[str, float]:
        """How far a long job of the shared worker is."""
        return _worker.so_far(number)

    def _stop(self, number: int) -> None:
        _worker._stop(number)

    def close(self) -> None:
        """The worker stays for the next room."""


def close_shared_lab() -> None:
    """Let the worker go that all have shared."""
    _worker.close()
