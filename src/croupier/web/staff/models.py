"""What the staff's pages are made of."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.models import Page


class KnownRow(BaseModel):
    name: str
    role: str
    locked: bool
    active: bool
    seen: str
    """When they last signed in, of the staff."""
    you: bool


class BadgeCard(BaseModel):
    """A badge to print, shown once."""

    name: str
    role: str
    secret: str
    qr: str


class PeoplePage(Page):
    notice: str = ""
    badge: BadgeCard | None = None
    find: str
    number: int
    pages: int
    count: int
    staff: list[KnownRow]
    players: list[KnownRow]
    roles: list[str]
    staff_roles: list[str]


class LookRow(BaseModel):
    """A decision that was right only with the others' cards."""

    round: str
    street: str
    own: list[str]
    board: list[str]
    seen: list[str]
    did: str
    usual: str
    gained: str


class SignsRow(BaseModel):
    """A player's signs at a face-up table."""

    player: str
    verdict: str
    tone: str
    rests_on: int
    chance: str
    rounds: int
    decisions: int
    by_clock: int
    average: str
    others: str
    slow: bool
    side_bets: str
    no_side_bets: bool
    looked: int
    gained: str
    mistakes: int
    lost: str
    perfect_looks: str
    perfect_gain: str
    looks: list[LookRow]


class SignsReport(BaseModel):
    rounds: int
    looked_at: int
    since: str
    until: str
    average: str
    players: list[SignsRow]


class SignsPage(Page):
    """What a face-up table's rounds say of its players; `report` once somebody has had them looked at."""

    table: str
    game: str
    face_up: bool
    rounds: int
    most: int
    report: SignsReport | None
