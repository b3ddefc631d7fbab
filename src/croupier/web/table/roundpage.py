"""What the page of a finished round is made of."""

from __future__ import annotations

from collections.abc import Container

from pydantic import BaseModel, Field

from croupier.floor.history.rounds import PastRound
from croupier.floor.links.refusals import RefusedWin
from croupier.money import signed_dollars
from croupier.rules.paytables import line_words
from croupier.rules.showdown import YOU
from croupier.rules.view import RoundView
from croupier.web.friends.links import LinkCard
from croupier.web.models import FeltCard, Page, SeatCard
from croupier.web.wording import tone


class RevealCard(BaseModel):
    """What `croupier verify` reads: the papers of a round's shuffle and deal."""

    round: str
    commitment: str
    dealing: str
    house_seed: str
    player_seeds: dict[str, str]
    deck: str
    cards: dict[str, str]


class Step(BaseModel):
    text: str
    dealt: bool
    board: int
    dealer: bool
    bets: dict[int, int]
    decision: int | None = None
    """Which decision of the round it is, from 1; the review says what it was worth."""


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
    """A seat of a finished round, in figures; `name` is the player's own for the staff, the shown one for others, with
    who looks and who banks marked. `account` is whose statement the staff may open."""

    number: int
    account: str = ""
    name: str
    hand: str
    outcome: str
    why: str
    """Who won and by what, in a sentence; nothing where the hand was not seen."""
    staked: str
    net: str
    tone: str
    fee: str
    meter: str
    bank: str
    """What who banks has put up, and how it limits the result; nothing for everybody else."""
    you: bool = False


class RoundCorrection(BaseModel):
    """What two people have corrected of a finished round; who asked for it is for the staff."""

    seat: int
    amount: str
    tone: str
    reason: str
    by: str = ""


class ReviewedChoice(BaseModel):
    """What a choice was worth: in base bets, and in money where the bets are known; `less` is what it gives up against
    the best."""

    choice: str
    words: str
    worth: str
    money: str
    less: str
    best: bool
    chosen: bool


class Reviewed(BaseModel):
    """A decision: what was in sight, what was done, what each choice was worth, and the rule in words."""

    number: int
    seat: int
    who: str
    you: bool
    street: str
    own: list[str]
    board: list[str]
    up: list[str]
    seen: list[str]
    left_out: bool
    """Whether it is judged without the others' cards that lay open: with them it cannot be counted."""
    hand: str
    did: str
    best: str
    right: bool
    by_clock: bool
    mistake: bool
    """Whether the player could have done better: what the clock did for them (R19) is none of theirs."""
    cost: str
    cents: int
    verdict: str
    rule: str
    position: str
    """The page on which anybody can answer it: with the cards that the seat saw, and nothing of anybody."""
    choices: list[ReviewedChoice]


class Review(BaseModel):
    """Every decision of a round, judged; `progress` instead while that is worked out, `error` where it cannot be."""

    progress: str = ""
    error: str = ""
    unit: str = ""
    """What the values are counted in: Antes, base bets."""
    decisions: list[Reviewed] = Field(default_factory=list)


class LookUp(BaseModel):
    """A decision, and the page on which the lab says what every choice was worth; no link where it does not know."""

    number: int
    seat: int
    street: str
    own: list[str]
    board: list[str]
    up: list[str]
    did: str
    choice: str
    link: str


class StaffRound(BaseModel):
    """What only the staff see of a finished round."""

    dealer: str
    voided_by: str
    entries: list[RoundEntry]


class RoundPage(Page):
    """A finished round, with all its cards; `approval` is its table's (R50); at practice, whether its game is one."""

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
    dealer_plays: list[str]
    """Which cards of the dealer and of the board make the dealer's hand."""
    seats: list[SeatCard]
    rows: list[RoundSeat]
    yours: str = ""
    """How the round came out for whoever looks, if they played."""
    session: str = ""
    """Where whoever looks goes through the session that they played it in."""
    corrections: list[RoundCorrection] = Field(default_factory=list)
    refused: list[str] = Field(default_factory=list)
    """The wins whose claims were refused, and which were not paid (R46)."""
    fees: str = ""
    bank: bool = False
    """Whether a player banked it (R28): the dealer's cards are the bank's."""
    decisions: int = 0
    review: str = ""
    """Where its decisions are judged, for whoever may read that."""
    lookups: list[LookUp] = Field(default_factory=list)
    """Of a round that somebody pasted: its decisions, to be looked up in the lab."""
    staff: StaffRound | None
    steps: list[Step]
    payouts: list[PayoutRow]
    reveal: RevealCard | None
    """None of a round that somebody pasted, which is in no record, and of one with real cards."""
    entered_by: list[str] = Field(default_factory=list)
    """Who entered its cards, where they were real (R58)."""
    real_cards: bool = False
    notation: str
    share: LinkCard | None = None
    """The link that opens this round to others."""


def corrections_of(past: PastRound, *, for_staff: bool, you: str) -> list[RoundCorrection]:
    """What two people have corrected of a round. Why, is told to the staff and to the player of the seat."""
    return [
        RoundCorrection(
            seat=one.seat,
            amount=signed_dollars(one.cents),
            tone=tone(one.cents),
            reason=one.reason if for_staff or (you and past.players.get(one.seat) == you) else "",
            by=f"asked for by {one.asked_by}" if for_staff else "",
        )
        for one in past.corrections
    ]


def whys_of(seen: RoundView, own: Container[int]) -> dict[int, str]:
    """Who won and by what, by seat: a sentence to whoever has played it, and about every other seat that was seen."""
    showdowns = {seat.number: seat.showdown for seat in seen.seats if seat.showdown is not None}
    return {at: one.words(YOU if at in own else f"seat {at}") for at, one in showdowns.items()}


def refused_words(win: RefusedWin, *, for_staff: bool) -> str:
    """A win that was refused and not paid (R46), in a sentence; who refused it and who signed is for the staff."""
    by = f" by {win.by}, signed by {win.signed_by or 'nobody'}" if for_staff else ""
    return f"Seat {win.seat}, {line_words(win.line)}: refused{by}, not paid: {win.reason.rstrip(' .')}."
