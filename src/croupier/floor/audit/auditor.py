"""The audit: everything in the record made again from the journal alone, and what disagrees.

`floor.audit.books` walks through the whole journal, for chain, money and every entry that can be judged by what was
said before it. Tables, links and shifts are made again stream by stream, which may be done in processes of their own.
`floor.audit.streams` says which stream is audited how; any other is refused. An audit that finds nothing leaves a mark
(`floor.audit.marks`), from which another one goes on.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final, TypeAlias

from croupier.errors import Refused
from croupier.floor.audit.books import MOST_FINDINGS as MOST_FINDINGS
from croupier.floor.audit.books import Books
from croupier.floor.audit.checkpoints import Checkpoint, Word, check_same_record
from croupier.floor.audit.finding import Finding
from croupier.floor.audit.rebuilt import Remade, Stop, Task
from croupier.floor.audit.roster import Roll
from croupier.floor.audit.signed_heads import Signatures
from croupier.floor.audit.streams import Together, kind_of, remade
from croupier.floor.audit.trimming import Trimmed
from croupier.floor.house.names import STAFF
from croupier.store.database import look_at
from croupier.store.entry import EMPTY, GENESIS, Head
from croupier.store.journal import Record
from croupier.store.reader import Reader

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

# Below this many entries another process would take longer to start than the work takes.
_WORTH_A_PROCESS: Final = 20_000
# Work is dealt out in parts, the larger ones first and the last ones no larger than this, so that all processes end
# together. Each part is a walk through the journal, so there should not be many.
_SMALLEST: Final = 0.05

Tell: TypeAlias = Callable[[int], None]
"""Is told how many entries have been judged."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found, the first bad entry first."""

    entries: int
    rounds: int
    findings: tuple[Finding, ...]
    heads: Mapping[str, Head]
    since: int = 0
    """Entries up to this one were judged by an earlier audit, or taken at their word."""
    mark: Checkpoint | None = None
    """What the next audit can go on from; only where nothing was found."""

    @property
    def clean(self) -> bool:
        return not self.findings


