"""One table played again from its stream: every order decided by the rules a second time.

The revealed seed must be the one that was promised when the round was opened, the cards those that it gives, and
every event and every cent what the rules make of the order on the state before it. For a round that is not
over the sealed seed is used, and never shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.errors import Refused
from croupier.floor.audit.finding import Finding, Line, read_line
from croupier.floor.movements import applied
from croupier.floor.orders import parse_order
from croupier.floor.play import decide
from croupier.floor.record import read_back, snapshot, written
from croupier.floor.table import Happening, SeedSealed, Table, TableOpened
from croupier.rules.events import RoundOpened
from croupier.store.entry import Unreadable
from croupier.store.reader import Reader


class _Astray(Exception):
    """A stream that cannot be followed further."""


@dataclass(slots=True)
class Replay:
    """The walk through one table's stream, up to a position of the journal. A round waits until its seed is known."""

    reader: Reader
    name: str
    until: int
    rounds: int = 0
    findings: list[Finding] = field(default_factory=list)
    _table: Table | None = None
    _waiting: list[Line] = field(default_factory=list)
    _snapshot: tuple[int, str] | None = None

    @property
    def stream(self) -> str:
        return f"table/{self.name}"

    def run(self) -> None:
        """Walk to the end, or to where the play cannot be followed."""
        self._snapshot = self.reader.snapshot(self.stream)
        try:
            self._walk()
        except _Astray:
            return

    def _walk(self) -> None:
        in_round = False
        for entry in self.reader.read(self.stream):
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
            except (Refused, AssertionError, ValueError, LookupError, TypeError, AttributeError, StopIteration) as why:
                raise self._astray(line.entry.position, f"{line.asked!r} cannot have happened: {why}") from why
            kept = self._snapshot
            if (
                kept is not None
                and kept[0] == line.entry.version
                and (self._table is None or kept[1] != snapshot(self._table))
            ):
                self._find(line.entry.position, "the snapshot of the table shows another state")

    def _again(self, line: Line, seed: str | None) -> None:
        """Decide one order again, and compare what it makes with what is written."""
        entry, before = line.entry, self._table
        if before is None:
            opened = read_back(line.events[0])
            if not isinstance(opened, TableOpened) or opened.table != self.name:
                raise Unreadable(entry.position, f"the stream of {self.name} does not begin with its opening")
            events: tuple[Happening, ...] = (opened,)
        else:
            who = entry.actor.partition("/")[2]
            events = decide(before, parse_order(line.asked), who, bytes.fromhex(seed or ""))
            events = tuple(_as_dealt_then(event, line) for event in events)
        made = [record for event in events if (record := written(event)) is not None]
        after, moved = applied(before, events, entry.time_ms)
        if made != line.events:
            self._find(entry.position, f"the rules make something else of {line.asked!r}: {_differ(made, line.events)}")
            # From here on the record is taken at its word: one wrong settlement should not be found ten times.
            after, moved = applied(before, self._told(line, seed), entry.time_ms)
        want = [(transfer.id, transfer.debit, transfer.credit, transfer.amount) for transfer in moved]
        # A link's entry in the same transaction has its transfers here too; `floor.link_audit` looks at those.
        if want != [row for row in line.transfers if not row[0].startswith("link/")]:
            self._find(entry.position, f"the money moved is not what happened: {_differ(want, line.transfers)}")
        self._table = after

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


def _as_dealt_then(event: Happening, line: Line) -> Happening:
    """A round is played again in the order of its own record: older ones took folds after the bank's cards (R29)."""
    if not isinstance(event, RoundOpened) or not event.terms.folds_first:
        return event
    told = read_back(line.events[0])
    if isinstance(told, RoundOpened) and not told.terms.folds_first:
        return replace(event, terms=replace(event.terms, folds_first=False))
    return event


def _differ(made: Sequence[Any], recorded: Sequence[Any]) -> str:
    """The first place where two lists differ, short enough to read."""
    for want, have in zip(made, recorded, strict=False):
        if want != have:
            if isinstance(want, dict) and isinstance(have, dict):
                keys = [key for key in sorted(want.keys() | have.keys()) if want.get(key) != have.get(key)]
                want, have = {k: want.get(k) for k in keys}, {k: have.get(k) for k in keys}
            return f"want {str(want)[:200]}, have {str(have)[:200]}"
    return f"want {len(made)} of them, have {len(recorded)}"
