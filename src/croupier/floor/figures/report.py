"""Figures: the rounds of some tables and some time, added up by table, game, shift or day, with theory beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

from croupier.errors import Refused
from croupier.floor.figures.digest import Digest, FigureState
from croupier.floor.figures.period import EVER, FigurePeriod
from croupier.floor.figures.projection import QUARTER_MS, CellKey
from croupier.floor.figures.tally import UNPRICED, BetAmounts, Tally
from croupier.floor.figures.theory import Theory, theory, theory_of
from croupier.games import GAMES, NotInstalled
from croupier.money import Cents
from croupier.rules.own.felt import felt_of
from croupier.rules.wagers import BASE, OWN

_QUARTERS_AN_HOUR: Final = 4
_POINTS: Final = 160
"""A chart shows no more; a longer course is thinned out."""


class By(Enum):
    """What a row of the figures stands for."""

    TABLE = "table"
    GAME = "game"
    SHIFT = "shift"
    DAY = "day"


def parse_by(text: str) -> By:
    """What rows shall stand for."""
    try:
        return By(text)
    except ValueError:
        *most, last = (by.value for by in By)
        raise Refused(f"no figures by {text!r}; want {', '.join(most)} or {last}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureQuery:
    """Which rounds are counted. Every table, or every game, where none is named."""

    period: FigurePeriod = EVER
    by: By = By.TABLE
    table: str = ""
    game: str = ""


@dataclass(slots=True, kw_only=True)
class TallyRow:
    """A table, a game, a shift or a day. `quarters` are those in which at least one round was played, table by table.

    first    the position of the entry with which its first round began
    running  of a shift, whether it is still open
    """

    key: str
    name: str
    table: str = ""
    running: bool = False
    tally: Tally = field(default_factory=Tally)
    quarters: set[tuple[str, int]] = field(default_factory=set)
    first: int = 0

    @property
    def theory(self) -> Theory:
        return theory(self.tally)

    @property
    def rounds_an_hour(self) -> float | None:
        return self.tally.rounds * _QUARTERS_AN_HOUR / len(self.quarters) if self.quarters else None

    @property
    def seats_taken(self) -> float | None:
        return self.tally.seats / self.tally.rounds if self.tally.rounds else None

    @property
    def hold(self) -> float | None:
        """The win as a share of the drop, where the house banks."""
        return self.tally.win / self.tally.house_drop if self.tally.house_drop else None

    @property
    def of_handle(self) -> float | None:
        """The win as a share of the wagers that the house banked."""
        return self.tally.win / self.tally.banked if self.tally.banked else None


@dataclass(frozen=True, slots=True)
class BetRow:
    """One bet over all that was chosen. `tables` are the pay tables by which it was paid, `banked` is the part of its
    handle that the house banked."""

    game: str
    key: str
    name: str
    tables: tuple[str, ...]
    amounts: BetAmounts
    banked: Cents
    theory: Theory

    @property
    def of_handle(self) -> float | None:
        """The win as a share of what the house banked."""
        return self.amounts.win / self.banked if self.banked else None

    @property
    def expected_of_handle(self) -> float | None:
        """What theory gives the house, as the same share; nothing where no price of the bet is kept."""
        return self.theory.expected / self.banked if self.banked and self.theory.off is not None else None


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """How far things had come after so many rounds."""

    rounds: int
    quarter: int
    theory: Theory


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What was asked for."""

    query: FigureQuery
    rows: list[TallyRow]
    total: TallyRow
    bets: list[BetRow]
    course: list[CoursePoint]
    left_out: Mapping[str, NotInstalled]
    """The tables that are not counted, since their game is not there."""