@dataclass(slots=True)
class Progress:
    """How many entries have been judged, for whoever wants to be told."""

    tell: Tell | None
    done: int = 0

    def more(self, entries: int) -> None:
        """So many more."""
        self.done += entries
        if self.tell is not None:
            self.tell(self.done)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the work. Whoever has nothing to do, in whichever process, takes the next one."""

    task: Task
    parts: Sequence[Sequence[str]]
    taken: Synchronized[int] | None = None
    """How many were taken; `None` where one process does it all."""

    def do(self, reader: Reader, tell: Tell) -> list[tuple[str, Remade]]:
        """Do parts until none is left."""
        made = []
        for part in self.parts if self.taken is None else iter(self._next, None):
            assert part is not None, "that ends it"
            made += self._make(reader, part, tell)
        return made

    def _make(self, reader: Reader, streams: Sequence[str], tell: Tell) -> list[tuple[str, Remade]]:
        made, together, task = list[tuple[str, Remade]](), dict[Together, list[str]](), self.task
        for stream in streams:
            kind = kind_of(stream)
            assert kind is not None, "only known streams are made again"
            if kind.together is not None:
                together.setdefault(kind.together, []).append(stream)
            elif kind.remake is not None:
                made.append((stream, kind.remake(reader, stream, task.until, task.roll, task.stops.get(stream))))
        for make, some in together.items():
            made += make(reader, some, task, tell)
        return made

    def _next(self) -> Sequence[str] | None:
        assert self.taken is not None, "only where they are shared"
        with self.taken.get_lock():
            number, self.taken.value = self.taken.value, self.taken.value + 1
        return self.parts[number] if number < len(self.parts) else None


def audit(
    store: Record,
    heads: Mapping[str, Head] | None = None,
    *,
    key: str | None = None,
    url: str | None = None,
    processes: int = 1,
    practice: bool = False,
    since: Checkpoint | Word | None = None,
    reread: bool = True,
    leave: bool = False,
    tell: Tell | None = None,
) -> Report:
    """The audit of a record as it stands now, against heads that were kept elsewhere.

    `key` is the public key, in hexadecimal, that must have made every signature in the record.

    A record of `practice` is kept apart from the room's and trimmed.

    With `url` and more than one process, tables are played again in processes of their own, while this one walks
    through chain and money.

    `since` is the mark that an earlier audit has left: entries up to there are not judged again. With `reread` they are
    read, so that one that was changed since is found. Who wants to `leave` a mark of this audit gets it in the report.

    Since heads that somebody has signed, entries up to there must be those that were signed. They are judged too, but
    for the orders at tables, which are taken at their word; so no mark is left of it.
    """
    progress = Progress(tell)
    mark, word = (None, since) if isinstance(since, Word) else (since, None)
    if word is not None:
        heads = {**(heads or {}), **word.heads}
    was_collecting = gc.isenabled()
    gc.disable()  # an audit makes millions of small values, none of which refers to itself
    try:
        with store.frozen() as reader:
            if mark is not None:
                check_same_record(reader, mark)
            until, streams = reader.position(), remade(reader)
            roll = _roll(reader, until, mark)
            task = Task(until, roll, {} if mark is None else mark.streams, 0 if word is None else word.position)
            signatures, trimmed = Signatures.read(reader, until, key), Trimmed.read(reader) if practice else None
            books = Books(reader, heads or {}, roll, signatures, progress.more, trimmed, mark, word, reread)
            if url is None or processes < 2 or until - books.marked < _WORTH_A_PROCESS:
                books.run()
                made = Parts(task, [streams]).do(reader, progress.more)
            else:
                apart = get_context("spawn")
                parts = Parts(task, _parts(reader, streams, task.stops, processes), apart.Value("i", 0))
                # This process takes parts as well, when it has been through the journal.
                with ProcessPoolExecutor(
                    processes - 1, mp_context=apart, initializer=_begin, initargs=(url, parts)
                ) as pool:
                    asked = [pool.submit(_help) for _ in range(processes - 1)]
                    books.run()
                    made = parts.do(reader, progress.more)
                    made += [one for answer in asked for one in answer.result()]
            books.compare_sealed(one.in_play for _, one in made if one.in_play is not None)
            found = [*books.findings, *(finding for _, one in made for finding in one.findings)]
            found.sort(key=lambda finding: (not finding.position, finding.position))
            left = None
            if leave and not found and word is None:
                first = reader.entry(1)
                stops = {stream: one.stop for stream, one in made if one.stop is not None}
                left = books.mark(GENESIS if first is None else first.hash, stops)
    finally:
        if was_collecting:
            gc.enable()
    rounds = sum(one.rounds for _, one in made)
    return Report(books.position, rounds, tuple(found[:MOST_FINDINGS]), books.heads, task.word or books.marked, left)


def _roll(reader: Reader, until: int, since: Checkpoint | None) -> Roll:
    if since is None:
        return Roll.read(reader, until)
    roll = Roll(dict(since.roll))
    staff = since.heads.get(STAFF, EMPTY)
    roll.read_on(reader, staff.version, until, dict(since.room.staff))
    return roll


def _parts(reader: Reader, streams: list[str], stops: Mapping[str, Stop], processes: int) -> list[list[str]]:
    """Streams in parts, the longest streams first; each part is a share of what is left, so that parts get smaller."""
    sizes = {stream: reader.head(stream).version for stream in streams}
    for stream, stop in stops.items():
        if stream in sizes:
            sizes[stream] -= stop.version
    left = sum(sizes.values())
    smallest = left * _SMALLEST
    parts, part, size = list[list[str]](), list[str](), 0
    for stream in sorted(streams, key=lambda stream: -sizes[stream]):
        part.append(stream)
        size += sizes[stream]
        if size >= max(smallest, left / (processes + 1)):
            parts.append(part)
            part, size, left = [], 0, left - size
    return [*parts, part] if part else parts


_at_work: tuple[Reader, Parts]
"""In a process that helps: the record, and what is to be done."""


def _begin(url: str, parts: Parts) -> None:
    global _at_work
    gc.disable()
    _at_work = Reader(look_at(url).connect), parts


def _help() -> list[tuple[str, Remade]]:
    reader, parts = _at_work
    return parts.do(reader, lambda _: None)


def parse_head(text: str) -> tuple[str, Head]:
    """A stream and its head, as a shift close prints it: `table/T1:57:9c1e…`."""
    stream, _, hash = text.rpartition(":")
    name, _, version = stream.rpartition(":")
    if not name or not version.isdecimal() or len(hash) != 64:
        raise Refused(f"not a head: {text!r}; want STREAM:VERSION:HASH, as a shift close prints it")
    return name, Head(int(version), hash)
