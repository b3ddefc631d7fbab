"""The audit: everything in the record made again from the journal alone, and what disagrees.

`floor.audit.books` walks through the whole journal, for chain, money and every entry that can be judged by what was
said before it. Tables, links and shifts are made again stream by stream, which may be done in processes of their own.
`floor.audit.streams` says which stream is audited how; any other is refused. An audit that finds nothing leaves a mark
(`floor.audit.marks`), from which another one goes on.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.books import MOST_FINDINGS as MOST_FINDINGS
from croupier.floor.audit.books import Books
from croupier.floor.audit.entries.heads import Signatures
from croupier.floor.audit.entries.trimmed import Trimmed
from croupier.floor.audit.finding import Finding
from croupier.floor.audit.marks.before import check_same_record
from croupier.floor.audit.marks.mark import Mark
from croupier.floor.audit.remade import Remade, Stop
from croupier.floor.audit.roll import Roll
from croupier.floor.audit.streams import kind_of, remade
from croupier.floor.house.names import STAFF
from croupier.store.database import look_at
from croupier.store.entry import EMPTY, GENESIS, Head
from croupier.store.journal import Record
from croupier.store.reader import Reader

# Below this many entries another process would take longer to start than the work takes.
_WORTH_A_PROCESS: Final = 20_000
# Work is dealt out in so many parts a process, the largest first, so that all of them end together.
_PARTS: Final = 8


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found, the first bad entry first."""

    entries: int
    rounds: int
    findings: tuple[Finding, ...]
    heads: Mapping[str, Head]
    since: int = 0
    """Entries up to this one were judged by an earlier audit."""
    mark: Mark | None = None
    """What the next audit can go on from; only where nothing was found."""

    @property
    def clean(self) -> bool:
        return not self.findings


@dataclass(frozen=True, slots=True)
class Task:
    """Which part of a record is made again, and what whoever does it needs to know. It goes into other processes."""

    until: int
    roll: Roll
    stops: Mapping[str, Stop]

    def do(self, reader: Reader, streams: list[str]) -> list[tuple[str, Remade]]:
        """Make these streams again."""
        made = []
        for stream in streams:
            kind = kind_of(stream)
            assert kind is not None, "only known streams are made again"
            assert kind.remake is not None, "this one is"
            made.append((stream, kind.remake(reader, stream, self.until, self.roll, self.stops.get(stream))))
        return made


def audit(
    store: Record,
    heads: Mapping[str, Head] | None = None,
    *,
    key: str | None = None,
    url: str | None = None,
    processes: int = 1,
    practice: bool = False,
    since: Mark | None = None,
    reread: bool = True,
    leave: bool = False,
    tell: Callable[[int], None] | None = None,
) -> Report:
    """The audit of a record as it stands now, against heads that were kept elsewhere.

    `key` is the public key, in hexadecimal, that must have made every signature in the record.

    A record of `practice` is kept apart from the room's and trimmed.

    With `url` and more than one process, tables are played again in processes of their own, while this one walks
    through chain and money.

    `since` is the mark that an earlier audit has left: entries up to there are not judged again. With `reread` they are
    read, so that one that was changed since is found. Who wants to `leave` a mark of this audit gets it in the report.
    """
    was_collecting = gc.isenabled()
    gc.disable()  # an audit makes millions of small values, none of which refers to itself
    try:
        with store.frozen() as reader:
            if since is not None:
                check_same_record(reader, since)
            until, streams = reader.position(), remade(reader)
            roll = _roll(reader, until, since)
            task = Task(until, roll, {} if since is None else since.streams)
            signatures, trimmed = Signatures.read(reader, until, key), Trimmed.read(reader) if practice else None
            books = Books(reader, heads or {}, roll, signatures, tell or (lambda _: None), trimmed, since, reread)
            if url is None or processes < 2 or until - books.marked < _WORTH_A_PROCESS:
                books.run()
                made = task.do(reader, streams)
            else:
                parts = _parts(reader, streams, task.stops, processes * _PARTS)
                with ProcessPoolExecutor(
                    processes, mp_context=get_context("spawn"), initializer=_begin, initargs=(url, task)
                ) as pool:
                    asked = [pool.submit(_do_part, part) for part in parts]
                    books.run()
                    made = [one for answer in asked for one in answer.result()]
            found = [*books.findings, *(finding for _, one in made for finding in one.findings)]
            found.sort(key=lambda finding: (not finding.position, finding.position))
            mark = None
            if leave and not found:
                first = reader.entry(1)
                stops = {stream: one.stop for stream, one in made if one.stop is not None}
                mark = books.mark(GENESIS if first is None else first.hash, stops)
    finally:
        if was_collecting:
            gc.enable()
    rounds = sum(one.rounds for _, one in made)
    return Report(books.position, rounds, tuple(found[:MOST_FINDINGS]), books.heads, books.marked, mark)


def _roll(reader: Reader, until: int, since: Mark | None) -> Roll:
    if since is None:
        return Roll.read(reader, until)
    roll = Roll(dict(since.roll))
    staff = since.heads.get(STAFF, EMPTY)
    roll.read_on(reader, staff.version, until, dict(since.room.staff))
    return roll


def _parts(reader: Reader, streams: list[str], stops: Mapping[str, Stop], many: int) -> list[list[str]]:
    """Streams in parts of about the same work, the longest streams first; a very long one is a part by itself."""
    sizes = {stream: reader.head(stream).version for stream in streams}
    for stream, stop in stops.items():
        if stream in sizes:
            sizes[stream] -= stop.version
    fair = sum(sizes.values()) / many
    parts, part, size = list[list[str]](), list[str](), 0
    for stream in sorted(streams, key=lambda stream: -sizes[stream]):
        part.append(stream)
        size += sizes[stream]
        if size >= fair:
            parts.append(part)
            part, size = [], 0
    return [*parts, part] if part else parts


_at_work: tuple[Reader, Task]
"""In a process that helps: the record, and what is to be done."""


def _begin(url: str, task: Task) -> None:
    global _at_work
    gc.disable()
    _at_work = Reader(look_at(url).connect), task


def _do_part(streams: list[str]) -> list[tuple[str, Remade]]:
    reader, task = _at_work
    return task.do(reader, streams)


def parse_head(text: str) -> tuple[str, Head]:
    """A stream and its head, as a shift close prints it: `table/T1:57:9c1e…`."""
    stream, _, hash = text.rpartition(":")
    name, _, version = stream.rpartition(":")
    if not name or not version.isdecimal() or len(hash) != 64:
        raise Refused(f"not a head: {text!r}; want STREAM:VERSION:HASH, as a shift close prints it")
    return name, Head(int(version), hash)
