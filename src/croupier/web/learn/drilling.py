"""What the scripts of a drill ask for: the next decision, the verdict on an answer, and the mark of a test.

The lab's worker draws and judges; while it learns a game, every answer is how far it is, with the status 202.
"""

from __future__ import annotations

import asyncio
import secrets
from fractions import Fraction
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from croupier.errors import Refused
from croupier.floor.house.drills import Answered, Tested
from croupier.lab.solved import is_learnt_first
from croupier.rules.game import Game
from croupier.school.decision import PASSES, QUESTIONS, Decision, grade_of, parse_decision, street_of
from croupier.strategy.drills.drawing import class_of
from croupier.strategy.drills.review import due, schedule
from croupier.web.context import ByScript, House, InHouse, Visiting
from croupier.web.lab.routing import LabRoute, lab_of
from croupier.web.learn.play_models import Asked, asked_card
from croupier.web.learn.play_pages import PUZZLES, answers_of, in_review, learnt, row_of, solved_of_day, today
from croupier.web.learn.play_papers import HundredPaper, PlayPapers, Question
from croupier.web.sessions import Visitor

router = APIRouter(route_class=LabRoute)
_PART: Final = 10
"""So many questions of a test are judged at a time, while the learner writes on."""


class NextQuestion(BaseModel):
    question: Asked
    review: bool
    """Whether this one went wrong before and is due again."""


class DayPuzzle(BaseModel):
    number: int
    done: bool
    question: Asked


class DayPuzzles(BaseModel):
    day: str
    puzzles: list[DayPuzzle]


class GivenAnswer(BaseModel):
    token: str = Field(max_length=2_000)
    choice: str = Field(max_length=10)


class ChoiceValue(BaseModel):
    choice: str
    words: str
    value: float
    cost: float


class Verdict(BaseModel):
    """What became of an answer."""

    right: bool
    chose: str
    best: str
    cost: float
    choices: list[ChoiceValue]
    hand: str
    rule: str
    again_s: int | None = None
    """In how many seconds it will be asked again, where it will be."""
    rating: str = ""
    due: int = 0


class HandedIn(BaseModel):
    paper: str = Field(max_length=2_000)
    answers: list[Annotated[str, Field(max_length=10)]] = Field(max_length=QUESTIONS)


class TestResult(BaseModel):
    """A test that was marked. Somebody's with a name is kept, and has a certificate."""

    right: int
    of: int
    cost: float
    grade: str
    passed: bool
    certificate: str = ""
    scores: list[dict[str, Any]]
    mistakes: list[dict[str, Any]]


async def ask_lab(house: House, game: Game, job: str, *, slow: bool = True, **what: Any) -> Any:
    """Have the worker do a job of a drill. What is learnt first is then looked up; the rest is dealt out, in turn."""
    lab = lab_of(house)
    if is_learnt_first(game):
        return await lab.ask_now(job, game=game.key, **what)
    return await lab.ask(job, slow=slow, game=game.key, **what)


@router.get("/api/learn/play/{key}/next", summary="The next decision of a drill; what is due again comes first")
async def next_question(
    key: str,
    house: InHouse,
    visitor: Visiting,
    street: Annotated[str, Query(max_length=20)] = "",
    hand_class: Annotated[str, Query(alias="class", max_length=20)] = "",
    position: Annotated[str, Query(max_length=80)] = "",
) -> NextQuestion:
    """With `position`, as a player's own page names a decision that went wrong, that one is asked."""
    game = learnt(key)
    if position:
        asked = parse_decision(position)
        if asked.game is not game:
            raise Refused(f"{position!r} is a decision of {asked.game.name}, not of {game.name}")
        await ask_lab(house, game, "drill_prepare", keys=[asked.key])
        return NextQuestion(question=_put(house, visitor, asked), review=True)
    number = street_of(game, street) if street else None
    belongs = class_of(game, hand_class).belongs if hand_class else None
    given = in_review(await asyncio.to_thread(answers_of, house, visitor), game)
    waiting = [parse_decision(again) for again in due(given, house.drills.now_ms())]
    fitting = [each for each in waiting if number in (None, each.street) and (belongs is None or belongs(each))]
    if fitting:
        # Judged before it is asked, so that the verdict is at hand; and a game that must be learnt says so first.
        await ask_lab(house, game, "drill_prepare", keys=[fitting[0].key])
        return NextQuestion(question=_put(house, visitor, fitting[0]), review=True)
    seed = secrets.token_hex(16)
    drawn = await ask_lab(house, game, "drill_draw", seed=seed, street=number, hand_class=hand_class)
    return NextQuestion(question=_put(house, visitor, parse_decision(drawn)), review=False)


@router.get("/api/learn/play/{key}/puzzles", summary="The puzzles of the day, the same for everybody")
async def puzzles(key: str, house: InHouse, visitor: Visiting) -> DayPuzzles:
    game, day = learnt(key), today(house)
    found = await ask_lab(house, game, "drill_puzzles", day=day)
    done = solved_of_day(await asyncio.to_thread(answers_of, house, visitor), game, day)
    numbered = enumerate(found[:PUZZLES], 1)
    return DayPuzzles(
        day=day,
        puzzles=[
            DayPuzzle(
                number=number,
                done=number in done,
                question=_put(house, visitor, parse_decision(position), f"{day}/{number}"),
            )
            for number, position in numbered
        ],
    )


