"""How long the server answers nobody: whatever holds up its one event loop holds up everybody who looks and plays."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from croupier.web import metrics

_EVERY_S: Final = 0.025
_KEPT_S: Final = 60.0
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


async def watch_pauses() -> None:
    """Ask the loop forty times a second to come back in a moment, and keep how late it comes."""
    loop, pauses = asyncio.get_running_loop(), Pauses()
    metrics.PAUSE_S.set_function(lambda: pauses.longest_s)
    while True:
        due = loop.time() + _EVERY_S
        await asyncio.sleep(_EVERY_S)
        now = loop.time()
        pauses.note(now, now - due)
