"""The walk through the whole journal: the chain, the money, and every entry that is judged by what came before it.

The bodies of tables' entries are read where tables are played again (`floor.audit.table_replay`). The walk looks only
at their place in the chain, their author, and their movements in the book.

If an earlier audit has left a mark, entries up to there are not judged again. Unless `reread` is off they are still
read: their hashes and movements must be unchanged, and the heads must be those of the mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from croupier.floor.audit.checkpoints import (
    AuditCheckpoint,
    SignedPosition,
    heads_at,
    snapshots_seen,
    wrong_heads,
    wrong_snapshots,
)
from croupier.floor.audit.context import Context
from croupier.floor.audit.cursor import BookCursor, Cursor, misplaced, movements_text, wrong_together
from croupier.floor.audit.finding import (
    DecodedEntry,
    Finding,
    decode_as_written,
    decode_entry,
    wrong_hash,
    wrong_in_book,
)
from croupier.floor.audit.house import wrong_secrets
from croupier.floor.audit.links import link_mark
from croupier.floor.audit.projections import Recounts
from croupier.floor.audit.rebuilt import RebuildStop
from croupier.floor.audit.roster import Roster
from croupier.floor.audit.signed_heads import Signatures
from croupier.floor.audit.streams import judged
from croupier.floor.audit.table_walk import PREFIX as TABLES
from croupier.floor.audit.trimming import Trimmed
from croupier.floor.house.law import LawHistory
from croupier.floor.house.names import Known
from croupier.floor.links.desk import PREFIX
from croupier.floor.roles import Role
from croupier.ledger.accounts import Account
from croupier.ledger.audit import Recount
from croupier.ledger.transfers import TransferId
from croupier.store.entry import EMPTY, Entry, Head, Row, Unreadable
from croupier.store.reader import Reader
from croupier.store.scans import Glance, Numbered, book, glances

MOST_FINDINGS: Final = 100
_TELL_EVERY: Final = 1_000


@dataclass(slots=True)
class JournalAudit:
    """The walk through chain and money."""

    reader: Reader
    known_heads: Mapping[str, Head]
    roster: Roster
    signatures: Signatures
    tell: Callable[[int], None]
    trimmed: Trimmed | None = None
    """What went before, in a record of practice; in the room's nothing ever goes."""
    since: AuditCheckpoint | None = None
    """What an earlier audit has left."""
    signed: SignedPosition | None = None
    reread: bool = True
    """Whether the entries that it saw are read again."""
    laws: LawHistory = LawHistory()
    """The legal profiles on record."""
    now_ms: int | None = None
    """The moment of the audit, if it is known."""
    findings: list[Finding] = field(default_factory=list)
    money: Recount = field(default_factory=Recount)
    _cursor: Cursor = field(init=False)
    _book: BookCursor = field(init=False)
    _context: Context = field(init=False)
    _recounts: Recounts = field(init=False)
    _judged: int = 0
    _last: Glance | None = None
    _marks: dict[tuple[str, str], int] = field(default_factory=dict)
    """Movements that bear a link's mark: of which entry of a link each says to be, and in which command, and where."""
    _links: dict[str, str] = field(default_factory=dict)
    """The command of each entry of a link."""

    def __post_init__(self) -> None:
        self._recounts = Recounts(self.reader, {} if self.since is None else self.since.blocks)
        self._cursor = Cursor(self.known_heads, self._find, self.signed, self.trimmed is not None, self.now_ms)
        self._book = BookCursor(book(self.reader, after=0 if self.reread else self.marked), self._find)
        if self.trimmed is not None:
            self._cursor.take_up(self.trimmed.heads)
            self.money.balances.update(self.trimmed.opening)
        self._context = Context(self.roster, self._cursor.reached, laws=self.laws, apart=self.trimmed is not None)
        names = [stream.removeprefix("player/") for stream in self._cursor.reached if stream.startswith("player/")]
        self._context.players.update({name: Known(name, Role.PLAYER) for name in names})

    @property
    def marked(self) -> int:
        """The last entry that an earlier audit has judged."""
        return 0 if self.since is None else self.since.position

    @property
    def position(self) -> int:
        """How far the walk has come."""
        return self._cursor.position

    @property
    def heads(self) -> dict[str, Head]:
        """How far every stream has come by now."""
        return self._cursor.heads

    def run(self) -> None:
        """Walk through every entry, and compare what is left at the end."""
        for where, what in self._recounts.wrong_before():
            self._find(0, where, what)
        if self.since is not None:
            self._walk_to_mark(self.since)
        if self.position < self.marked:
            ends = f"it ends at entry {self.position}, but an audit had come to entry {self.marked}"
            self._find(0, "journal", f"was cut back: {ends}")
            return
        self._walk()
        self._compare()

    def _walk_to_mark(self, since: AuditCheckpoint) -> None:
        """Read again what an earlier audit has seen, and take up what it knew."""
        if self.reread:
            for glance in glances(self.reader, after=0, until=self.marked, spared=lambda: None):
                self._again(glance)
                self._pass(glance.position)
            reached = self.heads
            rewritten = [(stream, head) for stream, head in since.heads.items() if reached.get(stream) != head]
        else:
            # Only the block in which the mark stands, to count it whole.
            first = self._recounts.first(self.marked - 1)
            for glance in glances(self.reader, after=first, until=self.marked, spared=lambda: None):
                self._last = glance
                self._recount(glance)
                self._pass(glance.position)
            self._cursor.position = min(self.marked, self.reader.position())
            self._cursor.take_up(since.heads)
            rewritten = wrong_heads(self.reader, since.heads)
            self._look_back(since)
        for stream, head in rewritten:
            self._find(0, stream, f"is not what was audited up to version {head.version}: it was rewritten or cut off")
        self._context.go_on(since.room)
        self._cursor.clock_ms = self._context.clock_ms
        self.money.balances.update({Account(name): cents for name, cents in since.balances.items()})

    def _again(self, glance: Glance) -> None:
        """An entry that was judged before. That it is written as it should be, its hash says: that of the mark."""
        previous = self._cursor.follows(glance)
        self._blame(glance, wrong_hash(glance, previous))
        self._last, moved = glance, self._book.at(glance.position)
        self._recount(glance)
        # A body that is the one of the mark ends in what it moves: if the book has just that, it need not be read.
        if (glance.body or "").endswith(movements_text(moved)):
            return
        try:
            self._same_in_book(glance, decode_entry(glance.entry(previous)).transfers, moved)
        except Unreadable as refused:
            self._blame(glance, str(refused))

    def _look_back(self, since: AuditCheckpoint) -> None:
        """Where nothing is read again: signatures made since of heads from before, and heads that somebody kept."""
        for position, signed in self.signatures.waiting.items():
            if position <= self.marked and any(entry.position > self.marked for entry, _ in signed):
                self._add(self.signatures.wrong_at(position, heads_at(self.reader, position, since)))
        known = since.heads
        older = {
            name: head for name, head in self.known_heads.items() if head.version <= known.get(name, EMPTY).version
        }
        for stream, _ in wrong_heads(self.reader, older):
            self._find(0, stream, "is not the entry whose head was kept: the stream was rewritten")

    def _walk(self) -> None:
        for glance in glances(self.reader, after=self.position, spared=self._spared):
            previous = self._cursor.follows(glance)
            self._context.clock_ms = self._cursor.clock_ms
            moved = self._book.at(glance.position)
            if glance.stream.startswith(TABLES):
                line = None
                self._pass_by(glance, moved)
            else:
                line = self._judge(glance.entry(previous), moved)
            last, self._last = self._last, glance
            if last is not None and last.command == glance.command:
                self._blame(glance, wrong_together(last, glance))
            self._recount(glance, line)
            self._pass(glance.position)
        self.tell(self._judged % _TELL_EVERY)

    def _spared(self) -> str | None:
        """How the streams begin whose bodies the walk need not read."""
        return TABLES if self._recounts.end is None else None

    def _pass(self, position: int) -> None:
        """Look at what belongs to a position, now that the walk is there: signatures of heads, and full blocks."""
        if position in self.signatures.waiting and (position > self.marked or self.reread):
            self._add(self.signatures.wrong_at(position, self.heads))
        if self._recounts.end is not None and position >= self._recounts.end:
            for where, what in self._recounts.wrong_at(position):
                self._find(0, where, what)

    def _compare(self) -> None:
        """What is left at the end, compared with what the record keeps beside the journal."""
        for where, what in self._recounts.left_over():
            self._find(0, where, what)
        if self.trimmed is not None and self._cursor.missing != self.trimmed.entries:
            let_go = self.trimmed.entries
            self._find(0, "journal", f"{self._cursor.missing} entries are missing, and {let_go} were let go")
        self._book.end()
        for what in self.money.disagreements(self.reader.balances(), names=self.trimmed is None):
            self._find(0, "balances", what)
        for (owner, command), position in self._marks.items():
            if self._links.get(owner) != command:
                self._find(position, owner, "is the mark of a movement, but no entry of a link made it there")
        for what in wrong_snapshots(self.reader, self.heads, self.since):
            self._find(0, "snapshots", what)
        self._add(self.signatures.missing())
        for position, stream, what in self._context.wrong_signing():
            self._find(position, stream, what)
        for command in self.reader.scattered_commands():
            self._find(0, "journal", f"command {command!r} was written at several times")
        for id in self.reader.repeated_transfer_ids()[:1]:
            self._find(0, "transfers", f"an id stands for two movements: {id!r}")
        self._cursor.cut_off()

    def compare_sealed(self, in_play: Iterable[str]) -> None:
        """What is sealed, compared with what must be: the secrets of people, and of the rounds in play."""
        if self.position < self.marked:
            return  # nothing was walked
        for what in wrong_secrets(self.reader, self._context, in_play):
            self._find(0, "sealed", what)

    def mark(self, first: str, streams: Mapping[str, RebuildStop]) -> AuditCheckpoint:
        """What this audit knows at its end, for the next one."""
        return AuditCheckpoint(
            position=self.position,
            first=first,
            heads=self.heads,
            balances={str(account): cents for account, cents in self.money.balances.items()},
            roll=self.roster.stints,
            room=self._context.then(),
            streams=streams,
            snapshots=snapshots_seen(self.reader),
            blocks=self._recounts.seen_now(),
        )

    def _pass_by(self, glance: Glance, moved: list[Numbered]) -> None:
        """An entry of a table, which is played again elsewhere, and compared there with the book and its own hash."""
        self._blame(glance, misplaced(glance.stream, practice=self.trimmed is not None) or self._context.absent(glance))
        for _, row in moved:
            if type(row[3]) is int:  # otherwise it is not what the journal says, which is found there
                self._count(glance, row)

    def _judge(self, entry: Entry, moved: list[Numbered]) -> DecodedEntry | None:
        """Ask whether an entry might be written then, there, by whoever did, as far as what came before it tells. What
        it says, if that can be read."""
        self._blame(entry, wrong_hash(entry, entry.previous))
        self._judged += 1
        if self._judged % _TELL_EVERY == 0:
            self.tell(_TELL_EVERY)
        try:
            line = decode_as_written(entry)
        except Unreadable as refused:
            self._find(entry.position, entry.stream, str(refused))
            return None
        wrong = misplaced(entry.stream, practice=self.trimmed is not None)
        self._blame(entry, wrong or judged(line, self._context))
        if entry.stream.startswith(PREFIX):
            self._links[f"{entry.stream}/{entry.version}"] = entry.command
        for row in line.transfers:
            self._count(entry, row)
        self._same_in_book(entry, line.transfers, moved)
        return line

    def _count(self, entry: Entry | Glance, row: Row) -> None:
        """Count one movement of an entry again."""
        id, debit, credit, amount = row
        self._blame(entry, self.money.take(TransferId(id), Account(debit), Account(credit), amount))
        if id.startswith(PREFIX):
            self._marks[link_mark(id), entry.command] = entry.position

    def _same_in_book(self, entry: Entry | Glance, rows: list[Row], moved: list[Numbered]) -> None:
        """Compare an entry's movements with those of the book."""
        if moved != list(enumerate(rows)):
            for what in wrong_in_book(rows, moved):
                self._find(entry.position, entry.stream, what)

    def _recount(self, glance: Glance, line: DecodedEntry | None = None) -> None:
        """Fold an entry into the projections again, where something of them is to be compared. `line` is what it says,
        where it was read already."""
        if self._recounts.end is None:
            return
        try:
            self._blame(glance, self._recounts.take(line or decode_entry(glance.entry(""))))
        except Unreadable:
            return  # found where it is read

    def _blame(self, entry: Entry | Glance, wrong: str | None) -> None:
        if wrong is not None:
            self._find(entry.position, entry.stream, wrong)

    def _add(self, findings: Iterable[Finding]) -> None:
        self.findings += islice(findings, max(0, MOST_FINDINGS - len(self.findings)))

    def _find(self, position: int, where: str, what: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(position, where, what))