@router.post("/api/learn/play/{key}/answer", summary="Answer a decision: right or wrong, and what it costs")
async def answer(key: str, request: Request, house: InHouse, visitor: ByScript, given: GivenAnswer) -> Verdict:
    house.paces.check_answer(request, visitor)
    game = learnt(key)
    question = _papers(house).read(given.token, visitor, game)
    position = question.asked.key
    said = await ask_lab(house, game, "drill_judge", slow=False, key=position, choice=given.choice)
    choice, verdict = given.choice, Verdict.model_validate({**_judged(said), "chose": given.choice})
    if visitor.person is None:
        return verdict
    kept = await asyncio.to_thread(_keep, house, visitor, question, choice, said)
    if kept.choice != choice:
        said = await ask_lab(house, game, "drill_judge", slow=False, key=position, choice=kept.choice)
        verdict = Verdict.model_validate({**_judged(said), "chose": kept.choice})
    return await asyncio.to_thread(_placed, house, visitor, game, question.asked, verdict)


def _judged(said: dict[str, Any]) -> dict[str, Any]:
    return {**said, "right": not Fraction(said["cost"]), "cost": float(Fraction(said["cost"]))}


def _keep(house: House, visitor: Visitor, question: Question, choice: str, said: dict[str, Any]) -> Answered:
    assert visitor.person is not None, "nobody's answers are not kept"
    answered = Answered(
        position=question.asked.key,
        choice=choice,
        cost=Fraction(said["cost"]),
        margin=Fraction(said["margin"]),
        took_ms=question.took_ms,
        puzzle=question.puzzle,
    )
    return house.drills.keep(answered, visitor.person, question.command)


def _placed(house: House, visitor: Visitor, game: Game, asked: Decision, verdict: Verdict) -> Verdict:
    """The verdict with where it leaves the learner: rating, what is due, when this one comes again."""
    given, now_ms = answers_of(house, visitor), house.drills.now_ms()
    again = schedule(in_review(given, game)).get(asked.key)
    verdict.again_s = None if again is None else max(0, (again - now_ms) // 1000)
    row = row_of(house, game, given)
    verdict.rating, verdict.due = row.rating, row.due
    return verdict


@router.get("/api/learn/play/{key}/prepare", summary="Have ten questions of a test judged before it is handed in")
async def prepare(
    key: str,
    house: InHouse,
    visitor: Visiting,
    paper: Annotated[str, Query(max_length=2_000)],
    part: Annotated[int, Query(ge=0, lt=QUESTIONS // _PART)],
) -> dict[str, bool]:
    given = _papers(house).read_test(paper, visitor, learnt(key))
    keys = [asked.key for asked in given.questions[part * _PART : (part + 1) * _PART]]
    await ask_lab(house, given.game, "drill_prepare", keys=keys)
    return {"ready": True}


@router.post("/api/learn/play/{key}/test", summary="Hand a test in")
async def hand_in(key: str, request: Request, house: InHouse, visitor: ByScript, sheet: HandedIn) -> TestResult:
    house.paces.check_answer(request, visitor)
    given = _papers(house).read_test(sheet.paper, visitor, learnt(key))
    if len(sheet.answers) != QUESTIONS:
        raise Refused(f"{len(sheet.answers)} of {QUESTIONS} decisions are made; make every one, then hand in")
    keys = [asked.key for asked in given.questions]
    said = await ask_lab(house, given.game, "drill_mark", keys=keys, answers=sheet.answers)
    if visitor.person is not None:
        kept = await asyncio.to_thread(_keep_test, house, visitor, given, sheet, said)
        if kept.answers != tuple(sheet.answers):
            said = await ask_lab(house, given.game, "drill_mark", keys=keys, answers=kept.answers)
    return result_of(said, given.certificate if visitor.person is not None else "")


def _keep_test(house: House, visitor: Visitor, given: HundredPaper, sheet: HandedIn, said: dict[str, Any]) -> Tested:
    assert visitor.person is not None, "nobody's tests are not kept"
    test = Tested(
        certificate=given.certificate,
        who=visitor.name,
        game=given.game.key,
        seed=given.seed,
        answers=tuple(sheet.answers),
        right=said["right"],
        cost=Fraction(said["cost"]),
        seconds=given.seconds,
    )
    return house.drills.hand_in(test, visitor.person)


def result_of(said: dict[str, Any], certificate: str) -> TestResult:
    """A test as the worker has marked it."""
    cost = Fraction(said["cost"])
    grade = grade_of(cost)
    return TestResult(
        right=said["right"],
        of=QUESTIONS,
        cost=float(cost / QUESTIONS),
        grade=grade,
        passed=grade in PASSES,
        certificate=certificate,
        scores=said["scores"],
        mistakes=said["mistakes"],
    )


def _papers(house: House) -> PlayPapers:
    return PlayPapers(house.key)


def _put(house: House, visitor: Visitor, asked: Decision, puzzle: str = "") -> Asked:
    return asked_card(asked, _papers(house).put(asked, visitor, puzzle))
