"""The lab's worker: a process of its own for everything that computes, so that no table waits for it.

It has two lanes. Slow questions (a Blind to solve, a chart to draw) are answered one by one in a thread;
quick ones are answered beside it, at once. What may wait is bounded, and of one visitor's slow questions of
a kind only the newest waits: an older one is dropped.

Most questions about Ultimate Texas Hold'em look things up in the solved game. It is learnt once, in the slow
lane, when somebody first asks for it; the other games are dealt out as they are asked and wait for nothing.
"""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import multiprocessing.connection
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier.errors import Refused

if TYPE_CHECKING:
    from croupier.web.lab.jobs import Bench

_Pipe: TypeAlias = "multiprocessing.connection.Connection[Any, Any]"


class _Said(Enum):
    """What the worker can say: of a question, or of its own learning."""

    OK = "ok"
    REFUSED = "refused"
    DROPPED = "dropped"
    BROKE = "broke"
    PROGRESS = "progress"
    READY = "ready"
    FAILED = "failed"


_Say: TypeAlias = Callable[[int, _Said, Any], None]

_LEARN = "learn"
_NOBODY = 0
"""The number of what nobody waits for an answer to."""


class LabBusy(Refused):
    """More questions than the lab lets wait."""

    def __init__(self) -> None:
        super().__init__("the lab has too many questions waiting; ask again in a few seconds")


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


class LabWorker:
    """The worker as the server sees it. It is started when somebody first asks."""

    def __init__(self, most_waiting: int = 32) -> None:
        self._most = most_waiting
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, Future[Any]] = {}
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: _Pipe | None = None
        self._learning = False
        self.progress: str | None = "starting"
        """How far the worker is with learning the game; nothing once it knows it."""
        self.failed = ""

    async def ask(self, job: str, *, slow: bool = False, owner: str = "", **what: Any) -> Any:
        """Have the worker do one of the jobs of `croupier.web.lab.jobs`, with plain values in and out.

        `owner` is whose question it is, for dropping it when they ask again; nobody's is never dropped.
        """
        future = await asyncio.to_thread(self._send, job, slow, owner, what)
        return await asyncio.wrap_future(future)

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
                self._pipe.send((_NOBODY, _LEARN, True, "", {}))
            except OSError:
                return  # it has just stopped; whoever asks next starts it again
            self._learning = True

    def _send(self, job: str, slow: bool, owner: str, what: dict[str, Any]) -> Future[Any]:
        with self._lock:
            self._start_if_needed()
            assert self._pipe is not None
            if len(self._waiting) >= self._most:
                raise LabBusy
            number = next(self._numbers)
            future: Future[Any] = Future()
            self._waiting[number] = future
            try:
                self._pipe.send((number, job, slow, owner, what))
            except OSError:
                del self._waiting[number]
                raise LabFailed("the lab stopped; ask again") from None
            return future

    def _start_if_needed(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        self.progress, self.failed, self._learning = "starting", "", False
        # A fresh interpreter: a fork would carry the server's sockets and threads along.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True, name="lab")
        self._process.start()
        theirs.close()
        # A worker's questions are its own: if it goes, they are answered for, whatever has been started since.
        self._waiting = {}
        threading.Thread(target=self._listen, args=(self._pipe, self._waiting), daemon=True, name="lab-answers").start()

    def _listen(self, pipe: _Pipe, waiting: dict[int, Future[Any]]) -> None:
        """Hand every answer to whoever waits for it, until the worker goes."""
        while True:
            try:
                number, kind, said = pipe.recv()
            except (EOFError, OSError):
                break
            match kind:
                case _Said.PROGRESS:
                    self.progress = said
                case _Said.READY:
                    self.progress = None
                case _Said.FAILED:
                    self.failed = said
                case _:
                    with self._lock:
                        future = waiting.pop(number)
                    _settle(future, kind, said)
        with self._lock:
            left = list(waiting.values())
            waiting.clear()
        for future in left:
            _settle(future, _Said.BROKE, "it stopped while it worked; ask again")

    def close(self) -> None:
        """Let the worker go."""
        with self._lock:
            process = self._process
        if process is not None:
            process.terminate()
            process.join(5)


def _settle(future: Future[Any], kind: _Said, said: Any) -> None:
    """Give a future its answer, unless whoever asked has gone."""
    if not future.set_running_or_notify_cancel():
        return
    match kind:
        case _Said.OK:
            future.set_result(said)
        case _Said.DROPPED:
            future.set_exception(Dropped())
        case _Said.REFUSED:
            future.set_exception(Refused(said))
        case _:
            future.set_exception(LabFailed(f"the lab could not work this out: {said}"))


class _SlowLane:
    """What waits to be worked on, oldest first, one of a kind for each owner."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[tuple[str, str, int], tuple[int, str, dict[str, Any]]] = OrderedDict()
        self._changed = threading.Condition()

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
            return self._waiting.popitem(last=False)[1]


def _work(pipe: _Pipe) -> None:
    """The worker: one thread for slow questions, this one for quick ones."""
    import signal

    # Ctrl-C in the terminal is for the server, which then ends the worker.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from croupier.web.lab.jobs import Bench

    sending = threading.Lock()

    def say(number: int, kind: _Said, said: Any) -> None:
        with sending:
            pipe.send((number, kind, said))

    bench, lane = Bench(), _SlowLane()
    threading.Thread(target=_slow, args=(bench, lane, say), daemon=True).start()
    while True:
        try:
            number, job, slow, owner, what = pipe.recv()
        except (EOFError, OSError):
            return
        if slow:
            replaced = lane.put(number, job, owner, what)
            if replaced is not None:
                say(replaced, _Said.DROPPED, None)
        else:
            _answer(bench, number, job, what, say)


def _slow(bench: Bench, lane: _SlowLane, say: _Say) -> None:
    learnt = False
    while True:
        number, job, what = lane.take()
        if not learnt and bench.wants_the_game(job, what):
            learnt = True
            _learn(bench, say)
        if job != _LEARN:
            _answer(bench, number, job, what, say)


def _learn(bench: Bench, say: _Say) -> None:
    try:
        bench.learn(lambda what, share: say(_NOBODY, _Said.PROGRESS, f"{what}, {share:.0%}"))
        say(_NOBODY, _Said.READY, None)
    except Exception as error:
        say(_NOBODY, _Said.FAILED, f"{type(error).__name__}: {error}")


def _answer(bench: Bench, number: int, job: str, what: dict[str, Any], say: _Say) -> None:
    try:
        say(number, _Said.OK, bench.do(job, what))
    except Refused as refused:
        say(number, _Said.REFUSED, str(refused))
    except Exception as error:
        say(number, _Said.BROKE, f"{type(error).__name__}: {error}")
