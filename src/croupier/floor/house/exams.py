"""The dealer school's book: who took which examination, when, and how it came out.

An entry keeps the seed and the answers, so the paper can be drawn again and the sheet marked again, by anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.room import wall_clock_ms
from croupier.floor.unit import Same, check_same, events_in, receipt_of, unit_of
from croupier.school.course import EDITION, QUESTIONS
from croupier.school.examination import AnswerSheet, check_sheet, graded
from croupier.store.entry import Entry, contents
from croupier.store.journal import Store
from croupier.store.unit import Write

STREAM: Final = "school"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamTaken:
    """An examination that counts. `number` and `time_ms` are the entry's own."""

    number: int
    time_ms: int
    who: str
    score: int
    of: int
    passed: bool
    edition: int
    sheet: AnswerSheet

    @property
    def can_be_drawn(self) -> bool:
        """Whether this program still draws the paper that was asked then."""
        return self.edition == EDITION


class NoSuchExam(Refused):
    """A number that no examination has."""

    def __init__(self, number: int) -> None:
        super().__init__(f"no examination {number} in the school's book; /staff/school lists them")


def event_of(sheet: AnswerSheet, who: str) -> dict[str, Any]:
    """What the record says of a sheet."""
    result = graded(sheet)
    return {
        "event": "ExamTaken",
        "who": who,
        "chapter": sheet.chapter,
        "game": sheet.game,
        "seed": sheet.seed,
        "edition": EDITION,
        "answers": [list(answer) for answer in sheet.answers],
        "score": result.score,
        "of": QUESTIONS,
        "passed": result.passed,
        "seconds": sheet.seconds,
        "clock_s": sheet.clock_s,
    }


def sheet_of(event: Mapping[str, Any]) -> AnswerSheet:
    """The sheet that an event keeps."""
    return AnswerSheet(
        chapter=event["chapter"],
        game=event["game"],
        seed=event["seed"],
        answers=tuple(tuple(answer) for answer in event["answers"]),
        seconds=event["seconds"],
        clock_s=event["clock_s"],
    )


class Exams:
    """The school's book in an open record."""

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._store = store
        self._now_ms = store.clock(now_ms)

    def hand_in(self, sheet: AnswerSheet, who: Person, command: str) -> ExamTaken:
        """Mark a sheet and keep it. A paper is handed in once; a second try gets the result of the first."""
        check_may(who, Duty.TAKE_EXAM)
        check_sheet(sheet)
        request = f"hand in {sheet.chapter} {sheet.game}"
        same = _of_paper(sheet)
        receipt = receipt_of(self._store, who, command, same)
        if receipt is None:
            event = event_of(sheet, who.name)
            receipt = self._store.commit(unit_of(who, command, self._now_ms(), request, Write(STREAM, None, (event,))))
            check_same(who, receipt, same)
        (exam,) = _read(receipt.entries[0])
        return exam

    def taken(self, who: str | None = None) -> list[ExamTaken]:
        """Every examination, or one person's, the latest first."""
        exams = [exam for entry in self._store.read(STREAM) for exam in _read(entry)]
        return [exam for exam in reversed(exams) if who is None or exam.who == who]

    def one(self, number: int) -> ExamTaken:
        """The examination of that number."""
        for exam in self.taken():
            if exam.number == number:
                return exam
        raise NoSuchExam(number)

    def passed(self, who: str) -> frozenset[tuple[str, str]]:
        """The chapters that somebody has passed, each with its game."""
        return frozenset((exam.sheet.chapter, exam.sheet.game) for exam in self.taken(who) if exam.passed)


def _of_paper(sheet: AnswerSheet) -> Same:
    """Whether a receipt is that of this paper, whatever the answers were: the first ones count."""
    paper = (sheet.chapter, sheet.game, sheet.seed)
    return lambda receipt: [(e["chapter"], e["game"], e["seed"]) for e in events_in(receipt, STREAM)] == [paper]


def _read(entry: Entry) -> list[ExamTaken]:
    return [
        ExamTaken(
            number=entry.version,
            time_ms=entry.time_ms,
            who=event["who"],
            score=event["score"],
            of=event["of"],
            passed=event["passed"],
            edition=event["edition"],
            sheet=sheet_of(event),
        )
        for event in contents(entry).events
        if event.get("event") == "ExamTaken"
    ]
