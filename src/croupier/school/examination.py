"""An examination: a paper of a chapter, a sheet of answers, and the mark that the two give. Nothing else decides it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.school.course import COURSE, PASS, QUESTIONS, Chapter, chapter, check_game, paper
from croupier.school.question import Answer, MarkedAnswer, Question, mark

CLOCKS_S: Final = (0, 300, 600, 1200)
"""How long an examination may take: no clock, or so many seconds."""
GRACE_S: Final = 15
"""What a slow line may cost before a sheet is late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSheet:
    """What somebody handed in. A question that was left out has an empty answer."""

    chapter: str
    game: str
    seed: str
    answers: tuple[Answer, ...]
    seconds: int
    clock_s: int = 0

    @property
    def of(self) -> Chapter:
        return COURSE[self.chapter]

    @property
    def questions(self) -> tuple[Question, ...]:
        """The paper, drawn again from its seed."""
        return paper(self.of, self.game, self.seed)

    @property
    def late(self) -> bool:
        return bool(self.clock_s) and self.seconds > self.clock_s + GRACE_S


def check_sheet(sheet: AnswerSheet) -> None:
    """Refuse a sheet that answers no paper of this edition. What is read back from a record is not asked this."""
    check_game(chapter(sheet.chapter), sheet.game)
    if len(sheet.answers) != QUESTIONS:
        raise Refused(f"a sheet of {len(sheet.answers)} answers; a paper has {QUESTIONS} questions")


@dataclass(frozen=True, slots=True)
class ExamResult:
    """How a sheet came out."""

    score: int
    passed: bool
    marks: tuple[MarkedAnswer, ...]


def graded(sheet: AnswerSheet) -> ExamResult:
    """The result of a sheet: so many right, and passed if enough are and the clock had not run out."""
    marks = tuple(mark(question, answer) for question, answer in zip(sheet.questions, sheet.answers, strict=True))
    score = sum(each.right for each in marks)
    return ExamResult(score, score >= PASS and not sheet.late, marks)
