"""Models of the school's pages. A question's card has everything but its answer."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from croupier.money import dollars
from croupier.rules.posted_tables import PostedTable
from croupier.school.course import COURSE, PASS, QUESTIONS, Chapter
from croupier.school.manual import answer_words
from croupier.school.question import (
    Amounts,
    Answer,
    Choice,
    MarkedAnswer,
    Ordering,
    Picture,
    Press,
    Question,
    Reason,
)
from croupier.web.models import Page


class Told(BaseModel):
    """Words with the rulings that say so."""

    words: str
    rulings: list[str]


class SeatOnFelt(BaseModel):
    number: int
    cards: list[str]
    wagers: list[tuple[str, str]]
    did: str


class TableOnWall(BaseModel):
    title: str
    lines: list[tuple[str, str]]
    note: str = ""


class PictureCard(BaseModel):
    """What a question shows."""

    facts: list[tuple[str, str]]
    dealer: list[str]
    board: list[str]
    seats: list[SeatOnFelt]
    tables: list[TableOnWall]


class SlotCard(BaseModel):
    label: str
    stake: str


class QuestionCard(BaseModel):
    """A question without its answer."""

    prompt: str
    kind: Literal["choice", "press", "ordering", "amounts"]
    options: list[str] = []
    slots: list[SlotCard] = []
    picture: PictureCard


class VerdictCard(BaseModel):
    """What became of an answer, and why."""

    right: bool
    given: list[str]
    answer: list[str]
    why: Told
    wrong: list[Told]


class ChapterRow(BaseModel):
    number: int
    key: str
    title: str
    about: str
    games: list[str]
    passed: list[str]
    following: tuple[str, str] | None = None
    """The key and the title of the chapter after it."""


class CoursePage(Page):
    chapters: list[ChapterRow]
    counts: bool
    """Whether examinations of this visitor go into the house's record."""


class GamePick(BaseModel):
    key: str
    name: str


class ChapterPage(Page):
    chapter: ChapterRow
    paragraphs: list[Told]
    games: list[GamePick]
    game: str
    flow: str
    counts: bool
    questions: int = QUESTIONS
    pass_mark: int = PASS
    fresh: str
    """A seed for who begins to practise now."""
    seed: str = ""
    number: int = 0
    question: QuestionCard | None = None
    verdict: VerdictCard | None = None


class Mine(BaseModel):
    """A question of a paper, and after it was handed in its verdict."""

    question: QuestionCard
    verdict: VerdictCard | None = None


class ExamPage(Page):
    chapter: ChapterRow
    game: str
    paper: str = ""
    clock_s: int = 0
    left_s: int = 0
    asked: list[Mine]
    score: int | None = None
    passed: bool = False
    seconds: int = 0
    number: int | None = None
    who: str = ""
    when: str = ""
    pass_mark: int = PASS
    counts: bool = False


class ExamRow(BaseModel):
    number: int
    who: str
    when: str
    chapter: str
    game: str
    score: int
    of: int
    passed: bool
    took: str
    edition: int


class SchoolPage(Page):
    who: str
    people: list[str]
    exams: list[ExamRow]


def reason_card(reason: Reason) -> Told:
    """A reason as a page shows it."""
    return Told(words=reason.words, rulings=list(reason.rulings))


def chapter_row(of: Chapter, passed: frozenset[tuple[str, str]] = frozenset()) -> ChapterRow:
    """A chapter as the course lists it."""
    done = [game for key, game in sorted(passed) if key == of.key]
    after = next((other for other in COURSE.values() if other.number == of.number + 1), None)
    return ChapterRow(
        number=of.number,
        key=of.key,
        title=of.title,
        about=of.about,
        games=list(of.games),
        passed=done,
        following=None if after is None else (after.key, after.title),
    )


def table_card(table: PostedTable) -> TableOnWall:
    return TableOnWall(title=table.title, lines=list(table.rows), note=table.note)


def _picture(picture: Picture) -> PictureCard:
    return PictureCard(
        facts=list(picture.facts),
        dealer=[str(card) for card in picture.dealer],
        board=[str(card) for card in picture.board],
        seats=[
            SeatOnFelt(
                number=seat.number,
                cards=[str(card) for card in seat.cards],
                wagers=[(felt, dollars(cents)) for felt, cents in seat.wagers],
                did=seat.did,
            )
            for seat in picture.seats
        ],
        tables=[table_card(table) for table in picture.tables],
    )


def question_card(question: Question) -> QuestionCard:
    """A question without its answer."""
    picture = _picture(question.picture)
    match question.asks:
        case Choice(options):
            return QuestionCard(prompt=question.prompt, kind="choice", options=list(options), picture=picture)
        case Press(keys):
            return QuestionCard(prompt=question.prompt, kind="press", options=list(keys), picture=picture)
        case Ordering(items):
            return QuestionCard(prompt=question.prompt, kind="ordering", options=list(items), picture=picture)
        case Amounts(slots):
            cards = [SlotCard(label=slot.label, stake=dollars(slot.stake) if slot.stake else "") for slot in slots]
            return QuestionCard(prompt=question.prompt, kind="amounts", slots=cards, picture=picture)


def verdict_card(question: Question, answer: Answer, marked: MarkedAnswer) -> VerdictCard:
    """What became of an answer."""
    return VerdictCard(
        right=marked.right,
        given=list(answer_words(question, answer)),
        answer=list(answer_words(question)),
        why=reason_card(question.why),
        wrong=[reason_card(reason) for reason in marked.wrong if reason != question.why],
    )


def chapter_titles() -> dict[str, str]:
    """Every chapter's title by its key."""
    return {of.key: of.title for of in COURSE.values()}
