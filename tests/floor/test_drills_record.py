"""Answers in the record: kept once, judged again by the audit, and a certificate that cannot be forged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.floor.audit.auditor import audit
from croupier.floor.house.drills import DrillAnswer, Drills, NoSuchCertificate, Tested
from croupier.floor.people import FIRST_START, People
from croupier.floor.roles import Person, Role
from croupier.games import game
from croupier.lab.games.direct import choice_values
from croupier.school.decision import hundred
from croupier.store.journal import Store, open_store
from depth import first_of

ANN, BOB = Person("ann", Role.PLAYER), Person("bob", Role.PLAYER)
RIGHT = DrillAnswer(
    position="three-card Qs6h4d - -", choice="bet1", cost=Fraction(0), margin=Fraction(0), took_ms=2_000
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path / 'record.db'}") as opened:
        people = People(opened)
        admin = people.register("sam", Role.ADMIN, None, FIRST_START, "first")
        for who in (ANN, BOB):
            people.register(who.name, who.role, None, admin, who.name)
        yield opened


def true(answer: DrillAnswer) -> DrillAnswer:
    """An answer with what it costs, worked out on the spot."""
    from croupier.school.decision import parse_decision

    asked = parse_decision(answer.position)
    values = choice_values(asked.game, asked.own, asked.board, asked.up)
    best, second, *_ = sorted(values.values(), reverse=True)
    return replace(answer, cost=best - values[answer.choice], margin=best - second)


def everything_played() -> Tested:
    """A test of Three Card Poker in which everything was played."""
    paper = hundred(game("three-card"), "seed")
    costs = [true(replace(RIGHT, position=asked.key)).cost for asked in paper]
    return Tested(
        certificate="aaaa-bbbb-cccc",
        who="ann",
        game="three-card",
        seed="seed",
        answers=("bet1",) * 100,
        right=sum(not cost for cost in costs),
        cost=sum(costs, Fraction(0)),
        seconds=90,
    )


def test_a_question_is_answered_once_and_the_audit_judges_it_again(store: Store) -> None:
    drills = Drills(store)
    kept = drills.keep(true(RIGHT), ANN, "drill/1")
    wrong = true(replace(RIGHT, choice="fold"))
    assert wrong.cost > 0
    assert drills.keep(wrong, ANN, "drill/1") == kept, "what comes again is answered with the first"
    drills.keep(wrong, ANN, "drill/2")
    assert [answer.choice for answer in drills.answers("ann")] == ["bet1", "fold"]
    assert drills.answers("bob") == []
    assert audit(store).findings == ()


def test_an_answer_that_costs_something_else_is_found(store: Store) -> None:
    Drills(store).keep(replace(true(RIGHT), choice="fold"), ANN, "drill/1")
    (finding,) = audit(store).findings
    assert "fold in three-card Qs6h4d - - costs" in finding.what


def test_a_certificate_is_the_records_own_and_marked_again(store: Store) -> None:
    drills, made = Drills(store), everything_played()
    drills.hand_in(made, ANN)
    found = drills.certificate("aaaa-bbbb-cccc")
    assert (found.who, found.right, found.cost, found.grade) == ("ann", made.right, made.cost, made.grade)
    again = drills.hand_in(replace(made, answers=("fold",) * 100), ANN)
    assert again.answers == made.answers, "a paper is handed in once"
    assert audit(store).findings == ()


def test_a_forged_certificate_is_refused(store: Store) -> None:
    drills = Drills(store)
    drills.keep(true(RIGHT), ANN, "drill/1")
    for id in ("aaaa-bbbb-cccc", "", "drill/1", "../drill/1"):
        with pytest.raises(NoSuchCertificate, match="no certificate"):
            drills.certificate(id)


@pytest.mark.parametrize(
    "forged",
    first_of([{"right": 100}, {"cost": Fraction(0)}, {"answers": ("fold",) * 100}, {"seed": "other"}, {"who": "bob"}]),
    ids=lambda forged: next(iter(forged)),
)
def test_a_test_that_was_not_so_is_found_by_the_audit(store: Store, forged: dict[str, object]) -> None:
    Drills(store).hand_in(replace(everything_played(), **forged), ANN)  # type: ignore[arg-type]
    assert audit(store).findings


def test_nobody_answers_for_somebody_else(store: Store) -> None:
    from croupier.floor.room import wall_clock_ms
    from croupier.floor.unit import unit_of
    from croupier.store.unit import Write

    store.commit(unit_of(BOB, "x", wall_clock_ms(), "answer", Write("drills/ann", None, (true(RIGHT).event(),))))
    (finding,) = audit(store).findings
    assert finding.what == "player/bob answered for ann"
