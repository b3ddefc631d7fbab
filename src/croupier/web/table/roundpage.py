"""What the page of a finished round is made of."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.friends.links import LinkCard
from croupier.web.models import FeltCard, Page, SeatCard


class RevealCard(BaseModel):
    round: str
    commitment: str
    house_seed: str
    player_seeds: dict[str, str]
    deck: str


class Step(BaseModel):
    text: str
    dealt: bool
    board: int
    dealer: bool
    bets: dict[int, int]


class PayoutRow(BaseModel):
    seat: int
    felt: str
    stake: str
    net: str
    tone: str
    reason: str


class RoundEntry(BaseModel):
    """An entry of the journal that a round is made of."""

    position: int
    time: str
    utc: str
    actor: str
    asked: str
    hash: str


class RoundSeat(BaseModel):
    """A seat of a finished round, in figures; `name` is the player's own for the staff, the shown one for others."""

    number: int
    name: str
    hand: str
    outcome: str
    staked: str
    net: str
    tone: str
    fee: str
    meter: str
    bank: str
    """What who banks has put up, and how it limits the result; nothing for everybody else."""


class StaffRound(BaseModel):
    """What only the staff see of a finished round."""

    dealer: str
    voided_by: str
    fees: str
    entries: list[RoundEntry]


class RoundPage(Page):
    """A finished round, with all its cards; `approval` is its table's (R50), nothing at practice."""

    id: str
    table: str
    title: str
    approval: str = ""
    procedure: str
    felt: FeltCard
    deck_colour: str
    void_reason: str | None
    opened: str
    opened_utc: str
    dealt: str
    dealt_utc: str
    ended: str
    ended_utc: str
    previous: str
    next: str
    board: list[str]
    dealer: list[str | None] | None
    dealer_hand: str
    seats: list[SeatCard]
    rows: list[RoundSeat]
    staff: StaffRound | None
    steps: list[Step]
    payouts: list[PayoutRow]
    reveal: RevealCard | None
    """None of a round that somebody pasted: it is in no record."""
    notation: str
    share: LinkCard | None = None
    """The link that opens this round to others."""
