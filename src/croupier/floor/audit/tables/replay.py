"""One table played again from its stream: every order decided by the rules a second time.

The revealed seed must be the one that was promised when the round was opened, the cards those that it gives, and
every event and every cent what the rules make of the order on the state before it. For a round that is not
over the sealed seed is used, and never shown.

What the rules make of an order is written down as the room writes it, and compared with the body as text: where both
are the same to the byte, nothing of the body need be read but the order. Only where they are not is it looked at what
differs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from croupier.floor.audit.beside import missing_link
from croupier.floor.audit.finding import CHANGED, IMPOSSIBLE, Finding, Line, read_as_written, read_line, wrong_in_book
from croupier.floor.audit.marks.standing import from_standing, standing
from croupier.floor.audit.remade import Remade, Stop, Task
from croupier.floor.audit.roll import not_on_its_list
from croupier.floor.audit.tables.beginnings import cut, opened, shows
from croupier.floor.audit.tables.givers import wrong_giver, wrong_opener
from croupier.floor.audit.tables.older import as_decided_then, as_promised_then
from croupier.floor.audit.tables.texts import asked_in, body_of, differ, is_plain, turns
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.linked import AwardPaid, TableLinked, TableUnlinked
from croupier.floor.movements import applied
from croupier.floor.orders import parse_order
from croupier.floor.play import decide
from croupier.floor.record import read_back, written
from croupier.floor.table import Happening, SeedSealed, Table
from croupier.games import NotInstalled
from croupier.ledger.transfers import Transfer
from croupier.rules.events import RoundOpened, RoundVoided
from croupier.store.entry import GENESIS, Row, Unreadable, entry_hash
from croupier.store.reader import Reader
from croupier.store.scans import Glance, Numbered

_LINKED: Final = frozenset({AwardPaid, TableLinked, TableUnlinked, RoundVoided})
"""What a table's link has to do with."""
# People say the same few things all day.
_order: Final = lru_cache(maxsize=20_000)(parse_order)

Kept: TypeAlias = tuple[Glance, str, list[Numbered], bool]
"""An entry, the hash that it follows, what the book has of its movements, and whether its body is plain."""


