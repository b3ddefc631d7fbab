"""What the page of the figures is made of."""

from __future__ import annotations

from pydantic import BaseModel, Field

from croupier.web.models import Page


class Number(BaseModel):
    """A figure as it is read, and the way to what it is made of."""

    text: str
    path: str = ""
    tone: str = ""


class FigureRow(BaseModel):
    """A row of the table: its name, and under each heading a figure."""

    name: Number
    numbers: list[Number]
    flag: str = ""


class BetFigures(BaseModel):
    """A bet with its bar, the win as a share of the handle, and a mark where theory has it; the longest is 100."""

    game: str
    name: str
    tables: str
    handle: str
    win: str
    tone: str
    of_handle: str
    by_theory: str
    expected: str
    off: str
    flagged: bool
    bar_from: float
    bar_wide: float
    mark: float


class Chart(BaseModel):
    """Win and theory from the first round to the last, drawn in a box of 1000 by 300."""

    actual: str
    expected: str
    band: str
    zero: float
    top: str
    middle: str
    bottom: str
    first: str
    last: str
    rounds: str
    words: str


class Choosing(BaseModel):
    """The chooser: what there is to choose, and what was."""

    period: str
    since: str
    until: str
    table: str
    game: str
    by: str
    presets: list[tuple[str, str]]
    tables: list[str]
    games: list[tuple[str, str]]
    ways: list[str]


class FiguresPage(Page):
    chosen: Choosing
    words: str
    problem: str = ""
    reading: int | None = None
    headings: list[tuple[str, str]] = Field(default_factory=list)
    rows: list[FigureRow] = Field(default_factory=list)
    total: FigureRow | None = None
    flagged: list[str] = Field(default_factory=list)
    bets: list[BetFigures] = Field(default_factory=list)
    progressive: list[tuple[str, Number]] = Field(default_factory=list)
    chart: Chart | None = None
    csv: str = ""
