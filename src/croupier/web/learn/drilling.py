"""What the scripts of drills ask for: the next decision, the verdict on an answer, and a test's mark.

The lab's worker draws and judges. While it learns a game, every answer has status 202 and says how far it is.
"""

from __future__ import annotations

import asyncio
import secrets
from fractions import Fraction
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from croupier.errors import Refused
from croupier.floor.house.drills import DrillAnswer, Tested
from croupier.lab.capabilities import is_learnt_first
from croupier.rules.game import Game
from croupier.school.decision import PASSES, QUESTIONS, Decision, grade_of, parse_decision, street_of
from croupier.strategy.drills.drawing import class_of
from croupier.strategy.drills.schedule import due, schedule
from croupier.web.context import ByScript, HouseContext, InHouse, Visiting
from croupier.web.lab.routing import LabRoute, lab_of
from croupier.web.learn.play_models import Asked, CountedOuts, OutsVerdict, OutsView, asked_card, outs_view
from croupier.web.learn.play_pages import (
    PUZZLES,
    answers_of,
    in_review,
    is_kept,
    learnable_game,
    row_of,
    solved_of_day,
    today,
)
from croupier.web.learn.play_papers import DrillQuestion, HundredPaper, PlayPapers
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
    reason: str
    outs: OutsView | None = None
    again_s: int | None = None
    """In how many seconds it will be asked again, where it will be."""
    rating: str = ""
    due: int = 0


class Paper(BaseModel):
    """A test with its answers so far."""

    paper: str = Field(max_length=2_000)


class PaperAnswer(Paper):
    choice: str = Field(max_length=10)


class PaperStep(Paper):
    """The paper after an answer, and the next question; none after the last."""

    question: Asked | None


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


async def ask_lab(house: HouseContext, game: Game, job: str, *, slow: bool = True, **what: Any) -> Any:
    """Have the worker do a job of a drill. A game that is learnt first waits for that; the others wait for their
    turn."""
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
    count: bool = False,
) -> NextQuestion:
    """The next decision. `position` names one to ask, such as one that went wrong on a player's own page; `count` asks
    for its outs first."""
    game = learnable_game(key)
    if position:
        decision = parse_decision(position)
        if decision.game is not game:
            raise Refused(f"{position!r} is a decision of {decision.game.name}, not of {game.name}")
        await ask_lab(house, game, "drill_prepare", keys=[decision.key])
        return NextQuestion(question=_put(house, visitor, decision, count=count), review=True)
    number = street_of(game, street) if street else None
    belongs = class_of(game, hand_class).belongs if hand_class else None
    count = count or bool(hand_class and class_of(game, hand_class).counts)
    answers = in_review(await asyncio.to_thread(answers_of, house, visitor), game)
    waiting = [parse_decision(again) for again in due(answers, house.drills.now_ms())]
    fitting = [each for each in waiting if number in (None, each.street) and (belongs is None or belongs(each))]
    if fitting:
        # The decision is judged before it is asked, so that its verdict is there at once. While the lab still learns
        # the game, the answer says so.
        await ask_lab(house, game, "drill_prepare", keys=[fitting[0].key])
        return NextQuestion(question=_put(house, visitor, fitting[0], count=count), review=True)
    seed = secrets.token_hex(16)
    drawn = await ask_lab(house, game, "drill_draw", seed=seed, street=number, hand_class=hand_class)
    return NextQuestion(question=_put(house, visitor, parse_decision(drawn), count=count), review=False)


@router.get("/api/learn/play/{key}/puzzles", summary="The puzzles of the day, the same for everybody")
async def puzzles(key: str, house: InHouse, visitor: Visiting) -> DayPuzzles:
    game, day = learnable_game(key), today(house)
    keys = await ask_lab(house, game, "drill_puzzles", day=day)
    done = solved_of_day(await asyncio.to_thread(answers_of, house, visitor), game, day)
    numbered = enumerate(keys[:PUZZLES], 1)
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


@router.post("/api/learn/play/{key}/outs", summary="Count the outs of a decision; the cards come back, with reasons")
def count_outs(key: str, request: Request, house: InHouse, visitor: ByScript, sent: CountedOuts) -> OutsVerdict:
    house.rate_limits.check_answer(request, visitor)
    decision = _papers(house).read(sent.token, visitor, learnable_game(key)).decision
    outs = outs_view(decision)
    if outs is None:
        raise Refused(f"{decision.game.streets[decision.street].words} there are no outs to count; decide")
    return OutsVerdict(**outs.model_dump(), right=sent.number == outs.number, counted=sent.number)


@router.post("/api/learn/play/{key}/answer", summary="Answer a decision: right or wrong, and what it costs")
async def answer(key: str, request: Request, house: InHouse, visitor: ByScript, sent: GivenAnswer) -> Verdict:
    house.rate_limits.check_answer(request, visitor)
    game = learnable_game(key)
    question = _papers(house).read(sent.token, visitor, game)
    position = question.decision.key
    judgement = await ask_lab(house, game, "drill_judge", slow=False, key=position, choice=sent.choice)
    choice, verdict = sent.choice, _verdict(judgement, sent.choice, question)
    if not is_kept(visitor):
        return verdict
    on_record = await asyncio.to_thread(_keep, house, visitor, question, choice, judgement)
    if on_record.choice != choice:
        judgement = await ask_lab(house, game, "drill_judge", slow=False, key=position, choice=on_record.choice)
        verdict = _verdict(judgement, on_record.choice, question)
    return await asyncio.to_thread(_placed, house, visitor, game, question.decision, verdict)


