"""The course, its chapters with practice, examinations, and what a supervisor sees of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Form, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from croupier.errors import Refused
from croupier.floor.house.exams import ExamTaken
from croupier.floor.roles import Duty, may
from croupier.games import GAMES
from croupier.school.course import COURSE, Chapter, check_game, question
from croupier.school.course import paper as draw_paper
from croupier.school.examination import AnswerSheet, graded
from croupier.school.question import mark
from croupier.web.context import ByForm, HouseContext, InHouse, Visiting, page_response
from croupier.web.learn.exam_papers import ExamPaper, ExamPapers, practice_seed, sent_answer
from croupier.web.learn.models import (
    ChapterPage,
    CoursePage,
    ExamPage,
    ExamRow,
    GamePick,
    Mine,
    SchoolPage,
    chapter_row,
    question_card,
    reason_card,
    verdict_card,
)
from croupier.web.sessions import Visitor
from croupier.web.wording import when

router = APIRouter()
MOST_SEED: Final = 80
Seed = Annotated[str, Query(max_length=MOST_SEED)]
Number = Annotated[int, Query(ge=0, le=9_999)]


@router.get("/learn/dealer", summary="The dealer school: its chapters", response_model=CoursePage)
def course(request: Request, house: InHouse, visitor: Visiting) -> Response:
    done = house.exams.passed(visitor.name) if _counts(visitor) else frozenset()
    rows = [chapter_row(of, done) for of in COURSE.values()]
    return page_response(request, "learn/course.html", CoursePage(chapters=rows, counts=_counts(visitor)))


@router.get(
    "/learn/dealer/{key}", summary="A chapter: its words, and a question to practise", response_model=ChapterPage
)
def chapter_of(
    key: str, request: Request, visitor: Visiting, game: str = "", seed: Seed = "", number: Number = 0
) -> Response:
    page = _chapter_page(_chapter(key), visitor, game)
    if seed:
        page.seed, page.number = seed, number
        page.question = question_card(question(_chapter(key), page.game, seed, number))
    return page_response(request, "learn/chapter.html", page)


@router.post("/learn/dealer/{key}", summary="Answer a question that is practised")
async def answer(
    key: str,
    request: Request,
    visitor: ByForm,
    game: Annotated[str, Form()],
    seed: Annotated[str, Form(max_length=MOST_SEED)],
    number: Annotated[int, Form(ge=0, le=9_999)],
) -> Response:
    form = dict(await request.form())
    page = await asyncio.to_thread(_answered, _chapter(key), visitor, game, seed, number, form)
    return await asyncio.to_thread(page_response, request, "learn/chapter.html", page)


def _answered(of: Chapter, visitor: Visitor, game: str, seed: str, number: int, form: Mapping[str, Any]) -> ChapterPage:
    """The page with the verdict. It is made in a thread, like all that draws questions, so that no table waits."""
    drawn_question = question(of, game, seed, number)
    answer = sent_answer(drawn_question, form)
    if not answer:
        raise Refused("nothing is answered yet; choose or fill in, then answer")
    page = _chapter_page(of, visitor, game)
    page.seed, page.number, page.question = seed, number, question_card(drawn_question)
    page.verdict = verdict_card(drawn_question, answer, mark(drawn_question, answer))
    return page


def _chapter(key: str) -> Chapter:
    if key not in COURSE:
        raise HTTPException(404)
    return COURSE[key]


def _chapter_page(of: Chapter, visitor: Visitor, game: str) -> ChapterPage:
    chosen = game or of.games[0]
    check_game(of, chosen)
    return ChapterPage(
        chapter=chapter_row(of),
        paragraphs=[reason_card(paragraph) for paragraph in of.paragraphs],
        games=[GamePick(key=key, name=GAMES[key].name) for key in of.games],
        game=chosen,
        flow="" if of.flow is None else of.flow.value,
        table="" if of.table is None else of.table.value,
        counts=_counts(visitor),
        fresh=practice_seed(),
    )


@router.get(
    "/learn/dealer/{key}/exam", summary="An examination's paper; without one, a new one", response_model=ExamPage
)
def exam(
    key: str, request: Request, house: InHouse, visitor: Visiting, game: str = "", clock: int = 0, paper: str = ""
) -> Response:
    of = _chapter(key)
    if not paper:
        token = _papers(house).give(visitor.name, of.key, game or of.games[0], clock)
        return RedirectResponse(f"/learn/dealer/{of.key}/exam?paper={token}", status_code=303)
    exam_paper = _papers(house).read(paper, visitor.name)
    return page_response(request, "learn/exam.html", _paper_page(_of(of, exam_paper), exam_paper, visitor))


@router.post("/learn/dealer/{key}/exam", summary="Hand an examination in")
async def hand_in(
    key: str, request: Request, house: InHouse, visitor: ByForm, paper: Annotated[str, Form()]
) -> Response:
    form = dict(await request.form())
    page = await asyncio.to_thread(_handed_in, house, visitor, _chapter(key), paper, form)
    return await asyncio.to_thread(page_response, request, "learn/exam.html", page)


def _handed_in(house: HouseContext, visitor: Visitor, of: Chapter, token: str, form: Mapping[str, Any]) -> ExamPage:
    """The marked paper; one of the staff's is kept in the record."""
    exam_paper = _papers(house).read(token, visitor.name)
    answers = []
    for number, each in enumerate(draw_paper(_of(of, exam_paper), exam_paper.game, exam_paper.seed)):
        try:
            answers.append(sent_answer(each, form, f"q{number}-"))
        except Refused as refused:
            raise Refused(f"question {number + 1}: {refused}") from refused
    sheet = AnswerSheet(
        chapter=of.key,
        game=exam_paper.game,
        seed=exam_paper.seed,
        answers=tuple(answers),
        seconds=exam_paper.seconds,
        clock_s=exam_paper.clock_s,
    )
    if visitor.person is not None and _counts(visitor):
        return exam_page(house.exams.hand_in(sheet, visitor.person, f"exam/{exam_paper.nonce}"))
    page = ExamPage(chapter=chapter_row(of), game=GAMES[exam_paper.game].name, asked=[], clock_s=exam_paper.clock_s)
    return _marked(page, sheet)


