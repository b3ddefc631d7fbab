"""One table played again from its stream: every order decided by the rules a second time.

The revealed seed must be the one that was promised when the round was opened, the cards those that it gives, and
every event and every cent what the rules make of the order on the state before it. For a round that is not
over the sealed seed is used, and never shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier.errors import Refused
from croupier.fair.commitment import commitment
from croupier.floor.audit.beside import missing_link
from croupier.floor.audit.finding import IMPOSSIBLE, Finding, Line, read_line
from croupier.floor.audit.marks.standing import from_standing, standing
from croupier.floor.audit.remade import Remade, Stop
from croupier.floor.audit.roll import Roll
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.linked import AwardPaid, ByLink, TableLinked, TableUnlinked
from croupier.floor.movements import applied
from croupier.floor.orders import Order, parse_order
from croupier.floor.play import check_allowed, decide
from croupier.floor.practice import is_practice
from croupier.floor.record import from_snapshot, read_back, snapshot, written
from croupier.floor.roles import Duty, may
from croupier.floor.table import Happening, SeedSealed, Table, TableOpened
from croupier.rules.events import RoundOpened, RoundVoided
from croupier.rules.round import Stage, evolve
from croupier.store.apart.trimming import said_of
from croupier.store.entry import Entry, Unreadable
from croupier.store.reader import Reader

_LINKED: Final = (AwardPaid, TableLinked, TableUnlinked, RoundVoided)
"""What a table's link has to do with."""


class _Astray(Exception):
    """A stream that cannot be followed further."""


@dataclass(slots=True)
class Replay:
    """The walk through one table's stream, up to a position of the journal. A round waits until its seed is known."""

    reader: Reader
    name: str
    until: int
    roll: Roll
    since: Stop | None = None
    """Where an earlier audit has stopped."""
    rounds: int = 0
    findings: list[Finding] = field(default_factory=list)
    stop: Stop | None = None
    """Where the next one may go on: between two rounds."""
    _table: Table | None = None
    _waiting: list[Line] = field(default_factory=list)
    _snapshot: tuple[int, str] | None = None

    @property
    def stream(self) -> str:
        return f"table/{self.name}"

    def run(self) -> None:
        """Walk to the end, or to where the play cannot be followed."""
        self._snapshot = self.reader.snapshot(self.stream)
        if self.since is not None:
            self.rounds, self._table = self.since.rounds, self.since.read(from_standing)
        try:
            self._walk()
        except _Astray:
            return

    def _walk(self) -> None:
        in_round = False
        for entry in self.reader.read(self.stream, after=0 if self.since is None else self.since.version):
            if entry.position > self.until:
                break
            try:
                line = read_line(entry)
            except Unreadable as refused:
                raise self._astray(entry.position, str(refused)) from refused
            self._waiting.append(line)
            seed = None
            for event in line.events:
                match event.get("event"):
                    case "RoundOpened":
                        in_round = True
                    case "SeedRevealed":
                        seed, in_round = event.get("seed"), False
                        self.rounds += 1
            if not in_round:
                self._play(seed)
        if self._table is not None and self._table.in_play is None:
            self.stop = Stop(self._table.version, self.rounds, standing(self._table))
        if self._waiting:
            self._play(self._sealed_seed())

    def _sealed_seed(self) -> str:
        """The seed of a round that is not over; if it has ended since the audit began, the one it revealed."""
        last = self._waiting[-1].entry
        opened = [e for line in self._waiting for e in line.events if e.get("event") == "RoundOpened"]
        seed = self.reader.secret(str(opened[0].get("round")))
        if seed is not None:
            return seed
        for entry in self.reader.read(self.stream, after=last.version):
            for event in read_line(entry).events:
                if event.get("event") == "SeedRevealed":
                    return str(event.get("seed"))
        raise self._astray(last.position, "the sealed seed of its round is missing: the round cannot go on")

    def _play(self, seed: str | None) -> None:
        lines, self._waiting = self._waiting, []
        for line in lines:
            try:
                self._again(line, seed)
            except IMPOSSIBLE as why:
                raise self._astray(line.entry.position, f"{line.asked!r} cannot have happened: {why}") from why
            kept = self._snapshot
            if kept is not None and kept[0] == line.entry.version and not _shows(kept[1], self._table):
                self._find(line.entry.position, "the snapshot of the table shows another state")

    def _again(self, line: Line, seed: str | None) -> None:
        """Decide one order again, and compare what it makes with what is written."""
        entry, before = line.entry, self._table
        if before is None and entry.version > 1:
            self._go_on(line, seed)
            return
        if before is None:
            opened = read_back(line.events[0])
            if not isinstance(opened, TableOpened) or opened.table != self.name:
                raise Unreadable(entry.position, f"the stream of {self.name} does not begin with its opening")
            events: tuple[Happening, ...] = (opened,)
            self._may_open(entry)
        else:
            order, who = parse_order(line.asked), entry.actor.partition("/")[2]
            self._may_give(before, order, entry)
            events = decide(before, order, who, bytes.fromhex(seed or ""))
            events = tuple(_as_dealt_then(event, line) for event in events)
        made = [record for event in events if (record := written(event)) is not None]
        after, moved = applied(before, events, entry.time_ms)
        if made != line.events:
            self._find(entry.position, f"the rules make something else of {line.asked!r}: {_differ(made, line.events)}")
            # From here on the record is taken at its word: one wrong settlement should not be found ten times.
            after, moved = applied(before, self._told(line, seed), entry.time_ms)
        want = [(transfer.id, transfer.debit, transfer.credit, transfer.amount) for transfer in moved]
        # A link's entry in the same transaction has its transfers here too; the audit of the link looks at those.
        own = [row for row in line.transfers if not row[0].startswith(PREFIX)]
        if want != own:
            self._find(entry.position, f"the money moved is not what happened: {_differ(want, line.transfers)}")
        if before is not None and (len(own) < len(line.transfers) or any(isinstance(e, _LINKED) for e in events)):
            for what in missing_link(self.reader, before, line, events):
                self._find(entry.position, what)
        self._table = after

    def _go_on(self, line: Line, seed: str | None) -> None:
        """Begin where a practice table was cut: at the opening of a round, with how it stood then."""
        said = said_of(self.reader, self.stream)
        if said is None or said["version"] + 1 != line.entry.version:
            raise Unreadable(line.entry.position, f"the stream of {self.name} does not begin with its opening")
        table, opened = from_snapshot(said["state"], lambda _: seed), read_back(line.events[0])
        if table.name != self.name or table.version != line.entry.version:
            self._find(line.entry.position, "the state at which the table was cut is another's")
        if table.round is None or not isinstance(opened, RoundOpened) or table.round != evolve(None, opened):
            self._find(line.entry.position, "the round is not the one that was opened where the table was cut")
        elif seed is not None and commitment(opened.round, bytes.fromhex(seed)) != opened.commitment:
            self._find(line.entry.position, "the seed is not the one that was promised")
        self._table = table

    def _may_open(self, entry: Entry) -> None:
        """A table is opened by whoever may; the host of the practice opens practice tables alone."""
        lacking = self.roll.lacks(entry, Duty.OPEN_TABLE)
        if lacking is None and (entry.actor == "staff/practice-host") != is_practice(self.name):
            lacking = f"{entry.actor} opened {self.name}"
        if lacking is not None:
            self._find(entry.position, lacking)

    def _may_give(self, table: Table, order: Order, entry: Entry) -> None:
        """Every order is given by somebody who might give it then."""
        refusal: Refused | str = f"{entry.actor} was not there then"
        for person in self.roll.who(entry):
            try:
                check_allowed(table, order, person)
            except Refused as why:
                refusal = why
                continue
            if isinstance(order, ByLink) and not may(person.role, Duty.PRESS_KEYPAD):
                refusal = f"{entry.actor} might not {Duty.PRESS_KEYPAD.value} then"
                continue
            return
        self._find(entry.position, f"{str(order)!r} was not for {entry.actor} to give: {refusal}")

    def _told(self, line: Line, seed: str | None) -> list[Happening]:
        told: list[Happening] = []
        for record in line.events:
            event = read_back(record)
            told.append(event)
            if isinstance(event, RoundOpened) and seed is not None:
                told.append(SeedSealed(bytes.fromhex(seed)))
        return told

    def _astray(self, position: int, what: str) -> _Astray:
        self._find(position, f"{what}; the play of this table is not followed further")
        return _Astray()

    def _find(self, position: int, what: str) -> None:
        self.findings.append(Finding(position, self.stream, what))


