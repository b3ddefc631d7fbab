"""Models of the school's pages. A question's card has everything but its answer."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from croupier.money import CHIP_VALUES, dollars
from croupier.rules.posted_tables import PostedTable
from croupier.school.course import COURSE, PASS, QUESTIONS, Chapter
from croupier.school.manual import answer_words
from croupier.school.question import (
    Acts,
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


class FeltSpotCard(BaseModel):
    key: str
    felt: str
    stake: int
    before: bool


class FeltSeatCard(BaseModel):
    number: int
    spots: list[FeltSpotCard]


class FeltCard(BaseModel):
    """A table to settle, as hands find it: amounts in cents, calls that one may make, keys, chips of the tray."""

    seats: list[FeltSeatCard]
    calls: dict[str, list[str]]
    keys: list[tuple[str, str]]
    opens: bool
    chips: list[int] = list(CHIP_VALUES)


class QuestionCard(BaseModel):
    """A question without its answer."""

    prompt: str
    kind: Literal["choice", "press", "ordering", "amounts", "acts"]
    options: list[str] = []
    slots: list[SlotCard] = []
    felt: FeltCard | None = None
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
    table: str
    """The kind of table that can be settled on the dealer's felt, where the chapter teaches it."""
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


def felt_card(asks: Acts) -> FeltCard:
    """A table to settle."""
    return FeltCard(
        seats=[
            FeltSeatCard(
                number=number,
                spots=[FeltSpotCard(key=s.key, felt=s.felt, stake=s.stake, before=s.before) for s in spots],
            )
            for number, spots in asks.seats
        ],
        calls={place: list(hands) for place, hands in asks.calls},
        keys=list(asks.keys),
        opens=asks.opens,
    )


def picture_card(picture: Picture) -> PictureCard:
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
    picture = picture_card(question.picture)
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
        case Acts() as asks:
            return QuestionCard(prompt=question.prompt, kind="acts", felt=felt_card(asks), picture=picture)


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
