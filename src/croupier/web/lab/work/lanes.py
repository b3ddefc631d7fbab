"""Inside the lab's worker: what waits to be worked on, and the threads that work on it.

Quick questions are answered as they come. Slow ones wait in a lane of their own, long ones (a million rounds, a face-up
run) in another, so that nobody's pay table waits for somebody's simulation. Long work says how far it is and can be
stopped.
"""

from __future__ import annotations

import multiprocessing.connection
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier.errors import Refused

if TYPE_CHECKING:
    from croupier.web.lab.jobs import Bench

Pipe: TypeAlias = "multiprocessing.connection.Connection[Any, Any]"


class WorkerMessage(Enum):
    """What the worker can say: of a question, or of its own learning."""

    OK = "ok"
    REFUSED = "refused"
    DROPPED = "dropped"
    BROKE = "broke"
    SO_FAR = "so far"
    PROGRESS = "progress"
    READY = "ready"
    FAILED = "failed"


class Lane(Enum):
    """Where a question waits."""

    QUICK = "quick"
    SLOW = "slow"
    LONG = "long"


Say: TypeAlias = Callable[[int, WorkerMessage, Any], None]

LEARN = "learn"
STOP = "stop"
NOBODY = 0
"""The number of what nobody waits for an answer to."""
_TELLS_S = 0.1
"""Between two words on how far a long question is."""


class Stopped(Exception):
    """Long work that nobody wants any more."""


class SlowLane:
    """What waits to be worked on, oldest first, one of a kind for each owner."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[tuple[str, str, int], tuple[int, str, dict[str, Any]]] = OrderedDict()
        self._changed = threading.Condition()
        self._stopped: set[int] = set()
        self._doing = NOBODY

    def put(self, number: int, job: str, owner: str, what: dict[str, Any]) -> int | None:
        """Let a question wait; the number of the one that it replaces, if it does."""
        key = (owner, job, 0 if owner else number)
        with self._changed:
            replaced = self._waiting.pop(key, None)
            self._waiting[key] = (number, job, what)
            self._changed.notify()
        return None if replaced is None else replaced[0]

    def take(self) -> tuple[int, str, dict[str, Any]]:
        """The oldest question, when there is one."""
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            taken = self._waiting.popitem(last=False)[1]
            self._doing = taken[0]
            return taken

    def stop(self, number: int) -> bool:
        """Let a question go; whether it still waited. One that is worked on ends when it next says how far it is."""
        with self._changed:
            for key, (waiting, _, _) in self._waiting.items():
                if waiting == number:
                    del self._waiting[key]
                    return True
            if self._doing == number:
                self._stopped.add(number)
            return False

    def check(self, number: int) -> None:
        """End the work on a question that nobody wants any more."""
        with self._changed:
            if number in self._stopped:
                self._stopped.discard(number)
                raise Stopped


def work(pipe: Pipe) -> None:
    """The worker: a thread for slow questions, one for long ones, this one for quick ones."""
    import signal

    # Ctrl-C in the terminal is for the server, which then ends the worker.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from croupier.web.lab.jobs import Bench

    sending = threading.Lock()

    def say(number: int, kind: WorkerMessage, said: Any) -> None:
        with sending:
            pipe.send((number, kind, said))

    bench = Bench()
    lanes = {Lane.SLOW: SlowLane(), Lane.LONG: SlowLane()}
    threading.Thread(target=_slow, args=(bench, lanes[Lane.SLOW], say), daemon=True).start()
    threading.Thread(target=_long, args=(bench, lanes[Lane.LONG], say), daemon=True).start()
    while True:
        try:
            number, job, lane, owner, what = pipe.recv()
        except (EOFError, OSError):
            return
        if job == STOP:
            if lanes[Lane.LONG].stop(number):
                say(number, WorkerMessage.DROPPED, None)
        elif lane is Lane.QUICK:
            _answer(bench, number, job, what, say)
        else:
            replaced = lanes[lane].put(number, job, owner, what)
            if replaced is not None:
                say(replaced, WorkerMessage.DROPPED, None)


def _slow(bench: Bench, lane: SlowLane, say: Say) -> None:
    learnt = False
    while True:
        number, job, what = lane.take()
        if not learnt and bench.wants_the_game(job, what):
            learnt = True
            _learn(bench, say)
        if job != LEARN:
            _answer(bench, number, job, what, say)


def _long(bench: Bench, lane: SlowLane, say: Say) -> None:
    while True:
        number, job, what = lane.take()
        told = [0.0]

        def so_far(words: str, share: float, number: int = number, told: list[float] = told) -> None:
            lane.check(number)
            if time.monotonic() - told[0] > _TELLS_S:
                told[0] = time.monotonic()
                say(number, WorkerMessage.SO_FAR, (words, share))

        try:
            _answer(bench, number, job, {**what, "progress": so_far}, say)
        except Stopped:
            say(number, WorkerMessage.DROPPED, None)


def _learn(bench: Bench, say: Say) -> None:
    try:
        bench.learn(lambda what, share: say(NOBODY, WorkerMessage.PROGRESS, f"{what}, {share:.0%}"))
        say(NOBODY, WorkerMessage.READY, None)
    except Exception as error:
        say(NOBODY, WorkerMessage.FAILED, f"{type(error).__name__}: {error}")


def _answer(bench: Bench, number: int, job: str, what: dict[str, Any], say: Say) -> None:
    try:
        say(number, WorkerMessage.OK, bench.do(job, what))
    except Stopped:
        raise
    except Refused as refused:
        say(number, WorkerMessage.REFUSED, str(refused))
    except Exception as error:
        say(number, WorkerMessage.BROKE, f"{type(error).__name__}: {error}")
