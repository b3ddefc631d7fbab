"""The audit: everything in the record is computed again from the journal alone, and every difference is a finding.

`floor.audit.books` walks through the whole journal. It checks the hash chain, the money, and every entry that can be
judged by the entries before it. Tables, links and shifts are rebuilt stream by stream, if asked in several processes.
`floor.audit.streams` says which stream is audited how; any other is refused. An audit that finds nothing can leave a
mark (`floor.audit.checkpoints`), from which the next audit goes on.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final, TypeAlias

from croupier.errors import Refused
from croupier.floor.audit.approvals import ApprovalHistory
from croupier.floor.audit.books import MOST_FINDINGS as MOST_FINDINGS
from croupier.floor.audit.books import JournalAudit
from croupier.floor.audit.checkpoints import AuditCheckpoint, SignedPosition, check_same_record
from croupier.floor.audit.finding import Finding
from croupier.floor.audit.law import remark_on
from croupier.floor.audit.rebuilt import RebuildStop, RebuiltStream, Task
from croupier.floor.audit.roster import Roster
from croupier.floor.audit.signed_heads import Signatures
from croupier.floor.audit.streams import Together, kind_of, rebuilt_streams
from croupier.floor.audit.trimming import Trimmed
from croupier.floor.house.law import LawHistory
from croupier.floor.house.names import STAFF
from croupier.inputs import whole_number
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
"""Called with the number of entries that have been judged."""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What an audit found, the first bad entry first."""

    entries: int
    rounds: int
    findings: tuple[Finding, ...]
    heads: Mapping[str, Head]
    since: int = 0
    """Entries up to this one were judged by an earlier audit, or are covered by a signature."""
    mark: AuditCheckpoint | None = None
    """What the next audit can go on from; only where nothing was found."""
    remarks: tuple[str, ...] = ()
    """What whoever reads the report should know, and nothing is wrong with."""

    @property
    def clean(self) -> bool:
        return not self.findings


@dataclass(slots=True)
class Progress:
    """How many entries have been judged; `tell` is called whenever there are more."""

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

    def do(self, reader: Reader, tell: Tell) -> list[tuple[str, RebuiltStream]]:
        """Do parts until none is left."""
        rebuilt = []
        for part in self.parts if self.taken is None else iter(self._next, None):
            assert part is not None, "that ends it"
            rebuilt += self._make(reader, part, tell)
        return rebuilt

    def _make(self, reader: Reader, streams: Sequence[str], tell: Tell) -> list[tuple[str, RebuiltStream]]:
        rebuilt, together, task = list[tuple[str, RebuiltStream]](), dict[Together, list[str]](), self.task
        for stream in streams:
            kind = kind_of(stream)
            assert kind is not None, "only known streams are made again"
            if kind.together is not None:
                together.setdefault(kind.together, []).append(stream)
            elif kind.remake is not None:
                rebuilt.append((stream, kind.remake(reader, stream, task)))
        for make, some in together.items():
            rebuilt += make(reader, some, task, tell)
        return rebuilt

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
    since: AuditCheckpoint | SignedPosition | None = None,
    reread: bool = True,
    leave: bool = False,
    now_ms: int | None = None,
    tell: Tell | None = None,
) -> AuditReport:
    """The audit of a record as it stands now, against heads that were kept elsewhere.

    `key` is the public key, in hexadecimal, that must have made every signature in the record.

    `practice` says that this is the record of practice tables, which is a database of its own and is trimmed.

    With `url` and more than one process, tables are played again in processes of their own, while this one checks the
    chain and the money.

    If `since` is the mark of an earlier audit, entries up to there are not judged again. With `reread` they are still
    read, so that an entry that was changed since then is found. With `leave` the report has a mark of this audit.

    If `since` is a signed position, entries up to there must be those that were signed. They are judged too, except
    that orders at tables are not decided again: their recorded events are believed. So such an audit leaves no mark.

    The audit has no clock. Who has one says with `now_ms` what it shows: entries are not dated after that.
    """
    progress = Progress(tell)
    mark, signed = (None, since) if isinstance(since, SignedPosition) else (since, None)
    if signed is not None:
        heads = {**(heads or {}), **signed.heads}
    was_collecting = gc.isenabled()
    gc.disable()  # an audit makes millions of small values, none of which refers to itself
    try:
        with store.frozen() as reader:
            if mark is not None:
                check_same_record(reader, mark)
            until, streams = reader.position(), rebuilt_streams(reader)
            roster = _roster_of(reader, until, mark)
            stops, signed_until = {} if mark is None else mark.streams, 0 if signed is None else signed.position
            laws, approvals = LawHistory.read(reader, until), ApprovalHistory.read(reader, until)
            task = Task(until, roster, stops, signed_until, laws, approvals)
            signatures, trimmed = Signatures.read(reader, until, key), Trimmed.read(reader) if practice else None
            books = JournalAudit(
                reader, heads or {}, roster, signatures, progress.more, trimmed, mark, signed, reread, laws, now_ms
            )
            if url is None or processes < 2 or until - books.marked < _WORTH_A_PROCESS:
                books.run()
                rebuilt = Parts(task, [streams]).do(reader, progress.more)
            else:
                apart = get_context("spawn")
                parts = Parts(task, _parts(reader, streams, task.stops, processes), apart.Value("i", 0))
                # This process takes parts as well, when it has been through the journal.
                with ProcessPoolExecutor(
                    processes - 1, mp_context=apart, initializer=_begin, initargs=(url, parts)
                ) as pool:
                    helpers = [pool.submit(_help) for _ in range(processes - 1)]
                    books.run()
                    rebuilt = parts.do(reader, progress.more)
                    rebuilt += [one for answer in helpers for one in answer.result()]
            books.compare_sealed(one.in_play for _, one in rebuilt if one.in_play is not None)
            findings = [*books.findings, *(finding for _, one in rebuilt for finding in one.findings)]
            findings.sort(key=lambda finding: (not finding.position, finding.position))
            left = None
            if leave and not findings and signed is None:
                first = reader.entry(1)
                stops = {stream: one.stop for stream, one in rebuilt if one.stop is not None}
                left = books.mark(GENESIS if first is None else first.hash, stops)
    finally:
        if was_collecting:
            gc.enable()
    rounds = sum(one.rounds for _, one in rebuilt)
    return AuditReport(
        books.position,
        rounds,
        tuple(findings[:MOST_FINDINGS]),
        books.heads,
        task.signed_until or books.marked,
        left,
        () if practice else (remark_on(laws), signatures.remark(books.position)),
    )


def _roster_of(reader: Reader, until: int, since: AuditCheckpoint | None) -> Roster:
    if since is None:
        return Roster.read(reader, until)
    roster = Roster(dict(since.roll))
    staff = since.heads.get(STAFF, EMPTY)
    roster.read_on(reader, staff.version, until, dict(since.room.staff))
    roster.read_devices(reader, until)
    return roster


def _parts(reader: Reader, streams: list[str], stops: Mapping[str, RebuildStop], processes: int) -> list[list[str]]:
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


def _help() -> list[tuple[str, RebuiltStream]]:
    reader, parts = _at_work
    return parts.do(reader, lambda _: None)


def parse_head(text: str) -> tuple[str, Head]:
    """A stream and its head, as a shift close prints it: `table/T1:57:9c1e…`."""
    stream, _, hash = text.rpartition(":")
    name, _, version = stream.rpartition(":")
    number = whole_number(version)
    if not name or number is None or len(hash) != 64:
        raise Refused(f"not a head: {text!r}; want STREAM:VERSION:HASH, as a shift close prints it")
    return name, Head(number, hash)
