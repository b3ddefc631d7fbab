"""Every link made again from its stream: each event decided a second time, each cent moved a second time.

What a claim is worth, how wagers split and what a meter shows is worked out again, and whoever is in the book of names
must have been allowed to do what they did. A meter that was adjusted must have its win in the table's own stream, in
the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from croupier.codec import BadData
from croupier.errors import Refused
from croupier.floor.audit.finding import Finding, Line, read_line
from croupier.floor.audit.outside import audit_outside
from croupier.floor.links.claiming import rank_of
from croupier.floor.links.desk import PREFIX, transfers_of
from croupier.floor.links.outside import OUTSIDE_PREFIX, stream_of
from croupier.floor.roles import Role
from croupier.jackpot import commands
from croupier.jackpot.adjustments import ApproveAdjustment, AskAdjustment, DropAdjustment
from croupier.jackpot.books import Books, faults, own_books
from croupier.jackpot.buttons import Button, Confirm, Hand, JPot, KeyToJph, KeyToRun, Refuse, Swipe
from croupier.jackpot.claim import Person, Rank
from croupier.jackpot.events import (
    AdjustmentAsked,
    AdjustmentDropped,
    AdjustmentMade,
    ClaimConfirmed,
    ClaimLogged,
    ClaimPressed,
    ClaimRefused,
    ClaimReleased,
    Event,
    KeyTurned,
    LinkConfigured,
    LinkOpened,
    LinkResumed,
    LinkStopped,
    MeterAdjusted,
    TableJoined,
    TableLeft,
    WagersReturned,
    WagersSplit,
)
from croupier.jackpot.keypad import Held, PressButton
from croupier.jackpot.link import Claim, Link, Win, evolve
from croupier.jackpot.record import from_plain, link_to_plain
from croupier.jackpot.terms import Flow
from croupier.ledger.accounts import meter, owed, reserve
from croupier.store.entry import Entry, Unreadable, canonical
from croupier.store.reader import Reader

Ranks: TypeAlias = Mapping[str, Rank]


@dataclass(slots=True)
class LinkReplay:
    """The walk through one link's stream."""

    reader: Reader
    name: str
    until: int
    ranks: Ranks = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    _link: Link | None = None
    _snapshot: tuple[int, str] | None = None

    def run(self) -> None:
        """Walk to the end, and compare what is left with the book."""
        self._snapshot = self.reader.snapshot(PREFIX + self.name)
        for entry in self.reader.read(PREFIX + self.name):
            if entry.position > self.until:
                break
            try:
                self._entry(entry)
            except (Unreadable, BadData) as refused:
                self._find(entry, f"{refused}; this link is not followed further")
                return
            except (Refused, AssertionError, LookupError, StopIteration) as why:
                self._find(entry, f"cannot have happened: {why}; this link is not followed further")
                return
        if self._link is not None:
            for what in faults(self._link, self._books(self._link)):
                self.findings.append(Finding(0, PREFIX + self.name, what))

    def _entry(self, entry: Entry) -> None:
        before = self._link
        events = tuple(from_plain(plain) for plain in read_line(entry).events)
        left = events
        while left:
            made = decided_again(self._link, left[0], self.ranks)
            if made is None:  # nothing to work out a second time
                made = left[:1]
            if made != left[: len(made)]:
                self._find(entry, f"the link makes {made[0]} of it, but {left[0]} is recorded")
                made = left[:1]
            for event in made:
                self._link = evolve(self._link, event)
            left = left[len(made) :]
        self._money(entry, before, events)
        kept = self._snapshot
        if kept is None or kept[0] != entry.version or self._link is None:
            return
        if kept[1] != canonical(link_to_plain(self._link)):
            self._find(entry, "the snapshot of the link shows another state")

    def _money(self, entry: Entry, before: Link | None, events: tuple[Event, ...]) -> None:
        made = transfers_of(self.name, before, entry.version, events)
        want = [(transfer.id, transfer.debit, transfer.credit, transfer.amount) for transfer in made]
        paid = [before.claims[event.claim] for event in events if isinstance(event, MeterAdjusted) and before]
        own = read_line(entry).transfers
        if not paid and own == want:  # the link wrote alone, as it mostly does
            return
        unit = [read_line(other) for other in _unit_of(self.reader, entry)]
        mark = f"{PREFIX}{self.name}/{entry.version}/"
        have = [row for line in unit for row in line.transfers if row[0].startswith(mark)]
        if want != have:
            self._find(entry, f"the money moved is not what happened: want {want}, have {have}"[:400])
        for claim in paid:
            if not any(_is_award(line, claim) for line in unit):
                self._find(
                    entry, f"claim {claim.number} was paid, but not at table {claim.table} in the same transaction"
                )

    def _books(self, link: Link) -> Books:
        balances = self.reader.balances()
        return Books(
            {level: balances.get(meter(self.name, level), 0) for level in link.levels},
            {level: balances.get(reserve(self.name, level), 0) for level in link.levels},
            balances.get(owed(self.name), 0),
        )

    def _find(self, entry: Entry, what: str) -> None:
        self.findings.append(Finding(entry.position, entry.stream, what))


