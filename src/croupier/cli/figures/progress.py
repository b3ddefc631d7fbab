"""How far a long run is, and how long it still takes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def run_progress(what: str) -> Iterator[Callable[[int, int, float], None]]:
    """How far a long run is and how long it still takes: a bar where somebody watches, else a line now and then."""
    if not sys.stderr.isatty():
        told = [0.0]

        def line(done: int, every: int, seconds: float) -> None:
            if seconds - told[0] >= 10:
                told[0] = seconds
                left = seconds / done * (every - done)
                print(f"{done:,} of {every:,} {what}, {_duration(left)} left", file=sys.stderr)

        yield line
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, left="")
        yield lambda done, every, seconds: bar.update(
            task, total=every, completed=done, left=f"{_duration(seconds / max(done, 1) * (every - done))} left"
        )


def _duration(seconds: float) -> str:
    """A time as people say it: 40 s, 12 min, 3.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
