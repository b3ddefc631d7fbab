"""Models of the lab's pages and answers."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.models import Page


class LabLine(BaseModel):
    """A line that a table can have, with what it pays as approved; nothing where it pays nothing."""

    line: str
    words: str
    pay: str
    envy: str | None = None


class LabTable(BaseModel):
    """An approved pay table, to start a design from."""

    name: str
    bet: str
    felt: str
    cards: str
    printed_edge: str
    levels: list[str]
    lines: list[LabLine]


class LabLevel(BaseModel):
    """A meter's figures to begin with, as they are typed."""

    level: str
    meter: str
    seed: str
    contribution: str
    reserve: str


class LabPlace(BaseModel):
    """A page of the lab, or a game's first one. `carries` says whether a design of the base game goes along.

    `group` is the heading that it stands under.
    """

    path: str
    words: str
    here: bool
    carries: bool = False
    group: str = ""


class LabField(BaseModel):
    """Cards that a decision is made with: the query's name for them, and how many there may be."""

    key: str
    words: str
    counts: list[int]
    example: str


class LabPage(Page):
    """Any page of the lab. `place` is which of a game's pages."""

    place: str
    game: str
    game_name: str
    unit: str
    """What the base bet is called in an amount."""
    cards: int
    """How many cards the deck has: 52, or 53 with a joker."""
    base_bet: str
    base_felt: str
    first_street: str
    """When the first decision is made, in words."""
    base_bets: dict[int, tuple[int, ...]]
    """How many base bets can lie there, by how many cards of the board do; empty where that does not matter."""
    games: list[LabPlace]
    places: list[LabPlace]
    tables: list[LabTable]
    levels: list[LabLevel]
    fields: list[LabField]
    actions: list[str]


class Figure(BaseModel):
    """One figure of a design, beside the approved table's. `kind` is percent, antes or number."""

    key: str
    words: str
    value: float
    approved: float
    changed: bool
    kind: str
    digits: int


class DesignedLine(BaseModel):
    line: str
    words: str
    pay: str
    approved: str
    changed: bool
    ways: int | None
    deals: int
    probability: float | None
    returns: float
    adds: float | None = None
    """Of a base game's table: what one more to 1 adds, in base bets a round."""
    envy: int | None = None


class RoundOutcome(BaseModel):
    """A result of a round in base bets, and how often it comes."""

    net: float
    deals: int
    chance: float


class Turned(BaseModel):
    """A decision that the design turns."""

    cards: str
    times: int
    before: str
    after: str
    gain: float


class Changes(BaseModel):
    habit_cost: float
    preflop: float
    flop: float
    river: float
    river_bets: float
    river_folds: float
    starts: list[Turned]
    flops: list[Turned]


class StartHand(BaseModel):
    """A starting hand: what each choice is worth in Antes, also exactly."""

    hand: str
    combos: int
    check: float
    bet3: float
    bet4: float
    best: str
    was: str
    exact: dict[str, str]


class MeterLevel(BaseModel):
    """A meter: where the bet turns fair, and the two ends of the line of returns."""

    level: str
    meter: int
    seed: int
    contribution_bp: int
    reserve_bp: int
    break_even: float | None
    break_even_after_tax: float | None
    growth_per_wager: float
    net_growth_per_wager: float
    hit_chance: float
    expected_wagers: float
    median_wagers: int
    reach: float
    returns: list[float]
    after_tax: list[float]


class DesignAnswer(BaseModel):
    """A designed table, priced. What does not belong to its bet is empty."""

    bet: str
    name: str
    approved: str
    changed: list[str]
    figures: list[Figure]
    exact: str
    printed: str
    lines: list[DesignedLine]
    changes: Changes | None = None
    starts: list[StartHand] = []
    outcomes: list[RoundOutcome] = []
    levels: list[MeterLevel] = []
    envy_by_players: list[float] = []
    warnings: list[str] = []


class HandsAnswer(BaseModel):
    """All starting hands under a Blind."""

    blind: str
    approved: str
    starts: list[StartHand]


class ExactValue(BaseModel):
    numerator: int
    denominator: int


class ChoiceValue(BaseModel):
    choice: str
    value: float
    cost: float
    exact: ExactValue


class LookUpAnswer(BaseModel):
    """What each choice is worth in Antes with the cards in sight, best first."""

    blind: str
    hole: str
    board: str
    hand: str | None
    best: str
    choices: list[ChoiceValue]


class LabStatus(BaseModel):
    """Whether the lab knows the game. `progress` says how far it is."""

    ready: bool
    progress: str = ""
    failed: str = ""


class OwnTable(BaseModel):
    """Where a table of one's own is designed: the bet it is for, and its address."""

    bet: str
    path: str
    query: str
