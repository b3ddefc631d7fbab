"""The reports of outside tables, made again from their streams by the rules of the link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier.errors import Refused
from croupier.floor.audit.finding import Finding, read_line
from croupier.floor.links import outside
from croupier.jackpot.link import Win
from croupier.rules.paytables import line_words
from croupier.store.reader import Reader


def audit_outside(reader: Reader, stream: str, until: int) -> Iterator[Finding]:
    """What is wrong with the reports of another game's table."""
    table: outside.OutsideTable | None = None
    for entry in reader.read(stream):
        if entry.position > until:
            return
        for plain in read_line(entry).events:
            try:
                event = outside.from_plain(plain)
                if table is not None and (wrong := _disagreement(table, event)) is not None:
                    yield Finding(entry.position, stream, wrong)
                table = replace(outside.evolve(table, event), version=entry.version)
            except (Refused, AssertionError, LookupError, ValueError) as why:
                yield Finding(entry.position, stream, f"cannot have happened: {why}; not followed further")
                return


def _disagreement(table: outside.OutsideTable, event: outside.OutsideEvent) -> str | None:
    """What the rules say against a report of this table, if anything."""
    made: outside.OutsideEvent
    match event:
        case outside.GameLocked(_, wagers):
            made = outside.locked(table, wagers)
        case outside.HandsShown(_, hands):
            made = outside.shown(table, hands)
        case outside.GameEnded():
            made = outside.ended(table)
        case outside.GamePaid(seat, line) if Win(seat, line) not in table.unpaid:
            return f"seat {seat} was paid for {line_words(line)}, but has no such win to be paid"
        case _:
            return None
    return None if made == event else f"the rules make {made} of it, but {event} is recorded"