def _shows(kept: str, table: Table | None) -> bool:
    """Whether a snapshot shows a table as it stands. One is only taken when a round has just been opened."""
    round = None if table is None else table.in_play
    if table is None or round is None or round.stage is not Stage.BETTING or table.moved:
        return False
    return kept == snapshot(table)


def _as_dealt_then(event: Happening, line: Line) -> Happening:
    """A round is played again in the order of its own record: older ones took folds after the bank's cards (R29)."""
    if not isinstance(event, RoundOpened) or not event.terms.folds_first:
        return event
    told = read_back(line.events[0])
    if isinstance(told, RoundOpened) and not told.terms.folds_first:
        return replace(event, terms=replace(event.terms, folds_first=False))
    return event


def audit_table(reader: Reader, stream: str, until: int, roll: Roll, since: Stop | None) -> Remade:
    """Play a table again, from where an earlier audit has stopped."""
    replay = Replay(reader, stream.removeprefix("table/"), until, roll, since)
    replay.run()
    return Remade(replay.rounds, tuple(replay.findings), replay.stop)


def _differ(made: Sequence[Any], recorded: Sequence[Any]) -> str:
    """The first place where two lists differ, short enough to read."""
    for want, have in zip(made, recorded, strict=False):
        if want != have:
            if isinstance(want, dict) and isinstance(have, dict):
                keys = [key for key in sorted(want.keys() | have.keys()) if want.get(key) != have.get(key)]
                want, have = {k: want.get(k) for k in keys}, {k: have.get(k) for k in keys}
            return f"want {str(want)[:200]}, have {str(have)[:200]}"
    return f"want {len(made)} of them, have {len(recorded)}"
