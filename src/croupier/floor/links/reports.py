"""Reports on a link for any period: wagers in, contributions, awards, adjustments, reserve, theory against fact.

Everything is made from the record when it is asked for; nothing is counted on the side.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.links.desk import PREFIX, Desk
from croupier.floor.links.hits import every_hit, link_events
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
from croupier.jackpot.record import in_full
from croupier.jackpot.terms import LinkTerms
from croupier.ledger.accounts import pool
from croupier.money import Cents
from croupier.rules.paytables import paytable
from croupier.rules.wagers import PROGRESSIVE
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
    if until_ms < since_ms:
        raise Refused("the period ends before it begins; want an end that comes after its beginning")
    terms = Desk(store).link(name).terms
    tally = _Tally(
        LinkReport(link=name, since_ms=since_ms, until_ms=until_ms),
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
                self.levels[event.level].adjustments += event.new - event.old
                self.report.adjustments.append(in_full(event))
            case _:
                pass
        if link is not None:
            for move in movements(link, event):
                if isinstance(move.source, OnMeter) and isinstance(move.target, InReserve):
                    self.levels[move.source.level].overflow += move.cents

    def _split(self, wagers: Cents, split: Split, after: Link) -> None:
        self.report.split += wagers
        self.report.house += split.house - split.topped_up
        for name, level in after.levels.items():
            self.theory[name] += wagers * level.meter.rate_bp
            self.levels[name].reserve_in += split.reserve[name]

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
        return report


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
