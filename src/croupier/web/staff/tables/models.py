"""What the pages of a table's choices are made of."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.models import GameChoice, Page, TableFacts


class Input(BaseModel):
    """One field of a form. `form` is how it is drawn: text, money, seconds, select or check."""

    name: str
    label: str
    form: str
    value: str
    options: list[tuple[str, str]] = []


class ChoiceField(BaseModel):
    """A choice with its fields; none where the rule set has decided it."""

    key: str
    label: str
    about: str
    words: str
    fixed: bool
    inputs: list[Input]


class FieldGroup(BaseModel):
    title: str
    fields: list[ChoiceField]


class EdgeRow(BaseModel):
    """The exact house edge of one bet."""

    felt: str
    paytable: str
    edge: str


class FeltCell(BaseModel):
    """A place of the felt in a row, as wide as so many places; nothing where none lies."""

    felt: str
    span: int


class Preview(BaseModel):
    """The table as it would be: its felt, its posted pay tables, what they cost a player, and what to know first.

    `refused` says why it cannot be opened so; then the felt shows whatever can. `pending` while edges are still being
    worked out.
    """

    facts: TableFacts
    rows: list[list[FeltCell]]
    limits: dict[str, str]
    notices: list[str]
    edges: list[EdgeRow]
    pending: bool
    refused: str = ""


class NewTablePage(Page):
    """The form for a new table: a game and its rules first, then all their choices."""

    games: list[GameChoice]
    rules: str = ""
    title: str = ""
    name: str = ""
    groups: list[FieldGroup]
    preview: Preview | None = None


class SeatRow(BaseModel):
    seat: int
    player: str
    left: bool
    wagers: bool


class ChangeRow(BaseModel):
    """A change of the table's choices, as the record has it."""

    when: str
    who: str
    words: str


class ChoicesOfTablePage(Page):
    """A table's choices, its players, and its end."""

    name: str
    rules: str
    title: str
    state: str
    closed: bool
    busy: str
    """Why nothing can be changed at this moment, if so."""
    link: str
    approval: str
    holds: str
    """What still lies there of the house's, before it can be closed."""
    groups: list[FieldGroup]
    preview: Preview
    seats: list[SeatRow]
    changes: list[ChangeRow]


class TableLine(BaseModel):
    name: str
    rules: str
    game: str
    limits: str
    state: str
    approval: str
    approved: bool
    face_up: bool


class TablesPage(Page):
    """Every table for money, open and closed."""

    tables: list[TableLine]
