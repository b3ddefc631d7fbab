"""Several tables played again in one walk: each page of the journal is read once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from croupier.floor.audit.rebuilt import RebuiltStream, Task
from croupier.floor.audit.table_replay import Replay
from croupier.store.reader import Reader
from croupier.store.scans import entries_among

PREFIX: Final = "table/"
_TELL_EVERY: Final = 1_000


def audit_tables(
    reader: Reader, streams: Collection[str], task: Task, tell: Callable[[int], None]
) -> list[tuple[str, RebuiltStream]]:
    """Play these tables again, each from where an earlier audit has stopped.

    `tell` is told how many more entries have been judged.
    """
    stops, until = task.stops, task.until
    replays = {stream: Replay(reader, stream.removeprefix(PREFIX), task, stops.get(stream)) for stream in streams}
    judged = {stream: stop.version for stream, stop in stops.items()}
    after = min((_position(reader, stream, judged.get(stream, 0)) for stream in streams), default=until)
    for number, (glance, moved) in enumerate(entries_among(reader, streams, after=after, until=until), 1):
        if number % _TELL_EVERY == 0:
            tell(_TELL_EVERY)
        if not judged or glance.version > judged.get(glance.stream, 0):
            replays[glance.stream].take(glance, moved)
    return [(stream, replay.end()) for stream, replay in replays.items()]


def _position(reader: Reader, stream: str, version: int) -> int:
    """After which position the entries of a stream past a version begin, if there are any."""
    if not version:
        return 0
    entry = next(reader.read(stream, after=version), None)
    return reader.position() if entry is None else entry.position - 1
