"""Fuzzing that learns: an input that makes new lines of ours run is kept, and changed further."""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import CodeType, FrameType, TracebackType
from typing import Any, Final

from croupier.errors import Refused
from torture.fuzz.mutate import LONGEST, mutated

PROCESSOR_S: Final = 10.0
"""More of the processor's time than any input of this size may take."""
_LONG, _WATCHED = 400, 0.15
"""After so many inputs that showed nothing new this share is watched."""
_OURS: Final = f"{Path(sys.modules['croupier'].__file__ or '').parent}/"


class TooLong(BaseException):
    """An input that takes too long. Not an `Exception`: what is tried must not swallow it."""


class NotTheSame(Exception):
    """What was read, written and read again is not what it was."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads what comes from outside. `attempt` reads, writes what it has read and reads that again; it
    ends in `Refused` where the input is not to be read, and in no other way."""

    name: str
    seeds: Sequence[bytes]
    attempt: Callable[[bytes], None]


@dataclass(slots=True)
class Fuzzed:
    """What came of it: how many inputs, how many of them were read, which lines were reached, what went wrong."""

    inputs: int = 0
    read: int = 0
    lines: int = 0
    kept: int = 0
    findings: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    """By kind and place of the failure: the input and what it did."""


class Guide:
    """Which steps from line to line of our own code have been seen."""

    def __init__(self) -> None:
        self._seen: set[tuple[CodeType, int, int]] = set()
        self._fresh = False
        self._last = 0

    @property
    def lines(self) -> int:
        """How many lines of ours have run."""
        return len({(code, line) for code, _, line in self._seen})

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what runs meanwhile."""
        self._fresh, self._last = False, 0
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    @contextmanager
    def not_watching(self) -> Iterator[None]:
        """Let something run unwatched: nothing new is seen."""
        self._fresh = False
        yield

    @property
    def saw_something_new(self) -> bool:
        """Whether what was watched last took a step that none before it took."""
        return self._fresh

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        if not frame.f_code.co_filename.startswith(_OURS):
            return None
        return self._step(frame, event, arg)

    def _step(self, frame: FrameType, event: str, arg: Any) -> Any:
        line = frame.f_lineno
        step = (frame.f_code, self._last, line)
        if step not in self._seen:
            self._seen.add(step)
            self._fresh = True
        self._last = line
        return self._step


def fuzz(target: Target, inputs: int, chance: Random, tell: Callable[[bytes], None] = lambda _: None) -> Fuzzed:
    """Try `inputs` inputs, the seeds first. `tell` hears of each before it is tried, in case nobody comes back."""
    made, guide = Fuzzed(), Guide()
    # A seed that is longer than any other input is tried as it is: its changed copies would only take longer.
    corpus = [seed for seed in target.seeds if len(seed) <= LONGEST]
    begun_with, quiet = len(corpus), 0
    for number in range(inputs):
        if number < len(target.seeds):
            data = target.seeds[number]
        else:
            # What was found last is least explored.
            at = max(chance.randrange(len(corpus)), chance.randrange(len(corpus)))
            data = mutated(corpus[at], chance, corpus)
        tell(data)
        made.inputs += 1
        # Watching takes most of the time. Where nothing new has been seen for long, some are watched and all are tried.
        with guide.watching() if quiet < _LONG or chance.random() < _WATCHED else guide.not_watching():
            _try(target, data, made)
        quiet = 0 if guide.saw_something_new else quiet + 1
        if guide.saw_something_new and number >= len(target.seeds):
            corpus.append(data)
    made.lines, made.kept = guide.lines, len(corpus) - begun_with
    return made


def _try(target: Target, data: bytes, made: Fuzzed) -> None:
    try:
        with _in_time():
            target.attempt(data)
        made.read += 1
    except Refused as refused:
        words = str(refused)
        if not words or len(words) > 4_000 + 10 * len(data):
            made.findings.setdefault("refused in no words, or in too many", (data, words[:200]))
    except (Exception, TooLong) as error:
        kind = f"{type(error).__name__} in {_place(error.__traceback__)}"
        made.findings.setdefault(kind, (data, str(error)[:300]))


def _place(trace: TracebackType | None) -> str:
    """The last line of ours that a failure went through."""
    ours = [step for step in traceback.extract_tb(trace) if step.filename.startswith(_OURS)]
    return f"{ours[-1].filename.removeprefix(_OURS)}:{ours[-1].lineno}" if ours else "the attempt itself"


@contextmanager
def _in_time() -> Iterator[None]:
    """Raise `TooLong` in whatever takes too much of the processor; a busy machine is no fault of an input's."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"more than {PROCESSOR_S:.0f} s of the processor")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, PROCESSOR_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
