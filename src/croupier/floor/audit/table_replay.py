"""One table played again from its stream: every order decided by the rules a second time.

The revealed seed must be the one that was promised when the round was opened, the cards those that it gives, every
event and cent what the rules make of the order. For a round that is not over the sealed seed is used, and never shown.

The result of an order is written as the room writes it and compared with the body as text, which is decoded only where
they differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from croupier.floor.audit.authority import wrong_giver, wrong_opener
from croupier.floor.audit.counterparts import missing_link
from croupier.floor.audit.finding import (
    CHANGED,
    IMPOSSIBLE,
    DecodedEntry,
    Finding,
    decode_as_written,
    decode_entry,
    wrong_in_book,
)
from croupier.floor.audit.law import wrong_at_table
from croupier.floor.audit.older_orders import as_decided_then, as_promised_then, hand_buttons_in
from croupier.floor.audit.rebuilt import RebuildStop, RebuiltStream, Task
from croupier.floor.audit.table_standing import from_standing, standing
from croupier.floor.audit.table_starts import (
    body_of,
    cut,
    differ,
    is_plain,
    is_shuffled,
    opened,
    request_in,
    shows,
    turns,
)
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.linked import AwardPaid, TableLinked, TableUnlinked
from croupier.floor.links.refusals import AwardRefused
from croupier.floor.marks import is_rehearsal
from croupier.floor.movements import applied
from croupier.floor.orders import parse_order
from croupier.floor.play import decide
from croupier.floor.record import happening_from_plain, happening_to_plain
from croupier.floor.table import Happening, SeedSealed, Table, TableOpened
from croupier.games import NotInstalled
from croupier.ledger.transfers import Transfer
from croupier.rules.events import Dealt, RoundOpened, RoundVoided
from croupier.store.entry import GENESIS, Row, Unreadable, entry_hash
from croupier.store.reader import Reader
from croupier.store.scans import Glance, Numbered

_LINKED: Final = frozenset({AwardPaid, AwardRefused, TableLinked, TableUnlinked, RoundVoided})
"""What a table's link has to do with."""
_UNSAID: Final = frozenset({SeedSealed, Dealt})
"""What is sealed, or follows from it, and is in no entry."""
_order: Final = lru_cache(maxsize=20_000)(parse_order)  # people say the same few things all day

WaitingEntry: TypeAlias = tuple[Glance, str, list[Numbered], bool]
"""An entry, the hash of the entry before it, its movements in the book, and whether its body is plain."""


