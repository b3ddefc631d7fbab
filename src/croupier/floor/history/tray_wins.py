"""Wins on a link that its tables' trays paid (R44), counted from the rounds as they were settled.

No entry of the link has them, so a record of any age is counted. They are found by the index of finished rounds; those
of tables whose cards we do not deal, by the entries with which their games ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from croupier.floor.history.digest import RoundDigest
from croupier.floor.history.finder import RoundBook, Wanted
from croupier.floor.links.outside import stream_of
from croupier.ledger.accounts import pool
from croupier.money import Cents
from croupier.rules.wagers import PROGRESSIVE
from croupier.store.entry import Entry, contents
from croupier.store.reader import Reader

_PAGE: Final = 1_000
_EFFORT: Final = 1 << 40
_SETTLES: Final = frozenset({"SeatSettled", "FoldCollected"})


def tray_wins(
    reader: Reader, name: str, tables: Iterable[str], lines: Iterable[str], first: int, last: int
) -> tuple[Counter[str], Counter[str]]:
    """By line, how often trays paid it on a link and how many cents, in rounds that ended past position `first` of the
    journal and up to `last`."""
    hits: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    book, wanted = RoundBook(reader), frozenset(lines)
    for table in tables:
        for line, cents in _paid_outside(reader, name, table, first, last):
            if line in wanted:
                hits[line] += 1
                paid[line] += cents
        rounds = {one.id: one for line in wanted for one in _rounds(book, table, line, first, last)}
        for round in rounds.values():
            for line, cents in _paid(reader, name, round):
                if line in wanted:
                    hits[line] += 1
                    paid[line] += cents
    return hits, paid


def _rounds(book: RoundBook, table: str, line: str, first: int, last: int) -> Iterator[RoundDigest]:
    """The rounds of a table in which some bet was paid by that line."""
    before: int | None = last + 1
    while before is not None:
        found = book.search(
            Wanted(table=table, hand=line, void=False, after=first, before=before), most=_PAGE, effort=_EFFORT
        )
        yield from found.rounds
        before = found.go_on


def _paid(reader: Reader, name: str, round: RoundDigest) -> Iterator[tuple[str, Cents]]:
    """The lines that a round's progressive wagers on this link were paid by, and the amounts."""
    entries = reader.oldest(stream=f"table/{round.table}", after=round.opened_at - 1, before=round.position + 1)
    bodies = [contents(entry) for entry in entries]
    if not any(moved.credit == pool(name) for body in bodies for moved in body.transfers):
        return
    for event in (event for body in bodies for event in body.events):
        for row in _results(event):
            # A progressive stake was gone at the lock, so all that comes back is won.
            if row["spot"] == PROGRESSIVE and row.get("line") and (won := row["stake"] + row["net"]) > 0:
                yield row["line"], won


def _paid_outside(reader: Reader, name: str, table: str, first: int, last: int) -> Iterator[tuple[str, Cents]]:
    """The same of a table whose cards we do not deal."""
    stream = stream_of(table)
    if not reader.head(stream).version:
        return
    for entry in reader.oldest(stream=stream, after=first, before=last + 1):
        for event in contents(entry).events if '"lines"' in entry.body else ():
            if event["event"] == "GameEnded" and _locked_on(reader, stream, entry) == pool(name):
                yield from ((line, event["fixed"][seat]) for seat, line in event["lines"].items())


def _locked_on(reader: Reader, stream: str, ended: Entry) -> str:
    """The pool that took the wagers of a game which ended with this entry."""
    for entry in reader.newest(before=ended.position, stream=stream):
        if '"GameLocked"' in entry.body:
            return next((moved.credit for moved in contents(entry).transfers), "")
    return ""


def _results(event: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """What an event says became of a seat's bets."""
    results: Sequence[Mapping[str, Any]] = event["results"] if event["event"] in _SETTLES else ()
    return results
