"""The book of approvals (R56), judged entry by entry; and whether a table had a valid one when it dealt, where the
house asked for one then.

What was entered or chosen elsewhere is known to a table a moment later. So a deal is measured by what held at its entry
and by everything that held in the minute before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import DecodedEntry, decode_entry
from croupier.floor.audit.roster import GRACE_MS
from croupier.floor.house.approval_status import day_of, link_status, table_status
from croupier.floor.house.approvals import (
    CODEC,
    STREAM,
    ApprovalEntered,
    ApprovalEvent,
    ApprovalProlonged,
    Approvals,
    ApprovalWithdrawn,
    decide_enter,
    decide_prolong,
    decide_withdraw,
    evolve,
)
from croupier.floor.house.choices import STREAM as HOUSE
from croupier.floor.house.choices import HouseChoices
from croupier.floor.links.hand_buttons import HandButtonsAsked, has_hand_buttons
from croupier.floor.practice.names import is_practice
from croupier.floor.roles import Duty
from croupier.floor.table import Table
from croupier.jackpot.link import Link
from croupier.money import Cents, dollars
from croupier.store.entry import Entry, Unreadable
from croupier.store.reader import Reader
from croupier.store.scans import Glance
from croupier.values import replace

_UNSET: Final = HouseChoices().verify_tray_wins_from


def check_approvals(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with an entry in the book of approvals, if anything."""
    (plain,) = line.events
    event: ApprovalEvent = CODEC.from_plain(plain)
    if line.transfers:
        return f"moved {line.transfers}, but an approval moves no money"
    wrong = _wrong(context.approvals, event) or _wrong_day(event, line, context)
    context.approvals = evolve(context.approvals, event)
    return wrong or context.roster.lacks(line.entry, Duty.KEEP_APPROVALS)


def _wrong(approvals: Approvals, event: ApprovalEvent) -> str | None:
    again: ApprovalEvent
    try:
        match event:
            case ApprovalEntered(approval):
                again = decide_enter(approvals, approval)
            case ApprovalProlonged(number, _, until):
                again = decide_prolong(approvals, number, until)
            case ApprovalWithdrawn(number, day, why):
                again = decide_withdraw(approvals, number, day, why)
    except Refused as why:
        return f"cannot have happened: {why}"
    return None if again == event else f"says {event}, and decided again it is {again}"


def _wrong_day(event: ApprovalEvent, line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with the day of a withdrawal, if anything: it holds from the day on which it is written, by the
    house's clock."""
    if not isinstance(event, ApprovalWithdrawn):
        return None
    days = [day_of(line.entry.time_ms - ago, zone) for zone in context.lately("zone") for ago in (0, GRACE_MS)]
    return None if event.day in days else f"withdrew {event.number!r} from {event.day} on, and that day was {days[0]}"


@dataclass(frozen=True, slots=True)
class ApprovalsThen:
    """The approvals and the choices of the house from one position of the journal on, and from where on everybody had
    heard of them: the first entry that was written a minute later, if there is one."""

    position: int
    heard: int | None
    approvals: Approvals
    house: HouseChoices


@dataclass(slots=True)
class ApprovalHistory:
    """What the house had approved and chosen at which position. It goes with a table into another process."""

    moments: list[ApprovalsThen] = field(default_factory=lambda: [ApprovalsThen(0, 0, Approvals(), HouseChoices())])

    @staticmethod
    def read(reader: Reader, until: int) -> ApprovalHistory:
        """The history of a record up to a position. What does not belong there the walk finds."""
        history = ApprovalHistory()
        entries = sorted((*reader.read(STREAM), *reader.read(HOUSE)), key=lambda entry: entry.position)
        for entry in entries:
            if entry.position <= until:
                history._note(reader, entry)
        return history

    def _note(self, reader: Reader, entry: Entry) -> None:
        last = self.moments[-1]
        approvals, house = last.approvals, last.house
        try:
            for event in decode_entry(entry).events:
                if entry.stream == STREAM:
                    approvals = evolve(approvals, CODEC.from_plain(event))
                else:
                    house = replace(house, **{event["choice"]: event["new"]})
        except (Unreadable, Refused, LookupError, ValueError, TypeError, AttributeError):
            return
        heard = reader.first_later(entry.position, entry.time_ms + GRACE_MS)
        self.moments.append(ApprovalsThen(entry.position, heard, approvals, house))

    def _valid(self, entry: Entry | Glance) -> Iterator[ApprovalsThen]:
        """What held at an entry, and before that in the minute in which it may have been decided."""
        for moment in reversed(self.moments):
            if moment.position < entry.position:
                yield moment
                if moment.heard is not None and moment.heard <= entry.position:
                    return

    def wrong_deal(self, table: Table, entry: Glance) -> str | None:
        """What is wrong with a round that begins at a table, if anything."""
        if len(self.moments) == 1 or is_practice(table.name):
            return None
        wrong = None
        for moment in self._valid(entry):
            if not moment.house.only_approved:
                return None
            today = day_of(entry.time_ms, moment.house.zone)
            status = table_status(table.settings, table.link, moment.approvals, today)
            if status.valid:
                return None
            wrong = wrong or status.words
        return f"a round was dealt for money without a valid approval, which the house asked for then: {wrong}"

    def wrong_join(self, link: Link, entry: Entry) -> str | None:
        """What is wrong with a table that joins a link which stands as before that entry, if anything."""
        if len(self.moments) == 1:
            return None
        wrong = None
        for moment in self._valid(entry):
            if not moment.house.only_approved:
                return None
            status = link_status(link, moment.approvals, day_of(entry.time_ms, moment.house.zone))
            if status.valid:
                return None
            wrong = wrong or status.words
        return f"a table joined link {link.id} without a valid approval, which the house asked for then: {wrong}"

    def tray_amounts(self, entry: Entry | Glance) -> list[Cents]:
        """From which amount on wins of the tray were verified when an entry was made (R44); the latest comes first."""
        return [moment.house.verify_tray_wins_from for moment in self._valid(entry)]

    def wrong_hand_buttons(self, table: Table, asked: tuple[HandButtonsAsked, ...], entry: Glance) -> str | None:
        """What is wrong with what a round says of the hand buttons for wins of its tray (R44), if anything.

        A table has them from some round on, and every table has them once the house has set the amount; what came
        before is judged by nothing.
        """
        has_them = has_hand_buttons(table.settings, table.link)
        if not asked:
            chose = any(moment.house.verify_tray_wins_from != _UNSET for moment in self._valid(entry))
            if has_them and (table.verify_from is not None or chose):
                return "a round was opened whose tray pays without hand buttons, which the table has (R44)"
            return None
        if not has_them or len(asked) > 1:
            return f"a round was opened with {len(asked)} times hand buttons, which this table does not have (R44)"
        amounts = self.tray_amounts(entry)
        if asked[0].verify_from not in amounts:
            want, have = dollars(amounts[0]), dollars(asked[0].verify_from)
            return f"a supervisor verified wins of the tray from {have} on, but the house had set {want} (R44)"
        return None
