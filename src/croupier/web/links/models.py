"""What the pages about links are made of."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from croupier.web.models import Page
from croupier.web.wording import Dollars, LineWords, Moment


class ClaimCard(BaseModel):
    """A claim that waits for a person."""

    number: int
    table: str
    round: str
    seat: int
    player: str
    game: str
    outside: bool
    """Another game's table: its chips and its rounds are not in our book."""
    line: str
    level: str
    pressed_by: str
    state: str
    amount: str
    cards: list[str]
    hand: str
    before: str
    after: str
    account: str


class LevelCard(BaseModel):
    """One level as displays show it."""

    name: str
    cents: int
    shown: str
    reserve: str
    seed: str
    rate: str
    reserve_rate: str
    maximum: str
    pending: list[str]
    account: str
    reserve_account: str


class AdjustmentCard(BaseModel):
    number: int
    level: str
    old: str
    new: str
    reason: str
    document: str
    by: str
    yours: bool


class HistoryPoint(BaseModel):
    time_ms: int
    position: int
    cents: dict[str, int]


class LinkCard(BaseModel):
    """A link at a glance."""

    name: str
    paytable: str
    stake: str
    kind: str
    flow: str
    executive_above: str
    fault: str | None
    levels: list[LevelCard]
    tables: list[str]
    claims: list[ClaimCard]


class PaytableChoice(BaseModel):
    """A progressive pay table, and the levels that it draws from."""

    name: str
    levels: list[str]


class LinksPage(Page):
    levels: list[str]
    notice: str = ""
    links: list[LinkCard]
    paytables: list[PaytableChoice]


class LinkPage(Page):
    notice: str = ""
    link: LinkCard
    free_tables: list[str]
    adjustments: list[AdjustmentCard]
    reasons: list[str]
    advice: list[str]
    hits: list[HitRow]
    history: list[HistoryPoint]
    version: int


class DisplayLevel(BaseModel):
    name: str
    cents: int
    pending: list[str]
    hit: str | None
    prize: int | None
    """What the hit paid: on a hit that is the number, and the meter begins again beside it."""


class DisplayPage(Page):
    """A jackpot display: it only shows (R47)."""

    link: str
    closed: bool
    levels: list[DisplayLevel]


class ButtonPad(BaseModel):
    """A button of the progressive keypad."""

    label: str
    button: str
    lit: bool
    on: bool
    why: str | None = None


class ProgressivePad(BaseModel):
    """The progressive keypad of a table."""

    link: str
    flow: str
    state: str
    meters: list[tuple[str, str]]
    buttons: list[ButtonPad]


class HitRow(BaseModel):
    """A win that was logged."""

    model_config = ConfigDict(from_attributes=True)  # of a `Hit` of the reports

    claim: int
    time: Moment = Field(validation_alias="logged_ms")
    level: str
    line: LineWords
    table: str
    seat: int
    round: str
    outside: bool = False
    player: str
    amount: Dollars
    before: Dollars
    after: Dollars


class Figure(BaseModel):
    """A number of a report, and the way to the entries that it is made of."""

    name: str
    value: str
    path: str


class ReportPart(BaseModel):
    title: str
    figures: list[Figure]


class ReportPage(Page):
    """A link in a period."""

    link: str
    since: str
    until: str
    totals: list[Figure]
    parts: list[ReportPart]
    adjustments: list[str]
    entries: str


class WinSheetPage(Page):
    """A win on one sheet of paper (R48)."""

    link: str
    claim: int
    amount: str
    cards: list[str]
    rows: list[tuple[str, str]]
    record_hash: str
    heads: list[tuple[str, int, str]]
    position: int
