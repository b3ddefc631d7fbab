"""Commands in any order by people of any role: a little of it in every run, and it finds what is planted."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from croupier.floor import roles, unit
from croupier.floor.cage import cage
from croupier.floor.roles import Duty, Person, Role
from depth import thorough
from torture.people import Broken, attempt, drawn
from torture.people.deeds import DEEDS, Floor
from torture.report import Report

pytestmark = thorough

EVE, DORA, MAX = Person("eve", Role.EXECUTIVE), Person("dora", Role.DEALER), Person("max", Role.AUDITOR)


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    return Floor(str(tmp_path / "room.db"), Random(3))


def test_some_orders_of_commands_break_no_law() -> None:
    report = drawn(3, 30, 1)
    assert report.findings == []
    assert report.counts["commands"] > 30
    assert report.counts["audits"] >= 3


def test_a_duty_that_is_not_asked_for_is_found(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cage, "check_may", lambda who, duty: None)
    monkeypatch.setattr(unit, "check_says", lambda who, stream, events: None)  # the second door
    monkeypatch.setattr(floor, "amount", lambda: 10_000)
    with pytest.raises(Broken, match="max is auditor, may not fill a tray or take a credit, and could: fund"):
        attempt(floor, "fund", MAX, Report())


def test_somebody_who_is_kept_from_a_duty_is_found(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(who: Person, duty: Duty) -> None:
        raise roles.NotAllowed(who, duty)

    monkeypatch.setattr(cage, "check_may", refuse)
    with pytest.raises(Broken, match="eve is executive and may fund, but is told"):
        attempt(floor, "fund", EVE, Report())


def test_a_refusal_that_has_written_is_found(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    sell = floor.cage.fund

    def writes_first(amount: int, who: Person, command: str) -> None:
        sell(10_000, who, command)
        raise roles.NotAllowed(who, Duty.PLAY)

    monkeypatch.setattr(floor.cage, "fund", writes_first)
    with pytest.raises(Broken, match="yet something was written"):
        attempt(floor, "fund", EVE, Report())


def test_every_duty_that_changes_the_record_is_some_deeds() -> None:
    looking = {Duty.WATCH, Duty.FIND_ROUND, Duty.BE_CALLED}
    reading = {Duty.AUDIT, Duty.READ_BOOKS, Duty.SEE_SIGNS, Duty.SEE_EXAMS, Duty.SEE_STAFF_HOME} | looking
    beside = {Duty.SECOND_PERSON, Duty.TAKE_EXAM, Duty.PRACTISE}
    assert {deed.duty for deed in DEEDS.values() if deed.duty} == set(Duty) - reading - beside
