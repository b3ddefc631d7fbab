"""What people did with a link by hand: adjustments made and dropped, transfers, back-outs, refused claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.floor.links.link_projection import deed_events
from croupier.jackpot.events import (
    AdjustmentAsked,
    AdjustmentDropped,
    AdjustmentMade,
    ClaimPressed,
    ClaimRefused,
    Event,
    LinkConfigured,
    LinkOpened,
    LinkResumed,
    LinkStopped,
    TableJoined,
)
from croupier.jackpot.office.deeds import ComponentNoted, LinkClosed, TransferReceived, TransferSent
from croupier.jackpot.office.setup import percent_words
from croupier.money import dollars, signed_dollars
from croupier.rules.paytables import line_words
from croupier.store.journal import Store


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that somebody did with a link. `other` is the second person, where there was one."""

    time_ms: int
    position: int
    kind: str
    level: str
    words: str
    by: str
    other: str = ""


@dataclass(slots=True)
class Memory:
    """What was asked for and pressed, until its end is known."""

    adjustments: dict[int, AdjustmentAsked]
    pressed: dict[int, ClaimPressed]


def deeds(store: Store, name: str) -> list[Deed]:
    """Everything that people did with a link by hand, the newest first."""
    memory = Memory({}, {})
    all_deeds = [
        Deed(entry.time_ms, entry.position, *facts)
        for entry, event in deed_events(store, name)
        for facts in _deeds_of(event, memory)
    ]
    return all_deeds[::-1]


def _deeds_of(event: Event, memory: Memory) -> Iterator[tuple[str, str, str, str, str]]:
    match event:
        case AdjustmentAsked(number):
            memory.adjustments[number] = event
        case ClaimPressed(claim):
            memory.pressed[claim] = event
        case AdjustmentMade(number, level, old, new, reason, document, author, approver, win):
            what = reason.value if win is None else f"win of claim {win.claim} backed out"
            words = f"{number}: {what}, from {dollars(old)} to {dollars(new)}; document {document}"
            yield "adjustment" if win is None else "back-out", level, words, author, approver
        case TransferSent(number, level, old, new, to, document, author, approver, reserve):
            words = f"{number}: {dollars(old - new)}{_of(reserve)} to {to}; document {document}"
            yield "transfer out", level, words, author, approver
        case TransferReceived(source, number, level, old, new, document, author, approver, reserve):
            words = f"{number} of {source.link}: {dollars(new - old)}{_of(reserve)} from {source}; document {document}"
            yield "transfer in", level, words, author, approver
        case AdjustmentDropped(number, by, why):
            adjustment = memory.adjustments[number]
            words = f"{number}: {adjustment.reason.value} of {signed_dollars(adjustment.new - adjustment.old)}; {why}"
            yield "adjustment dropped", adjustment.level, words, adjustment.by, by
        case ClaimRefused(claim, by, why):
            on = memory.pressed[claim]
            words = f"claim {claim}, {on.table} seat {on.seat}, {line_words(on.line)}: {why}"
            yield "claim refused", on.level, words, on.by, by
        case _:
            yield from _deeds_of_link(event)


def _deeds_of_link(event: Event) -> Iterator[tuple[str, str, str, str, str]]:
    match event:
        case LinkOpened() | LinkConfigured():
            kind = "opened" if isinstance(event, LinkOpened) else "terms changed"
            yield kind, "", "; ".join(_answered(event, event.overridden)), event.by, event.approver
        case TableJoined(table, approver=approver) if approver:
            yield "table joined", "", "; ".join((table, *_answered(event, ()))), event.by, approver
        case ComponentNoted(component, version, by):
            yield "component", "", f"{component} {version or 'taken out'}", by, ""
        case LinkStopped(fault, by):
            yield "stopped", "", fault, by, ""
        case LinkResumed(by, approver):
            yield "resumed", "", "", by, approver
        case LinkClosed(reason, by):
            yield "closed", "", reason, by, ""
        case _:
            pass


def _answered(event: LinkOpened | LinkConfigured | TableJoined, warnings: tuple[str, ...]) -> Iterator[str]:
    """What the house keeps (R59), what was warned of (R42), and the reference of who set that aside."""
    if event.keeps_ppm is not None:
        yield f"the house keeps {percent_words(event.keeps_ppm)} of a wager in the long run"
    yield from warnings
    if warnings or event.approver:
        yield f"overridden: {event.reason}"


def _of(reserve: bool) -> str:
    return " of the reserve" if reserve else ""
