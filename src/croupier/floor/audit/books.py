"""The walk through the whole journal: the chain, the money, and every entry that is judged by what came before it.

Where an earlier audit has left its mark, entries up to there are not judged again. They are read again, though, unless
somebody says otherwise: their hashes and the book must be what they were, and the heads those of the mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, TypeAlias

from croupier.floor.audit.blocks.beside import Beside
from croupier.floor.audit.entries.heads import Signatures
from croupier.floor.audit.entries.sealed import wrong_secrets
from croupier.floor.audit.entries.trimmed import Trimmed, is_of_practice
from croupier.floor.audit.finding import IMPOSSIBLE, Finding, Line, read_as_written, read_line
from croupier.floor.audit.marks.before import heads_at, wrong_heads
from croupier.floor.audit.marks.mark import Mark
from croupier.floor.audit.marks.snapshots import snapshots_seen, wrong_snapshots
from croupier.floor.audit.moment import Moment
from croupier.floor.audit.remade import Stop
from croupier.floor.audit.roll import Roll
from croupier.floor.audit.streams import kind_of
from croupier.floor.house.names import Known
from croupier.floor.links.desk import PREFIX
from croupier.floor.roles import Role
from croupier.ledger.accounts import Account
from croupier.ledger.audit import Recount
from croupier.ledger.transfers import TransferId
from croupier.store.entry import EMPTY, Entry, Head, Unreadable, is_sound
from croupier.store.reader import Reader

MOST_FINDINGS: Final = 100
_TELL_EVERY: Final = 10_000
BookLine: TypeAlias = tuple[int, int, str, str, str, int]


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
    since: Mark | None = None
    """What an earlier audit has left."""
    reread: bool = True
    """Whether the entries that it saw are read again."""
    findings: list[Finding] = field(default_factory=list)
    heads: dict[str, Head] = field(default_factory=dict)
    money: Recount = field(default_factory=Recount)
    position: int = 0
    _moment: Moment = field(init=False)
    _beside: Beside = field(init=False)
    _missing: int = 0
    _last: Line | None = None
    _marks: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Movements that bear a link's mark: of which entry of a link each says to be, in which command, and where."""
    _links: dict[str, str] = field(default_factory=dict)
    """The command of each entry of a link."""

    def __post_init__(self) -> None:
        self._beside = Beside(self.reader, {} if self.since is None else self.since.blocks)
        if self.trimmed is not None:
            self.heads.update(self.trimmed.heads)
            self.money.balances.update(self.trimmed.opening)
        self._moment = Moment(self.roll, self.heads, apart=self.trimmed is not None)
        for stream in self.heads:
            kind, _, name = stream.partition("/")
            if kind == "player":
                self._moment.players[name] = Known(name, Role.PLAYER)

    @property
    def marked(self) -> int:
        """The last entry that an earlier audit has judged."""
        return 0 if self.since is None else self.since.position

    def run(self) -> None:
        """Walk through every entry, and compare what is left at the end."""
        for where, what in self._beside.wrong_before():
            self._find(0, where, what)
        book = self._walk_to_mark(self.since) if self.since is not None else self.reader.transfers()
        if self.position < self.marked:
            self._find(
                0,
                "journal",
                f"was cut back: it ends at entry {self.position}, but an audit had come to entry {self.marked}",
            )
            return
        self._walk(book)
        self._compare(book)

    def _walk_to_mark(self, since: Mark) -> Iterator[BookLine]:
        """Read again what an earlier audit has seen, and take up what it knew; the book from there on."""
        book = self.reader.transfers(after=0 if self.reread else self.marked)
        if self.reread:
            for entry in self.reader.read_all(until=self.marked):
                self._follows(entry)
                if (line := self._again(entry)) is not None:
                    self._same_in_book(line, book)
                self._pass(entry.position)
            rewritten = [(stream, head) for stream, head in since.heads.items() if self.heads.get(stream) != head]
        else:
            # Only the block in which the mark stands, to count it whole.
            for entry in self.reader.read_all(after=self._beside.first(self.marked - 1), until=self.marked):
                self._again(entry)
                self._pass(entry.position)
            self.position = min(self.marked, self.reader.position())
            self.heads.update(since.heads)
            rewritten = wrong_heads(self.reader, since.heads)
            self._look_back(since)
        for stream, head in rewritten:
            self._find(0, stream, f"is not what was audited up to version {head.version}: it was rewritten or cut off")
        self._moment.go_on(since.room)
        self.money.balances.update({Account(name): cents for name, cents in since.balances.items()})
        return book

    def _again(self, entry: Entry) -> Line | None:
        """An entry that was judged before, counted for the blocks that are not."""
        try:
            self._last = line = read_line(entry)
        except Unreadable as refused:
            self._find(entry.position, entry.stream, str(refused))
            return None
        if self._beside.end is not None:
            self._count_beside(line)
        return line

    def _look_back(self, since: Mark) -> None:
        """Where nothing is read again: signatures made since of heads from before, and heads that somebody kept."""
        for position, signed in self.signatures.waiting.items():
            if position <= self.marked and any(entry.position > self.marked for entry, _ in signed):
                self._add(self.signatures.wrong_at(position, heads_at(self.reader, position, since)))
        older = {
            stream: head for stream, head in self.kept.items() if head.version <= since.heads.get(stream, EMPTY).version
        }
        for stream, _ in wrong_heads(self.reader, older):
            self._find(0, stream, "is not the entry whose head was kept: the stream was rewritten")

    def _walk(self, book: Iterator[BookLine]) -> None:
        for entry in self.reader.read_all(after=self.position):
            self._follows(entry)
            try:
                line = read_as_written(entry)
                self._judge(line)
                self._count(line, book)
                if self._beside.end is not None:
                    self._count_beside(line)
            except Unreadable as refused:
                self._find(entry.position, entry.stream, str(refused))
            self._pass(self.position)

    def _pass(self, position: int) -> None:
        """Look at what belongs to a position, now that the walk is there: signatures of heads, and full blocks."""
        if position in self.signatures.waiting and (position > self.marked or self.reread):
            self._add(self.signatures.wrong_at(position, self.heads))
        if self._beside.end is not None and position >= self._beside.end:
            for where, what in self._beside.wrong_at(position):
                self._find(0, where, what)

    def _compare(self, book: Iterator[BookLine]) -> None:
        """What is left at the end, compared with what the record keeps beside the journal."""
        for where, what in self._beside.left_over():
            self._find(0, where, what)
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
        for what in wrong_snapshots(self.reader, self.heads, self.since):
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

    def mark(self, first: str, streams: Mapping[str, Stop]) -> Mark:
        """What this audit knows at its end, for the next one."""
        return Mark(
            position=self.position,
            first=first,
            heads=dict(self.heads),
            balances={str(account): cents for account, cents in self.money.balances.items()},
            roll=self.roll.stints,
            room=self._moment.then(),
            streams=streams,
            snapshots=snapshots_seen(self.reader),
            blocks=self._beside.seen_now(),
        )

    def _judge(self, line: Line) -> None:
        """Ask whether an entry might be written then, there, by whoever did, as far as what came before it tells."""
        entry, kind = line.entry, kind_of(line.entry.stream)
        wrong = self._moment.stranger(line)
        if self.trimmed is None and (kind is None or kind.apart):
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

    def _follows(self, entry: Entry) -> None:
        """Check an entry against the one before it in the journal and in its stream, and against a head that was
        kept."""
        self.position += 1
        position, stream, version = entry.position, entry.stream, entry.version
        if position != self.position:
            self._missing += position - self.position
            if self.trimmed is None:
                self._find(position, stream, f"entry {self.position} is missing before it")
            self.position = position
        if position % _TELL_EVERY == 0:
            self.tell(position)
        head = self.heads.get(stream, EMPTY)
        if version != head.version + 1:
            self._find(position, stream, f"version {version} follows version {head.version}")
        elif entry.previous != head.hash:
            self._find(position, stream, "does not follow the entry before it: the previous hash differs")
        if not is_sound(entry):
            self._find(position, stream, "was changed: its hash is not that of what it says")
        self.heads[stream] = Head(version, entry.hash)
        kept = self.kept.get(stream)
        if kept is not None and kept.version == version and kept.hash != entry.hash:
            self._find(position, stream, "is not the entry whose head was kept: the stream was rewritten")

    def _count(self, line: Line, book: Iterator[BookLine]) -> None:
        """Count an entry's money again, and compare it with the book, line by line."""
        if not line.transfers:
            return
        entry = line.entry
        for id, debit, credit, amount in line.transfers:
            wrong = self.money.take(TransferId(id), Account(debit), Account(credit), amount)
            if wrong is not None:
                self._find(entry.position, entry.stream, wrong)
            if id.startswith(PREFIX):
                self._marks["/".join(id.split("/")[:3])] = (entry.command, entry.position)
        self._same_in_book(line, book)

    def _same_in_book(self, line: Line, book: Iterator[BookLine]) -> None:
        """Compare an entry's movements with the next ones of the book."""
        for number, row in enumerate(line.transfers):
            kept = next(book, None)
            if kept != (line.entry.position, number, *row):
                have = "nothing" if kept is None else f"{kept[2]}, {kept[5]} cents from {kept[3]} to {kept[4]}"
                self._find(line.entry.position, line.entry.stream, f"transfer {row[0]}: the book has {have} instead")

    def _count_beside(self, line: Line) -> None:
        if (wrong := self._beside.take(line)) is not None:
            self._find(line.entry.position, line.entry.stream, wrong)

    def _add(self, found: Iterable[Finding]) -> None:
        self.findings += islice(found, max(0, MOST_FINDINGS - len(self.findings)))

    def _find(self, position: int, where: str, what: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(position, where, what))
