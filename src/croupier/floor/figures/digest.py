"""The digest: the figures of a record up to its last entry, kept up to date.

Figures are a projection (`floor.figures.projection`), with stored rows for every full block of the journal. A digest
goes on from the last full block, and fetches the rows of earlier blocks when they are asked for.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from croupier.floor.figures.period import FigurePeriod
from croupier.floor.figures.plain import read_tally
from croupier.floor.figures.projection import DROP, QUARTER_MS, TOLD, CellKey, FigureCell, PlayFigures
from croupier.floor.figures.tally import Tally
from croupier.floor.record import happening_from_plain
from croupier.games import GAMES, NotInstalled
from croupier.store.entry import Entry, read_body
from croupier.store.projections.figures import FigureRow, rows_between, rows_of_shifts
from croupier.store.projections.projection import checkpoint, stretch
from croupier.store.reader import Reader

_LOOKED_FOR: Final = tuple(f'"event":"{name}"' for name in TOLD)
_TABLE, _SHIFT = "table/", "shift/"


class FigureState(NamedTuple):
    """What a digest holds: its cells, and of every table the number of its running shift and the game it plays. Nothing
    is told of the tables that are left out, since their game is not there."""

    cells: Mapping[CellKey, FigureCell]
    shifts: Mapping[str, int]
    games: Mapping[str, str]
    left_out: Mapping[str, NotInstalled]


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
        self._left_out: dict[str, NotInstalled] = {}

    def catch_up(self, most_s: float | None = None) -> float:
        """Read what is new, for `most_s` seconds at most; the share of the record that has been read."""
        with self._lock:
            fold = self._begun()
            last = self._reader.position()
            stop = None if most_s is None else time.monotonic() + most_s
            for entry in self._reader.read_all(after=self._position, until=last):
                table = entry.stream.removeprefix(_TABLE)
                if _matters(entry) and table not in self._left_out:
                    _, events, moved = read_body(entry)
                    try:
                        fold.take(entry, events, moved)
                    except NotInstalled as missing:
                        self._left_out[table] = missing
                self._position = entry.position
                if stop is not None and time.monotonic() > stop:
                    break
            return self._position / last if last else 1.0

    @contextmanager
    def looking(self, period: FigurePeriod) -> Iterator[FigureState]:
        """All that has been read of a period, and perhaps more; nothing is added for as long as one looks."""
        with self._lock:
            fold = self._begun()
            shifts = {name: telling.shift for name, telling in fold.tables.items()}
            cells = fold.cells
            if self._block >= 0:
                cells = {place: FigureCell(Tally(), one.first) for place, one in fold.cells.items()}
                for place, one in fold.cells.items():
                    cells[place].tally.add(one.tally)
                for row in self._stored_rows(period, shifts):
                    cell = cells.setdefault(CellKey(*row[:4]), FigureCell(Tally(), row.first))
                    cell.tally.add(read_tally(row.tally))
                    cell.first = min(cell.first, row.first)
            games = {name: one.game for name, one in fold.tables.items()}
            for name, game in games.items():
                if game and game not in GAMES and name not in self._left_out:
                    self._left_out |= self._opened_in_vain(name)
            cells = {place: cell for place, cell in cells.items() if place.table not in self._left_out}
            yield FigureState(cells, shifts, games, self._left_out)

    def _opened_in_vain(self, table: str) -> dict[str, NotInstalled]:
        """A table with why nothing can be told of it: it was opened by rules that no game here has."""
        opening = next(iter(self._reader.read(f"{_TABLE}{table}")))
        try:
            for event in read_body(opening)[1]:
                happening_from_plain(event)
        except NotInstalled as missing:
            return {table: missing}
        return {}

    def _begun(self) -> PlayFigures:
        """The fold, which goes on from the last full block."""
        if self._fold is None:
            with self._reader.asking() as connection:
                folded = checkpoint(connection, PlayFigures)
            self._fold, self._block = PlayFigures(), folded.block
            if folded.block >= 0:
                self._fold.restore(folded.state)
                self._position = stretch(folded.block)[1]
        return self._fold

    def _stored_rows(self, period: FigurePeriod, shifts: Mapping[str, int]) -> Sequence[FigureRow]:
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
    return entry.stream.startswith(_SHIFT) or DROP in entry.body
