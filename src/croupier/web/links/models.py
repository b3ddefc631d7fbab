"""Models of the pages about links."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from croupier.web.links.charts import LevelChart
from croupier.web.links.economics import EconomicsCard, PaytableChoice
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
    card: str = ""
    """Why it takes an Executive's card, where it does."""
    tray: str = ""
    """Seat and line of a win that the tray pays, which takes neither key nor card (R44)."""
    real_cards: bool = False
    """Real cards: who verifies the win enters them (R58)."""


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
    usual_rate: str
    usual_seed: str
    card: str
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
    what: str
    """What it is, where that is more than its reason: the win that it backs out, where a transfer goes."""


class ComponentRow(BaseModel):
    """A component of the register, with the version that was approved (R51)."""

    model_config = ConfigDict(from_attributes=True)  # of a `ComponentState`

    name: str
    version: str
    approved: str
    below: bool
    warning: str


class JoinChoice(BaseModel):
    """A table that can be put on a link, once its round is over."""

    table: str
    game: str
    playing: bool


class DeedRow(BaseModel):
    """One thing that somebody did with a link."""

    model_config = ConfigDict(from_attributes=True)  # of a `Deed`

    time: Moment = Field(validation_alias="time_ms")
    position: int
    kind: str
    level: str
    words: str
    by: str
    other: str


class LinkCard(BaseModel):
    """A link at a glance."""

    name: str
    paytable: str
    stake: str
    kind: str
    flow: str
    executive_above: str
    approval: str
    """The reference that the link names; how it stands to it is `approval_status` (R50, R56)."""
    approval_status: str
    approved: bool
    closed: str | None
    warnings: list[str]
    fault: str | None
    outside_law: str | None
    """Why its tables take no further wager until it is brought within the law (R55)."""
    fixed: str
    """What pays the fixed awards: tray or meter (R37)."""
    economics: EconomicsCard
    levels: list[LevelCard]
    tables: list[str]
    keypads: list[str]
    """Those of its tables that a person works with real cards, link only (R58)."""
    claims: list[ClaimCard]


class RefusedRow(BaseModel):
    """A win that was refused, and not paid: by whom and why (R46)."""

    model_config = ConfigDict(from_attributes=True)  # of `RefusedHit`

    claim: int
    level: str
    table: str
    round: str
    seat: int
    player: str
    line: LineWords
    by: str
    reason: str
    time: Moment = Field(validation_alias="time_ms")


class LinksPage(Page):
    levels: list[str]
    links: list[LinkCard]
    closed: int
    """How many links are closed, and not in the list unless somebody asks."""
    with_closed: bool
    paytables: list[PaytableChoice]


class LinkPage(Page):
    link: LinkCard
    charts: list[LevelChart]
    free_tables: list[JoinChoice]
    games: list[tuple[str, str]]
    """The games of which a table with real cards may be opened on it, by key and name (R58)."""
    adjustments: list[AdjustmentCard]
    reasons: list[str]
    destinations: list[str]
    advice: list[str]
    components: list[ComponentRow]
    hits: list[HitRow]
    tray_hits: list[TrayHitRow]
    refused: list[RefusedRow]
    """The wins that were refused, and not paid (R46)."""
    deeds: list[DeedRow]
    left: list[str]
    """What keeps the link from being closed."""
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
    house: str
    """What the house is called; nothing where it has not said."""
    colour: str
    closed: bool
    levels: list[DisplayLevel]
    """The largest first: Mega, Major, Minor."""


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

    number: int
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
    undone: str = ""
    """How it was backed out, where it was."""


class TrayHitRow(BaseModel):
    """A progressive win that a tray paid, with who pressed its hand button and who verified it (R44)."""

    model_config = ConfigDict(from_attributes=True)  # of a `TrayHit` of the history

    time: Moment = Field(validation_alias="logged_ms")
    line: LineWords
    table: str
    seat: int
    round: str
    player: str
    amount: Dollars
    pressed_by: str
    verified_by: str
    logged_by: str


class Figure(BaseModel):
    """A number of a report, and the way to the entries that it is made of."""

    name: str
    value: str
    path: str


class ReportRow(BaseModel):
    """A line of a report's table. `sign` says how it counts in the equation; the last line of one is its sum."""

    sign: str
    name: str
    cells: list[Figure]


class Equation(BaseModel):
    """Lines that add up, for each level."""

    title: str
    rows: list[ReportRow]


class ReportTable(BaseModel):
    """A plain table of a report."""

    title: str
    first: str
    heads: list[str]
    rows: list[ReportRow]


class Period(BaseModel):
    """A period that can be had with one click."""

    name: str
    since: str
    until: str
    chosen: bool


class ReportPage(Page):
    """A link in a period."""

    link: str
    approval: str
    approval_status: str
    since: str
    until: str
    zone: str
    periods: list[Period]
    totals: list[Figure]
    levels: list[str]
    equations: list[Equation]
    tables: list[ReportTable]
    adjustments: list[str]
    refused: list[RefusedRow]
    undone: list[str]
    entries: str