def _of(of: Chapter, paper: ExamPaper) -> Chapter:
    if paper.chapter != of.key:
        raise Refused(f"this is a paper of {COURSE[paper.chapter].title!r}; open it there")
    return of


def _papers(house: HouseContext) -> ExamPapers:
    return ExamPapers(house.key)


def _counts(visitor: Visitor) -> bool:
    return visitor.person is not None and may(visitor.person.role, Duty.TAKE_EXAM)


def _paper_page(of: Chapter, paper: ExamPaper, visitor: Visitor) -> ExamPage:
    return ExamPage(
        chapter=chapter_row(of),
        game=GAMES[paper.game].name,
        paper=paper.token,
        clock_s=paper.clock_s,
        left_s=max(0, paper.clock_s - paper.seconds),
        asked=[Mine(question=question_card(each)) for each in draw_paper(of, paper.game, paper.seed)],
        counts=_counts(visitor),
    )


def _marked(page: ExamPage, sheet: AnswerSheet) -> ExamPage:
    """The same page with every answer's verdict."""
    result = graded(sheet)
    page.paper, page.seconds = "", sheet.seconds
    page.score, page.passed = result.score, result.passed
    page.asked = [
        Mine(question=question_card(each), verdict=verdict_card(each, answer, marked))
        for each, answer, marked in zip(sheet.questions, sheet.answers, result.marks, strict=True)
    ]
    return page


def exam_page(taken: ExamTaken) -> ExamPage:
    """An examination of the record, with its paper where this edition can still draw it."""
    sheet = taken.sheet
    of = COURSE.get(sheet.chapter)
    if of is None or not taken.can_be_drawn:
        raise Refused(f"examination {taken.number} is of edition {taken.edition}; its paper cannot be drawn any more")
    page = ExamPage(chapter=chapter_row(of), game=GAMES[sheet.game].name, asked=[], clock_s=sheet.clock_s, counts=True)
    page = _marked(page, sheet)
    page.number, page.who, page.when = taken.number, taken.who, when(taken.time_ms)
    return page


@router.get("/staff/school", summary="How examinations came out", response_model=SchoolPage)
def school(request: Request, house: InHouse, who: str = "") -> Response:
    every = house.exams.taken()
    rows = [_row(taken) for taken in every if not who or taken.who == who]
    page = SchoolPage(who=who, people=sorted({taken.who for taken in every}), exams=rows)
    return page_response(request, "learn/school.html", page)


@router.get("/staff/school/{number}", summary="One examination, with its paper", response_model=ExamPage)
def taken(number: int, request: Request, house: InHouse) -> Response:
    return page_response(request, "learn/exam.html", exam_page(house.exams.one(number)))


def _row(taken: ExamTaken) -> ExamRow:
    sheet = taken.sheet
    of, game = COURSE.get(sheet.chapter), GAMES.get(sheet.game)
    return ExamRow(
        number=taken.number,
        who=taken.who,
        when=when(taken.time_ms),
        chapter=sheet.chapter if of is None else f"{of.number} {of.title}",
        game=sheet.game if game is None else game.name,
        score=taken.score,
        of=taken.of,
        passed=taken.passed,
        took=f"{sheet.seconds // 60}:{sheet.seconds % 60:02}",
        edition=taken.edition,
    )
