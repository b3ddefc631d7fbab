"""What the pages of the dispute desk are made of."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.models import Page
from croupier.web.table.roundpage import PayoutRow


class DisputedSeat(BaseModel):
    """A seat of one of the last rounds, and the way to its page."""

    seat: int
    player: str
    net: str
    tone: str
    path: str
    open: bool
    """Whether its player disputes the round."""


class LastRound(BaseModel):
    """One of the last rounds."""

    id: str
    time: str
    utc: str
    dealer: str
    seats: list[DisputedSeat]


class OpenDispute(BaseModel):
    """A dispute that nobody has closed yet."""

    round: str
    seat: int
    words: str
    by: str
    since: str
    utc: str
    path: str


class DisputesPage(Page):
    """The desk: what is disputed, and the last rounds of one table or player, where one was named."""

    table: str
    player: str
    tables: list[str]
    rounds: list[LastRound]
    open: list[OpenDispute]


class SaidRow(BaseModel):
    """What was said or done about the round: what it was, in whose words, by whom and when."""

    what: str
    words: str
    by: str
    time: str
    utc: str
    position: int


class DealtRow(BaseModel):
    """A step of the dealer, who made it and when."""

    step: str
    by: str
    time: str
    utc: str


class CorrectionRow(BaseModel):
    """A correction of this seat: how much, why, and the two people who signed."""

    amount: str
    tone: str
    reason: str
    by: str
    time: str


class WaitingCorrection(BaseModel):
    """The correction that somebody has asked for at this table."""

    round: str
    seat: int
    amount: str
    reason: str
    by: str
    named: str
    """How who makes or drops it names it, so that nobody signs another that was asked for meanwhile."""
    here: bool
    """Whether it is of this seat of this round."""


class DisputePage(Page):
    """One seat of a finished round: what its player may be given on paper, and what only the staff say of it.

    It has the cards of nobody else (R23): the player's own, the board's and the dealer's.
    """

    round: str
    table: str
    title: str
    seat: int
    player: str
    account: str
    """From whose account the seat played; nobody's where chips were real, or the dealer acted for who was there."""
    opened: str
    ended: str
    void_reason: str | None
    cards: list[str]
    hand: str
    outcome: str
    board: list[str]
    dealer: list[str]
    dealer_hand: str
    decisions: list[str]
    bets: list[PayoutRow]
    staked: str
    net: str
    meter: str
    fee: str
    bank: str
    refused: list[str]
    link: str
    """On which the table is."""
    dealt: list[DealtRow]
    corrections: list[CorrectionRow]
    result: str
    """What the seat has of the round after all corrections."""
    reference: str
    said: list[SaidRow]
    open: bool
    why_not: str
    """Why the round cannot be corrected, where it cannot."""
    waiting: WaitingCorrection | None
    most_words: int
