"""The audit of outside tables: their reports are computed again from their streams, by the rules of the link. With real
cards (R58) so is every touch of the keypad, and that the cards which somebody entered make the hand that was paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, TypeAlias

from croupier.floor.audit.finding import IMPOSSIBLE, DecodedEntry, Finding, decode_entry
from croupier.floor.audit.rebuilt import RebuildStop, RebuiltStream, Task
from croupier.floor.audit.unit import events_in_unit, with_units
from croupier.floor.links import link_only, outside
from croupier.floor.links import outside_decisions as decisions
from croupier.floor.links import outside_events as events
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.hand_buttons import TrayWinPressed, TrayWinReleased, TrayWinVerified
from croupier.floor.roles import Duty
from croupier.jackpot.link import Win
from croupier.ledger.accounts import CASH
from croupier.money import Cents
from croupier.rules.paytables import line_words
from croupier.store.reader import Reader
from croupier.values import replace

TransferRow: TypeAlias = tuple[str, str, str, Cents]


def audit_outside(reader: Reader, stream: str, task: Task) -> RebuiltStream:
    """Make the reports of another game's table again, from where an earlier audit has stopped."""
    until, since = task.until, task.stops.get(stream)
    table = None if since is None else since.read(outside.from_state)
    snapshot = reader.snapshot(stream)
    findings: list[Finding] = []
    entries = reader.read(stream, after=0 if since is None else since.version)
    for entry in with_units(reader, takewhile(lambda one: one.position <= until, entries)):
        try:
            line = decode_entry(entry)
            moved: list[TransferRow] = []
            for plain in line.events:
                event = events.from_plain(plain)
                for wrong in _disagreements(reader, stream, table, event, line, task):
                    findings.append(Finding(entry.position, stream, wrong))
                if table is not None:
                    moved += [(t.id, t.debit, t.credit, t.amount) for t in decisions.moves(table, event)]
                table = outside.evolve(table, event)
            assert table is not None, "an outside table begins with GameJoined"
            table = replace(table, version=entry.version)
            own = [row for row in line.transfers if not row[0].startswith(PREFIX)]
            if sorted(moved) != sorted(own):  # a mapping has no order once it was written
                findings.append(Finding(entry.position, stream, f"moved {own}, but says {event}"))
            if _is_wrong(snapshot, table):
                findings.append(Finding(entry.position, stream, "the snapshot of the table shows another state"))
        except IMPOSSIBLE as why:
            findings.append(Finding(entry.position, stream, f"cannot have happened: {why}; not followed further"))
            return RebuiltStream.of(findings, None)
    stop = None if table is None else RebuildStop(table.version, 0, outside.state_text(table))
    return RebuiltStream.of(findings, stop)


def _is_wrong(snapshot: tuple[int, str] | None, table: outside.OutsideTable) -> bool:
    return snapshot is not None and snapshot[0] == table.version and snapshot[1] != outside.state_text(table)


def _disagreements(
    reader: Reader,
    stream: str,
    table: outside.OutsideTable | None,
    event: events.OutsideEvent,
    line: DecodedEntry,
    task: Task,
) -> Iterator[str]:
    if isinstance(event, events.GameJoined):
        if outside.stream_of(event.table) != stream or (table is not None and table.link is not None):
            yield f"{event} cannot be in {stream}"
        on = event.link
    else:
        assert table is not None, "an outside table begins with GameJoined"
        if (wrong := _against_the_rules(table, event)) is not None:
            yield wrong
        amounts = (None, *task.approvals.tray_amounts(line.entry))
        if isinstance(event, events.GameLocked) and event.verify_from not in amounts:
            yield f"{event}, but the house had set another amount for wins of the tray (R44)"
        on = table.link or ""
    if (doer := getattr(event, "by", None)) is not None and line.entry.actor != f"staff/{doer}":
        yield f"says that {doer} did it, but {line.entry.actor} wrote it"
    if (lacking := task.roster.lacks(line.entry, _duty(event))) is not None:
        yield lacking
    want = _beside(table, event)
    if want and not any(want.items() <= plain.items() for plain in events_in_unit(reader, line.entry, PREFIX + on)):
        yield f"{event}, but link {on} does not say so in the same transaction"
    paid = [row[2:] for row in line.transfers if row[1] == f"owed/{on}"]
    if paid and not any(plain.get("event") == "GamePaid" for plain in line.events):
        yield f"{event}, but the link paid {paid}"
    if isinstance(event, events.GamePaid) and paid != [(CASH, event.cents)]:
        yield f"{event}, but the link paid {paid}"


def _duty(event: events.OutsideEvent) -> Duty:
    match event:
        case events.GameLocked() | events.HandsShown() | events.GameEnded() | events.ChipsPresent():
            return Duty.DEAL
        case events.WinCardsEntered() | TrayWinVerified():
            return Duty.RUN_LINK
        case events.GameVoided():
            return Duty.VOID
        case _:
            return Duty.PRESS_KEYPAD


