"""Progressive wins that trays paid (R44), as hits of their link: found by the index of finished rounds, and read from
the rounds as they were settled, with the hand buttons that were pressed for them.

No entry of the link has them. A round of before, and one that a machine dealt, has no buttons: it is logged with its
settlement, so a record of any age is counted in the same way. At tables whose cards we do not deal they are found by
the entries with which their games ended.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from croupier.floor.history.digest import RoundDigest
from croupier.floor.history.finder import RoundBook, Wanted
from croupier.floor.links.link_book import TABLE
from croupier.floor.links.link_projection import book_at
from croupier.floor.links.outside import stream_of
from croupier.ledger.accounts import pool
from croupier.money import Cents
from croupier.rules.paytables import paytable
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.entry import Entry, contents
from croupier.store.journal import Store
from croupier.store.reader import Reader
from croupier.values import replace

_PAGE: Final = 1_000
_WHOLE: Final = 1 << 40
_GLANCE: Final = 20_000
"""How many rounds a list of the newest wins looks at, for each table and line; a report looks at all."""
_SETTLES: Final = frozenset({"SeatSettled", "FoldCollected"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayHit:
    """A progressive win that a tray paid, with who pressed its hand button and who verified it, where that was asked;
    `record_hash` is that of the entry that logged it."""

    table: str
    round: str
    seat: int
    player: str
    line: str
    amount: Cents
    pressed_by: str = ""
    verified_by: str = ""
    logged_by: str
    logged_ms: int
    record_hash: str
    level: str = "tray"


def tray_hits(
    reader: Reader, name: str, tables: Iterable[str], lines: Iterable[str], first: int, last: int
) -> Iterator[TrayHit]:
    """Every win on a link that trays paid by these lines, in rounds that ended past position `first` of the journal and
    up to `last`."""
    book, wanted = RoundBook(reader), frozenset(lines)
    for table in tables:
        yield from _hits_at(reader, book, name, table, wanted, first, last, _WHOLE)


def last_tray_hits(store: Store, name: str, most: int) -> list[TrayHit]:
    """The newest wins on a link that trays paid, so many at most."""
    book, last = RoundBook(store), store.position()
    then = book_at(store, name, last)
    if then.link is None:
        return []
    lines = frozenset(paytable(then.link.terms.paytable, PROGRESSIVE).pays)
    tables = sorted({table for of, table, _ in then.totals if of == TABLE})
    found = [
        hit for table in tables for hit in islice(_hits_at(store, book, name, table, lines, 0, last, _GLANCE), most)
    ]
    return sorted(found, key=lambda hit: -hit.logged_ms)[:most]


def _hits_at(
    reader: Reader, book: RoundBook, name: str, table: str, lines: frozenset[str], first: int, last: int, effort: int
) -> Iterator[TrayHit]:
    """The wins at one table, the newest round first."""
    yield from (hit for hit in _hits_outside(reader, name, table, first, last) if hit.line in lines)
    searches = [_rounds(book, table, line, first, last, effort) for line in sorted(lines)]
    seen = ""
    for round in heapq.merge(*searches, key=lambda one: -one.position):
        if round.id != seen:
            seen = round.id
            yield from (hit for hit in _hits(reader, name, round) if hit.line in lines)


def _rounds(book: RoundBook, table: str, line: str, first: int, last: int, effort: int) -> Iterator[RoundDigest]:
    """The rounds of a table in which some bet was paid by that line, the newest first."""
    before: int | None = last + 1
    while before is not None:
        wanted = Wanted(table=table, hand=line, void=False, after=first, before=before)
        found = book.search(wanted, most=_PAGE, effort=effort)
        yield from found.rounds
        before = None if found.tired else found.go_on


def _hits(reader: Reader, name: str, round: RoundDigest) -> list[TrayHit]:
    """What a round's progressive wagers on this link were paid by the tray."""
    entries = [*reader.oldest(stream=f"table/{round.table}", after=round.opened_at - 1, before=round.position + 1)]
    bodies = [contents(entry) for entry in entries]
    if not any(moved.credit == pool(name) for body in bodies for moved in body.transfers):
        return []
    players = {seat.seat: seat.player for seat in round.seats}
    hits: dict[tuple[int, str], TrayHit] = {}
    for entry, body in zip(entries, bodies, strict=True):
        by = entry.actor.removeprefix("staff/")
        for event in body.events:
            kind = event["event"]
            for row in event["results"] if kind in _SETTLES else ():
                if amount := _won(row):
                    hits[event["seat"], row["line"]] = TrayHit(
                        table=round.table,
                        round=round.id,
                        seat=event["seat"],
                        player=players.get(event["seat"], ""),
                        line=row["line"],
                        amount=amount,
                        **_logged(entry, by),
                    )
            if kind == "CardsCorrected":  # the round is settled anew (R58)
                hits.clear()
            if kind in ("TrayWinPressed", "TrayWinVerified"):
                who: dict[str, Any] = {"pressed_by" if kind == "TrayWinPressed" else "verified_by": by}
                at = event["seat"], event["line"]
                hits[at] = replace(hits[at], **who, **_logged(entry, by))
    return [*hits.values()]


def _hits_outside(reader: Reader, name: str, table: str, first: int, last: int) -> Iterator[TrayHit]:
    """What a tray paid at a table whose cards we do not deal, the newest game first."""
    stream = stream_of(table)
    if not reader.head(stream).version:
        return
    for entry in reader.newest(stream=stream, before=last + 1):
        if entry.position <= first:
            return
        for event in contents(entry).events if '"lines"' in entry.body else ():
            if event["event"] == "GameEnded" and _locked_on(reader, stream, entry) == pool(name):
                for seat, line in event["lines"].items():
                    yield TrayHit(
                        table=table,
                        round=event["round"],
                        seat=int(seat),
                        player="",
                        line=line,
                        amount=event["fixed"][seat],
                        **_logged(entry, entry.actor.removeprefix("staff/")),
                    )


def _locked_on(reader: Reader, stream: str, ended: Entry) -> str:
    """The pool that took the wagers of a game which ended with this entry."""
    for entry in reader.newest(before=ended.position, stream=stream):
        if '"GameLocked"' in entry.body:
            return next((moved.credit for moved in contents(entry).transfers), "")
    return ""


def _logged(entry: Entry, by: str) -> dict[str, Any]:
    return {"logged_by": by, "logged_ms": entry.time_ms, "record_hash": entry.hash}


def _won(row: Mapping[str, Any]) -> Cents:
    """What a result hands over of the progressive. Its stake was gone at the lock, so all that comes back is won."""
    won: Cents = row["stake"] + row["net"]
    return won if row["spot"] == PROGRESSIVE and row.get("line") else 0
