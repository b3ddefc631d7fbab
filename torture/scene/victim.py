"""A process that is to be killed: forked from one that has everything imported, it tells what it does through a pipe.

A new interpreter would take seconds to get ready; a fork takes milliseconds, so a thousand deaths take minutes. What
was written to a pipe is there for its reader whatever becomes of the writer, and a line is written whole or not at all.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import logging
import os
import select
import signal
import time
import traceback
from collections.abc import Callable
from random import Random
from typing import Any, Final, Protocol

_DIES_WITH_PARENT: Final = 1
_LONGEST_LINE: Final = 4096
_ANSWERED_WITHIN_S: Final = 20.0


class Tell(Protocol):
    """How a victim says something to whoever watches it: a word, and what belongs to it."""

    def __call__(self, word: str, *rest: object) -> None: ...


class Victim:
    """A forked process that does `work`, and what it has told so far. Fork only where no other thread runs."""

    def __init__(self, work: Callable[[Tell], None]) -> None:
        self._reading, writing = os.pipe()
        self._left = b""
        self.told: list[list[Any]] = []
        self.dead = False
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._reading)
            _live(work, writing)
        os.close(writing)

    def listen(self, seconds: float, until: str | None = None, times: int = 1) -> bool:
        """Note what is told for so long, or until this word came so often; whether it did."""
        ends, seen = time.monotonic() + seconds, len(self.told)
        while True:
            if until is not None and sum(line[0] == until for line in self.told[seen:]) >= times:
                return True
            left = ends - time.monotonic()
            if left <= 0 or not select.select([self._reading], [], [], left)[0] or not self._read():
                return False

    def die(self, chance: Random, within: int) -> None:
        """Be killed at a random moment: after so many answers at most and some milliseconds, or while it begins.

        Counted in answers and not in seconds, it dies in the midst of its work on a busy machine, too.
        """
        if chance.random() < 0.9:
            self.listen(_ANSWERED_WITHIN_S, until="done", times=chance.randint(1, within))
            self.listen(chance.uniform(0, 0.01))
        else:
            self.listen(chance.uniform(0, 0.1))
        self.kill()

    def kill(self) -> None:
        """End it at once, as a power cut would, and note the last that it told."""
        if self.dead:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        while self._read():
            pass
        os.close(self._reading)
        os.waitpid(self.pid, 0)
        self.dead = True

    def _read(self) -> bool:
        heard = os.read(self._reading, 1 << 16)
        *lines, self._left = (self._left + heard).split(b"\n")
        self.told += [json.loads(line) for line in lines]
        return bool(heard)


def _live(work: Callable[[Tell], None], writing: int) -> None:
    """The whole life of the forked process: it never returns to what its parent was doing."""

    def tell(word: str, *rest: object) -> None:
        line = json.dumps([word, *rest]).encode() + b"\n"
        assert len(line) <= _LONGEST_LINE, "only short lines are written whole"
        os.write(writing, line)

    try:
        ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
        logging.disable(logging.CRITICAL)
        work(tell)
    except BaseException:
        tell("wrong", f"it ended by itself: {traceback.format_exc()[-1500:]}")
    finally:
        os._exit(0)