@dataclass(slots=True)
class Replay:
    """The walk through one table's stream. A round waits until its seed is known."""

    reader: Reader
    name: str
    task: Task
    since: RebuildStop | None = None
    """Where an earlier audit has stopped."""
    rounds: int = 0
    findings: list[Finding] = field(default_factory=list)
    stream: str = field(init=False)
    _in_play: str | None = None
    """The round that was opened and has not shown its seed."""
    _shuffled: bool = True
    """Whether the last round that was opened has one: a real deck is not shuffled here (R58)."""
    _table: Table | None = None
    _waiting: list[WaitingEntry] = field(default_factory=list)
    _snapshot: tuple[int, str] | None = None
    _hash: str = ""
    """The hash that the next entry follows, once one was read."""
    _read: int = 0
    """Up to this position bodies are known to be written as they should be, and have been compared with the book."""
    _lost: bool = False
    """Whether the play cannot be followed any more; the entries after that are only read."""

    def __post_init__(self) -> None:
        self.stream = f"table/{self.name}"
        self._snapshot = self.reader.snapshot(self.stream)
        if self.since is not None:
            self.rounds, self._table = self.since.rounds, self.since.read(from_standing)

    def take(self, glance: Glance, moved: list[Numbered]) -> None:
        """Go on by one entry, of which the book has these movements."""
        position, version, time_ms, stream, actor, command, hash, body = glance
        assert body is not None, "whoever plays a table reads its bodies"
        previous = self._hash or self._first(glance)
        self._hash = hash
        if entry_hash(position, stream, version, time_ms, actor, command, body, previous) != hash:
            self._find(position, CHANGED)
        plain, seed = is_plain(body), None
        self._waiting.append((glance, previous, moved, plain))
        if not plain or turns(body):
            try:
                seed = self._turn(decode_entry(glance.entry(previous)))
            except IMPOSSIBLE as why:
                self._lose(position, str(why))
        if self._lost:
            self._only_read()
        elif self._in_play is None:
            self._play(seed)

    def end(self) -> RebuiltStream:
        """What came of it, when there are no more entries."""
        stop = None
        if not self._lost and self._table is not None and self._table.in_play is None:
            stop = RebuildStop(self._table.version, self.rounds, standing(self._table))
        if self._waiting:
            seed = self._sealed_seed()
            if seed is None:
                last = self._waiting[-1][0]
                self._lose(last.position, "the sealed seed of its round is missing: the round cannot go on")
            else:
                self._play(seed)
        return RebuiltStream(self.rounds, tuple(self.findings), stop, self._in_play)

    def _first(self, glance: Glance) -> str:
        """The hash that the first entry follows that is read."""
        entry = None if glance.version == 1 else self.reader.entry(glance.position)
        return GENESIS if entry is None else entry.previous

    def _turn(self, line: DecodedEntry) -> str | None:
        """Take note of a round that was opened or is over; the seed, if it is."""
        seed = None
        for event in line.events:
            match event.get("event"):
                case "RoundOpened":
                    self._shuffled = is_shuffled(event)
                    # With a real deck there is no seed to wait for.
                    self._in_play = str(event.get("round")) if self._shuffled else None
                case "SeedRevealed":
                    seed, self._in_play = str(event.get("seed")), None
                    self.rounds += 1
                case "RoundEnded" | "RoundVoided" if not self._shuffled:
                    self.rounds += 1
        return seed

    def _sealed_seed(self) -> str | None:
        """The seed of a round that is not over; if it has ended since the audit began, the one it revealed."""
        seed = self.reader.secret(str(self._in_play))
        if seed is not None:
            return seed
        last = self._waiting[-1][0]
        for entry in self.reader.read(self.stream, after=last.version):
            for event in decode_entry(entry).events:
                if event.get("event") == "SeedRevealed":
                    return str(event.get("seed"))
        return None

    def _play(self, seed: str | None) -> None:
        waiting, self._waiting = self._waiting, []
        for number, one in enumerate(waiting):
            glance = one[0]
            try:
                if self._table is None:
                    self._begin(one, seed)
                elif glance.position <= self.task.signed_until:
                    self._table = self._believed(self._table, one, bytes.fromhex(seed or ""))
                else:
                    self._again(one, self._table, bytes.fromhex(seed or ""))
            except IMPOSSIBLE as why:
                self._waiting = waiting[number:]
                verdict = "cannot be judged" if isinstance(why, NotInstalled) else "cannot have happened"
                self._lose(glance.position, f"{request_in(glance.body or '')!r} {verdict}: {why}")
                return
            snapshot = self._snapshot
            if snapshot is not None and snapshot[0] == glance.version and not shows(snapshot[1], self._table):
                self._find(glance.position, "the snapshot of the table shows another state")

    def _begin(self, one: WaitingEntry, seed: str | None) -> None:
        """The first entry: a table is opened, or goes on where it was cut."""
        glance, line = one[0], self._carefully(one)
        if glance.version > 1:
            self._table = cut(self.reader, self.name, line, seed, lambda what: self._find(glance.position, what))
            return
        self._table = opened(self.name, line, lambda what: self._find(glance.position, what))
        if (wrong := wrong_opener(self.task.roster, self.name, glance)) is not None:
            self._find(glance.position, wrong)
        if self._table.rehearsal is not is_rehearsal(self.reader):
            whose = "a rehearsal's" if self._table.rehearsal else "the night's"
            self._find(glance.position, f"{self.name} was opened as {whose}, and these are other books")
        self._judge(glance, None, (TableOpened(self.name, self._table.settings),))

    def _again(self, one: WaitingEntry, before: Table, chance: bytes) -> None:
        """Decide one order again, and compare what it makes with what is written."""
        glance, _, booked, plain = one
        body = glance.body or ""
        request = request_in(body) if plain else self._carefully(one).request
        order, who = _order(request), glance.actor.partition("/")[2]
        if (wrong := wrong_giver(self.task.roster, before, order, glance)) is not None:
            self._find(glance.position, wrong)
        events = decide(before, order, who, chance, law=None)
        self._judge(glance, before, events)
        if isinstance(events[0], RoundOpened):
            if (wrong := self.task.approvals.wrong_deal(before, glance)) is not None:
                self._find(glance.position, wrong)
            asked = hand_buttons_in(body)
            if (wrong := self.task.approvals.wrong_hand_buttons(before, asked, glance)) is not None:
                self._find(glance.position, wrong)
            events = (as_promised_then(events[0], body, chance), *asked, *events[1:])
        after, moved = applied(before, events, glance.time_ms, glance.actor)
        rows = _rows(moved)
        if body_of(request, events, rows) != body:
            self._table = self._differs(before, self._carefully(one), events, chance)
            return
        self._table = after
        self._read = glance.position
        if rows or booked:
            self._same_in_book(glance, rows, booked)
        # A table on no link has nothing to do with one until it joins, which it does in an entry of its own.
        if (before.link is not None or len(events) == 1) and not _LINKED.isdisjoint(map(type, events)):
            self._beside(before, self._carefully(one), events)

    def _differs(self, before: Table, line: DecodedEntry, events: tuple[Happening, ...], chance: bytes) -> Table:
        """Say what differs between what the rules make of an order and what is written; the table to go on with."""
        position, time_ms, actor = line.entry.position, line.entry.time_ms, line.entry.actor
        events = as_decided_then(events, line, before, self.task.laws.player_fees)
        plain = [record for event in events if (record := happening_to_plain(event)) is not None]
        after, moved = applied(before, events, time_ms, actor)
        if plain != line.events:
            self._find(position, f"the rules make something else of {line.request!r}: {differ(plain, line.events)}")
            # From here on the recorded events are believed, so that one wrong settlement is not found ten times.
            after, moved = applied(before, _recorded_events(line, chance), time_ms, actor)
        self._compare_money(before, line, events, moved)
        return after

    def _believed(self, before: Table, one: WaitingEntry, chance: bytes) -> Table:
        """Believe the events of an entry, but compare its money with them. Returns the table to go on with."""
        line = self._carefully(one)
        events = tuple(_recorded_events(line, chance))
        self._judge(one[0], before, events)
        after, moved = applied(before, events, line.entry.time_ms, line.entry.actor)
        self._compare_money(before, line, events, moved)
        return after

    def _judge(self, glance: Glance, before: Table | None, events: tuple[Happening, ...]) -> None:
        """Everybody says what is theirs to say; a seed is sealed, and not said. Nothing is outside the law (R55)."""
        kinds = tuple([kind.__name__ for kind in map(type, events) if kind not in _UNSAID])
        wrong = self.task.roster.wrong_author(glance, kinds)
        if wrong is not None:
            self._find(glance.position, wrong)
        if self.task.laws.changes:
            for wrong in wrong_at_table(self.task.laws, glance, before, events):
                self._find(glance.position, wrong)

    def _compare_money(
        self, before: Table, line: DecodedEntry, events: tuple[Happening, ...], moved: tuple[Transfer, ...]
    ) -> None:
        # A link's entry in the same transaction has its transfers here too; the audit of the link looks at those.
        want, own = _rows(moved), [row for row in line.transfers if not row[0].startswith(PREFIX)]
        if want != own:
            self._find(line.entry.position, f"the money moved is not what happened: {differ(want, line.transfers)}")
        if len(own) < len(line.transfers) or not _LINKED.isdisjoint(map(type, events)):
            self._beside(before, line, events)

    def _beside(self, before: Table, line: DecodedEntry, events: tuple[Happening, ...]) -> None:
        for what in missing_link(self.reader, before, line, events):
            self._find(line.entry.position, what)

    def _carefully(self, one: WaitingEntry) -> DecodedEntry:
        """What an entry says, read whole: written as Croupier writes it, and with the money that the book has."""
        glance, previous, booked, _ = one
        entry = glance.entry(previous)
        if glance.position <= self._read:
            return decode_entry(entry)
        self._read = glance.position
        try:
            line = decode_as_written(entry)
        except Unreadable as refused:
            self._find(glance.position, str(refused))
            line = decode_entry(entry)
        self._same_in_book(glance, line.transfers, booked)
        return line

    def _same_in_book(self, glance: Glance, rows: list[Row], booked: list[Numbered]) -> None:
        if booked != list(enumerate(rows)):
            for what in wrong_in_book(rows, booked):
                self._find(glance.position, what)

    def _only_read(self) -> None:
        """Read what is not played any more: its bytes and its money are compared all the same."""
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            try:
                self._carefully(one)
            except Unreadable:
                continue  # found

    def _lose(self, position: int, what: str) -> None:
        if not self._lost:
            self._find(position, f"{what}; the play of this table is not followed further")
        self._lost = True
        self._only_read()

    def _find(self, position: int, what: str) -> None:
        self.findings.append(Finding(position, self.stream, what))


def _rows(moved: tuple[Transfer, ...]) -> list[Row]:
    """Movements as a body has them."""
    return [(transfer.id, transfer.debit, transfer.credit, transfer.amount) for transfer in moved]


def _recorded_events(line: DecodedEntry, chance: bytes) -> list[Happening]:
    events: list[Happening] = []
    for record in line.events:
        event = happening_from_plain(record)
        events.append(event)
        if isinstance(event, RoundOpened) and chance:
            events.append(SeedSealed(chance))
    return events
