"""Coverage-guided fuzzing of everything that reads a text from outside.

Every input is read, or refused in the words of a `Refused`; nothing else is raised, nothing takes long or much memory,
and what was read is written as what reads the same. Each reader is tried in a process of its own, with a limit on its
memory, so that one that dies or hangs is a finding too.
"""

from __future__ import annotations

import mmap
import multiprocessing
import resource
import struct
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from typing import Final

from torture.fuzz.guided import Fuzzed, Target, fuzz
from torture.fuzz.targets import targets
from torture.report import Report

INPUTS: Final = 10_000
"""How many inputs there are at `much` 1, over all readers; 100 makes a million."""
MEMORY: Final = 1 << 28
"""How much an input may take beyond what the reader has before it."""
TIMEOUT_S: Final = 300.0
"""How long a single input may take by the clock on the wall, where the clock of the processor does not end it."""
_AT_ONCE: Final = 2
_SHOWN: Final = 160


def run(much: float, seed: int) -> Report:
    """Fuzz every reader, each with its share of the inputs."""
    report, every = Report(), targets()
    each = max(20, round(INPUTS * much / len(every)))
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        found = list(pool.map(partial(_apart, inputs=each, seed=seed), every))
    for target, made in zip(every, found, strict=True):
        note(report, target, made)
    return report


def note(report: Report, target: Target, made: Fuzzed) -> None:
    """Add what came of one reader."""
    report.count("inputs", made.inputs)
    report.count("of them read", made.read)
    report.count("kept for a new step", made.kept)
    report.count("lines of ours reached", made.lines)
    for kind, (data, said) in made.findings.items():
        shown = repr(data[:_SHOWN]) + ("…" if len(data) > _SHOWN else "")
        report.found(f"{target.name}: {kind}: {said}; {len(data):,} bytes: {shown}")


def _apart(target: Target, inputs: int, seed: int) -> Fuzzed:
    """Fuzz a reader in a process of its own; if that ends or hangs, the input that it was at is the finding."""
    fork = multiprocessing.get_context("fork")
    told, tells = fork.Pipe(duplex=False)
    board = mmap.mmap(-1, 1 << 23)
    worker = fork.Process(target=_work, args=(target, inputs, f"{seed} {target.name}", board, tells))
    worker.start()
    tells.close()
    made = _answer(told, board)
    if made is None:
        worker.kill()
        worker.join()
        number, data = _read(board)
        how = "hangs" if worker.exitcode == -9 else f"ends the process with {worker.exitcode}"
        return Fuzzed(number, findings={f"an input {how}": (data, "see for yourself")})
    worker.join()
    return made


def _answer(told: Connection, board: mmap.mmap) -> Fuzzed | None:
    """What the worker sends at the end; nothing where it has died, or is at one input for too long."""
    at, since = -1, time.monotonic()
    while not told.poll(1.0):
        number, _ = _read(board)
        if number != at:
            at, since = number, time.monotonic()
        if time.monotonic() - since > TIMEOUT_S:
            return None
    try:
        made: Fuzzed = told.recv()
    except EOFError:
        return None
    return made


def _work(target: Target, inputs: int, seed: str, board: mmap.mmap, tells: Connection) -> None:
    pages = int(open("/proc/self/statm").read().split()[0])  # noqa: SIM115
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    number = 0

    def tell(data: bytes) -> None:
        nonlocal number
        number += 1
        board[:16] = struct.pack("QQ", number, len(data))
        board[16 : 16 + len(data)] = data

    tells.send(fuzz(target, inputs, Random(seed), tell))


def _read(board: mmap.mmap) -> tuple[int, bytes]:
    number, length = struct.unpack("QQ", board[:16])
    return number, board[16 : 16 + length]


__all__: Sequence[str] = ("run",)
