"""The pages for who learns to play, typed."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.learn.models import TableOnWall, Told
from croupier.web.models import Page


class GameLink(BaseModel):
    """A game with a page of its own."""

    key: str
    name: str
    about: str


class Way(BaseModel):
    """A way to learn, and where it begins."""

    path: str
    title: str
    about: str


class LearnPage(Page):
    """Everything that there is to learn."""

    games: list[GameLink]
    ways: list[Way]


class HowSpot(BaseModel):
    """A spot of the felt: what it is for, and what may lie there."""

    key: str
    felt: str
    words: str
    rulings: list[str]
    facts: list[str]
    """When money comes onto it, within which limits, and what it needs."""


class HowStreet(BaseModel):
    """A moment of decision."""

    key: str
    title: str
    words: str
    offers: list[str]
    late: str
    then: str
    """What is turned when everybody has decided."""


class CaseRow(BaseModel):
    case: str
    cells: list[str]


class WagerRow(BaseModel):
    """What became of one wager, and why."""

    spot: str
    felt: str
    stake: str
    net: str
    sign: str
    reason: str
    because: str
    rulings: list[str]


class Example(BaseModel):
    """A whole round that the engine has settled."""

    title: str
    own: list[str]
    board: list[str]
    dealer: list[str]
    hand: str
    dealer_hand: str
    did: str
    rows: list[WagerRow]
    total: str
    sign: str


class PayColumn(BaseModel):
    """An approved pay table: its name, where it is approved, and what it costs."""

    name: str
    rules: str
    pays: list[str]
    edge: str


class PayTables(BaseModel):
    """The approved pay tables of one bet, side by side."""

    bet: str
    felt: str
    words: str
    lines: list[str]
    columns: list[PayColumn]
    edge_of: str
    """What the edge is a share of; empty where none is worked out here."""


class StrategyCard(BaseModel):
    title: str
    source: str
    words: list[str]


class FactRow(BaseModel):
    """What each rule set says of one thing, in the order of the rule sets."""

    name: str
    cells: list[str]


class FeeBand(BaseModel):
    """What a schedule takes from the bank at so much action."""

    schedule: int
    action: str
    bank: str
    players: str


class LessonSpot(BaseModel):
    """A spot on a small felt, and in a lesson what lies there, whether it is asked for now, what became of it."""

    key: str
    felt: str
    width: int
    kind: str
    amount: str = ""
    asked: str = ""
    """Where a tap leads, on the spot that is asked for."""
    result: str = ""
    sign: str = ""


class HowPage(Page):
    """How a game is played."""

    game: GameLink
    games: list[GameLink]
    aim: str
    cards: str
    dealer: Told
    ties: Told
    felt: list[list[LessonSpot]]
    """The spots as they lie on the felt, row by row; an empty place has no name."""
    spots: list[HowSpot]
    dealt: str
    streets: list[HowStreet]
    case_spots: list[str]
    cases: list[CaseRow]
    examples: list[Example]
    tables: list[PayTables]
    strategies: list[StrategyCard]
    chart: str
    rule_sets: list[str]
    facts: list[FactRow]
    fees: list[FeeBand]
    rules: str
    """The rule set of a practice table."""


class LessonChoice(BaseModel):
    """Something to do now: where it leads, and its key."""

    label: str
    to: str
    key: str = ""
    main: bool = False


class Dot(BaseModel):
    """A deal of the lesson."""

    to: str
    state: str


class FirstPage(Page):
    """A moment of somebody's first round."""

    game: GameLink
    games: list[GameLink]
    number: int
    title: str = ""
    """What the deal has shown, once it has."""
    done: int
    steps: int
    dots: list[Dot]
    heading: str
    words: list[str]
    hint: str = ""
    choices: list[LessonChoice]
    felt: list[list[LessonSpot]]
    dealer: list[str]
    board: list[str]
    own: list[str]
    hand: str = ""
    dealer_hand: str = ""
    table: TableOnWall | None = None
    rows: list[WagerRow]
    total: str = ""
    sign: str = ""
    back: str = ""
    rules: str
    over: bool = False
    """Whether the whole lesson is done."""
    drills: bool = False
