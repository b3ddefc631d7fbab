"""The audit: everything in the record made again from the journal alone, and what disagrees.

The chain: positions, versions, hashes, and heads kept elsewhere. The money: balances counted again from the
transfers in the entries, compared with the book. The play of every table: `floor.replay`, which may run in
processes of its own. Links and cage: `floor.link_audit`, `floor.cage_audit`.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.cage import audit_cage, stray_money
from croupier.floor.audit.drills import audit_drills
from croupier.floor.audit.finding import Finding, Line, read_line
from croupier.floor.audit.links import audit_links
from croupier.floor.audit.practice import audit_practice
from croupier.floor.audit.replay import Replay
from croupier.floor.audit.school import audit_school
from croupier.ledger.accounts import Account
from croupier.ledger.audit import Recount
from croupier.ledger.transfers import TransferId
from croupier.store.database import look_at
from croupier.store.entry import EMPTY, Entry, Head, Unreadable, is_sound
from croupier.store.journal import Record
from croupier.store.reader import Reader

MOST_FINDINGS: Final = 100
# Below this many entries another process would take longer to start than the work takes.
_WORTH_A_PROCESS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found, the first bad entry first."""

    entries: int
    rounds: int
    findings: tuple[Finding, ...]
    heads: Mapping[str, Head]

    @property
    def clean(self) -> bool:
        return not self.findings


@dataclass(slots=True)
class Books:
    """The walk through chain and money."""

    reader: Reader
    kept: Mapping[str, Head]
    tell: Callable[[int], None]
    findings: list[Finding] = field(default_factory=list)
    heads: dict[str, Head] = field(default_factory=dict)
    money: Recount = field(default_factory=Recount)
    position: int = 0

    def run(self) -> None:
        """Walk through every entry, and compare what is left at the end."""
        book = self.reader.transfers()
        for entry in self.reader.read_all():
            self.position += 1
            if entry.position != self.position:
                self._find(entry.position, entry.stream, f"entry {self.position} is missing before it")
                self.position = entry.position
            self._chain(entry)
            try:
                self._count(read_line(entry), book)
            except Unreadable as refused:
                self._find(entry.position, entry.stream, str(refused))
            if self.position % 10_000 == 0:
                self.tell(self.position)
        for left in book:
            self._find(left[0], f"transfer {left[2]}", "is in the book, but not in the journal")
        for what in self.money.disagreements(self.reader.balances()):
            self._find(0, "balances", what)
        twice = self.reader.repeated_transfer_ids()
        if twice:
            self._find(0, "transfers", f"an id stands for two movements: {twice[0]!r}")
        for stream, kept in self.kept.items():
            reached = self.heads.get(stream, EMPTY).version
            if reached < kept.version:
                self._find(0, stream, f"was cut off: it ends at version {reached}, but version {kept.version} was kept")

    def _chain(self, entry: Entry) -> None:
        """Check an entry against the one before it in its stream, and against a head that was kept."""
        head = self.heads.get(entry.stream, EMPTY)
        if entry.version != head.version + 1:
            self._find(entry.position, entry.stream, f"version {entry.version} follows version {head.version}")
        elif entry.previous != head.hash:
            self._find(entry.position, entry.stream, "does not follow the entry before it: the previous hash differs")
        if not is_sound(entry):
            self._find(entry.position, entry.stream, "was changed: its hash is not that of what it says")
        self.heads[entry.stream] = Head(entry.version, entry.hash)
        kept = self.kept.get(entry.stream)
        if kept is not None and kept.version == entry.version and kept.hash != entry.hash:
            self._find(entry.position, entry.stream, "is not the entry whose head was kept: the stream was rewritten")

    def _count(self, line: Line, book: Iterator[tuple[int, int, str, str, str, int]]) -> None:
        """Count an entry's money again, and compare it with the book, line by line."""
        entry = line.entry
        for number, (id, debit, credit, amount) in enumerate(line.transfers):
            wrong = self.money.take(TransferId(id), Account(debit), Account(credit), amount)
            if wrong is not None:
                self._find(entry.position, entry.stream, wrong)
            kept = next(book, None)
            if kept != (entry.position, number, id, debit, credit, amount):
                have = "nothing" if kept is None else f"{kept[2]}, {kept[5]} cents from {kept[3]} to {kept[4]}"
                self._find(entry.position, entry.stream, f"transfer {id}: the book has {have} instead")
        stray = stray_money(line)
        if stray is not None:
            self._find(entry.position, entry.stream, stray)

    def _find(self, position: int, where: str, what: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(position, where, what))


def audit(
    store: Record,
    heads: Mapping[str, Head] | None = None,
    *,
    url: str | None = None,
    processes: int = 1,
    tell: Callable[[int], None] | None = None,
) -> Report:
    """The audit of a record as it stands now, against heads that were kept elsewhere.

    With `url` and more than one process, tables are played again in processes of their own, while this one walks
    through chain and money.
    """
    was_collecting = gc.isenabled()
    gc.disable()  # an audit makes millions of small values, none of which refers to itself
    try:
        with store.frozen() as reader:
            until = reader.position()
            names = [stream.removeprefix("table/") for stream in reader.streams("table/")]
            books = Books(reader, heads or {}, tell or (lambda _: None))
            if url is None or processes < 2 or until < _WORTH_A_PROCESS:
                books.run()
                rounds, found = replay_all(reader, names, until)
            else:
                # Dealt out by turns, so that a few busy tables do not all fall to one process.
                shares = [names[i::processes] for i in range(processes)]
                with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
                    asked = [pool.submit(_replay_share, url, share, until) for share in shares if share]
                    books.run()
                    answers = [answer.result() for answer in asked]
                rounds = sum(answer[0] for answer in answers)
                found = [finding for answer in answers for finding in answer[1]]
            found += audit_links(reader, until)
            found += audit_cage(reader, until)
            found += audit_school(reader, until)
            found += audit_drills(reader, until)
            found += audit_practice(reader, until)
    finally:
        if was_collecting:
            gc.enable()
    findings = sorted((*books.findings, *found), key=lambda finding: (not finding.position, finding.position))
    return Report(books.position, rounds, tuple(findings[:MOST_FINDINGS]), books.heads)


def replay_all(reader: Reader, names: Sequence[str], until: int) -> tuple[int, list[Finding]]:
    """Play these tables again; how many rounds were finished, and what disagrees."""
    rounds, findings = 0, []
    for name in names:
        replay = Replay(reader, name, until)
        replay.run()
        rounds += replay.rounds
        findings += replay.findings
    return rounds, findings


def _replay_share(url: str, names: list[str], until: int) -> tuple[int, list[Finding]]:
    gc.disable()
    engine = look_at(url)
    try:
        return replay_all(Reader(engine.connect), names, until)
    finally:
        engine.dispose()


def parse_head(text: str) -> tuple[str, Head]:
    """A stream and its head, as a shift close prints it: `table/T1:57:9c1e…`."""
    stream, _, hash = text.rpartition(":")
    name, _, version = stream.rpartition(":")
    if not name or not version.isdecimal() or len(hash) != 64:
        raise Refused(f"not a head: {text!r}; want STREAM:VERSION:HASH, as a shift close prints it")
    return name, Head(int(version), hash)
