"""Inside the lab's worker: the questions that wait, and the threads that work on them.

Quick questions are answered as they come. Slow ones wait in a lane of their own, long ones (a million rounds, a face-up
run) in another, so that nobody's pay table waits for somebody's simulation. Long work reports how far it is and can be
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
    from croupier.web.lab.jobs import LabJobs

Pipe: TypeAlias = "multiprocessing.connection.Connection[Any, Any]"


class WorkerMessage(Enum):
    """What the worker can report: about a question, or about its own learning."""

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


_Questions: TypeAlias = dict[tuple[str, str, int], tuple[int, str, dict[str, Any]]]
"""The questions of one network, oldest first: number, kind and what is asked; by owner and kind, and nobody's by number
as well."""
Say: TypeAlias = Callable[[int, WorkerMessage, Any], None]

LEARN = "learn"
STOP = "stop"
NOBODY = 0
"""The number of what nobody waits for an answer to."""
_TELLS_S = 0.1
"""Between two words on how far a long question is."""


class WorkStopped(Exception):
    """Long work that nobody wants any more."""


class SlowLane:
    """Questions that wait: the oldest of each network in turn, so that who asks much does not keep others waiting for
    all of it; of each owner and kind only the newest."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, _Questions] = OrderedDict()
        """By network, the one whose turn is next first."""
        self._changed = threading.Condition()
        self._stopped: set[int] = set()
        self._doing = NOBODY

    def put(self, number: int, job: str, owner: str, what: dict[str, Any], network: str = "") -> int | None:
        """Add a question; returns the number of the one that it replaces, if any."""
        key = (owner, job, 0 if owner else number)
        with self._changed:
            theirs = self._waiting.setdefault(network, {})
            replaced = theirs.pop(key, None)
            theirs[key] = (number, job, what)
            self._changed.notify()
        return None if replaced is None else replaced[0]

    def take(self) -> tuple[int, str, dict[str, Any]]:
        """The oldest question of the network whose turn it is; waits until there is one."""
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            network, theirs = next(iter(self._waiting.items()))
            taken = theirs.pop(next(iter(theirs)))
            if theirs:
                self._waiting.move_to_end(network)
            else:
                del self._waiting[network]
            self._doing = taken[0]
            return taken

    def stop(self, number: int) -> bool:
        """Take a question out; returns whether it still waited. One that is being worked on ends when it next
        reports."""
        with self._changed:
            for network, theirs in self._waiting.items():
                for key, (waiting, _, _) in theirs.items():
                    if waiting == number:
                        del theirs[key]
                        if not theirs:
                            del self._waiting[network]
                        return True
            if self._doing == number:
                self._stopped.add(number)
            return False

    def check(self, number: int) -> None:
        """Raise `WorkStopped` where nobody wants this question's answer any more."""
        with self._changed:
            if number in self._stopped:
                self._stopped.discard(number)
                raise WorkStopped


def work(pipe: Pipe) -> None:
    """The worker: a thread for slow questions, one for long ones, this one for quick ones."""
    import signal

    # Ctrl-C in the terminal is for the server, which then ends the worker.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from croupier.web.lab.jobs import LabJobs

    sending = threading.Lock()

    def say(number: int, kind: WorkerMessage, message: Any) -> None:
        with sending:
            pipe.send((number, kind, message))

    jobs = LabJobs()
    lanes = {Lane.SLOW: SlowLane(), Lane.LONG: SlowLane()}
    threading.Thread(target=_slow, args=(jobs, lanes[Lane.SLOW], say), daemon=True).start()
    threading.Thread(target=_long, args=(jobs, lanes[Lane.LONG], say), daemon=True).start()
    while True:
        try:
            number, job, lane, network, owner, what = pipe.recv()
        except (EOFError, OSError):
            return
        if job == STOP:
            if lanes[Lane.LONG].stop(number):
                say(number, WorkerMessage.DROPPED, None)
        elif lane is Lane.QUICK:
            _answer(jobs, number, job, what, say)
        else:
            replaced = lanes[lane].put(number, job, owner, what, network)
            if replaced is not None:
                say(replaced, WorkerMessage.DROPPED, None)


def _slow(jobs: LabJobs, lane: SlowLane, say: Say) -> None:
    learnt = False
    while True:
        number, job, what = lane.take()
        if not learnt and jobs.wants_the_game(job, what):
            learnt = True
            _learn(jobs, say)
        if job != LEARN:
            _answer(jobs, number, job, what, say)


def _long(jobs: LabJobs, lane: SlowLane, say: Say) -> None:
    while True:
        number, job, what = lane.take()
        last_s = [0.0]

        def so_far(words: str, share: float, number: int = number, last_s: list[float] = last_s) -> None:
            lane.check(number)
            if time.monotonic() - last_s[0] > _TELLS_S:
                last_s[0] = time.monotonic()
                say(number, WorkerMessage.SO_FAR, (words, share))

        try:
            _answer(jobs, number, job, {**what, "progress": so_far}, say)
        except WorkStopped:
            say(number, WorkerMessage.DROPPED, None)


def _learn(jobs: LabJobs, say: Say) -> None:
    try:
        jobs.learn(lambda what, share: say(NOBODY, WorkerMessage.PROGRESS, f"{what}, {share:.0%}"))
        say(NOBODY, WorkerMessage.READY, None)
    except Exception as error:
        say(NOBODY, WorkerMessage.FAILED, f"{type(error).__name__}: {error}")


def _answer(jobs: LabJobs, number: int, job: str, what: dict[str, Any], say: Say) -> None:
    try:
        say(number, WorkerMessage.OK, jobs.do(job, what))
    except WorkStopped:
        raise
    except Refused as refused:
        say(number, WorkerMessage.REFUSED, str(refused))
    except Exception as error:
        say(number, WorkerMessage.BROKE, f"{type(error).__name__}: {error}")
