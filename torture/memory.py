"""Work in a process of its own, with a limit on the memory that it and all that it starts take together.

What is in memory is watched: numba, Chromium and PostgreSQL reserve far more addresses than they ever use, so that a
limit on addresses would end them for nothing.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import resource
import signal
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, Generic, TypeVar

_LOOK_EVERY_S: Final = 0.1
_MB: Final = 1 << 20
_starting: Final = threading.Lock()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """Work that came to its end, and the most memory that was seen in use."""

    result: T
    peak_mb: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Work that did not come to its end, why not, and the most memory that was seen in use."""

    why: str
    peak_mb: int


def run_apart(work: Callable[[], T], most_mb: int, most_s: float = math.inf) -> Done[T] | Ended:
    """Do the work in a child; one that passes a limit is killed, with all that it has started."""
    fork = multiprocessing.get_context("fork")
    # What this process has in memory its child shares with it, so that half of it is counted as the child's.
    inherited = _proportional(os.getpid()) // 2 // _MB
    # A child that inherits the other's end of a pipe would keep it open when that one dies.
    with _starting:
        receiver, sender = fork.Pipe(duplex=False)
        child = fork.Process(target=_work, args=(work, sender))
        child.start()
        sender.close()
    assert child.pid is not None, "a process that was started has a number"
    peak, begun = 0, time.monotonic()
    while not receiver.poll(_LOOK_EVERY_S):
        used = memory_mb(child.pid, most_mb)
        peak = max(peak, used)
        if used - inherited > most_mb:
            _kill(child.pid)
            child.join()
            return Ended(f"grew past {most_mb:,} MB", peak)
        if time.monotonic() - begun > most_s:
            _kill(child.pid)
            child.join()
            return Ended(f"did not end within {most_s:,.0f} s", peak)
    try:
        result, error = receiver.recv()
    except EOFError:
        child.join()
        return Ended(_ending(child.exitcode), peak)
    child.join()
    return Done(result, peak) if error is None else Ended(f"ends in {error}", peak)


def _work(work: Callable[[], T], sender: Connection) -> None:
    _starting.release()  # which the fork has copied as it was held
    try:
        result = work()
    except Exception as error:
        traceback.print_exc()
        sender.send((None, traceback.format_exception_only(error)[-1].strip()[:300]))
    else:
        sender.send((result, None))


def _ending(status: int | None) -> str:
    if status is not None and status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status} and no answer"


def memory_mb(root: int, exact_above: int = 0) -> int:
    """What a process and all below it have in memory.

    Pages that several of them share count once for each; where that makes more than `exact_above` they are shared out,
    which takes longer to find out.
    """
    tree = _tree(root)
    used = sum(map(_resident, tree))
    return (used if used <= exact_above * _MB else sum(map(_proportional, tree))) // _MB


def own_memory_mb(pid: int) -> int:
    """What one process has in memory, without those below it."""
    return _resident(pid) // _MB


def _tree(root: int) -> list[int]:
    """A process and all below it."""
    below: dict[int, list[int]] = {}
    for path in Path("/proc").iterdir():
        if path.name.isdecimal():
            with contextlib.suppress(OSError):
                parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
                below.setdefault(parent, []).append(int(path.name))
    found = [root]
    for pid in found:
        found += below.get(pid, [])
    return found


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def _proportional(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # it has ended, or does not let itself be looked into
    return _resident(pid)


def _kill(root: int) -> None:
    for pid in _tree(root):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
