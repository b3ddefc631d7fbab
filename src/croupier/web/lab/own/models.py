"""What the page of own side bets and its answer are made of, typed."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.lab.models import LabPage


class Starter(BaseModel):
    """A declaration to begin with: which cards it counts, and its text."""

    words: str
    declaration: str


class SideBetPage(LabPage):
    """The page on which a side bet is declared."""

    starters: list[Starter]


class SideBetLine(BaseModel):
    """One line: what it asks, what it pays, how many deals meet it, and what it returns of a bet."""

    line: str
    words: str
    pay: str
    ways: int
    probability: float
    returns: float


class SideBetAnswer(BaseModel):
    """A side bet of one's own, priced exactly."""

    name: str
    game: str
    counted: str
    deals: int
    edge: float
    hit_frequency: float
    standard_deviation: float
    exact: str
    lines: list[SideBetLine]
    notes: list[str]
    toml: str