def _beside(table: outside.OutsideTable | None, event: events.OutsideEvent) -> Mapping[str, Any]:
    """What the link must say of it in the same transaction; nothing, where the table reports alone."""
    match event:
        case events.GameJoined(name, game):
            return {"event": "TableJoined", "table": name, "game": game}
        case events.GameLeft() if table is not None:
            return {"event": "TableLeft", "table": table.name}
        case events.TermsNoted():
            return {"event": "LinkConfigured"}
        case events.GamePaid():
            return {"event": "MeterAdjusted"}
        case events.WinClaimed(round, seat, hand, by) if table is not None:
            return {"event": "ClaimPressed", "table": table.name, "round": round, "seat": seat, "line": hand, "by": by}
        case events.WinDropped(_, _, by, reason):
            return (
                {"event": "ClaimRefused", "by": by, "reason": reason}
                if reason
                else {"event": "ClaimReleased", "by": by}
            )
        case events.WinCardsEntered(_, seat, _, cards, by) if table is not None and table.claimed is not None:
            return {"by": by, "cards": cards}
        case events.GameVoided(round) if table is not None and any(table.wagers.values()):
            return {
                "event": "WagersReturned",
                "table": table.name,
                "round": round,
                "wagers": sum(table.wagers.values()),
            }
        case _:
            return {}


def _against_the_rules(table: outside.OutsideTable, event: events.OutsideEvent) -> str | None:
    """What the rules say against a report of this table, if anything."""
    if isinstance(event, events.WithRealCards) and not table.real_cards:
        return f"{event}, but no person works the keypad of this table"
    decided: events.OutsideEvent
    match event:
        case events.GameLocked(_, wagers, verify_from):
            if table.real_cards == (verify_from is None):
                return f"{event}, but hand buttons of the tray are for real cards alone"
            decided = decisions.locked(table, wagers, verify_from)
        case events.HandsShown(_, hands):
            if table.real_cards:
                return "hands were shown by a machine, but its cards are real"
            decided = decisions.show_hands(table, hands)
        case events.GameEnded(lines=lines):
            decided = decisions.ended(table)
            # Games of before did not say which hands the tray has paid.
            decided = decided if lines or table.real_cards else replace(decided, lines={})
        case events.GameVoided(round) if round != table.round:
            return f"game {round} was voided, but {table.round} was open"
        case events.GamePaid(seat, line) if Win(seat, line) not in table.unpaid:
            return f"seat {seat} was paid for {line_words(line)}, but has no such win to be paid"
        case events.GamePaid(seat, line) if table.real_cards and seat not in table.hands:
            return f"seat {seat} was paid for {line_words(line)}, but nobody has entered its cards"
        case events.WinDropped(seat, line) if Win(seat, line) != table.claimed:
            return f"seat {seat}'s {line_words(line)} went off, but was not on"
        case _ if isinstance(event, events.WithRealCards):
            return _against_the_keypad(table, event)
        case _:
            return None
    return None if decided == event else f"the rules make {decided} of it, but {event} is recorded"


def _against_the_keypad(table: outside.OutsideTable, event: events.WithRealCards) -> str | None:
    """What the rules say against a touch of a keypad with real cards, if anything."""
    decided: events.OutsideEvent
    waiting = table.unverified
    match event:
        case events.ChipsPresent(seats):
            decided = link_only.chips_present(table, seats)
        case events.SeatPicked(seat, by):
            decided = link_only.pick_seat(table, seat or table.picked, by)
        case TrayWinReleased(seat, _, by, reason) if waiting is not None and waiting.seat == seat:
            decided = TrayWinReleased(waiting.seat, waiting.line, by, reason)
        case events.WinClaimed(_, _, line, by) | TrayWinPressed(_, line, _, by):
            decided = link_only.press_hand(table, line, by)
        case TrayWinReleased(_, line, by):
            decided = link_only.press_hand(table, line, by)
        case events.WinCardsEntered(_, seat, line, cards, by):
            decided = link_only.enter_cards(table, Win(seat, line), cards, by)
            on = table.claimed or (waiting and Win(waiting.seat, waiting.line))
            if on != Win(seat, line):
                return f"cards were entered for seat {seat}'s {line_words(line)}, which was not on"
        case TrayWinVerified(seat, _, _, by) if waiting is not None:
            decided = link_only.verify_tray_win(table, waiting, table.hands.get(seat, ""), by)[1]
        case TrayWinVerified():
            return f"{event}, but no win of the tray waited for it"
        case _:
            return None
    return None if decided == event else f"the rules make {decided} of it, but {event} is recorded"
