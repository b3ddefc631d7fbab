"""What the pages of the books are made of."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from croupier.web.models import Page
from croupier.web.wording import Dollars


class Moved(BaseModel):
    """Money that an entry moved."""

    model_config = ConfigDict(from_attributes=True)  # of a `Transfer` of the ledger

    amount: Dollars
    debit: str
    credit: str


class EntryRow(BaseModel):
    """An entry of the journal, as a browser lists it. `rounds` are those it names; `table` is one whose shift it
    closes. One of the cage has a receipt."""

    position: int
    stream: str
    version: int
    time: str
    utc: str
    actor: str
    asked: str
    events: list[str]
    moved: list[Moved]
    rounds: list[str]
    table: str = ""
    receipt: bool = False
    hash: str


class Facet(BaseModel):
    """A way to narrow the list: what it says, how many entries it would leave, and where it leads."""

    words: str
    count: str
    link: str
    chosen: bool


class JournalPage(Page):
    text: str
    since: str
    until: str
    stream: str
    kind: str
    actor: str
    entries: list[EntryRow]
    kinds: list[Facet]
    actors: list[Facet]
    wider: list[tuple[str, str]]
    """What the list is narrowed by: each with the link that takes it off."""
    newer: str
    older: str
    searched_to: str
    """How far a search has come that stopped for its length; else nothing."""
    in_play: list[str]
    """Rounds that are named and are not over: they have no page yet."""
    streams: list[str]
    accounts: list[tuple[str, str]]


class EntryPage(Page):
    """One entry, whole."""

    entry: EntryRow
    command: str
    previous: str
    sound: bool
    raw: str
    in_play: list[str]
    newer: int | None
    older: int | None


class FoundSeat(BaseModel):
    """A seat of a round that was found."""

    seat: int
    player: str
    hand: str
    net: str
    tone: str
    staked: str
    banks: bool
    wanted: bool


class FoundRound(BaseModel):
    id: str
    table: str
    game: str
    time: str
    utc: str
    dealer: str
    seats: list[FoundSeat]
    biggest: str
    tone: str
    void_reason: str | None


class FinderPage(Page):
    table: str
    player: str
    since: str
    until: str
    hand: str
    staked: str
    won: str
    result: str
    void: str
    tables: list[str]
    games: list[tuple[str, str]]
    sheets: list[tuple[str, str]]
    """What a row of an export can be, by name and in words."""
    hands: list[str]
    rounds: list[FoundRound]
    looked_at: str
    newest: str
    older: str
    tired: bool


class Movement(BaseModel):
    """One movement of an account."""

    position: int
    time: str
    utc: str
    other: str
    amount: str
    tone: str
    balance: str
    words: str
    id: str


class StatementRow(BaseModel):
    """A line of a statement: a round with its movements, or a movement that belongs to none."""

    position: int
    round: str
    time: str
    utc: str
    words: str
    amount: str
    tone: str
    balance: str
    moves: list[Movement]


class StatementPage(Page):
    """Movements of an account, newest first. Of the chosen period: opening + came in - went out = closing."""

    account: str
    balance: str
    since: str
    until: str
    opening: str
    came_in: str
    went_out: str
    closing: str
    rows: list[StatementRow]
    in_play: list[str]
    newest: str
    older: str