@dataclass(slots=True)
class Replay:
    """The walk through one table's stream. A round waits until its seed is known."""

    reader: Reader
    name: str
    task: Task
    since: Stop | None = None
    """Where an earlier audit has stopped."""
    rounds: int = 0
    findings: list[Finding] = field(default_factory=list)
    stream: str = field(init=False)
    _in_play: str | None = None
    """The round that was opened and has not shown its seed."""
    _table: Table | None = None
    _waiting: list[Kept] = field(default_factory=list)
    _snapshot: tuple[int, str] | None = None
    _hash: str = ""
    """The hash that the next entry follows, once one was read."""
    _read: int = 0
    """Up to this position bodies are known to be written as they should be, and have been compared with the book."""
    _astray: bool = False
    """Whether the play cannot be followed any more; entries are only read from there on."""

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
                seed = self._turn(read_line(glance.entry(previous)))
            except IMPOSSIBLE as why:
                self._lose(position, str(why))
        if self._astray:
            self._only_read()
        elif self._in_play is None:
            self._play(seed)

    def end(self) -> Remade:
        """What came of it, when there are no more entries."""
        stop = None
        if not self._astray and self._table is not None and self._table.in_play is None:
            stop = Stop(self._table.version, self.rounds, standing(self._table))
        if self._waiting:
            seed = self._sealed_seed()
            if seed is None:
                last = self._waiting[-1][0]
                self._lose(last.position, "the sealed seed of its round is missing: the round cannot go on")
            else:
                self._play(seed)
        return Remade(self.rounds, tuple(self.findings), stop, self._in_play)

    def _first(self, glance: Glance) -> str:
        """The hash that the first entry follows that is read."""
        entry = None if glance.version == 1 else self.reader.entry(glance.position)
        return GENESIS if entry is None else entry.previous

    def _turn(self, line: Line) -> str | None:
        """Take note of a round that was opened or is over; the seed, if it is."""
        seed = None
        for event in line.events:
            match event.get("event"):
                case "RoundOpened":
                    self._in_play = str(event.get("round"))
                case "SeedRevealed":
                    seed, self._in_play = str(event.get("seed")), None
                    self.rounds += 1
        return seed

    def _sealed_seed(self) -> str | None:
        """The seed of a round that is not over; if it has ended since the audit began, the one it revealed."""
        seed = self.reader.secret(str(self._in_play))
        if seed is not None:
            return seed
        last = self._waiting[-1][0]
        for entry in self.reader.read(self.stream, after=last.version):
            for event in read_line(entry).events:
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
                elif glance.position <= self.task.word:
                    self._table = self._at_word(self._table, one, bytes.fromhex(seed or ""))
                else:
                    self._again(one, self._table, bytes.fromhex(seed or ""))
            except IMPOSSIBLE as why:
                self._waiting = waiting[number:]
                verdict = "cannot be judged" if isinstance(why, NotInstalled) else "cannot have happened"
                self._lose(glance.position, f"{asked_in(glance.body or '')!r} {verdict}: {why}")
                return
            kept = self._snapshot
            if kept is not None and kept[0] == glance.version and not shows(kept[1], self._table):
                self._find(glance.position, "the snapshot of the table shows another state")

    def _begin(self, one: Kept, seed: str | None) -> None:
        """The first entry: a table is opened, or goes on where it was cut."""
        glance, line = one[0], self._carefully(one)
        if glance.version > 1:
            self._table = cut(self.reader, self.name, line, seed, lambda what: self._find(glance.position, what))
            return
        self._table = opened(self.name, line, lambda what: self._find(glance.position, what))
        if (wrong := wrong_opener(self.task.roll, self.name, glance)) is not None:
            self._find(glance.position, wrong)

    def _again(self, one: Kept, before: Table, chance: bytes) -> None:
        """Decide one order again, and compare what it makes with what is written."""
        glance, _, kept, plain = one
        body = glance.body or ""
        asked = asked_in(body) if plain else self._carefully(one).asked
        order, who = _order(asked), glance.actor.partition("/")[2]
        if (wrong := wrong_giver(self.task.roll, before, order, glance)) is not None:
            self._find(glance.position, wrong)
        events = decide(before, order, who, chance, law=None)
        self._listed(glance, events)
        if isinstance(events[0], RoundOpened):
            events = (as_promised_then(events[0], body, chance), *events[1:])
        after, moved = applied(before, events, glance.time_ms)
        rows = _rows(moved)
        if body_of(asked, events, rows) != body:
            self._table = self._differs(before, self._carefully(one), events, chance)
            return
        self._table = after
        self._read = glance.position
        if rows or kept:
            self._same_in_book(glance, rows, kept)
        # A table on no link has nothing to do with one until it joins, which it does in an entry of its own.
        if (before.link is not None or len(events) == 1) and not _LINKED.isdisjoint(map(type, events)):
            self._beside(before, self._carefully(one), events)

    def _differs(self, before: Table, line: Line, events: tuple[Happening, ...], chance: bytes) -> Table:
        """Say what differs between what the rules make of an order and what is written; the table to go on with."""
        position, time_ms = line.entry.position, line.entry.time_ms
        events = as_decided_then(events, line, before)
        plain = [record for event in events if (record := written(event)) is not None]
        after, moved = applied(before, events, time_ms)
        if plain != line.events:
            self._find(position, f"the rules make something else of {line.asked!r}: {differ(plain, line.events)}")
            # From here on the record is taken at its word: one wrong settlement should not be found ten times.
            after, moved = applied(before, _told(line, chance), time_ms)
        self._compare_money(before, line, events, moved)
        return after

    def _at_word(self, before: Table, one: Kept, chance: bytes) -> Table:
        """Take an entry at its word; its money must be what happened all the same. The table to go on with."""
        line = self._carefully(one)
        events = tuple(_told(line, chance))
        self._listed(one[0], events)
        after, moved = applied(before, events, line.entry.time_ms)
        self._compare_money(before, line, events, moved)
        return after

    def _listed(self, glance: Glance, events: tuple[Happening, ...]) -> None:
        """An automaton says what is on its list; a seed is sealed, and not said."""
        kinds = (type(event).__name__ for event in events if not isinstance(event, SeedSealed))
        if (wrong := not_on_its_list(glance, kinds)) is not None:
            self._find(glance.position, wrong)

    def _compare_money(
        self, before: Table, line: Line, events: tuple[Happening, ...], moved: tuple[Transfer, ...]
    ) -> None:
        # A link's entry in the same transaction has its transfers here too; the audit of the link looks at those.
        want, own = _rows(moved), [row for row in line.transfers if not row[0].startswith(PREFIX)]
        if want != own:
            what = f"the money moved is not what happened: {differ(want, line.transfers)}"
            self._find(line.entry.position, what)
        if len(own) < len(line.transfers) or not _LINKED.isdisjoint(map(type, events)):
            self._beside(before, line, events)

    def _beside(self, before: Table, line: Line, events: tuple[Happening, ...]) -> None:
        for what in missing_link(self.reader, before, line, events):
            self._find(line.entry.position, what)

    def _carefully(self, one: Kept) -> Line:
        """What an entry says, read whole: written as Croupier writes it, and with the money that the book has."""
        glance, previous, kept, _ = one
        entry = glance.entry(previous)
        if glance.position <= self._read:
            return read_line(entry)
        self._read = glance.position
        try:
            line = read_as_written(entry)
        except Unreadable as refused:
            self._find(glance.position, str(refused))
            line = read_line(entry)
        self._same_in_book(glance, line.transfers, kept)
        return line

    def _same_in_book(self, glance: Glance, rows: list[Row], kept: list[Numbered]) -> None:
        if kept != list(enumerate(rows)):
            for what in wrong_in_book(rows, kept):
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
        if not self._astray:
            self._find(position, f"{what}; the play of this table is not followed further")
        self._astray = True
        self._only_read()

    def _find(self, position: int, what: str) -> None:
        self.findings.append(Finding(position, self.stream, what))


def _rows(moved: tuple[Transfer, ...]) -> list[Row]:
    """Movements as a body has them."""
    return [(transfer.id, transfer.debit, transfer.credit, transfer.amount) for transfer in moved]


def _told(line: Line, chance: bytes) -> list[Happening]:
    told: list[Happening] = []
    for record in line.events:
        event = read_back(record)
        told.append(event)
        if isinstance(event, RoundOpened) and chance:
            told.append(SeedSealed(chance))
    return told
