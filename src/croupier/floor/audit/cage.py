"""The audit of the cage: every movement outside a round must fit its event, and every win sheet the movements."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from croupier.errors import Refused
from croupier.floor.audit.context import Context
from croupier.floor.audit.finding import IMPOSSIBLE, DecodedEntry, Finding, decode_entry
from croupier.floor.audit.rebuilt import RebuildStop, RebuiltStream, Task
from croupier.floor.audit.roster import GRACE_MS
from croupier.floor.cage.alone import whose
from croupier.floor.cage.count import PREFIX as COUNTS
from croupier.floor.cage.count import check_count, sealed_count
from croupier.floor.cage.guards import MOST_AT_ONCE
from croupier.floor.cage.moves import moves
from croupier.floor.cage.shift import OF_THE_COUNT, PREFIX, next_shift, sheet_between, shift_closed
from croupier.floor.house.choices import PER_DAY
from croupier.floor.links.outside import stream_of
from croupier.floor.practice import is_guest, is_practice
from croupier.floor.roles import Duty
from croupier.money import Cents, dollars
from croupier.store.entry import Entry, Event, Unreadable, canonical
from croupier.store.reader import Reader

AT_THE_CAGE: Final[Mapping[str, frozenset[str]]] = {
    "CageFunded": frozenset({"amount"}),
    "BoughtIn": frozenset({"amount"}),
    "CashedOut": frozenset({"amount"}),
    "TrayFilled": frozenset({"table", "amount"}),
    "TrayCredited": frozenset({"table", "amount"}),
}
"""Every event of the cage, and what it says besides; a second person may sign."""
_MAY_SAY: Final[Mapping[str, frozenset[str]]] = {
    "BoughtIn": frozenset({"player", "table"}),
    "CashedOut": frozenset({"player"}),
}
"""What else some say: at which table chips were sold, and to whom; nobody where they are real and carried away."""


def check_cage(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with an entry of the cage, if anything."""
    (event,) = line.events
    fields = AT_THE_CAGE.get(event["event"])
    may = {"event", "approver", *_MAY_SAY.get(event["event"], ())}
    if fields is None or not fields <= event.keys() <= fields | may:
        return f"says {event}, which nobody writes there"
    if type(event["amount"]) is not int or not 0 < event["amount"] <= MOST_AT_ONCE:
        return f"says {event}, and nobody moves that amount"
    want = [(t.id, t.debit, t.credit, t.amount) for t in moves(event, line.entry.command)]
    if want != line.transfers:
        return f"moved {line.transfers}, but says {event}"
    return (
        context.roster.lacks(line.entry, _duty(event)) or _not_there(event, context) or _unsigned(event, line, context)
    )


def _duty(event: Event) -> Duty:
    match event:
        case {"event": "BoughtIn", "table": _}:
            return Duty.SELL_AT_TABLE
        case {"event": "BoughtIn" | "CashedOut"}:
            return Duty.CAGE
        case _:
            return Duty.FILL


def _not_there(event: Event, context: Context) -> str | None:
    """Players and tables that the cage deals with are there, and play for money."""
    name, table = event.get("player"), event.get("table")
    if name is not None and (f"player/{name}" not in context.streams or is_guest(name)):
        return f"says {event}, but there was no such player"
    if event["event"] == "BoughtIn" and name is not None and context.is_gone(name):
        return f"says {event}, but {name} was deactivated and buys no chips"
    if table is not None and not _has_tray(table, context):
        return f"says {event}, but there was no such table"
    return None


def _has_tray(table: str, context: Context) -> bool:
    """Whether it is a table of ours that plays for money, or one of another game on a link (R58)."""
    ours = f"table/{table}" in context.streams and not is_practice(table)
    return ours or stream_of(table) in context.streams


def _unsigned(event: Event, line: DecodedEntry, context: Context) -> str | None:
    """Above what the house has set, nothing moves without a second person: within 24 hours all that moves for the same
    player, tray or cage. Where each movement still stood alone, the house funded its own cage as it pleased."""
    among, cents = whose(event), event["amount"]
    if "approver" not in event and among is not None:
        together = context.move_alone("/".join(among), cents, line.entry.time_ms)
        if context.daily:
            within = "moved" if together == cents else f"moved {dollars(cents)}, within 24 hours"
            return _wrong_second(event, line, context, together, within)
    return _wrong_second(event, line, context, 0 if event["event"] == "CageFunded" else cents, "moved")


def _wrong_second(event: Event, line: DecodedEntry, context: Context, cents: Cents, did: str) -> str | None:
    """What is wrong with who signed beside the first person, or that nobody did."""
    if "approver" in event:
        return context.roster.lacks_beside(line.entry, event["approver"])
    above = context.above()
    if above is None or cents <= above:
        return None
    return f"{did} {dollars(cents)} without a second person, above {dollars(above)}"


