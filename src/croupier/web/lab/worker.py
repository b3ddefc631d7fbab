"""The lab's worker: a process of its own for everything that computes, so that no table waits for it.

It has three lanes (`croupier.web.lab.lanes`). Slow questions (a Blind to solve, a chart to draw) are answered one
by one in a thread, long ones (a million rounds) in another; quick ones are answered beside them, at once. What may wait
is bounded: in all, for each network, so that one visitor under many names is still one, and some places are kept for
quick questions. Of one visitor's slow questions of a kind only the newest waits: an older one is dropped. Networks take
turns.

Most questions about Ultimate Texas Hold'em look things up in the solved game. It is learnt once, in the slow
lane, when somebody first asks for it; the other games are dealt out as they are asked and wait for nothing.
"""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import threading
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from croupier.errors import Refused
from croupier.web.gate.network import network_now
from croupier.web.lab.lanes import LEARN, NOBODY, STOP, Lane, Pipe, WorkerMessage, work

MOST_OF_ONE_NETWORK: Final = 16
"""Questions that wait of one network: a household, or a class behind one address."""
_MOST_LONG: Final = 4
"""Long ones of one network: each works for minutes."""
_KEPT_FOR_QUICK: Final = 16
"""Places that slow and long questions leave to the coach, a chart that is known, a hand that is looked up."""
_WITH_FIRST: Final = 4
"""So many times as many may wait where each further one is the only one of its network: a few addresses that ask for
all there is do not close the lab for others."""


class LabBusy(Refused):
    """More questions than the lab lets wait."""

    def __init__(self, whose: str = "") -> None:
        super().__init__(f"the lab has too many questions{whose} waiting; ask again in a few seconds")


class LabFailed(Refused):
    """The worker stopped, or cannot work on this machine."""


class Dropped(Refused):
    """A question whose place a newer one of the same visitor took."""

    def __init__(self) -> None:
        super().__init__("a newer question of yours took this one's place")


class Learning(Refused):
    """A slow question that came before the worker knows the game."""

    def __init__(self, progress: str) -> None:
        super().__init__(f"the lab is learning the whole game: {progress}; ask again in a second")
        self.progress = progress


@dataclass(frozen=True, slots=True)
class LongJob:
    """A long job that the worker has been given."""

    worker: LabWorker
    number: int
    future: asyncio.Future[Any]

    @property
    def so_far(self) -> tuple[str, float]:
        """How far it is."""
        return self.worker.so_far(self.number)

    async def stop(self) -> None:
        """Stop it; whoever waits for it is told that it was dropped."""
        await self.worker.stop(self.number)


@dataclass(frozen=True, slots=True)
class _Question:
    """A question that waits for its answer."""

    lane: Lane
    network: str
    future: Future[Any]


