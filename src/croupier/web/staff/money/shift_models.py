"""Models of the pages about shifts and their win sheets."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.models import Page
from croupier.web.staff.money.window import SecondPerson


class ShiftRow(BaseModel):
    """A table's running shift, with what was typed of its counts."""

    table: str
    approval: str
    """How the table stands to its approval (R50, R56)."""
    approved: bool
    opening: str
    fills: str
    credits: str
    drop: str
    fees: str
    has_fees: bool
    win: str
    tray: str
    tray_cents: int
    box: str
    box_cents: int
    chosen: bool = True
    tray_typed: str = ""
    box_typed: str = ""
    accepted: bool = False
    said: str = ""
    """Why this shift was not closed."""


class ClosedRow(BaseModel):
    """A shift of the past, on one line."""

    number: int
    when: str
    table: str
    by: str
    opening: str
    closing: str
    drop: str
    fees: str
    win: str
    variance: str


class ShiftPage(Page):
    """All tables at the end of a shift."""

    rows: list[ShiftRow]
    closed: list[ClosedRow]
    sheets: str
    """Where the sheets that were just closed are printed."""
    heads: list[str]
    second: SecondPerson


class PastSheetsPage(Page):
    table: str
    since: str
    until: str
    tables: list[str]
    rows: list[ClosedRow]
    sheets: str
    more: int


class Sheet(BaseModel):
    """A win sheet on paper."""

    number: int
    table: str
    win: str
    rows: list[tuple[str, str]]
    hash: str


class SheetsPage(Page):
    sheets: list[Sheet]
    heads: list[tuple[str, int, str]]
    made: str