def check_table_count(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with a count of a table, if anything."""
    entry, (event,) = line.entry, line.events
    context.counting = True
    if event.keys() != {"event", "table", "until", "tray", "box"} or event["event"] != "TableCounted":
        return f"says {event}, which nobody writes there"
    if line.transfers:
        return f"moved {line.transfers}, but a count moves no money"
    if entry.stream != f"{COUNTS}{event['table']}" or _not_there(event, context):
        return f"says {event}, but there was no such table"
    if not 0 < event["until"] < entry.position:
        return f"counts up to entry {event['until']}, which is not before it"
    try:
        count = sealed_count(entry).count
        possible = all(type(cell) is int for stack in (*count.tray, *count.box) for cell in stack)
        check_count(count)
    except (Refused, TypeError, ValueError):
        possible = False
    return context.roster.lacks(entry, Duty.CLOSE_SHIFT) or (
        None if possible else f"says {event}, which nobody can have counted"
    )


def check_shift(line: DecodedEntry, context: Context) -> str | None:
    """What is wrong with who closed a shift, if anything. A variance is money: above what the house has set, nobody
    accepts one alone. `audit_shift` counts the sheet itself again, and looks at the count."""
    (event,) = line.events
    context.close_shift(line.entry)
    closing, box = event["closing"], event.get("box", 0)
    variance = abs(event.get("counted_tray", closing) - closing) + abs(event.get("counted_box", box) - box)
    return context.roster.lacks(line.entry, Duty.CLOSE_SHIFT) or (
        _wrong_close(event, line, context, variance)
        if "count" in event or context.counting
        else _wrong_second(event, line, context, variance, "accepted a variance of")
    )


def _wrong_close(event: Event, line: DecodedEntry, context: Context, variance: Cents) -> str | None:
    """What is wrong with a shift that is closed by a count: it has one, and a variance has a reason, and where those of
    24 hours come to more than the house has set a second person."""
    if "count" not in event:
        return "closes a shift that nobody has counted"
    if bool(variance) is not bool(event.get("reason")):
        return f"accepted a variance of {dollars(variance)} for the reason {event.get('reason')!r}"
    context.variances_daily = context.variances_daily or event.get("per") == PER_DAY
    if event.get("per") != (PER_DAY if variance and context.variances_daily else None):
        return f"says {event}, which nobody writes there"
    if "approver" in event:
        return context.roster.lacks_beside(line.entry, event["approver"])
    if not variance:
        return None
    together = context.move_alone(line.entry.stream, variance, line.entry.time_ms, "variance_above")
    if not context.variances_daily:
        together = variance
    above = context.above("variance_above")
    if above is None or together <= above:
        return None
    within = "" if together == variance else f", {dollars(together)} within 24 hours,"
    return f"accepted a variance of {dollars(variance)}{within} without a second person, above {dollars(above)}"


def audit_shift(reader: Reader, stream: str, task: Task) -> RebuiltStream:
    """Make the win sheets of a table again up to a position of the journal, from where an earlier audit has stopped."""
    until, since = task.until, task.stops.get(stream)
    replay = ShiftReplay(reader, stream)
    version = 0
    if since is not None:
        version, (replay.after, replay.opening) = since.version, since.read(_from_state)
    for entry in reader.read(stream, after=version):
        if entry.position > until:
            break
        version = entry.version
        try:
            replay.sheet(decode_entry(entry))
        except Unreadable:
            continue  # the walk through the chain has said so
        except IMPOSSIBLE as why:
            replay.find(entry, f"cannot have happened: {why!r}")
    return RebuiltStream.of(replay.findings, RebuildStop(version, 0, canonical([replay.after, replay.opening])))


def _from_state(text: str) -> tuple[int, Cents]:
    after, opening = json.loads(text)
    return int(after), int(opening)


@dataclass(slots=True)
class ShiftReplay:
    """The walk through the win sheets of one table: up to which entry the last one counted, and what it left."""

    reader: Reader
    stream: str
    after: int = 0
    opening: Cents = 0
    findings: list[Finding] = field(default_factory=list)

    def sheet(self, line: DecodedEntry) -> None:
        """Count one win sheet again."""
        entry = line.entry
        (event,) = line.events
        want = [(t.id, t.debit, t.credit, t.amount) for t in moves(event, entry.command)]
        if want != line.transfers:
            self.find(entry, f"moved {line.transfers}, but says {event}")
        name, up_to = self.stream.removeprefix(PREFIX), event["until"]
        if not self.after <= up_to < entry.position:
            self.find(entry, f"counts up to entry {up_to}, which is not between the closes")
        if "count" in event and (wrong := self._wrong_count(entry, name, event)) is not None:
            self.find(entry, wrong)
        again = self._recounted(name, event, summed=True)
        if again != event:
            # It may be the sums that are wrong, which is said where they are counted: here the movements decide.
            again = self._recounted(name, event, summed=False)
        if again != event:
            self.find(entry, f"the win sheet should be {again}, not {event}")
        self.after, self.opening = next_shift(event)

    def _recounted(self, table: str, event: Event, *, summed: bool) -> Event:
        """The same sheet, counted again."""
        sheet = sheet_between(self.reader, table, self.opening, self.after, event["until"], summed=summed)
        said = {key: event[key] for key in OF_THE_COUNT if key in event}
        # Some were closed when fees were left in the box.
        again = {**shift_closed(sheet, event["until"]), **said}
        return again if "box" in event else {key: value for key, value in again.items() if key != "box"}

    def _wrong_count(self, entry: Entry, table: str, event: Event) -> str | None:
        """What is wrong with the count that a shift is closed by: it is another's, or not the last one there was."""
        number = event["count"]
        later = self.reader.read(f"{COUNTS}{table}", after=number - 1)
        counts = [sealed_count(one) for one in takewhile(lambda one: one.position < entry.position, later)]
        if not counts or counts[0].number != number:
            return f"is closed by count {number}, which there was not"
        count = counts[0]
        if (count.until, *count.count.totals) != (event["until"], event["counted_tray"], event["counted_box"]):
            return f"says {event}, but count {number} came to {count.count.totals} up to entry {count.until}"
        # Somebody may have counted again at the very moment of the close.
        if any(one.entry.time_ms + GRACE_MS < entry.time_ms for one in counts[1:]):
            return f"is closed by count {number}, though {table} was counted again after it"
        return None

    def find(self, entry: Entry, what: str) -> None:
        """Take note of what disagrees."""
        self.findings.append(Finding(entry.position, self.stream, what))
