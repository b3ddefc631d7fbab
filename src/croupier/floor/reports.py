"""Reports on a link for any period: wagers in, contributions, awards, adjustments, reserve, theory against fact.

Everything is made from the record when it is asked for; nothing is counted on the side.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Final

from croupier.floor.desk import PREFIX, Desk
from croupier.floor.hits import every_hit, link_events
from croupier.jackpot.events import (
    AdjustmentMade,
    ClaimLogged,
    Event,
    LinkOpened,
    WagersReturned,
    WagersSplit,
)
from croupier.jackpot.link import Link, evolve
from croupier.jackpot.meter import BASIS_POINTS
from croupier.jackpot.movements import InReserve, OnMeter, movements
from croupier.jackpot.terms import LinkTerms
from croupier.ledger.accounts import pool
from croupier.money import Cents
from croupier.rules.paytables import Bet, paytable
from croupier.store.journal import Store

_EVER: Final = 1 << 62


@dataclass(slots=True, kw_only=True)
class LevelReport:
    """One level in a period. Theory is what the rates make of the wagers split, in cents, rounded down."""

    level: str
    opening: Cents = 0
    contributions: Cents = 0
    theoretical: Cents = 0
    returned: Cents = 0
    awards: Cents = 0
    hits: int = 0
    topped_up: Cents = 0
    seeded: Cents = 0
    from_reserve: Cents = 0
    adjustments: Cents = 0
    overflow: Cents = 0
    closing: Cents = 0
    reserve_opening: Cents = 0
    reserve_in: Cents = 0
    reserve_closing: Cents = 0


@dataclass(slots=True, kw_only=True)
class TableReport:
    """One table in a period: its wagers, those that came back, and how often it hit."""

    table: str
    wagers: Cents = 0
    returned: Cents = 0
    hits: int = 0
    awards: Cents = 0


@dataclass(slots=True, kw_only=True)
class LineReport:
    """One line of the pay table: how often it should have come, and how often a meter paid it."""

    line: str
    expected: float
    hits: int = 0
    paid: Cents = 0


@dataclass(slots=True, kw_only=True)
class LinkReport:
    """A link in a period."""

    link: str
    since_ms: int
    until_ms: int
    wagers: Cents = 0
    returned: Cents = 0
    split: Cents = 0
    house: Cents = 0
    in_pool: Cents = 0
    levels: list[LevelReport] = field(default_factory=list)
    tables: list[TableReport] = field(default_factory=list)
    lines: list[LineReport] = field(default_factory=list)
    adjustments: list[dict[str, Any]] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return asdict(self)


def link_report(store: Store, name: str, since_ms: int = 0, until_ms: int = _EVER) -> LinkReport:
    """Everything that a link did from `since_ms` up to, but not including, `until_ms`."""
    terms = Desk(store).link(name).terms
    report = LinkReport(link=name, since_ms=since_ms, until_ms=until_ms)
    levels = {level.name: LevelReport(level=level.name) for level in terms.levels}
    tables: dict[str, TableReport] = {}
    theory: dict[str, int] = dict.fromkeys(levels, 0)
    link: Link | None = None
    begun = False
    for entry, event in link_events(store, name):
        if entry.time_ms >= until_ms:
            break
        if entry.time_ms >= since_ms and not begun:
            begun = True
            _open(levels, link)
        after = evolve(link, event)
        if begun:
            _take(report, levels, tables, theory, link, event, after)
        link = after
    if not begun:
        _open(levels, link)
    for level, row in levels.items():
        row.theoretical = theory[level] // BASIS_POINTS
        if link is not None:
            row.closing, row.reserve_closing = link.levels[level].cents, link.levels[level].reserve
    _wagers(store, name, report, tables)
    report.levels, report.tables = list(levels.values()), [tables[table] for table in sorted(tables)]
    report.lines = _lines(store, terms, report)
    return report


def _open(levels: dict[str, LevelReport], link: Link | None) -> None:
    for name, row in levels.items():
        if link is not None:
            row.opening, row.reserve_opening = link.levels[name].cents, link.levels[name].reserve


def _take(
    report: LinkReport,
    levels: dict[str, LevelReport],
    tables: dict[str, TableReport],
    theory: dict[str, int],
    link: Link | None,
    event: Event,
    after: Link,
) -> None:
    match event:
        case LinkOpened(_, terms):
            for planned in terms.levels:
                levels[planned.name].seeded += planned.seed
        case WagersSplit(wagers, split):
            report.split += wagers
            report.house += split.house
            for name, level in after.levels.items():
                theory[name] += wagers * level.meter.rate_bp
                levels[name].contributions += split.meter[name]
                levels[name].reserve_in += split.reserve[name]
        case WagersReturned(_, _, wagers, split):
            report.split -= wagers
            report.house += split.house - split.topped_up
            for name, level in after.levels.items():
                theory[name] -= wagers * level.meter.rate_bp
                levels[name].returned -= split.meter[name]
                levels[name].reserve_in += split.reserve[name]
        case ClaimLogged(number, award) if link is not None:
            claim = link.claims[number]
            row = levels[claim.level]
            row.hits += 1
            row.awards += award.amount
            row.topped_up += award.topped_up
            row.seeded += award.seeded
            row.from_reserve += award.from_reserve
            at = tables.setdefault(claim.table, TableReport(table=claim.table))
            at.hits += 1
            at.awards += award.amount
        case AdjustmentMade():
            levels[event.level].adjustments += event.new - event.old
            report.adjustments.append(
                {
                    "adjustment": event.adjustment,
                    "level": event.level,
                    "old": event.old,
                    "new": event.new,
                    "reason": event.reason.value,
                    "document": event.document,
                    "author": event.author,
                    "approver": event.approver,
                }
            )
        case _:
            pass
    if link is not None:
        for move in movements(link, event):
            if isinstance(move.source, OnMeter) and isinstance(move.target, InReserve):
                levels[move.source.level].overflow += move.cents


def _wagers(store: Store, name: str, report: LinkReport, tables: dict[str, TableReport]) -> None:
    """Wagers in and back, table by table, from the movements of the pool in the period."""
    account = pool(name)
    first, last = position_at(store, report.since_ms), position_at(store, report.until_ms)
    for position, transfer in store.statement(account, after=first):
        if position > last:
            break
        table = transfer.id.partition("/")[0].rpartition("-")[0]
        if transfer.id.startswith(PREFIX):
            continue
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
    from croupier.lab.progressive import line_ways

    deals, ways = line_ways(paytable(terms.paytable, Bet.PROGRESSIVE))
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
