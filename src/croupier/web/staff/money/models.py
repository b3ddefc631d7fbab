"""What the money pages are made of."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.models import Page


class PlayerRow(BaseModel):
    """A player whom somebody looks for."""

    name: str
    balance: str
    sits: str
    active: bool


class MovementRow(BaseModel):
    """A movement at the cage, with its receipt."""

    number: int
    when: str
    words: str
    by: str
    balance: str


class PlayerPanel(BaseModel):
    """One player at the window."""

    name: str
    balance: str
    all: str
    """The balance as it is typed, to redeem all of it; empty where there is nothing."""
    sits: str
    table: str
    active: bool
    movements: list[MovementRow]


class TrayRow(BaseModel):
    """What lies at a table."""

    table: str
    tray: str
    low: bool
    drop: str
    fees: str


class InventoryCard(BaseModel):
    """What the house holds, and that it is what came in."""

    cash: str
    chips_out: str
    cage: str
    trays: list[TrayRow]
    there: list[tuple[str, str, str]]
    """What is where: its name, the amount, the account to look at or nothing."""
    there_total: str
    came: list[tuple[str, str, str]]
    came_total: str
    adds_up: bool


class SecondPerson(BaseModel):
    """From where on a movement needs a second person."""

    above: str = ""
    above_cents: int | None = None


class CagePage(Page):
    """The cage's window."""

    notice: str = ""
    receipt: int | None = None
    find: str
    found: list[PlayerRow]
    more: int
    player: PlayerPanel | None
    last: list[MovementRow]
    tables: list[str]
    second: SecondPerson
    inventory: InventoryCard | None


class ReceiptPage(Page):
    """A receipt on paper."""

    number: int
    title: str
    amount: str
    words: str
    rows: list[tuple[str, str]]
    hash: str


class ShiftRow(BaseModel):
    """A table's running shift, with what was typed of its counts."""

    table: str
    approved: bool
    """Whether the reference of the table's approval is on record (R50)."""
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
