"""What the pages of private tables are made of."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.friends.links import LinkCard
from croupier.web.models import Page, RuleSetChoice
from croupier.web.staff.tables.models import FieldGroup


class CompanyField(BaseModel):
    """Whether one of the company comes, and how well they play."""

    name: str
    label: str
    value: str


class MakingPage(Page):
    """Every choice of a private table."""

    rules: str
    game: str
    title: str
    name: str = ""
    """The maker's at the table."""
    others: list[RuleSetChoice]
    """The rule sets of the same game."""
    face_up: str
    """None where the rules do not allow it, else whether it is asked for: `off` or `on`."""
    groups: list[FieldGroup]
    company: list[CompanyField]
    strengths: list[tuple[str, str]]
    coach: str
    coaches: list[tuple[str, str]]


class Sitter(BaseModel):
    seat: int
    name: str
    about: str


class InvitingPage(Page):
    """A private table from whoever may share it: its links, and who is there."""

    table: str
    title: str
    facts: list[str]
    seat: LinkCard
    watch: LinkCard
    sitters: list[Sitter]
    free: int


class InvitedPage(Page):
    """What a link opens, before anybody has gone in."""

    title: str
    facts: list[str]
    sitters: list[Sitter]
    free: int
    may_sit: bool
    token: str
    name: str
