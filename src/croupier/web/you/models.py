"""What the pages about one's own play are made of."""

from __future__ import annotations

from pydantic import BaseModel, Field

from croupier.web.models import Page
from croupier.web.staff.books.models import StatementPage


class Option(BaseModel):
    """Something to choose, and whether it is chosen."""

    value: str
    words: str
    chosen: bool = False


class Curve(BaseModel):
    """Result and expectation as lines in a box of 1000 by 300, the band as an area; and what it says in words."""

    actual: str
    expected: str
    band: str
    zero: float
    top: str
    middle: str
    bottom: str
    first: str
    last: str
    rounds: str
    words: str


class CostRow(BaseModel):
    """Decisions of a kind: how many, how many of them were best, and what the others cost; `bar` is its share of the
    largest cost in hundredths."""

    words: str
    decisions: int
    best: int
    share: str
    cost: str
    cents: int
    bar: float


class AgainstRow(BaseModel):
    """How often play agreed with a strategy, and what the strategy itself would have given up at these decisions."""

    words: str
    agreed: str
    share: str
    cost: str


class WorstRow(BaseModel):
    """A decision that cost much: what was in sight, what was done, what was best."""

    round: str
    link: str
    drill: str
    when: str
    utc: str
    street: str
    own: list[str]
    board: list[str]
    up: list[str]
    hand: str
    did: str
    best: str
    cost: str
    rule: str
    by_clock: bool


class YouPage(Page):
    """One's own play in a game and a period. `progress` says what is being worked out; without it all is there."""

    who: str
    guest: bool = False
    """Whether it was played with play chips: of that not everything is kept."""
    names: list[Option] = Field(default_factory=list)
    """The names under which one plays, for money and for practice."""
    games: list[Option]
    periods: list[Option]
    since: str
    until: str
    drills: bool = False
    """Whether there are drills, to which a decision can lead."""
    game: str
    game_name: str
    progress: str = ""
    done: float = 1.0
    failed: str = ""
    rounds: int = 0
    banked: int = 0
    decisions: int = 0
    result: str = ""
    tone: str = ""
    linked: str = ""
    fees: str = ""
    compared: str = ""
    expected: str = ""
    deviation: str = ""
    off: str = ""
    mistakes: str = ""
    mistakes_cents: int = 0
    per_hundred: str = ""
    an_hour: str = ""
    played_for: str = ""
    by_clock: int = 0
    curve: Curve | None = None
    streets: list[CostRow] = Field(default_factory=list)
    classes: list[tuple[str, list[CostRow]]] = Field(default_factory=list)
    against: list[AgainstRow] = Field(default_factory=list)
    worst: list[WorstRow] = Field(default_factory=list)


class OwnStatement(StatementPage):
    """The statement of one of one's own names."""

    who: str
    shown: str
    guest: bool
    names: list[Option]


class Progress(BaseModel):
    """How far the reading and judging of one's play is; `done` is a share."""

    progress: str
    done: float
    failed: str = ""
