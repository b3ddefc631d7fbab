"""How every kernel of the lab is compiled, and how its work is spread over the cores.

A kernel is a plain function over numbers and flat arrays. It is compiled on its first call, kept on disk
for the next process, and runs without the interpreter's lock, so a thread pool is all the parallelism it
needs: that compiles in a fraction of the time of numba's own parallel loops, and chunks handed out one by
one balance uneven work.

Large tables are always arguments. A module-level array would be frozen into the cached code (changing the
table would bring the old answers back), and beyond a megabyte numba refuses to cache at all.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from threading import current_thread
from typing import TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., object])
Job = TypeVar("Job")
Result = TypeVar("Result")


def kernel(function: F) -> F:
    """Compile `function` on first use, cached on disk, free of the interpreter's lock."""
    try:
        return cast(F, njit(cache=True, nogil=True, error_model="numpy")(function))
    except RuntimeError:
        # Neither the package nor the user's cache can be written to: compile anew in every process.
        return cast(F, njit(nogil=True, error_model="numpy")(function))


def inlined(function: F) -> F:
    """A piece of a kernel, pasted into its callers so that array arguments cost no reference counting."""
    return cast(F, njit(inline="always", error_model="numpy")(function))


def in_any_order(function: F) -> F:
    """A piece of a kernel that adds floats up by several at once; for whole numbers below 2^53 alone, whose sum is the
    same in any order."""
    return cast(F, njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})(function))


@cache
def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(cores(), thread_name_prefix=_WORKER)


_WORKER = "croupier-lab"
if hasattr(os, "register_at_fork"):
    # A forked child inherits the pool but none of its threads, and would wait for them for ever.
    os.register_at_fork(after_in_child=_pool.cache_clear)


def _is_worker() -> bool:
    """Whether this is a thread of the pool, which must not wait for the pool."""
    return current_thread().name.startswith(_WORKER)


def spread(work: Callable[[int, int], object], size: int, chunk: int) -> None:
    """Call `work(start, stop)` for consecutive pieces of `range(size)`, on every core.

    The first piece runs alone: were a kernel compiled by several threads at once, each would do it.
    """
    work(0, min(chunk, size))
    starts = range(chunk, size, chunk)
    over = map if _is_worker() else _pool().map
    deque(over(lambda start: work(start, min(start + chunk, size)), starts), maxlen=0)


def in_order(work: Callable[[Job], Result], jobs: Sequence[Job]) -> Iterator[Result]:
    """The results of `work` on each job, in order, computed on every core a few jobs ahead."""
    if _is_worker():
        yield from map(work, jobs)
        return
    ahead = 2 * cores()
    if jobs:
        yield work(jobs[0])
    waiting = deque(_pool().submit(work, job) for job in jobs[1 : 1 + ahead])
    following = iter(jobs[1 + ahead :])
    try:
        while waiting:
            result = waiting.popleft().result()
            for job in islice(following, 1):
                waiting.append(_pool().submit(work, job))
            yield result
    finally:
        for future in waiting:
            future.cancel()