def figures(digest: Digest, query: FigureQuery, zone: ZoneInfo) -> Figures:
    """The figures that a query asks for, of all that the digest has read. Days are the house's own. A query for one
    table is refused if its game is not there; a query for all tables counts the others."""
    with digest.looking(query.period) as standing:
        _check(query, standing)
        chosen = {place: cell for place, cell in standing.cells.items() if _fits(query, place, standing)}
        name_of = _naming(query.by, standing, zone)
        rows: dict[str, TallyRow] = {}
        total = TallyRow(key="total", name="All")
        quarters: dict[int, Tally] = {}
        for place, cell in sorted(chosen.items(), key=lambda item: item[0].quarter):
            named = name_of(place)
            row = rows.setdefault(named.key, named)
            for one in (row, total):
                one.tally.add(cell.tally)
                one.first = min(one.first or cell.first, cell.first)
                if cell.tally.rounds:
                    one.quarters.add((place.table, place.quarter))
            quarters.setdefault(place.quarter, Tally()).add(cell.tally)
        # Of one table, or of a game that is there, nothing is missing.
        left_out = {} if query.table or query.game else dict(standing.left_out)
    return Figures(
        query=query,
        rows=sorted(rows.values(), key=lambda row: _order(row.key)),
        total=total,
        bets=_bets(total.tally),
        course=_course(quarters),
        left_out=left_out,
    )


def _check(query: FigureQuery, standing: FigureState) -> None:
    if query.table and query.table not in standing.shifts:
        there = ", ".join(sorted(standing.shifts, key=_order)) or "none yet"
        raise Refused(f"no figures of a table {query.table!r}; there are {there}")
    if query.table in standing.left_out:
        raise standing.left_out[query.table]
    if query.game and query.game not in GAMES:
        raise Refused(f"no game {query.game!r}; there are {', '.join(GAMES)}")


def _fits(query: FigureQuery, place: CellKey, standing: FigureState) -> bool:
    if query.table not in ("", place.table) or query.game not in ("", place.game):
        return False
    if query.period.running:
        return place.shift == standing.shifts[place.table]
    return query.period.has(place.quarter * QUARTER_MS)


def _naming(by: By, standing: FigureState, zone: ZoneInfo) -> Callable[[CellKey], TallyRow]:
    """How a cell's row is called."""

    def named(place: CellKey) -> TallyRow:
        match by:
            case By.TABLE:
                return TallyRow(key=place.table, name=place.table, table=place.table)
            case By.GAME:
                return TallyRow(key=place.game, name=GAMES[place.game].name)
            case By.SHIFT:
                running = place.shift == standing.shifts[place.table]
                name = f"{place.table}, shift {place.shift}{', running' if running else ''}"
                return TallyRow(key=f"{place.table}/{place.shift}", name=name, table=place.table, running=running)
            case By.DAY:
                day = datetime.fromtimestamp(place.quarter * QUARTER_MS / 1000, zone).date().isoformat()
                return TallyRow(key=day, name=day)

    return named


def _order(key: str) -> tuple[tuple[int, int | str], ...]:
    """T2 before T10, and shift 2 before shift 10."""
    parts: list[tuple[int, int | str]] = []
    word = ""
    for letter in f"{key} ":
        if word and letter.isdecimal() != word[-1].isdecimal():
            parts.append((0, int(word)) if word[-1].isdecimal() else (1, word))
            word = ""
        word += letter
    return tuple(parts)


def _bets(tally: Tally) -> list[BetRow]:
    """Every bet of every game, in the order of the felts."""
    rows = []
    for game in GAMES.values():
        own = sorted({bet.key for bet in tally.bets if bet.game == game.key and bet.key.startswith(OWN)})
        for key in (BASE, *game.side_bet, *own):
            paid_by_table = {
                bet: amounts for bet, amounts in tally.bets.items() if (bet.game, bet.key) == (game.key, key)
            }
            if not paid_by_table:
                continue
            whole = BetAmounts()
            for amounts in paid_by_table.values():
                whole.add(amounts)
            name = "Base game" if key == BASE else felt_of(game, key)
            tables = sorted({part for bet in paid_by_table for part in bet.price.split("/")[1:2]})
            banked = sum(amounts.handle for bet, amounts in paid_by_table.items() if bet.price != UNPRICED)
            rows.append(BetRow(game.key, key, name, tuple(tables), whole, banked, theory_of(tally, key, game.key)))
    return rows


def _course(quarters: Mapping[int, Tally]) -> list[CoursePoint]:
    """Win and theory, added up from quarter to quarter."""
    so_far = Tally()
    points = [CoursePoint(0, min(quarters, default=0), theory(so_far))]
    every = max(1, -(-len(quarters) // _POINTS))
    for index, quarter in enumerate(sorted(quarters), 1):
        so_far.add(quarters[quarter])
        if index % every == 0 or index == len(quarters):
            points.append(CoursePoint(so_far.rounds, quarter, theory(so_far)))
    return points
