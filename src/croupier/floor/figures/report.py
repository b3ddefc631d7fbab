"""Figures: a choice of tables and time, added up by table, game, shift or day, with theory beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

from croupier.errors import Refused
from croupier.floor.figures.digest import Digest, FigureState
from croupier.floor.figures.period import EVER, Period
from croupier.floor.figures.projection import QUARTER_MS, CellKey
from croupier.floor.figures.tally import UNPRICED, Amounts, Tally
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
class Choice:
    """Which rounds are counted. Every table, or every game, where none is named."""

    period: Period = EVER
    by: By = By.TABLE
    table: str = ""
    game: str = ""


@dataclass(slots=True, kw_only=True)
class Row:
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
    amounts: Amounts
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
class Point:
    """How far things had come after so many rounds."""

    rounds: int
    quarter: int
    theory: Theory


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What was asked for."""

    choice: Choice
    rows: list[Row]
    total: Row
    bets: list[BetRow]
    course: list[Point]
    left_out: Mapping[str, NotInstalled]
    """The tables that are not counted, since their game is not there."""


def figures(digest: Digest, choice: Choice, zone: ZoneInfo) -> Figures:
    """The figures of a choice, of all that the digest has read. Days are the house's own. Refused for a table whose
    game is not there; of all tables, the others are counted."""
    with digest.looking(choice.period) as standing:
        _check(choice, standing)
        chosen = {place: cell for place, cell in standing.cells.items() if _fits(choice, place, standing)}
        name_of = _naming(choice.by, standing, zone)
        rows: dict[str, Row] = {}
        total = Row(key="total", name="All")
        quarters: dict[int, Tally] = {}
        for place, cell in sorted(chosen.items(), key=lambda found: found[0].quarter):
            made = name_of(place)
            row = rows.setdefault(made.key, made)
            for one in (row, total):
                one.tally.add(cell.tally)
                one.first = min(one.first or cell.first, cell.first)
                if cell.tally.rounds:
                    one.quarters.add((place.table, place.quarter))
            quarters.setdefault(place.quarter, Tally()).add(cell.tally)
        # Of one table, or of a game that is there, nothing is missing.
        left_out = {} if choice.table or choice.game else dict(standing.left_out)
    return Figures(
        choice=choice,
        rows=sorted(rows.values(), key=lambda row: _order(row.key)),
        total=total,
        bets=_bets(total.tally),
        course=_course(quarters),
        left_out=left_out,
    )


def _check(choice: Choice, standing: FigureState) -> None:
    if choice.table and choice.table not in standing.shifts:
        there = ", ".join(sorted(standing.shifts, key=_order)) or "none yet"
        raise Refused(f"no figures of a table {choice.table!r}; there are {there}")
    if choice.table in standing.left_out:
        raise standing.left_out[choice.table]
    if choice.game and choice.game not in GAMES:
        raise Refused(f"no game {choice.game!r}; there are {', '.join(GAMES)}")


def _fits(choice: Choice, place: CellKey, standing: FigureState) -> bool:
    if choice.table not in ("", place.table) or choice.game not in ("", place.game):
        return False
    if choice.period.running:
        return place.shift == standing.shifts[place.table]
    return choice.period.has(place.quarter * QUARTER_MS)


def _naming(by: By, standing: FigureState, zone: ZoneInfo) -> Callable[[CellKey], Row]:
    """How a cell's row is called."""

    def named(place: CellKey) -> Row:
        match by:
            case By.TABLE:
                return Row(key=place.table, name=place.table, table=place.table)
            case By.GAME:
                return Row(key=place.game, name=GAMES[place.game].name)
            case By.SHIFT:
                running = place.shift == standing.shifts[place.table]
                name = f"{place.table}, shift {place.shift}{', running' if running else ''}"
                return Row(key=f"{place.table}/{place.shift}", name=name, table=place.table, running=running)
            case By.DAY:
                day = datetime.fromtimestamp(place.quarter * QUARTER_MS / 1000, zone).date().isoformat()
                return Row(key=day, name=day)

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
            made = {bet: amounts for bet, amounts in tally.bets.items() if (bet.game, bet.key) == (game.key, key)}
            if not made:
                continue
            whole = Amounts()
            for amounts in made.values():
                whole.add(amounts)
            name = "Base game" if key == BASE else felt_of(game, key)
            tables = sorted({part for bet in made for part in bet.price.split("/")[1:2]})
            banked = sum(amounts.handle for bet, amounts in made.items() if bet.price != UNPRICED)
            rows.append(BetRow(game.key, key, name, tuple(tables), whole, banked, theory_of(tally, key, game.key)))
    return rows


def _course(quarters: Mapping[int, Tally]) -> list[Point]:
    """Win and theory, added up from quarter to quarter."""
    so_far = Tally()
    points = [Point(0, min(quarters, default=0), theory(so_far))]
    every = max(1, -(-len(quarters) // _POINTS))
    for index, quarter in enumerate(sorted(quarters), 1):
        so_far.add(quarters[quarter])
        if index % every == 0 or index == len(quarters):
            points.append(Point(so_far.rounds, quarter, theory(so_far)))
    return points
