"""A process in which time stands still and chance repeats itself: two houses can be told apart by words alone."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import uuid
from collections.abc import Callable
from itertools import count
from typing import Any, Final

_BEGIN_MS: Final = 1_790_000_000_000
_monotonic: Final = time.monotonic


class Still:
    """The clock of a whole process, which somebody moves, and its chance, which is the same for the same `purpose`. For
    a process of its own: nothing is put back."""

    def __init__(self, purpose: str) -> None:
        self.ms = _BEGIN_MS
        time.time_ns = lambda: self.ms * 1_000_000
        time.time = lambda: self.ms / 1000
        time.monotonic_ns = time.time_ns
        time.monotonic = time.perf_counter = time.time
        drawn = count()

        def drawn_bytes(nbytes: int | None = None) -> bytes:
            # Not for seeds of rounds: those have a way of their own.
            return hashlib.shake_256(f"drawn to {purpose} {next(drawn)}".encode()).digest(nbytes or 32)

        secrets.token_bytes = drawn_bytes
        secrets.token_hex = lambda nbytes=None: drawn_bytes(nbytes).hex()
        secrets.choice = lambda seq: seq[int.from_bytes(drawn_bytes(8), "big") % len(seq)]
        uuid.uuid4 = lambda: uuid.UUID(bytes=drawn_bytes(16))

        async def at_once(work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
            # Threads end in any order, and then the journals of two houses differ by more than what is hidden.
            return work(*arguments, **named)

        asyncio.to_thread = at_once  # type: ignore[assignment]


class Loop(asyncio.SelectorEventLoop):
    """An event loop for which time goes on."""

    def time(self) -> float:
        """Seconds since some moment."""
        return _monotonic()
