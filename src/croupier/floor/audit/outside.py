"""The audit of outside tables: their reports are computed again from their streams, by the rules of the link."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from croupier.codec import Codec
from croupier.floor.audit.finding import IMPOSSIBLE, DecodedEntry, Finding, decode_entry
from croupier.floor.audit.rebuilt import RebuildStop, RebuiltStream, Task
from croupier.floor.audit.roster import Roster
from croupier.floor.audit.unit import events_in_unit
from croupier.floor.links import outside
from croupier.floor.links.desk import PREFIX
from croupier.floor.roles import Duty
from croupier.jackpot.link import Win
from croupier.ledger.accounts import CASH
from croupier.rules.paytables import line_words
from croupier.store.entry import canonical
from croupier.store.reader import Reader

_codec = Codec()


def audit_outside(reader: Reader, stream: str, task: Task) -> RebuiltStream:
    """Make the reports of another game's table again, from where an earlier audit has stopped."""
    until, roster, since = task.until, task.roster, task.stops.get(stream)
    table = None if since is None else since.read(_from_state)
    findings: list[Finding] = []
    for entry in reader.read(stream, after=0 if since is None else since.version):
        if entry.position > until:
            break
        try:
            line = decode_entry(entry)
            (plain,) = line.events
            event = outside.from_plain(plain)
            for wrong in _disagreements(reader, stream, table, event, line, roster):
                findings.append(Finding(entry.position, stream, wrong))
            table = replace(outside.evolve(table, event), version=entry.version)
        except IMPOSSIBLE as why:
            findings.append(Finding(entry.position, stream, f"cannot have happened: {why}; not followed further"))
            return RebuiltStream.of(findings, None)
    stop = (
        None if table is None else RebuildStop(table.version, 0, canonical(_codec.plain(outside.OutsideTable, table)))
    )
    return RebuiltStream.of(findings, stop)


def _from_state(text: str) -> outside.OutsideTable:
    table: outside.OutsideTable = _codec.value(outside.OutsideTable, json.loads(text))
    return table


def _disagreements(
    reader: Reader,
    stream: str,
    table: outside.OutsideTable | None,
    event: outside.OutsideEvent,
    line: DecodedEntry,
    roster: Roster,
) -> Iterator[str]:
    if isinstance(event, outside.GameJoined):
        if outside.stream_of(event.table) != stream or (table is not None and table.link is not None):
            yield f"{event} cannot be in {stream}"
        moved: list[tuple[str, str, str, int]] = []
        on = event.link
    else:
        assert table is not None, "an outside table begins with GameJoined"
        if (wrong := _against_the_rules(table, event)) is not None:
            yield wrong
        moved = [(t.id, t.debit, t.credit, t.amount) for t in outside.moves(table, event)]
        on = table.link or ""
    own = [row for row in line.transfers if not row[0].startswith(PREFIX)]
    if sorted(moved) != sorted(own):  # a mapping has no order once it was written
        yield f"moved {own}, but says {event}"
    if (lacking := roster.lacks(line.entry, _duty(event))) is not None:
        yield lacking
    want = _beside(table, event)
    if want and not any(want.items() <= plain.items() for plain in events_in_unit(reader, line.entry, PREFIX + on)):
        yield f"{event}, but link {on} does not say so in the same transaction"
    paid = [row[2:] for row in line.transfers if row[1] == f"owed/{on}"]
    if paid != ([(CASH, event.cents)] if isinstance(event, outside.GamePaid) else []):
        yield f"{event}, but the link paid {paid}"


def _duty(event: outside.OutsideEvent) -> Duty:
    match event:
        case outside.GameLocked() | outside.HandsShown() | outside.GameEnded():
            return Duty.DEAL
        case outside.GameVoided():
            return Duty.VOID
        case _:
            return Duty.PRESS_KEYPAD


def _beside(table: outside.OutsideTable | None, event: outside.OutsideEvent) -> Mapping[str, Any]:
    """What the link must say of it in the same transaction; nothing, where the table reports alone."""
    match event:
        case outside.GameJoined(name, game):
            return {"event": "TableJoined", "table": name, "game": game}
        case outside.GameLeft() if table is not None:
            return {"event": "TableLeft", "table": table.name}
        case outside.TermsNoted():
            return {"event": "LinkConfigured"}
        case outside.GamePaid():
            return {"event": "MeterAdjusted"}
        case outside.GameVoided(round) if table is not None and any(table.wagers.values()):
            return {
                "event": "WagersReturned",
                "table": table.name,
                "round": round,
                "wagers": sum(table.wagers.values()),
            }
        case _:
            return {}


def _against_the_rules(table: outside.OutsideTable, event: outside.OutsideEvent) -> str | None:
    """What the rules say against a report of this table, if anything."""
    decided: outside.OutsideEvent
    match event:
        case outside.GameLocked(_, wagers):
            decided = outside.locked(table, wagers)
        case outside.HandsShown(_, hands):
            decided = outside.show_hands(table, hands)
        case outside.GameEnded():
            decided = outside.ended(table)
        case outside.GameVoided(round) if round != table.round:
            return f"game {round} was voided, but {table.round} was open"
        case outside.GamePaid(seat, line) if Win(seat, line) not in table.unpaid:
            return f"seat {seat} was paid for {line_words(line)}, but has no such win to be paid"
        case _:
            return None
    return None if decided == event else f"the rules make {decided} of it, but {event} is recorded"
