"""The mock keypad, and the manual to print. Neither changes anything."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier.errors import Refused
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.terms import Flow
from croupier.money import dollars
from croupier.school.course import COURSE
from croupier.school.draw import Draw
from croupier.school.keypad import (
    PEOPLE,
    Mock,
    drawn_mock,
    keys,
    label,
    next_button,
    person_words,
    pressed,
    presser_of,
)
from croupier.school.makers.claiming import mock_picture
from croupier.school.manual import TITLE, examples, index, links_tables, sheets
from croupier.school.question import mark
from croupier.web.context import page_response
from croupier.web.learn.exam_papers import practice_seed
from croupier.web.learn.models import (
    ChapterRow,
    QuestionCard,
    TableOnWall,
    Told,
    VerdictCard,
    chapter_row,
    question_card,
    reason_card,
    table_card,
    verdict_card,
)
from croupier.web.models import Page

router = APIRouter()
MOST_KEYS: Final = 60


class MockKey(BaseModel):
    label: str
    press: str
    lit: bool


class MockPage(Page):
    flow: str
    seed: str
    fresh: str
    pressed: str
    """What has been pressed so far, for the next key to go on from."""
    who: str
    people: list[tuple[str, str]]
    facts: list[tuple[str, str]]
    done: list[str]
    keys: list[MockKey]
    say: str
    refused: bool
    over: bool


class ManualChapter(BaseModel):
    row: ChapterRow
    paragraphs: list[Told]
    examples: list[tuple[QuestionCard, VerdictCard]]


class ManualGame(BaseModel):
    name: str
    facts: list[tuple[str, str]]
    tables: list[TableOnWall]


class ManualPage(Page):
    title: str
    chapters: list[ManualChapter]
    games: list[ManualGame]
    links: list[TableOnWall]
    index: list[tuple[str, list[ChapterRow]]]


@router.get("/learn/dealer/keypad", summary="A mock keypad with wins to claim", response_model=MockPage)
def mock_keypad(
    request: Request,
    flow: Flow = Flow.KEYED,
    seed: Annotated[str, Query(max_length=80)] = "",
    done: Annotated[str, Query(alias="pressed", max_length=4_000)] = "",
    who: str = "",
    press: Annotated[str, Query(max_length=80)] = "",
    hint: bool = False,
) -> Response:
    chosen = seed or practice_seed()
    mock, steps = drawn_mock(Draw(chosen), flow), []
    for step in filter(None, done.split(";")[:MOST_KEYS]):
        name, _, word = step.partition("|")
        mock = pressed(mock, _person(name), parse_button(word))
        steps.append(step)
    who = who or mock.presser.name
    say, refused = "", False
    if press:
        try:
            mock = pressed(mock, _person(who), parse_button(press))
            steps.append(f"{who}|{press}")
            say = "The game is over, and every win is paid." if mock.over else "Taken."
        except Refused as no:
            say, refused = f"{str(no)[0].upper()}{str(no)[1:]}.", True
    elif hint and not mock.over:
        button = next_button(mock)
        say = f"Next: {person_words(presser_of(mock, button))} presses {label(flow, button)}."
    return page_response(request, "learn/keypad.html", _mock_page(mock, chosen, steps, who, say, refused))


def _person(name: str) -> LinkPerson:
    for person in PEOPLE:
        if person.name == name:
            return person
    raise Refused(f"nobody here is called {name!r}; there are {', '.join(person.name for person in PEOPLE)}")


def _mock_page(mock: Mock, seed: str, steps: list[str], who: str, say: str, refused: bool) -> MockPage:
    flow = mock.flow
    facts = [fact for fact in mock_picture(mock).facts if fact[0] != "Pressed so far"]
    if mock.awards:
        facts.append(("Paid", ", ".join(dollars(award.amount) for award in mock.awards)))
    told_steps = []
    for step in steps:
        name, _, word = step.partition("|")
        told_steps.append(f"{person_words(_person(name))}: {label(flow, parse_button(word))}")
    return MockPage(
        flow=flow.value,
        seed=seed,
        fresh=practice_seed(),
        pressed=";".join(steps),
        who=who,
        people=[(person.name, person_words(person)) for person in PEOPLE],
        facts=facts,
        done=told_steps,
        keys=[
            MockKey(label=label(flow, key), press=str(key), lit=_takes(mock, _person(who), str(key)))
            for key in keys(mock)
        ],
        say=say,
        refused=refused,
        over=mock.over,
    )


def _takes(mock: Mock, who: LinkPerson, word: str) -> bool:
    """Whether the keypad would accept this key from this person now."""
    try:
        pressed(mock, who, parse_button(word))
    except Refused:
        return False
    return True


@router.get("/learn/dealer/manual", summary="The whole course, to be printed", response_model=ManualPage)
def manual(request: Request) -> Response:
    page = ManualPage(
        title=TITLE,
        chapters=[
            ManualChapter(
                row=chapter_row(of),
                paragraphs=[reason_card(paragraph) for paragraph in of.paragraphs],
                examples=[(question_card(q), verdict_card(q, q.answer, mark(q, q.answer))) for q in examples(of)],
            )
            for of in COURSE.values()
        ],
        games=[
            ManualGame(name=s.name, facts=list(s.facts), tables=[table_card(t) for t in s.tables]) for s in sheets()
        ],
        links=[table_card(table) for table in links_tables()],
        index=[(ruling, [chapter_row(of) for of in where]) for ruling, where in index().items()],
    )
    return page_response(request, "learn/manual.html", page)
