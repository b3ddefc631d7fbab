"""Play figures as a projection of the journal: every round added up by table, game, shift and quarter of an hour.

Voided rounds never were (R26), and practice is not played for money: neither is counted.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from croupier.floor.figures.plain import plain_tally, tally_of, tally_text
from croupier.floor.figures.tally import Tally, of_round
from croupier.floor.links.linked import AwardPaid
from croupier.floor.practice import is_practice
from croupier.floor.record import happening_from_plain
from croupier.floor.table import Happening, TableOpened
from croupier.games import NotInstalled
from croupier.ledger.accounts import CASH
from croupier.money import Cents
from croupier.rules.events import BetsLocked, RoundOpened
from croupier.rules.record import read_result
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from croupier.store.entry import Entry, Event, Row, canonical
from croupier.store.projections.figures import FigureRow
from croupier.store.projections.projection import Projection
from croupier.store.schema import figures

QUARTER_MS: Final = 900_000
"""Every time zone is a whole number of these from UTC, so that days begin with one wherever the house is."""
TOLD: Final = (
    "TableOpened", "RoundOpened", "BetsLocked", "CardsCorrected", "SeatSettled", "BetReturned", "FoldCollected",
    "EnvyPaid", "AwardPaid", "RoundEnded", "RoundVoided", "RoundCorrected",
)  # fmt: skip
"""The events of a table that figures are made of."""
DROP: Final = "drop/"
_LATEST: Final = 64
"""So many of a table's last parts are remembered one by one, for a shift is closed a moment after its last entry."""


class CellKey(NamedTuple):
    """Where a part is added: `shift` counts the table's shifts from 1, `quarter` the quarters of an hour since 1970."""

    table: str
    game: str
    shift: int
    quarter: int


@dataclass(slots=True)
class FigureCell:
    """What was added up at a place. `first` is the position of the entry with which its first round began."""

    tally: Tally
    first: int


@dataclass(slots=True)
class _TableReading:
    """A table while its rounds are read. `banks`: the house banks, not a player; `events` are those of the round in
    play, as they were written."""

    terms: Terms | None = None
    began: int = 0
    fees: Cents = 0
    results: dict[int, list[Result]] = field(default_factory=dict)
    awards: list[Cents] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    missing: NotInstalled | None = None
    """Why the round in play cannot be read on, where its game is not there."""
    game: str = ""
    banks: bool = True
    shift: int = 1
    latest: deque[tuple[int, CellKey, Tally]] = field(default_factory=lambda: deque(maxlen=_LATEST))


class PlayFigures(Projection):
    """The rounds of the journal added up; each block has what it adds by table, game, shift and quarter of an hour."""

    name = "figures"
    table = figures

    def __init__(self) -> None:
        self.cells: dict[CellKey, FigureCell] = {}
        """What was added since the last full block."""
        self.tables: dict[str, _TableReading] = {}
        self._terms: dict[str, Terms] = {}

    def take(self, entry: Entry, events: Sequence[Event], moved: Sequence[Row]) -> None:
        """Add what an entry says to have happened and to have moved, from where to where."""
        kind, _, name = entry.stream.partition("/")
        if kind == "table":
            if not is_practice(name):
                reading = self._reading(name)
                for plain in events:
                    if plain["event"] in TOLD:
                        self._tell(name, reading, plain, entry)
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
                    "told": one.events,
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
            reading = self.tables[name] = _TableReading()
            try:
                for event in plain["told"]:
                    self._follow(reading, event)
            except NotInstalled as missing:
                reading.missing, reading.events = missing, plain["told"]
            reading.began, reading.shift = plain["began"], plain["shift"]
            reading.game, reading.banks = plain["game"], plain["banks"]
            for position, place, tally in plain["latest"]:
                reading.latest.append((position, CellKey(*place), tally_of(tally)))

    def _reading(self, name: str) -> _TableReading:
        reading = self.tables.get(name)
        if reading is None:
            reading = self.tables[name] = _TableReading()
        return reading

    def _tell(self, name: str, reading: _TableReading, plain: Event, entry: Entry) -> None:
        terms = reading.terms
        if reading.missing is not None:
            raise reading.missing
        self._follow(reading, plain)
        if plain["event"] == "RoundOpened":
            reading.began = entry.position
        elif plain["event"] == "RoundCorrected":
            self._add(name, reading, Tally(corrected=plain["cents"]), entry, entry.position)
        elif plain["event"] == "RoundEnded" and terms is not None:
            tally = of_round(terms, reading.results, reading.fees, reading.awards)
            self._add(name, reading, tally, entry, reading.began)

    def _follow(self, reading: _TableReading, plain: Event) -> None:
        """Take note of what happens in a round; who counts it when it has ended, knows where it stands."""
        if plain["event"] == "RoundOpened":
            reading.terms = self._terms_of(plain)
            reading.game, reading.banks = reading.terms.game.key, not reading.terms.player_banked
            reading.fees, reading.results, reading.awards, reading.events = 0, {}, [], [plain]
            return
        if reading.terms is not None:
            reading.events.append(plain)
        match plain["event"]:
            case "SeatSettled" | "FoldCollected":
                reading.results.setdefault(plain["seat"], []).extend(map(read_result, plain["results"]))
            case "BetReturned" | "EnvyPaid":
                reading.results.setdefault(plain["seat"], []).append(read_result(plain["result"]))
            case "RoundEnded" | "RoundVoided":
                reading.terms, reading.events = None, []
            case "CardsCorrected":  # the round is settled anew
                reading.results = {}
            case _:
                self._take_whole(reading, happening_from_plain(plain))

    @staticmethod
    def _take_whole(reading: _TableReading, event: Happening) -> None:
        match event:
            case BetsLocked(fees):
                reading.fees = sum(fee.amount for fee in fees)
            case AwardPaid(_, _, cents):
                reading.awards.append(cents)
            case TableOpened(_, settings):
                reading.game, reading.banks = settings.terms.game.key, not settings.terms.player_banked

    def _terms_of(self, plain: Event) -> Terms:
        # A table plays thousands of rounds by the same terms, and they are most of an opening.
        text = canonical(plain["terms"])
        if text not in self._terms:
            opened = happening_from_plain(plain)
            assert isinstance(opened, RoundOpened), "the event says so"
            self._terms[text] = opened.terms
        return self._terms[text]

    def _dropped(self, entry: Entry, moved: Sequence[Row]) -> None:
        for _, debit, credit, amount in moved:
            if debit == CASH and credit.startswith(DROP):
                name = credit.removeprefix(DROP)
                reading = self._reading(name)
                tally = Tally(drop=amount, house_drop=amount if reading.banks else 0)
                self._add(name, reading, tally, entry, entry.position)

    def _add(self, name: str, reading: _TableReading, tally: Tally, entry: Entry, began: int) -> None:
        place = CellKey(name, reading.game, reading.shift, entry.time_ms // QUARTER_MS)
        self._cell(place, began).tally.add(tally)
        reading.latest.append((entry.position, place, tally))

    def _cell(self, place: CellKey, began: int) -> FigureCell:
        return self.cells.setdefault(place, FigureCell(Tally(), began))

    def _close(self, name: str, event: Event) -> None:
        """A shift is closed up to an entry; what we have read beyond that belongs to the next."""
        reading = self._reading(name)
        reading.shift += 1
        for index, (position, place, tally) in enumerate(reading.latest):
            if position > event["until"]:
                moved = place._replace(shift=reading.shift)
                self._cell(place, position).tally.add(tally, -1)
                self._cell(moved, position).tally.add(tally)
                reading.latest[index] = (position, moved, tally)
