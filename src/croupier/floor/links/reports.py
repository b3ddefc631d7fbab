"""Reports on a link for any period: wagers in, contributions, awards, adjustments, reserve, theory against fact.

Everything is made from the record when it is asked for; nothing is counted on the side.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.links.desk import PREFIX, Desk
from croupier.floor.links.hits import Hit, every_hit, link_events
from croupier.floor.links.sheets import LevelReport, LineReport, LinkReport, TableReport
from croupier.jackpot.events import (
    AdjustmentMade,
    ClaimLogged,
    Event,
    LinkOpened,
    WagersReturned,
    WagersSplit,
)
from croupier.jackpot.level import Split
from croupier.jackpot.link import Claim, Link, evolve
from croupier.jackpot.meter import BASIS_POINTS, Award
from croupier.jackpot.movements import InReserve, OnMeter, movements
from croupier.jackpot.office.deeds import TransferReceived, TransferSent
from croupier.jackpot.terms import LinkTerms
from croupier.ledger.accounts import pool
from croupier.money import Cents
from croupier.rules.paytables import paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.journal import Store

_EVER: Final = 1 << 62


def link_report(store: Store, name: str, since_ms: int = 0, until_ms: int = _EVER) -> LinkReport:
    """Everything that a link did from `since_ms` up to, but not including, `until_ms`."""
    if until_ms < since_ms:
        raise Refused("the period ends before it begins; want an end that comes after its beginning")
    terms = Desk(store).link(name).terms
    tally = _Tally(
        LinkReport(link=name, since_ms=since_ms, until_ms=until_ms, approval=terms.approval),
        {level.name: LevelReport(level=level.name) for level in terms.levels},
        dict.fromkeys((level.name for level in terms.levels), 0),
    )
    link: Link | None = None
    begun = False
    for entry, event in link_events(store, name):
        if entry.time_ms >= until_ms:
            break
        if entry.time_ms >= since_ms and not begun:
            begun = True
            tally.begin(link)
        after = evolve(link, event)
        if begun:
            tally.count(link, event, after)
        link = after
    if not begun:
        tally.begin(link)
    return tally.finish(store, terms, link)


@dataclass(slots=True)
class _Tally:
    """The figures of a period while its events are counted. `theory` is what the rates make of the wagers, in
    ten-thousandths of a cent."""

    report: LinkReport
    levels: dict[str, LevelReport]
    theory: dict[str, int]
    tables: dict[str, TableReport] = field(default_factory=dict)

    def begin(self, link: Link | None) -> None:
        for name, row in self.levels.items():
            if link is not None:
                row.opening, row.reserve_opening = link.levels[name].cents, link.levels[name].reserve

    def count(self, link: Link | None, event: Event, after: Link) -> None:
        """Count an event that brought a link from `link` to `after`."""
        match event:
            case LinkOpened(_, terms):
                for planned in terms.levels:
                    self.levels[planned.name].seeded += planned.seed
            case WagersSplit(wagers, split):
                self._split(wagers, split, after)
                for name, cents in split.meter.items():
                    self.levels[name].contributions += cents
            case WagersReturned(_, _, wagers, split):
                self._split(-wagers, split, after)
                for name, cents in split.meter.items():
                    self.levels[name].returned -= cents
            case ClaimLogged(number, award) if link is not None:
                self._hit(link.claims[number], award)
            case AdjustmentMade():
                self._adjusted(event)
            case TransferSent() | TransferReceived():
                self._moved(event)
            case _:
                pass
        if link is not None and not isinstance(event, AdjustmentMade):
            for move in movements(link, event):
                if isinstance(move.source, OnMeter) and isinstance(move.target, InReserve):
                    self.levels[move.source.level].overflow += move.cents

    def _split(self, wagers: Cents, split: Split, after: Link) -> None:
        self.report.split += wagers
        self.report.house += split.house - split.topped_up
        for name, level in after.levels.items():
            self.theory[name] += wagers * level.meter.rate_bp
            self.levels[name].reserve_in += split.reserve[name]

    def _adjusted(self, event: AdjustmentMade) -> None:
        row = self.levels[event.level]
        if event.win is None:
            row.adjustments += event.new - event.old
        else:
            row.backed_out += event.win.to_meter
            row.reserve_restored += event.win.to_reserve
        self.report.adjustments.append(_plain(event, event.reason.value))

    def _moved(self, event: TransferSent | TransferReceived) -> None:
        row, cents = self.levels[event.level], event.new - event.old
        if event.reserve:
            row.reserve_transferred += cents
        else:
            row.transferred += cents
        self.report.adjustments.append(_plain(event, "transfer"))

    def _hit(self, claim: Claim, award: Award) -> None:
        row = self.levels[claim.level]
        row.hits += 1
        row.awards += award.amount
        row.topped_up += award.topped_up
        row.seeded += award.seeded
        row.from_reserve += award.from_reserve
        table = self.tables.setdefault(claim.table, TableReport(table=claim.table))
        table.hits += 1
        table.awards += award.amount

    def finish(self, store: Store, terms: LinkTerms, link: Link | None) -> LinkReport:
        report = self.report
        for level, row in self.levels.items():
            row.theoretical = self.theory[level] // BASIS_POINTS
            if link is not None:
                row.closing, row.reserve_closing = link.levels[level].cents, link.levels[level].reserve
        _wagers(store, report.link, report, self.tables)
        report.levels, report.tables = list(self.levels.values()), [self.tables[name] for name in sorted(self.tables)]
        report.lines = _lines(store, terms, report)
        for hit in every_hit(store, report.link):
            if hit.backed_out is not None and report.since_ms <= hit.logged_ms < report.until_ms:
                _undone(report, hit)
        return report


def _undone(report: LinkReport, hit: Hit) -> None:
    """Count a hit of the period as backed out, whenever that was done."""
    for level in report.levels:
        level.hits_backed_out += level.level == hit.level
    for table in report.tables:
        table.hits_backed_out += table.table == hit.table
    for line in report.lines:
        line.hits_backed_out += line.line == hit.line


def _plain(event: AdjustmentMade | TransferSent | TransferReceived, reason: str) -> dict[str, Any]:
    """An adjustment as the report lists it: of whatever kind, with these fields."""
    other = event.to if isinstance(event, TransferSent) else event.source if isinstance(event, TransferReceived) else ""
    win = event.win if isinstance(event, AdjustmentMade) else None
    return {
        "adjustment": event.adjustment,
        "level": event.level,
        "old": event.old,
        "new": event.new,
        "reason": reason,
        "document": event.document,
        "author": event.author,
        "approver": event.approver,
        "claim": None if win is None else win.claim,
        "other": str(other),
        "reserve": not isinstance(event, AdjustmentMade) and event.reserve,
    }


def _wagers(store: Store, name: str, report: LinkReport, tables: dict[str, TableReport]) -> None:
    """Wagers in and back, table by table, from the movements of the pool in the period."""
    account = pool(name)
    first, last = position_at(store, report.since_ms), position_at(store, report.until_ms)
    for position, transfer in store.statement(account, after=first):
        if position > last:
            break
        if transfer.id.startswith(PREFIX):  # a movement of the link's own: the pool was split
            continue
        # The id of a wager is derived from its round, and a round's from its table: T1-57/3/progressive.
        table = transfer.id.partition("/")[0].rpartition("-")[0]
        row = tables.setdefault(table, TableReport(table=table))
        if transfer.credit == account:
            row.wagers += transfer.amount
        else:
            row.returned += transfer.amount
    report.wagers = sum(row.wagers for row in tables.values())
    report.returned = sum(row.returned for row in tables.values())
    report.in_pool = store.balance(account)


def position_at(store: Store, time_ms: int) -> int:
    """The last position of the journal before a moment."""
    low, high = 0, store.position()
    while low < high:
        middle = (low + high + 1) // 2
        entry = next(iter(store.read_all(after=middle - 1, until=middle)))
        low, high = (middle, high) if entry.time_ms < time_ms else (low, middle - 1)
    return low


def _lines(store: Store, terms: LinkTerms, report: LinkReport) -> list[LineReport]:
    # Counting hands is the lab's business, and its tables take a moment to load: only reports need them here.
    from croupier.lab.bets.ways import line_ways

    deals, ways = line_ways(paytable(terms.paytable, PROGRESSIVE))
    played = Fraction(report.wagers - report.returned, terms.stake)
    rows = {
        pay.line: LineReport(line=pay.line, expected=float(played * Fraction(ways[pay.line], deals)))
        for pay in terms.lines
    }
    for hit in every_hit(store, report.link):
        if report.since_ms <= hit.logged_ms < report.until_ms and hit.line in rows:
            rows[hit.line].hits += 1
            rows[hit.line].paid += hit.amount
    return list(rows.values())
