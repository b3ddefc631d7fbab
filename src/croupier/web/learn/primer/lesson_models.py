"""Models of the first round: the small felt, the choices, and the page of each step."""

from __future__ import annotations

from pydantic import BaseModel

from croupier.web.learn.models import TableOnWall
from croupier.web.learn.primer.wording import GameLink, WagerRow
from croupier.web.models import Page


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