def decided_again(link: Link | None, event: Event, ranks: Ranks) -> tuple[Event, ...] | None:
    """What the command behind an event makes happen on this link; `None` where nothing is worked out."""

    def person(name: str) -> Person:
        # Machines and people of before the book of names are taken at their word.
        return Person(name, ranks.get(name, Rank.EXECUTIVE))

    command = _command(link, event, person)
    return None if command is None else commands.decide(link, command)


def ranks_of(reader: Reader) -> dict[str, Rank]:
    """What everybody in the book of names may do on a link; who is not of the floor may verify nothing."""
    return {
        event["name"]: rank_of(Role(event["role"]))
        for entry in reader.read("staff")
        for event in read_line(entry).events
        if event.get("event") == "Registered" and isinstance(event.get("name"), str)
    }


def _command(link: Link | None, event: Event, person: Callable[[str], Person]) -> commands.Command | None:
    match event:
        case LinkOpened(name, terms, by, _, reason):
            return commands.OpenLink(link=name, terms=terms, by=person(by), override=reason)
        case LinkConfigured(terms, by, _, reason):
            return commands.Configure(terms=terms, by=person(by), override=reason)
        case TableJoined(table, game, by):
            return commands.JoinTable(table, game, person(by))
        case TableLeft(table, by):
            return commands.LeaveTable(table=table, by=person(by))
        case WagersSplit(wagers):
            return commands.SplitWagers(wagers)
        case WagersReturned(table, round, wagers, _, by, approver, reason):
            return commands.ReturnWagers(
                table=table, round=round, wagers=wagers, by=by, approver=approver, reason=reason
            )
        case AdjustmentAsked(_, level, old, new, reason, document, by):
            return AskAdjustment(level=level, change=new - old, reason=reason, document=document, by=person(by))
        case AdjustmentMade():
            return ApproveAdjustment(event.adjustment, person(event.approver))
        case AdjustmentDropped(number, by, why):
            return DropAdjustment(number, person(by), why)
        case LinkStopped(fault, by) if by != "self-check":
            return commands.StopLink(fault, person(by))
        case LinkResumed(by, approver):
            assert link is not None, "only a stopped link resumes"
            # What the books said at that moment is gone; that two people were there is not.
            return commands.ResumeLink(by=person(by), approver=person(approver), books=own_books(link))
        case ClaimPressed(_, table, round, seat, line, _, _, by, player, cards):
            assert link is not None, "a button belongs to a link"
            done = link.paid.get(table)
            paid = done.wins if done is not None and done.round == round else ()
            return PressButton(
                table=table,
                round=round,
                button=Hand(line),
                by=person(by),
                wins=(*paid, Win(seat, line)),
                held={seat: Held(player, cards)},
            )
        case ClaimReleased() | ClaimRefused() | KeyTurned() | ClaimConfirmed() | ClaimLogged() | MeterAdjusted():
            assert link is not None, "a claim belongs to a link"
            claim = link.claims[event.claim]
            return PressButton(
                table=claim.table, round=claim.round, button=_button(link, claim, event), by=person(event.by)
            )
        case _:
            return None


def _button(
    link: Link,
    claim: Claim,
    event: ClaimReleased | ClaimRefused | KeyTurned | ClaimConfirmed | ClaimLogged | MeterAdjusted,
) -> Button:
    match event:
        case ClaimReleased():
            return Hand(claim.line)
        case ClaimRefused(_, _, reason):
            return Refuse(reason)
        case KeyTurned(_, jph):
            return KeyToJph() if jph else KeyToRun()
        case ClaimConfirmed():
            return Confirm()
        case ClaimLogged():
            return JPot() if link.terms.flow is Flow.KEYED else Swipe()
        case MeterAdjusted():
            return KeyToRun()


def _unit_of(reader: Reader, entry: Entry) -> tuple[Entry, ...]:
    receipt = reader.receipt(entry.command)
    return () if receipt is None else receipt.entries


def _is_award(line: Line, claim: Claim) -> bool:
    if line.entry.stream not in (f"table/{claim.table}", stream_of(claim.table)):
        return False
    return any(
        event.get("event") in ("AwardPaid", "GamePaid")
        and (event.get("seat"), event.get("line")) == (claim.seat, claim.line)
        for event in line.events
    )


def audit_links(reader: Reader, until: int) -> list[Finding]:
    """What is wrong with any link, or with a table of another game, up to a position of the journal."""
    found: list[Finding] = []
    links = reader.streams(PREFIX)
    ranks = ranks_of(reader) if links else {}
    for stream in links:
        replay = LinkReplay(reader, stream.removeprefix(PREFIX), until, ranks)
        replay.run()
        found += replay.findings
    for stream in reader.streams(OUTSIDE_PREFIX):
        found += audit_outside(reader, stream, until)
    return found