def _verdict(judgement: dict[str, Any], choice: str, question: DrillQuestion) -> Verdict:
    cost = Fraction(judgement["cost"])
    judged = {**judgement, "right": not cost, "cost": float(cost), "chose": choice}
    return Verdict.model_validate({**judged, "outs": outs_view(question.decision)})


def _keep(
    house: HouseContext, visitor: Visitor, question: DrillQuestion, choice: str, judgement: dict[str, Any]
) -> DrillAnswer:
    assert visitor.person is not None, "nobody's answers are not kept"
    answered = DrillAnswer(
        position=question.decision.key,
        choice=choice,
        cost=Fraction(judgement["cost"]),
        margin=Fraction(judgement["margin"]),
        took_ms=question.took_ms,
        puzzle=question.puzzle,
    )
    return house.drills.keep(answered, visitor.person, question.command)


def _placed(house: HouseContext, visitor: Visitor, game: Game, decision: Decision, verdict: Verdict) -> Verdict:
    """The verdict with where it leaves the learner: the rating, how many are due, and when this one comes again."""
    answers, now_ms = answers_of(house, visitor), house.drills.now_ms()
    again = schedule(in_review(answers, game)).get(decision.key)
    verdict.again_s = None if again is None else max(0, (again - now_ms) // 1000)
    row = row_of(house, game, answers)
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
    test = _papers(house).read_test(paper, visitor, learnable_game(key))
    keys = [decision.key for decision in test.questions[part * _PART : (part + 1) * _PART]]
    await ask_lab(house, test.game, "drill_prepare", keys=keys)
    return {"ready": True}


@router.post("/api/learn/play/{key}/test/answer", summary="Make a decision of a test; the next comes back")
def write(key: str, house: InHouse, visitor: ByScript, sent: PaperAnswer) -> PaperStep:
    papers, game = _papers(house), learnable_game(key)
    test = papers.read_test(sent.paper, visitor, game)
    if test.open is None:
        raise Refused(f"all {QUESTIONS} decisions are made; hand the test in")
    if sent.choice not in test.open.offered:
        raise Refused(f"{sent.choice!r} cannot be chosen here; want one of {', '.join(test.open.offered)}")
    paper = papers.write(test, sent.choice)
    following = papers.read_test(paper, visitor, game).open
    return PaperStep(paper=paper, question=None if following is None else asked_card(following))


@router.post("/api/learn/play/{key}/test", summary="Hand a test in")
async def hand_in(key: str, request: Request, house: InHouse, visitor: ByScript, sent: Paper) -> TestResult:
    house.rate_limits.check_answer(request, visitor)
    test = _papers(house).read_test(sent.paper, visitor, learnable_game(key))
    if test.open is not None:
        raise Refused(f"{len(test.answers)} of {QUESTIONS} decisions are made; make every one, then hand in")
    keys = [decision.key for decision in test.questions]
    marking = await ask_lab(house, test.game, "drill_mark", keys=keys, answers=test.answers)
    if is_kept(visitor):
        on_record = await asyncio.to_thread(_keep_test, house, visitor, test, marking)
        if on_record.answers != test.answers:
            marking = await ask_lab(house, test.game, "drill_mark", keys=keys, answers=on_record.answers)
    return result_of(marking, test.certificate if is_kept(visitor) else "")


def _keep_test(house: HouseContext, visitor: Visitor, paper: HundredPaper, marking: dict[str, Any]) -> Tested:
    assert visitor.person is not None, "nobody's tests are not kept"
    test = Tested(
        certificate=paper.certificate,
        who=visitor.name,
        game=paper.game.key,
        seed=paper.seed,
        answers=paper.answers,
        right=marking["right"],
        cost=Fraction(marking["cost"]),
        seconds=paper.seconds,
    )
    return house.drills.hand_in(test, visitor.person)


def result_of(marking: dict[str, Any], certificate: str) -> TestResult:
    """A test as the worker has marked it."""
    cost = Fraction(marking["cost"])
    grade = grade_of(cost)
    return TestResult(
        right=marking["right"],
        of=QUESTIONS,
        cost=float(cost / QUESTIONS),
        grade=grade,
        passed=grade in PASSES,
        certificate=certificate,
        scores=marking["scores"],
        mistakes=marking["mistakes"],
    )


def _papers(house: HouseContext) -> PlayPapers:
    return PlayPapers(house.key)


def _put(house: HouseContext, visitor: Visitor, decision: Decision, puzzle: str = "", *, count: bool = False) -> Asked:
    return asked_card(decision, _papers(house).put(decision, visitor, puzzle), count=count)
