"""What the pages of pasted rounds are made of."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.models import Page
from croupier.web.table.roundpage import LookUp


class ReplayPage(Page):
    """The page to paste rounds into, and how much it takes."""

    most_rounds: int
    most_letters: int


class ReplayedSeat(BaseModel):
    """A seat of a round that was played again."""

    number: int
    hand: str
    outcome: str
    staked: str
    net: str
    tone: str


class Replayed(BaseModel):
    """One of many pasted rounds: what it came to, or why it was refused. `line` is where it begins."""

    line: int
    id: str
    game: str
    rules: str
    refusal: str
    void: bool = False
    seats: list[ReplayedSeat] = []
    lookups: list[LookUp] = []
    notation: str


class ReplayedPage(Page):
    """Many rounds, one after the other."""

    sound: int
    refused: int
    rounds: list[Replayed]
