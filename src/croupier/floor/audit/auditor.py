"""The audit: everything in the record made again from the journal alone, and what disagrees.

One walk goes through the whole journal: the chain (positions, versions, hashes, and heads kept elsewhere), the money
(balances counted again from the transfers in the entries, compared with the book), whoever acted, and every entry that
can be judged by what was said before it. Tables, links and shifts are made again stream by stream, which may be done in
processes of their own. `floor.audit.streams` says which stream is audited how; any other is refused.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.entries.heads import Signatures
from croupier.floor.audit.entries.sealed import wrong_secrets
from croupier.floor.audit.entries.trimmed import Trimmed, is_of_practice
from croupier.floor.audit.figures import Refigured
from croupier.floor.audit.finding import IMPOSSIBLE, Finding, Line, read_line
from croupier.floor.audit.kept.links import Rebooked
from croupier.floor.audit.moment import Moment
from croupier.floor.audit.roll import Roll
from croupier.floor.audit.streams import APART, kind_of, remade
from croupier.floor.audit.sums import Resummed
from croupier.floor.house.names import Known
from croupier.floor.links.desk import PREFIX
from croupier.floor.roles import Role
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
    roll: Roll
    signatures: Signatures
    tell: Callable[[int], None]
    trimmed: Trimmed | None = None
    """What went before, in a record of practice; in the room's nothing ever goes."""
    findings: list[Finding] = field(default_factory=list)
    heads: dict[str, Head] = field(default_factory=dict)
    money: Recount = field(default_factory=Recount)
    position: int = 0
    _moment: Moment = field(init=False)
    _beside: tuple[tuple[str, Resummed | Refigured | Rebooked], ...] = field(init=False)
    """What is kept beside the journal in blocks, and counted again."""
    _missing: int = 0
    _last: Line | None = None
    _marks: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Movements that bear a link's mark: of which entry of a link each says to be, in which command, and where."""
    _links: dict[str, str] = field(default_factory=dict)
    """The command of each entry of a link."""

    def __post_init__(self) -> None:
        recounts = (Resummed(self.reader), Refigured(self.reader), Rebooked(self.reader))
        self._beside = tuple(zip(("sums", "figures", "links"), recounts, strict=True))
        if self.trimmed is not None:
            self.heads.update(self.trimmed.heads)
            self.money.balances.update(self.trimmed.opening)
        self._moment = Moment(self.roll, self.heads, apart=self.trimmed is not None)
        for stream in self.heads:
            kind, _, name = stream.partition("/")
            if kind == "player":
                self._moment.players[name] = Known(name, Role.PLAYER)

    def run(self) -> None:
        """Walk through every entry, and compare what is left at the end."""
        book = self.reader.transfers()
        for entry in self.reader.read_all():
            self.position += 1
            if entry.position != self.position:
                self._missing += entry.position - self.position
                if self.trimmed is None:
                    self._find(entry.position, entry.stream, f"entry {self.position} is missing before it")
                self.position = entry.position
            self._chain(entry)
            try:
                line = read_line(entry)
                self._judge(line)
                self._count(line, book)
                self._count_beside(line)
            except Unreadable as refused:
                self._find(entry.position, entry.stream, str(refused))
            self._add(self.signatures.wrong_at(self.position, self.heads))
            for where, kept in self._beside:
                for what in kept.wrong_at(self.position):
                    self._find(0, where, what)
            if self.position % 10_000 == 0:
                self.tell(self.position)
        for where, kept in self._beside:
            if kept.wanted:
                self._find(0, where, "there are some of entries that the journal does not have")
        if self.trimmed is not None and self._missing != self.trimmed.entries:
            let_go = self.trimmed.entries
            self._find(0, "journal", f"{self._missing} entries are missing, and {let_go} were let go")
        for left in book:
            self._find(left[0], f"transfer {left[2]}", "is in the book, but not in the journal")
        for what in self.money.disagreements(self.reader.balances()):
            self._find(0, "balances", what)
        for owner, (command, position) in self._marks.items():
            if self._links.get(owner) != command:
                self._find(position, owner, "is the mark of a movement, but no entry of a link made it there")
        for what in self._shortcuts():
            self._find(0, "snapshots", what)
        for what in wrong_secrets(self.reader, self._moment):
            self._find(0, "sealed", what)
        self._add(self.signatures.missing())
        for command in self.reader.scattered_commands():
            self._find(0, "journal", f"command {command!r} was written at several times")
        twice = self.reader.repeated_transfer_ids()
        if twice:
            self._find(0, "transfers", f"an id stands for two movements: {twice[0]!r}")
        for stream, head in self.kept.items():
            reached = self.heads.get(stream, EMPTY).version
            if reached < head.version:
                self._find(0, stream, f"was cut off: it ends at version {reached}, but version {head.version} was kept")

    def _judge(self, line: Line) -> None:
        """Ask whether an entry might be written then, there, by whoever did, as far as what came before it tells."""
        entry, kind = line.entry, kind_of(line.entry.stream)
        wrong = self._moment.stranger(line)
        if self.trimmed is None and (kind is None or kind in APART):
            wrong = "is of no stream that the room writes"
        elif kind is None or (self.trimmed is not None and not is_of_practice(entry.stream)):
            wrong = "is of no stream that practice writes"
        else:
            try:
                self._moment.follow(line)
                if kind.judge is not None:
                    wrong = kind.judge(line, self._moment) or wrong
            except IMPOSSIBLE as why:
                wrong = f"cannot have happened: {why!r}"
        if wrong is not None:
            self._find(entry.position, entry.stream, wrong)
        last, self._last = self._last, line
        if last is not None and last.entry.command == entry.command:
            one, other = last.entry, entry
            if (one.actor, one.time_ms, last.asked) != (other.actor, other.time_ms, line.asked) or line.transfers:
                self._find(entry.position, entry.stream, "was not written with the entry before it, as it says")
        if entry.stream.startswith(PREFIX):
            self._links[f"{entry.stream}/{entry.version}"] = entry.command

    def _shortcuts(self) -> Iterator[str]:
        """What is wrong with snapshots before anything is made again: of which stream they are, and how far."""
        for stream, version in self.reader.snapshot_versions():
            reached = self.heads.get(stream, EMPTY).version
            if not 1 <= version <= reached:
                yield f"there is one of {stream} at version {version}, but the stream ends at {reached}"
            elif (kind := kind_of(stream)) is None or kind.remake is None:
                yield f"there is one of {stream}, which has none"

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
            if id.startswith(PREFIX):
                self._marks["/".join(id.split("/")[:3])] = (entry.command, entry.position)

    def _count_beside(self, line: Line) -> None:
        for _, kept in self._beside:
            if kept.wanted and (wrong := kept.take(line)) is not None:
                self._find(line.entry.position, line.entry.stream, wrong)

    def _add(self, found: Iterable[Finding]) -> None:
        self.findings += islice(found, max(0, MOST_FINDINGS - len(self.findings)))

    def _find(self, position: int, where: str, what: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(position, where, what))


