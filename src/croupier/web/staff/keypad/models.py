"""What the dealer's keypad is made of."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.links.models import ProgressivePad
from croupier.web.models import Page, RoundCard, SeatCard, TableFacts


class Pad(BaseModel):
    """A key of a keypad: what it says, what it asks for, and why it does not work now."""

    label: str
    order: str
    lit: bool = False
    done: bool = False
    says: str = ""
    """What pressing it says beside its name."""
    why: str | None = None


class Chore(BaseModel):
    """One movement of chips at a seat."""

    verb: str
    felt: str
    amount: str
    reason: str


class Instruction(BaseModel):
    """What the dealer does at the next seat, and the cards that are turned there."""

    heading: str
    chores: list[Chore]
    cards: list[str] = []


class Deck(BaseModel):
    """One of the two decks, and where it is."""

    colour: str
    where: str


class OnDutyCard(BaseModel):
    """Who deals at the table and who was called to it, and what whoever looks may do about it."""

    dealer: str = ""
    dealer_since_ms: int = 0
    yours: bool = False
    may_take: bool = False
    may_assign: bool = False
    may_relieve: bool = False
    called: str = ""
    called_since_ms: int = 0
    may_call: bool = False
    may_answer: bool = False
    call_why: str = ""
    """Why a supervisor is needed now, as the table itself can tell."""
    miscount: str = ""
    """The reason with which a dealer calls who cannot account for every card; where it is time to count them."""


class Sensors(BaseModel):
    """The progressive wagers: on which seats' sensors chips lie, and whether the lock has accepted them (R33)."""

    seats: list[int]
    accepted: bool


class KeypadPage(Page):
    """The dealer's keypad for one table."""

    table: TableFacts
    version: int
    step: str
    idle: str
    """What the table waits for while no key is lit."""
    handling: list[str]
    warning: str
    refused: str
    """Why a claim of this round was sent back (R46), until it is claimed again."""
    keys: list[Pad]
    instruction: Instruction | None
    round: RoundCard | None
    seats: list[SeatCard]
    here: list[int]
    """The seats whose players have the table's page open."""
    by_clock: list[int]
    """The seats for which the clock decided last (R19)."""
    waiting_for: list[int]
    deadline_ms: int | None
    now_ms: int
    decks: list[Deck]
    by_machine: bool
    may_deal: bool
    on_duty: OnDutyCard
    progressive: ProgressivePad | None
    sensors: Sensors | None
    claims: bool
    """Whether something is claimed, or could be: only then are the hand buttons of use."""
    claim: str
    """The claim that waits at this table: whose, for what, and what it is worth."""
    second: list[str]
    """The buttons that another person presses, with badge and PIN (R44, R45)."""
    may_void: bool
