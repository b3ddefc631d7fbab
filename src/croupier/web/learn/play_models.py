"""Models of the pages for players who learn. A question has its cards and choices, and nothing of the right answer."""

from __future__ import annotations

from pydantic import BaseModel, Field

from croupier.floor.house.drills import Tested
from croupier.floor.practice import shown_name
from croupier.games import GAMES
from croupier.rules.game import Game
from croupier.rules.outs import Outs, counts_outs, outs_at
from croupier.school.decision import Decision
from croupier.strategy.drills.drawing import classes_of
from croupier.studies.words import base_unit
from croupier.web.models import Page
from croupier.web.wording import when


class ChoiceButton(BaseModel):
    action: str
    key: str
    """The key that presses it, as at the table."""


class Asked(BaseModel):
    """A decision as it is put."""

    own: list[str]
    board: list[str]
    up: list[str]
    street: str
    hand: str
    choices: list[ChoiceButton]
    count: str = ""
    """What is to be counted before anything is decided, where something is."""
    token: str = ""


class OutGroup(BaseModel):
    """Cards that decide for one reason."""

    why: str
    cards: list[str]


class OutsView(BaseModel):
    """The cards that decide, on the picture."""

    number: int
    words: str
    groups: list[OutGroup]


class CountedOuts(BaseModel):
    """How many outs somebody has counted."""

    token: str = Field(max_length=2_000)
    number: int = Field(ge=0, le=99)


class OutsVerdict(OutsView):
    """The outs of a decision beside what somebody has counted."""

    right: bool
    counted: int


class GameRow(BaseModel):
    key: str
    name: str
    rating: str = ""
    due: int = 0
    answered: int = 0
    right: int = 0


class PlayIndex(Page):
    games: list[GameRow]


class StreetPick(BaseModel):
    key: str
    words: str
    classes: list[tuple[str, str]]
    counts: bool
    """Whether there are outs to count."""


class TestRow(BaseModel):
    certificate: str
    who: str
    game: str
    when: str
    right: int
    of: int
    cost: float
    """In base bets, for each decision."""
    grade: str
    passed: bool
    took: str


class PlayHome(Page):
    game: GameRow
    games: list[GameRow]
    kept: bool
    """Whether answers of this visitor are kept."""
    streets: list[StreetPick]
    day: str
    solved: list[int]
    puzzles: int
    tests: list[TestRow]
    unit: str


class PlayPage(Page):
    """One decision after another: a drill, the puzzles of a day, or a test."""

    mode: str
    game: GameRow
    unit: str
    kept: bool
    title: str
    street: str = ""
    hand_class: str = ""
    count: bool = False
    """Whether the outs are to be counted first."""
    day: str = ""
    paper: str = ""
    question: Asked | None = None
    """Of a test the question that is open; each next one comes with the answer to the last."""
    of: int = 0
    seconds: int = 0


class CertificatePage(Page):
    test: TestRow
    unit: str
    own: bool
    position: int
    hash: str
    stream: str
    address: str


def choice_key(action: str) -> str:
    """The key that a choice has at the table: the multiple of a bet, else the first letter."""
    return action.removeprefix("bet") if action.startswith("bet") else action[0]


def outs_view(decision: Decision) -> OutsView | None:
    """The outs of a decision, where anybody counts them there."""
    outs = _outs(decision)
    if outs is None:
        return None
    groups = [OutGroup(why=why, cards=list(map(str, cards))) for why, cards in outs.by_reason.items()]
    return OutsView(number=len(outs.cards), words=outs.words, groups=groups)


def _outs(decision: Decision) -> Outs | None:
    return outs_at(decision.game, decision.own, decision.board, decision.up)


def asked_card(decision: Decision, token: str = "", *, count: bool = False) -> Asked:
    """A decision as a page shows it; `count`: the outs are to be counted first, where there are any."""
    outs = _outs(decision) if count else None
    return Asked(
        count="" if outs is None else outs.question,
        own=[str(card) for card in decision.own],
        board=[str(card) for card in decision.board],
        up=[str(card) for card in decision.up],
        street=decision.game.streets[decision.street].words,
        hand=decision.made,
        choices=[ChoiceButton(action=action, key=choice_key(action)) for action in decision.offered],
        token=token,
    )


def street_picks(game: Game) -> list[StreetPick]:
    """The streets of a game, each with the classes that have their border there."""
    classes = classes_of(game).values()
    return [
        StreetPick(
            key=street.key,
            words=street.words,
            classes=[(one.key, one.words) for one in classes if one.streets[0] == number],
            counts=counts_outs(game, number),
        )
        for number, street in enumerate(game.streets)
    ]


def tested_row(test: Tested) -> TestRow:
    """A test that was handed in."""
    questions = len(test.answers)
    return TestRow(
        certificate=test.certificate,
        who=shown_name(test.who),
        game=GAMES[test.game].name,
        when=when(test.time_ms),
        right=test.right,
        of=questions,
        cost=float(test.cost / questions),
        grade=test.grade,
        passed=test.passed,
        took=f"{test.seconds // 60} min {test.seconds % 60} s",
    )


def unit_of_game(game: Game) -> str:
    """What costs are told in: Antes, or bets where all are equal."""
    return f"{base_unit(game)}s"
