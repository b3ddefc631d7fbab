"""Models of the lab's charts and hands."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.lab.models import ChoiceValue


class FirstBet(BaseModel):
    """A starting hand: what each choice is worth in base bets, also exactly."""

    hand: str
    combos: int
    best: str
    was: str
    values: dict[str, float]
    exact: dict[str, str]


class LadderRung(BaseModel):
    """Hands from `low` to `high`, and by card that the dealer shows the share in which each choice is best.

    `values` is what each choice is worth in base bets, on average, where that is told.
    """

    low: str
    high: str
    hands: int
    shares: list[dict[str, float]]
    values: dict[str, float] = {}


class StreetLadder(BaseModel):
    """The hands of one street of several."""

    words: str
    columns: list[str]
    rungs: list[LadderRung]


class HeldRow(BaseModel):
    """Cards of one description: in how many of the sets a bet rides, and what it is worth then."""

    words: str
    example: str
    sets: int
    rides: int
    least: float
    most: float


class HeldCards(BaseModel):
    words: str
    rows: list[HeldRow]


class StrategyWords(BaseModel):
    title: str
    words: list[str]


class ChartAnswer(BaseModel):
    """How a game is played best. What does not belong to it is empty."""

    game: str
    table: str
    approved: str
    starts: list[FirstBet] = []
    columns: list[str] = []
    rungs: list[LadderRung] = []
    held: list[HeldCards] = []
    streets: list[StreetLadder] = []
    strategies: list[StrategyWords]


class SeenValue(ChoiceValue):
    value_unseen: float


class HandAnswer(BaseModel):
    """What each choice is worth in base bets with the cards in sight, best first."""

    game: str
    table: str
    own: str
    board: str
    up: str
    seen: str
    down: int | None
    hand: str
    best: str
    best_unseen: str
    cost_of_ignoring: float
    choices: list[SeenValue]
