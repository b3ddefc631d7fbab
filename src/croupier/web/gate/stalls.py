"""How long the server answers nobody: whatever holds up its one event loop holds up everybody who looks and plays."""

from __future__ import annotations

import asyncio
import gc
import itertools
import time
from collections import deque
from typing import Final

from croupier.web import metrics

_EVERY_S: Final = 0.025
_KEPT_S: Final = 60.0
_SWEEP_EVERY_S: Final = 0.25
_SWEEPS_TO_A_WHOLE_ONE: Final = 4 * 3_600
"""Once an hour: a look through everything takes 0.6 s where there are six thousand streams."""
_A_PAUSE_S: Final = 0.005
"""What is shorter is the ordinary work of a busy moment."""


class Pauses:
    """Moments at which the loop was late, of the last minute."""

    def __init__(self) -> None:
        self._late: deque[tuple[float, float]] = deque()

    def note(self, now_s: float, late_s: float) -> None:
        """The loop has come `late_s` after it should have; an earlier pause that was shorter says nothing any more."""
        self.forget(now_s)
        if late_s >= _A_PAUSE_S:
            while self._late and self._late[-1][1] <= late_s:
                self._late.pop()
            self._late.append((now_s, late_s))

    def forget(self, now_s: float) -> None:
        """Let go of what was more than a minute ago."""
        while self._late and now_s - self._late[0][0] > _KEPT_S:
            self._late.popleft()

    @property
    def longest_s(self) -> float:
        """The longest pause of the last minute."""
        return self._late[0][1] if self._late else 0.0


async def sweep() -> None:
    """Have the collector look four times a second through what was made since, and that alone.

    It counts what was made less what was let go of, and a table's new state replaces the one before: left to itself it
    would come seldom, and then look through the states of all tables at once. What was in use for longer and then holds
    itself is found once an hour: there should be none of it, but a server runs for months.
    """
    for sweeps in itertools.count(1):
        await asyncio.sleep(_SWEEP_EVERY_S)
        gc.collect(1 if sweeps % _SWEEPS_TO_A_WHOLE_ONE else 2)


async def watch_pauses() -> None:
    """Ask the loop forty times a second to come back in a moment, and keep how late it comes.

    By the clock, a pause is what people wait for. What of it was the loop's own work, and not a wait for a processor
    that others were using, is told by the processor time that its thread has used meanwhile.
    """
    loop = asyncio.get_running_loop()
    by_clock, own_work = Pauses(), Pauses()
    metrics.PAUSE_S.labels("clock").set_function(lambda: by_clock.longest_s)
    metrics.PAUSE_S.labels("processor").set_function(lambda: own_work.longest_s)
    while True:
        due, used = loop.time() + _EVERY_S, time.thread_time()
        await asyncio.sleep(_EVERY_S)
        now = loop.time()
        late = now - due
        by_clock.note(now, late)
        own_work.note(now, min(late, time.thread_time() - used))
