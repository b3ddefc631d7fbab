"""What the home page of the staff, the alerts and the pit are made of."""

from __future__ import annotations

from pydantic import BaseModel, Field

from croupier.web.links.models import ClaimCard
from croupier.web.models import Page
from croupier.web.staff.money.models import SecondPerson


class AlertCard(BaseModel):
    """Something that needs whoever reads it, and where they go to do it."""

    key: str
    kind: str
    urgency: int
    when: str
    """The urgency in a word: colour alone says nothing."""
    about: str
    words: str
    todo: str
    link: str
    since_ms: int


class AlertsNow(BaseModel):
    """What needs whoever asks, for the header of every staff page."""

    alerts: list[AlertCard]
    sound: bool
    now_ms: int


class KeypadCard(BaseModel):
    """A table that a person deals, for whoever may press its keys."""

    name: str
    game: str
    state: str
    seats: str


class MeterCard(BaseModel):
    """A meter as its display shows it."""

    link: str
    level: str
    shown: str
    stopped: bool


class StaffHome(Page):
    """Home after signing in: what needs you, tonight's figures, then doors."""

    alerts: list[AlertCard]
    now_ms: int
    sound: bool
    keypads: list[KeypadCard]
    tables: list[str]
    figures: list[tuple[str, str]]
    meters: list[MeterCard]
    doors: list[tuple[str, str, str]]
    leads: list[str]
    """The doors that somebody of this role goes through first."""


class SeatDot(BaseModel):
    """A seat as a tile shows it."""

    seat: int
    name: str
    initials: str
    state: str
    """In words: free, playing, to act, away, leaving, sits out."""


class PitRow(BaseModel):
    """A table at a glance."""

    name: str
    game: str
    rules: str
    stage: str
    needs: str
    urgency: int
    when: str
    """The urgency in a word."""
    seats: list[str]
    dots: list[SeatDot]
    since_ms: int
    """When the table began to wait for what it waits for now; 0 where nothing has happened yet."""
    link: str
    round: str | None
    version: int
    stopped: str | None
    dealt_by: str
    dealer: str
    """Who deals there, where somebody is assigned."""
    called: str
    """The call for a supervisor, in words."""
    approval: str
    """The reference of the table's approval, or that there is none (R50)."""
    face_up: str
    """What a table that deals face up gives away (R17)."""
    tray: str
    tray_tone: str
    opening: str
    fills: str
    credits: str
    drop: str
    closing: str
    win: str
    fees: str


class PitPage(Page):
    """The pit: every table, what needs a person first."""

    notice: str = ""
    heads: list[str]
    claims: list[ClaimCard]
    total: dict[str, str]
    rows: list[PitRow]
    now_ms: int
    second: SecondPerson
    receipt: int | None = None
    """The movement of money that was just made."""
    pages: dict[str, str] = Field(default_factory=dict)
    """Pages of others for what the pit has a small form of, by what is done there."""
