"""Reports on a link for any period: wagers in, contributions, awards, adjustments, reserve, theory against fact.

What a link did in a period is its book at the end less its book at the beginning; nothing else is counted on the side.
"""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.history.tray_wins import tray_hits
from croupier.floor.house.approval_status import ApprovalBook
from croupier.floor.links.desk import Desk
from croupier.floor.links.hits import Hit, refused_hits, undone_hits
from croupier.floor.links.link_book import LEVEL, LINE, TABLE, THEORY, WHOLE, LinkBook, Totals
from croupier.floor.links.link_projection import book_at, deed_events
from croupier.floor.links.sheets import METER_PAYS, TRAY, LevelReport, LineReport, LinkReport, TableReport
from croupier.jackpot.events import AdjustmentMade
from croupier.jackpot.meter import BASIS_POINTS
from croupier.jackpot.office.deeds import TransferReceived, TransferSent
from croupier.jackpot.terms import LinkTerms
from croupier.ledger.accounts import pool
from croupier.rules.paytables import paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.journal import Store

_EVER: Final = 1 << 62
_OF_LEVEL: Final = tuple(one.name for one in fields(LevelReport))
_OF_TABLE: Final = ("wagers", "returned", "hits", "awards")


def link_report(store: Store, name: str, since_ms: int = 0, until_ms: int = _EVER) -> LinkReport:
    """Everything that a link did from `since_ms` up to, but not including, `until_ms`."""
    if until_ms < since_ms:
        raise Refused("the period ends before it begins; want an end that comes after its beginning")
    link = Desk(store).link(name)
    terms = link.terms
    first, last = (store.position_at(moment) for moment in (since_ms, until_ms))
    before, after = book_at(store, name, first), book_at(store, name, last)
    did = after.totals.copy()
    did.subtract(before.totals)
    report = LinkReport(
        link=name,
        since_ms=since_ms,
        until_ms=until_ms,
        approval=terms.approval,
        approval_status=ApprovalBook(store).of_link(link).words,
        split=did[WHOLE, "", "split"],
        house=did[WHOLE, "", "house"],
        in_pool=store.balance(pool(name)),
        levels=[_level(level.name, before, after, did) for level in terms.levels],
        tables=_tables(did),
        adjustments=[
            _plain(event)
            for _, event in deed_events(store, name, after=before.version, until=after.version)
            if isinstance(event, AdjustmentMade | TransferSent | TransferReceived)
        ],
    )
    report.wagers = sum(row.wagers for row in report.tables)
    report.returned = sum(row.returned for row in report.tables)
    report.lines = _lines(terms, report, did)
    # A line that a meter pays now may have been the trays' earlier in the period, so all are looked for.
    tables = sorted({table for of, table, _ in after.totals if of == TABLE})
    lines = {row.line: row for row in report.lines}
    for win in tray_hits(store, name, tables, lines, first, last):
        lines[win.line].hits += 1
        lines[win.line].paid += win.amount
    report.refused = refused_hits(store, name, since_ms, until_ms)
    for hit in undone_hits(store, name, since_ms, until_ms):
        _undone(report, hit)
    return report


def _level(name: str, before: LinkBook, after: LinkBook, did: Totals) -> LevelReport:
    row = LevelReport(level=name)
    for figure in _OF_LEVEL:
        if (LEVEL, name, figure) in did:
            setattr(row, figure, did[LEVEL, name, figure])
    row.theoretical = did[LEVEL, name, THEORY] // BASIS_POINTS
    if before.link is not None:
        row.opening, row.reserve_opening = before.link.levels[name].cents, before.link.levels[name].reserve
    if after.link is not None:
        row.closing, row.reserve_closing = after.link.levels[name].cents, after.link.levels[name].reserve
    return row


def _tables(did: Totals) -> list[TableReport]:
    """Every table that did something: wagers in and back are those of the pool's movements."""
    names = sorted({name for (of, name, _), many in did.items() if of == TABLE and many})
    return [TableReport(table=name, **{figure: did[TABLE, name, figure] for figure in _OF_TABLE}) for name in names]


def _undone(report: LinkReport, hit: Hit) -> None:
    """Count a hit of the period as backed out, whenever that was done."""
    for level in report.levels:
        level.hits_backed_out += level.level == hit.level
    for table in report.tables:
        table.hits_backed_out += table.table == hit.table
    for line in report.lines:
        line.hits_backed_out += line.line == hit.line


def _plain(event: AdjustmentMade | TransferSent | TransferReceived) -> dict[str, Any]:
    """An adjustment as the report lists it: of whatever kind, with these fields."""
    other = event.to if isinstance(event, TransferSent) else event.source if isinstance(event, TransferReceived) else ""
    win = event.win if isinstance(event, AdjustmentMade) else None
    return {
        "adjustment": event.adjustment,
        "level": event.level,
        "old": event.old,
        "new": event.new,
        "reason": event.reason.value if isinstance(event, AdjustmentMade) else "transfer",
        "document": event.document,
        "author": event.author,
        "approver": event.approver,
        "claim": None if win is None else win.claim,
        "other": str(other),
        "reserve": not isinstance(event, AdjustmentMade) and event.reserve,
    }


def _lines(terms: LinkTerms, report: LinkReport, did: Totals) -> list[LineReport]:
    # Counting hands is the lab's business, and its tables take a moment to load: only reports need them here.
    from croupier.lab.bets.ways import line_ways

    table = paytable(terms.paytable, PROGRESSIVE)
    deals, ways = line_ways(table)
    played = Fraction(report.wagers - report.returned, terms.stake)
    return [
        LineReport(
            line=line,
            source=TRAY if terms.pay(line) is None else METER_PAYS,
            expected=float(played * Fraction(ways[line], deals)),
            hits=did[LINE, line, "hits"],
            paid=did[LINE, line, "paid"],
        )
        for line in table.pays
    ]
