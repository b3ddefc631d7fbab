"""The digest: every round of the record added up by table, game, shift and quarter of an hour, and kept up to date.

Each entry is read once. A digest lives in memory: it knows up to which entry it has read, adds what is new, and is made
again after a restart. Voided rounds never were (R26), and practice is not played for money: neither is counted.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from croupier.floor.figures.tally import Tally, of_round
from croupier.floor.links.linked import AwardPaid
from croupier.floor.practice import is_practice
from croupier.floor.record import read_back
from croupier.floor.table import TableOpened
from croupier.ledger.accounts import CASH
from croupier.money import Cents
from croupier.rules.events import (
    BetReturned,
    BetsLocked,
    EnvyPaid,
    FoldCollected,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    SeatSettled,
)
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from croupier.store.entry import Entry, Event, canonical, contents
from croupier.store.reader import Reader

QUARTER_MS: Final = 900_000
"""Every time zone is a whole number of these from UTC, so that days begin with one wherever the house is."""
_TOLD: Final = (
    "TableOpened", "RoundOpened", "BetsLocked", "SeatSettled", "BetReturned", "FoldCollected", "EnvyPaid", "AwardPaid",
    "RoundEnded", "RoundVoided",
)  # fmt: skip
_LOOKED_FOR: Final = tuple(f'"event":"{name}"' for name in _TOLD)
_TABLE, _SHIFT, _DROP = "table/", "shift/", "drop/"
_LATEST: Final = 256
"""So many of a table's last parts are remembered one by one, for a shift is closed a moment after its last entry."""


class Place(NamedTuple):
    """Where a part is added: `shift` counts the table's shifts from 1, `quarter` the quarters of an hour since 1970."""

    table: str
    game: str
    shift: int
    quarter: int


@dataclass(slots=True)
class Cell:
    """What was added up at a place. `first` is the position of the entry with which its first round began."""

    tally: Tally
    first: int


class Standing(NamedTuple):
    """What a digest holds: its cells, and of every table the number of its running shift and the game it plays."""

    cells: Mapping[Place, Cell]
    shifts: Mapping[str, int]
    games: Mapping[str, str]


@dataclass(slots=True)
class _Telling:
    """A table while its rounds are read. `banks`: the house does, not a player."""

    terms: Terms | None = None
    began: int = 0
    fees: Cents = 0
    results: dict[int, list[Result]] = field(default_factory=dict)
    awards: list[Cents] = field(default_factory=list)
    game: str = ""
    banks: bool = True
    shift: int = 1
    latest: deque[tuple[int, Place, Tally]] = field(default_factory=lambda: deque(maxlen=_LATEST))


class Digest:
    """The rounds of one record, added up. Any number of threads may ask."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lock = threading.Lock()
        self._position = 0
        self._cells: dict[Place, Cell] = {}
        self._tables: dict[str, _Telling] = {}
        self._terms: dict[str, Terms] = {}

    def catch_up(self, most_s: float | None = None) -> float:
        """Read what is new, for `most_s` seconds at most; the share of the record that has been read."""
        with self._lock:
            last = self._reader.position()
            stop = None if most_s is None else time.monotonic() + most_s
            for entry in self._reader.read_all(after=self._position, until=last):
                self._read(entry)
                self._position = entry.position
                if stop is not None and time.monotonic() > stop:
                    break
            return self._position / last if last else 1.0

    @contextmanager
    def looking(self) -> Iterator[Standing]:
        """All that has been read, for as long as one looks: nothing is added meanwhile."""
        with self._lock:
            tables = {name: telling.shift for name, telling in self._tables.items()}
            yield Standing(self._cells, tables, {name: one.game for name, one in self._tables.items()})

    def _read(self, entry: Entry) -> None:
        stream = entry.stream
        if stream.startswith(_TABLE):
            if not is_practice(name := stream.removeprefix(_TABLE)) and any(text in entry.body for text in _LOOKED_FOR):
                telling = self._tables.setdefault(name, _Telling())
                for plain in contents(entry).events:
                    if plain["event"] in _TOLD:
                        self._tell(name, telling, plain, entry)
        elif stream.startswith(_SHIFT):
            for event in contents(entry).events:
                self._close(stream.removeprefix(_SHIFT), event)
        elif _DROP in entry.body:
            self._dropped(entry)

    def _tell(self, name: str, telling: _Telling, plain: Event, entry: Entry) -> None:
        event = plain["event"]
        if event == "RoundOpened":
            telling.terms, telling.began = self._terms_of(plain), entry.position
            telling.game, telling.banks = telling.terms.game.key, not telling.terms.player_banked
            telling.fees, telling.results, telling.awards = 0, {}, []
            return
        match read_back(plain):
            case TableOpened(_, settings):
                telling.game, telling.banks = settings.terms.game.key, not settings.terms.player_banked
            case BetsLocked(fees):
                telling.fees = sum(fee.amount for fee in fees)
            case SeatSettled(seat, _, _, results) | FoldCollected(seat, results):
                telling.results.setdefault(seat, []).extend(results)
            case BetReturned(seat, result) | EnvyPaid(seat, result):
                telling.results.setdefault(seat, []).append(result)
            case AwardPaid(_, _, cents):
                telling.awards.append(cents)
            case RoundEnded() if telling.terms is not None:
                tally = of_round(telling.terms, telling.results, telling.fees, telling.awards)
                self._add(name, telling, tally, entry, telling.began)
                telling.terms = None
            case RoundVoided():
                telling.terms = None

    def _terms_of(self, plain: Event) -> Terms:
        # A table plays thousands of rounds by the same terms, and they are most of an opening.
        text = canonical(plain["terms"])
        if text not in self._terms:
            opened = read_back(plain)
            assert isinstance(opened, RoundOpened), "the event says so"
            self._terms[text] = opened.terms
        return self._terms[text]

    def _dropped(self, entry: Entry) -> None:
        for moved in contents(entry).transfers:
            if moved.debit == CASH and moved.credit.startswith(_DROP):
                name = moved.credit.removeprefix(_DROP)
                telling = self._tables.setdefault(name, _Telling())
                tally = Tally(drop=moved.amount, house_drop=moved.amount if telling.banks else 0)
                self._add(name, telling, tally, entry, entry.position)

    def _add(self, name: str, telling: _Telling, tally: Tally, entry: Entry, began: int) -> None:
        place = Place(name, telling.game, telling.shift, entry.time_ms // QUARTER_MS)
        self._cell(place, began).tally.add(tally)
        telling.latest.append((entry.position, place, tally))

    def _cell(self, place: Place, began: int) -> Cell:
        return self._cells.setdefault(place, Cell(Tally(), began))

    def _close(self, name: str, event: Event) -> None:
        """A shift is closed up to an entry; what we have read beyond that belongs to the next."""
        telling = self._tables.setdefault(name, _Telling())
        telling.shift += 1
        for index, (position, place, tally) in enumerate(telling.latest):
            if position > event["until"]:
                moved = place._replace(shift=telling.shift)
                self._cells[place].tally.add(tally, -1)
                self._cell(moved, position).tally.add(tally)
                telling.latest[index] = (position, moved, tally)