class LabWorker:
    """The worker as the server sees it. It is started when somebody first asks."""

    def __init__(self, most_waiting: int = 64) -> None:
        self._most = most_waiting
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, _Question] = {}
        self._so_far: dict[int, tuple[str, float]] = {}
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Pipe | None = None
        self._learning = False
        self.progress: str | None = "starting"
        """How far the worker is with learning the game; nothing once it knows it."""
        self.failed = ""

    async def ask(self, job: str, *, slow: bool = False, owner: str = "", **what: Any) -> Any:
        """Have the worker do one of the jobs of `croupier.web.lab.jobs`, with plain values in and out.

        `owner` is whose question it is, for dropping it when they ask again; nobody's is never dropped.
        """
        _, future = await asyncio.to_thread(self._send, job, Lane.SLOW if slow else Lane.QUICK, owner, what)
        return await asyncio.wrap_future(future)

    async def begin(self, job: str, **what: Any) -> LongJob:
        """Have the worker do a long job, which says how far it is and can be stopped."""
        number, future = await asyncio.to_thread(self._send, job, Lane.LONG, "", what)
        return LongJob(self, number, asyncio.wrap_future(future))

    def so_far(self, number: int) -> tuple[str, float]:
        """How far a long job is: in words, and which share of it is done."""
        return self._so_far.get(number, ("waiting for its turn", 0.0))

    async def stop(self, number: int) -> None:
        """Stop a long job."""
        await asyncio.to_thread(self._stop, number)

    def _stop(self, number: int) -> None:
        with self._lock:
            if number in self._waiting and self._pipe is not None:
                with suppress(OSError):  # it has just stopped by itself
                    self._pipe.send((number, STOP, Lane.LONG, "", "", {}))

    async def ask_now(self, job: str, *, slow: bool = False, owner: str = "", **what: Any) -> Any:
        """The same, but refused with `Learning` while the worker does not know the game yet."""
        await self.wake()
        self.check_ready()
        return await self.ask(job, slow=slow, owner=owner, **what)

    async def wake(self) -> None:
        """Start the worker, if it is not running, and have it learn the game, if it has not begun to."""
        await asyncio.to_thread(self._wake)

    def check_ready(self) -> None:
        """Refuse to go on while the worker is still learning, or when it cannot."""
        if self.failed:
            raise LabFailed(f"the lab cannot work here: {self.failed}")
        if self.progress is not None:
            raise Learning(self.progress)

    def _wake(self) -> None:
        with self._lock:
            self._start_if_needed()
            if self._learning:
                return
            assert self._pipe is not None
            try:
                self._pipe.send((NOBODY, LEARN, Lane.SLOW, "", "", {}))
            except OSError:
                return  # it has just stopped; whoever asks next starts it again
            self._learning = True

    def _send(self, job: str, lane: Lane, owner: str, what: dict[str, Any]) -> tuple[int, Future[Any]]:
        with self._lock:
            self._start_if_needed()
            assert self._pipe is not None
            network = network_now()
            self._check_place(lane, network)
            number = next(self._numbers)
            future: Future[Any] = Future()
            self._waiting[number] = _Question(lane, network, future)
            try:
                self._pipe.send((number, job, lane, network, owner, what))
            except OSError:
                del self._waiting[number]
                raise LabFailed("the lab stopped; ask again") from None
            return number, future

    def _check_place(self, lane: Lane, network: str) -> None:
        """Refuse one question more than may wait: in all, beside the quick ones, and from one network. The first of a
        network has a place where others' questions have taken all."""
        waiting = self._waiting.values()
        theirs = [one.lane for one in waiting if one.network == network]
        slow = sum(one.lane is not Lane.QUICK for one in waiting)
        full = len(waiting) >= self._most or (lane is not Lane.QUICK and slow >= self._most - _KEPT_FOR_QUICK)
        if full and (theirs or len(waiting) >= self._most * _WITH_FIRST):
            raise LabBusy
        if len(theirs) >= MOST_OF_ONE_NETWORK:
            raise LabBusy(" from your network")
        if lane is Lane.LONG and theirs.count(Lane.LONG) >= _MOST_LONG:
            raise LabBusy(" from your network that take long")

    def _start_if_needed(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        self.progress, self.failed, self._learning = "starting", "", False
        # A fresh interpreter: a fork would carry the server's sockets and threads along.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True, name="lab")
        self._process.start()
        theirs.close()
        # Each worker has its own questions: if it ends, these fail, even where a new worker has started meanwhile.
        self._waiting = {}
        threading.Thread(target=self._listen, args=(self._pipe, self._waiting), daemon=True, name="lab-answers").start()

    def _listen(self, pipe: Pipe, waiting: dict[int, _Question]) -> None:
        """Hand every answer to whoever waits for it, until the worker ends."""
        while True:
            try:
                number, kind, message = pipe.recv()
            except (EOFError, OSError):
                break
            match kind:
                case WorkerMessage.SO_FAR:
                    self._so_far[number] = message
                case WorkerMessage.PROGRESS:
                    self.progress = message
                case WorkerMessage.READY:
                    self.progress = None
                case WorkerMessage.FAILED:
                    self.failed = message
                case _:
                    with self._lock:
                        answered = waiting.pop(number)
                        self._so_far.pop(number, None)
                    _settle(answered.future, kind, message)
        with self._lock:
            left = list(waiting.values())
            waiting.clear()
        for question in left:
            _settle(question.future, WorkerMessage.BROKE, "it stopped while it worked; ask again")

    def close(self) -> None:
        """Let the worker go."""
        with self._lock:
            process = self._process
        if process is not None:
            process.terminate()
            process.join(5)


def _settle(future: Future[Any], kind: WorkerMessage, message: Any) -> None:
    """Give a future its answer, unless nobody waits for it any more."""
    if not future.set_running_or_notify_cancel():
        return
    match kind:
        case WorkerMessage.OK:
            future.set_result(message)
        case WorkerMessage.DROPPED:
            future.set_exception(Dropped())
        case WorkerMessage.REFUSED:
            future.set_exception(Refused(message))
        case _:
            future.set_exception(LabFailed(f"the lab could not work this out: {message}"))
