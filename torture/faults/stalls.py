"""A database that stands still: its process stopped, or a file's lock held by somebody else."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3

from torture.scene.attack import Strike
from torture.scene.interrupted import Interrupted
from torture.scene.places import Cluster
from torture.scene.victim import Victim

_LONGER_THAN_TIMEOUT_S = 5.6


class Stalls(Interrupted):
    """Clerks whose database answers nobody for a while: short of their patience, or longer."""

    name = "stall"

    def fault(self, at: Strike, victim: Victim) -> None:
        """Let it stand still, and go on."""
        seconds = _LONGER_THAN_TIMEOUT_S if at.chance.random() < 0.15 else at.chance.uniform(0.05, 0.6)
        at.report.count(f"stalls of {at.place.name}")
        if isinstance(at.place, Cluster):
            self._stop_processes(at.place.backends(at.room.address), victim, seconds)
        else:
            self._hold_lock(at.room.address, victim, min(seconds, 1.0))

    @staticmethod
    def _stop_processes(pids: list[int], victim: Victim, seconds: float) -> None:
        try:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGSTOP)
            victim.listen(seconds)
        finally:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    @staticmethod
    def _hold_lock(path: str, victim: Victim, seconds: float) -> None:
        with contextlib.closing(sqlite3.connect(path, timeout=20, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            victim.listen(seconds)
            other.execute("ROLLBACK")
