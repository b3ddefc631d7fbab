"""The digest: every round of the record added up by table, game, shift and quarter of an hour, and kept up to date.

Figures are a projection: what full blocks of the journal add is kept beside it, a digest goes on from there, and of the
blocks before it fetches what is asked for. Voided rounds never were (R26), and practice is not played for money:
neither is counted.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from croupier.floor.figures.period import Period
from croupier.floor.figures.plain import plain_tally, read_tally, tally_of, tally_text
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
from croupier.store.entry import Entry, Event, Row, canonical, read_body
from croupier.store.projections.figures import FigureRow, rows_between, rows_of_shifts
from croupier.store.projections.projection import Projection, checkpoint, stretch
from croupier.store.reader import Reader
from croupier.store.schema import figures

QUARTER_MS: Final = 900_000
"""Every time zone is a whole number of these from UTC, so that days begin with one wherever the house is."""
_TOLD: Final = (
    "TableOpened", "RoundOpened", "BetsLocked", "SeatSettled", "BetReturned", "FoldCollected", "EnvyPaid", "AwardPaid",
    "RoundEnded", "RoundVoided",
)  # fmt: skip
_LOOKED_FOR: Final = tuple(f'"event":"{name}"' for name in _TOLD)
_TABLE, _SHIFT, _DROP = "table/", "shift/", "drop/"
_LATEST: Final = 64
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
    """A table while its rounds are read. `banks`: the house does, not a player; `told` is what was said of the round in
    play, as it was written."""

    terms: Terms | None = None
    began: int = 0
    fees: Cents = 0
    results: dict[int, list[Result]] = field(default_factory=dict)
    awards: list[Cents] = field(default_factory=list)
    told: list[Event] = field(default_factory=list)
    game: str = ""
    banks: bool = True
    shift: int = 1
    latest: deque[tuple[int, Place, Tally]] = field(default_factory=lambda: deque(maxlen=_LATEST))


class PlayFigures(Projection):
    """The rounds of the journal added up; each block has what it adds by table, game, shift and quarter of an hour."""

    name = "figures"
    table = figures

    def __init__(self) -> None:
        self.cells: dict[Place, Cell] = {}
        """What was added since the last full block."""
        self.tables: dict[str, _Telling] = {}
        self._terms: dict[str, Terms] = {}

    def take(self, entry: Entry, events: Sequence[Event], moved: Sequence[Row]) -> None:
        """Add what an entry says to have happened and to have moved, from where to where."""
        kind, _, name = entry.stream.partition("/")
        if kind == "table":
            if not is_practice(name):
                telling = self.tables.setdefault(name, _Telling())
                for plain in events:
                    if plain["event"] in _TOLD:
                        self._tell(name, telling, plain, entry)
        elif kind == "shift":
            for event in events:
                self._close(name, event)
        else:
            self._dropped(entry, moved)

    def end_block(self) -> list[FigureRow]:
        """What the block adds."""
        rows = [FigureRow(*place, cell.first, tally_text(cell.tally)) for place, cell in self.cells.items()]
        self.cells = {}
        return rows

    def state(self) -> str:
        """Every table as it stands, as text."""
        return canonical(
            {
                name: {
                    "told": one.told,
                    "began": one.began,
                    "game": one.game,
                    "banks": one.banks,
                    "shift": one.shift,
                    "latest": [[position, place, plain_tally(tally)] for position, place, tally in one.latest],
                }
                for name, one in self.tables.items()
            }
        )

    def restore(self, state: str) -> None:
        """Go on with the tables that `state` wrote."""
        for name, plain in json.loads(state).items():
            telling = self.tables[name] = _Telling()
            for event in plain["told"]:
                self._follow(telling, event)
            telling.began, telling.shift = plain["began"], plain["shift"]
            telling.game, telling.banks = plain["game"], plain["banks"]
            for position, place, tally in plain["latest"]:
                telling.latest.append((position, Place(*place), tally_of(tally)))

    def _tell(self, name: str, telling: _Telling, plain: Event, entry: Entry) -> None:
        terms = telling.terms
        self._follow(telling, plain)
        if plain["event"] == "RoundOpened":
            telling.began = entry.position
        elif plain["event"] == "RoundEnded" and terms is not None:
            tally = of_round(terms, telling.results, telling.fees, telling.awards)
            self._add(name, telling, tally, entry, telling.began)

    def _follow(self, telling: _Telling, plain: Event) -> None:
        """Take note of what happens in a round; who counts it when it has ended, knows where it stands."""
        if plain["event"] == "RoundOpened":
            telling.terms = self._terms_of(plain)
            telling.game, telling.banks = telling.terms.game.key, not telling.terms.player_banked
            telling.fees, telling.results, telling.awards, telling.told = 0, {}, [], [plain]
            return
        if telling.terms is not None:
            telling.told.append(plain)
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
            case RoundEnded() | RoundVoided():
                telling.terms, telling.told = None, []

    def _terms_of(self, plain: Event) -> Terms:
        # A table plays thousands of rounds by the same terms, and they are most of an opening.
        text = canonical(plain["terms"])
        if text not in self._terms:
            opened = read_back(plain)
            assert isinstance(opened, RoundOpened), "the event says so"
            self._terms[text] = opened.terms
        return self._terms[text]

    def _dropped(self, entry: Entry, moved: Sequence[Row]) -> None:
        for _, debit, credit, amount in moved:
            if debit == CASH and credit.startswith(_DROP):
                name = credit.removeprefix(_DROP)
                telling = self.tables.setdefault(name, _Telling())
                tally = Tally(drop=amount, house_drop=amount if telling.banks else 0)
                self._add(name, telling, tally, entry, entry.position)

    def _add(self, name: str, telling: _Telling, tally: Tally, entry: Entry, began: int) -> None:
        place = Place(name, telling.game, telling.shift, entry.time_ms // QUARTER_MS)
        self._cell(place, began).tally.add(tally)
        telling.latest.append((entry.position, place, tally))

    def _cell(self, place: Place, began: int) -> Cell:
        return self.cells.setdefault(place, Cell(Tally(), began))

    def _close(self, name: str, event: Event) -> None:
        """A shift is closed up to an entry; what we have read beyond that belongs to the next."""
        telling = self.tables.setdefault(name, _Telling())
        telling.shift += 1
        for index, (position, place, tally) in enumerate(telling.latest):
            if position > event["until"]:
                moved = place._replace(shift=telling.shift)
                self._cell(place, position).tally.add(tally, -1)
                self._cell(moved, position).tally.add(tally)
                telling.latest[index] = (position, moved, tally)


class Digest:
    """The figures of one record up to its last entry: those of full blocks are fetched as they are asked for, and the
    entries behind them are added up here. Any number of threads may ask. `anew`: nothing that is kept is used."""

    def __init__(self, reader: Reader, *, anew: bool = False) -> None:
        self._reader = reader
        self._lock = threading.Lock()
        self._block = -1
        """The blocks up to this one are not in memory, but kept."""
        self._position = 0
        self._fold = PlayFigures() if anew else None

    def catch_up(self, most_s: float | None = None) -> float:
        """Read what is new, for `most_s` seconds at most; the share of the record that has been read."""
        with self._lock:
            fold = self._begun()
            last = self._reader.position()
            stop = None if most_s is None else time.monotonic() + most_s
            for entry in self._reader.read_all(after=self._position, until=last):
                if _matters(entry):
                    _, events, moved = read_body(entry)
                    fold.take(entry, events, moved)
                self._position = entry.position
                if stop is not None and time.monotonic() > stop:
                    break
            return self._position / last if last else 1.0

    @contextmanager
    def looking(self, period: Period) -> Iterator[Standing]:
        """All that has been read of a period, and perhaps more; nothing is added for as long as one looks."""
        with self._lock:
            fold = self._begun()
            shifts = {name: telling.shift for name, telling in fold.tables.items()}
            cells = fold.cells
            if self._block >= 0:
                cells = {place: Cell(Tally(), one.first) for place, one in fold.cells.items()}
                for place, one in fold.cells.items():
                    cells[place].tally.add(one.tally)
                for row in self._kept(period, shifts):
                    cell = cells.setdefault(Place(*row[:4]), Cell(Tally(), row.first))
                    cell.tally.add(read_tally(row.tally))
                    cell.first = min(cell.first, row.first)
            yield Standing(cells, shifts, {name: one.game for name, one in fold.tables.items()})

    def _begun(self) -> PlayFigures:
        """The fold, which goes on from the last full block."""
        if self._fold is None:
            with self._reader.asking() as connection:
                kept = checkpoint(connection, PlayFigures)
            self._fold, self._block = PlayFigures(), kept.block
            if kept.block >= 0:
                self._fold.restore(kept.state)
                self._position = stretch(kept.block)[1]
        return self._fold

    def _kept(self, period: Period, shifts: Mapping[str, int]) -> Sequence[FigureRow]:
        with self._reader.asking() as connection:
            if period.running:
                return rows_of_shifts(connection, self._block, shifts)
            first = None if period.since_ms is None else period.since_ms // QUARTER_MS
            end = None if period.until_ms is None else -(-period.until_ms // QUARTER_MS)
            return rows_between(connection, self._block, first, end)


def _matters(entry: Entry) -> bool:
    """Whether an entry may have something to add; most are told by a look at their text."""
    if entry.stream.startswith(_TABLE):
        return any(text in entry.body for text in _LOOKED_FOR)
    return entry.stream.startswith(_SHIFT) or _DROP in entry.body