def audit(
    store: Record,
    heads: Mapping[str, Head] | None = None,
    *,
    key: str | None = None,
    url: str | None = None,
    processes: int = 1,
    practice: bool = False,
    tell: Callable[[int], None] | None = None,
) -> Report:
    """The audit of a record as it stands now, against heads that were kept elsewhere.

    `key` is the public key, in hexadecimal, that must have made every signature in the record.

    A record of `practice` is kept apart from the room's and trimmed.

    With `url` and more than one process, tables are played again in processes of their own, while this one walks
    through chain and money.
    """
    was_collecting = gc.isenabled()
    gc.disable()  # an audit makes millions of small values, none of which refers to itself
    try:
        with store.frozen() as reader:
            until = reader.position()
            roll, streams = Roll.read(reader, until), remade(reader)
            signatures, trimmed = Signatures.read(reader, until, key), Trimmed.read(reader) if practice else None
            books = Books(reader, heads or {}, roll, signatures, tell or (lambda _: None), trimmed)
            if url is None or processes < 2 or until < _WORTH_A_PROCESS:
                books.run()
                rounds, found = remake(reader, streams, until, roll)
            else:
                # Dealt out by turns, so that a few busy tables do not all fall to one process.
                shares = [streams[i::processes] for i in range(processes)]
                with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
                    asked = [pool.submit(_remake_share, url, share, until, roll) for share in shares if share]
                    books.run()
                    answers = [answer.result() for answer in asked]
                rounds = sum(answer[0] for answer in answers)
                found = [finding for answer in answers for finding in answer[1]]
    finally:
        if was_collecting:
            gc.enable()
    findings = sorted((*books.findings, *found), key=lambda finding: (not finding.position, finding.position))
    return Report(books.position, rounds, tuple(findings[:MOST_FINDINGS]), books.heads)


def remake(reader: Reader, streams: Sequence[str], until: int, roll: Roll) -> tuple[int, list[Finding]]:
    """Make these streams again; how many rounds were finished, and what disagrees."""
    rounds, findings = 0, list[Finding]()
    for stream in streams:
        kind = kind_of(stream)
        assert kind is not None, "only known streams are made again"
        assert kind.remake is not None, "this one is"
        finished, found = kind.remake(reader, stream, until, roll)
        rounds += finished
        findings += found
    return rounds, findings


def _remake_share(url: str, streams: list[str], until: int, roll: Roll) -> tuple[int, list[Finding]]:
    gc.disable()
    engine = look_at(url)
    try:
        return remake(Reader(engine.connect), streams, until, roll)
    finally:
        engine.dispose()


def parse_head(text: str) -> tuple[str, Head]:
    """A stream and its head, as a shift close prints it: `table/T1:57:9c1e…`."""
    stream, _, hash = text.rpartition(":")
    name, _, version = stream.rpartition(":")
    if not name or not version.isdecimal() or len(hash) != 64:
        raise Refused(f"not a head: {text!r}; want STREAM:VERSION:HASH, as a shift close prints it")
    return name, Head(int(version), hash)
