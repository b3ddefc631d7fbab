"""What the staff's pages are made of."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from croupier.web.links.models import ProgressivePad
from croupier.web.models import Page, RoundCard, SeatCard, TableFacts
from croupier.web.wording import Dollars


class Pad(BaseModel):
    """A key of a keypad: what it says, what it asks for, and why it does not work now."""

    label: str
    order: str
    lit: bool = False
    why: str | None = None


class Chore(BaseModel):
    """One movement of chips at a seat."""

    verb: str
    felt: str
    amount: str
    reason: str


class Instruction(BaseModel):
    """What the dealer does at the next seat."""

    heading: str
    chores: list[Chore]


class KeypadPage(Page):
    """The dealer's keypad for one table."""

    table: TableFacts
    version: int
    step: str
    warning: str
    keys: list[Pad]
    instruction: Instruction | None
    round: RoundCard | None
    seats: list[SeatCard]
    waiting_for: list[int]
    by_machine: bool
    may_deal: bool
    progressive: ProgressivePad | None


class KnownRow(BaseModel):
    name: str
    role: str
    locked: bool


class PeoplePage(Page):
    notice: str = ""
    secret: str = ""
    staff: list[KnownRow]
    players: list[KnownRow]
    roles: list[str]


class Moved(BaseModel):
    """Money that an entry moved."""

    model_config = ConfigDict(from_attributes=True)  # of a `Transfer` of the ledger

    amount: Dollars
    debit: str
    credit: str


class EntryRow(BaseModel):
    """An entry of the journal, as a browser lists it."""

    position: int
    stream: str
    version: int
    time: str
    actor: str
    asked: str
    events: list[str]
    moved: list[Moved]
    hash: str


class JournalPage(Page):
    stream: str
    actor: str
    text: str
    after: int
    entries: list[EntryRow]
    next_after: int | None
    streams: list[str]
    accounts: list[tuple[str, str]]


class StatementRow(BaseModel):
    position: int
    other: str
    amount: str
    tone: str
    balance: str
    id: str


class StatementPage(Page):
    account: str
    balance: str
    rows: list[StatementRow]


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
