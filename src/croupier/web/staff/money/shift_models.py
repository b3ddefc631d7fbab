"""Models of the pages about shifts, their counts and their win sheets."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.models import Page
from croupier.web.staff.money.window import SecondPerson


class CountField(BaseModel):
    """A field of a count: how many there are of one value, or dollars for what has no value of its own."""

    name: str
    label: str
    cents: int
    typed: str = ""


class CountForm(BaseModel):
    """The fields of a blind count. Nothing of the record is among them."""

    tray: list[CountField]
    box: list[CountField]
    open: bool = False


class Compared(BaseModel):
    """What was counted in tray or box beside what the record has."""

    what: str
    counted: str
    stacks: str
    """By denomination, such as `100x45 25x80`."""
    record: str
    off: str
    agrees: bool


class SealedRow(BaseModel):
    """A sealed count beside the record, and the sheet that it closes."""

    number: int
    by: str
    when: str
    earlier: int
    """How many counts of this shift came before it."""
    compared: list[Compared]
    variance: str
    variance_cents: int
    """How far tray and box are off together, whichever the sign."""
    with_earlier_cents: int
    """The same with what one person alone has accepted there within 24 hours: so much counts for a second person."""
    sheet: list[tuple[str, str]]
    chosen: bool = True
    reason: str = ""


class ShiftRow(BaseModel):
    """A table's running shift: to be counted, or counted and to be closed."""

    table: str
    approval: str
    """How the table stands to its approval (R50, R56)."""
    approved: bool
    to_count: CountForm | None = None
    sealed: SealedRow | None = None
    said: str = ""
    """Why it was not counted, or its shift not closed."""


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
    reason: str


class ShiftPage(Page):
    """All tables at the end of a shift."""

    rows: list[ShiftRow]
    closed: list[ClosedRow]
    sheets: str
    """Where the sheets that were just closed are printed."""
    heads: list[str]
    second: SecondPerson
    """Above which variance a second person signs."""


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
