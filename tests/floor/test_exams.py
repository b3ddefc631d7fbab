"""Examinations for the house's record: who, when, how it came out; drawn and marked again from what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.house.exams import Exams, NoSuchExam, event_of
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import NotAllowed, Person, Role
from croupier.floor.unit import unit_of
from croupier.school.course import COURSE, PASS, QUESTIONS, chapter, paper
from croupier.school.examination import GRACE_S, AnswerSheet, graded
from croupier.store.journal import Store, open_store
from croupier.store.unit import Write

DORA = Person("dora", Role.DEALER)
ASKED = [(of.key, game) for of in COURSE.values() for game in of.games]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(str(tmp_path / "room.db"))
    people = People(made, now_ms=lambda: 1_600_000_000_000)
    admin = people.register("sam", Role.ADMIN, None, FIRST_START, "first")
    people.register(DORA.name, DORA.role, None, admin, "dora")
    yield made
    made.close()


def sheet(
    key: str = "qualified", game: str = "uth", seed: str = "7", right: int = QUESTIONS, **more: int
) -> AnswerSheet:
    """A sheet with so many right answers, and the rest left out."""
    answers = [asked.answer if place < right else () for place, asked in enumerate(paper(chapter(key), game, seed))]
    return AnswerSheet(chapter=key, game=game, seed=seed, answers=tuple(answers), **{"seconds": 60, **more})


@given(st.sampled_from(ASKED), st.integers(0, 9999).map(str), st.integers(0, QUESTIONS))
def test_a_sheet_is_worth_its_right_answers(asked: tuple[str, str], seed: str, right: int) -> None:
    result = graded(sheet(*asked, seed=seed, right=right))
    assert result.score == right
    assert result.passed == (right >= PASS)
    assert [mark.right for mark in result.marks] == [place < right for place in range(QUESTIONS)]


def test_who_is_late_has_not_passed() -> None:
    assert graded(sheet(clock_s=300, seconds=300 + GRACE_S)).passed
    assert not graded(sheet(clock_s=300, seconds=301 + GRACE_S)).passed
    assert graded(sheet(clock_s=0, seconds=86_400)).passed


def test_an_examination_is_kept_and_can_be_marked_again(store: Store) -> None:
    book = Exams(store, now_ms=lambda: 1_700_000_000_000)
    taken = book.hand_in(sheet(right=9), DORA, "exam/1")
    assert (taken.who, taken.score, taken.of, taken.passed) == ("dora", 9, QUESTIONS, True)
    assert taken.time_ms == 1_700_000_000_000
    assert book.taken() == [taken] == book.taken("dora")
    assert book.taken("sue") == []
    assert book.one(taken.number) == taken
    assert graded(taken.sheet).score == 9
    assert book.passed("dora") == {("qualified", "uth")}
    assert audit(store).findings == ()


def test_a_paper_is_handed_in_once(store: Store) -> None:
    book = Exams(store)
    first = book.hand_in(sheet(right=3), DORA, "exam/1")
    assert book.hand_in(sheet(right=10), DORA, "exam/1") == first
    assert [exam.score for exam in book.taken()] == [3]
    assert book.passed("dora") == frozenset()


def test_the_latest_comes_first(store: Store) -> None:
    book = Exams(store)
    for number, right in enumerate((2, 5, 8)):
        book.hand_in(sheet(right=right, seed=str(number)), DORA, f"exam/{number}")
    assert [exam.score for exam in book.taken()] == [8, 5, 2]


@pytest.mark.parametrize("role", [Role.PLAYER])
def test_only_the_staffs_examinations_count(store: Store, role: Role) -> None:
    with pytest.raises(NotAllowed, match="may not take an examination that counts"):
        Exams(store).hand_in(sheet(), Person("ann", role), "exam/1")


def test_an_audit_marks_every_sheet_again(store: Store) -> None:
    """Whoever writes a better score than the answers give is found."""
    event = {**event_of(sheet(right=2), "dora"), "score": 10, "passed": True}
    store.commit(unit_of(DORA, "forged", 1_700_000_000_000, "hand in", Write("school", None, (event,))))
    (finding,) = audit(store).findings
    assert "marked again it is 2, not 10" in finding.what


def test_what_cannot_be_is_refused(store: Store) -> None:
    with pytest.raises(Refused, match="a sheet of 9 answers; a paper has 10 questions"):
        Exams(store).hand_in(replace(sheet(), answers=((),) * 9), DORA, "exam/1")
    with pytest.raises(NoSuchExam, match="no examination 7"):
        Exams(store).one(7)
