"""What somebody has answered while learning to play: one stream for each of them, one entry for each answer.

A drill's entry keeps the position, the choice and what it cost; a test's keeps the seed of its paper and every answer.
Both can be judged again by anybody. Rating and review are made of these entries and kept nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.room import wall_clock_ms
from croupier.floor.unit import receipt_of, same_request, unit_of
from croupier.games import game as game_of
from croupier.school.decision import EDITION, PASSES, QUESTIONS, Decision, grade_of, hundred, parse_decision
from croupier.store.entry import Entry, Event, contents
from croupier.store.journal import Store
from croupier.store.unit import Write

PREFIX: Final = "drills/"
ANSWERED: Final = "DecisionAnswered"
TESTED: Final = "DecisionsTested"


class NoSuchCertificate(Refused):
    """An id that no certificate of this house has."""

    def __init__(self, id: str) -> None:
        super().__init__(f"no certificate {id[:40]!r} in the record of this house; compare it letter by letter")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillAnswer:
    """One answer to a drill: what it cost and what was at stake, in base bets. A day's puzzle is `2026-11-15/3`."""

    position: str
    choice: str
    cost: Fraction
    margin: Fraction
    took_ms: int
    puzzle: str = ""
    time_ms: int = 0

    def event(self) -> dict[str, Any]:
        """What the record says of it."""
        return {
            "event": ANSWERED,
            "position": self.position,
            "choice": self.choice,
            "cost": str(self.cost),
            "margin": str(self.margin),
            "took_ms": self.took_ms,
            "puzzle": self.puzzle,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """A test of a hundred decisions that was handed in: how many were right, and what all of them gave up."""

    certificate: str
    who: str
    game: str
    seed: str
    answers: tuple[str, ...]
    right: int
    cost: Fraction
    seconds: int
    edition: int = EDITION
    time_ms: int = 0
    entry: Entry | None = None

    @property
    def grade(self) -> str:
        return grade_of(self.cost, len(self.answers))

    @property
    def passed(self) -> bool:
        return self.grade in PASSES

    @property
    def paper(self) -> tuple[Decision, ...]:
        """The paper, drawn again from its seed."""
        if self.edition != EDITION:
            raise Refused(f"this test is of edition {self.edition}; its paper cannot be drawn any more")
        return hundred(game_of(self.game), self.seed)

    def event(self) -> dict[str, Any]:
        """What the record says of it."""
        return {
            "event": TESTED,
            "certificate": self.certificate,
            "who": self.who,
            "game": self.game,
            "seed": self.seed,
            "edition": self.edition,
            "answers": list(self.answers),
            "right": self.right,
            "cost": str(self.cost),
            "seconds": self.seconds,
        }


def answered_of(event: Event, time_ms: int = 0) -> DrillAnswer:
    """The answer that an event keeps."""
    return DrillAnswer(
        position=event["position"],
        choice=event["choice"],
        cost=Fraction(event["cost"]),
        margin=Fraction(event["margin"]),
        took_ms=event["took_ms"],
        puzzle=event["puzzle"],
        time_ms=time_ms,
    )


def read_test(event: Event, entry: Entry | None = None) -> Tested:
    """The test that an event keeps."""
    return Tested(
        certificate=event["certificate"],
        who=event["who"],
        game=event["game"],
        seed=event["seed"],
        edition=event["edition"],
        answers=tuple(event["answers"]),
        right=event["right"],
        cost=Fraction(event["cost"]),
        seconds=event["seconds"],
        time_ms=0 if entry is None else entry.time_ms,
        entry=entry,
    )


class Drills:
    """Everybody's answers in an open record."""

    def __init__(self, store: Store, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._store = store
        self.now_ms = store.clock(now_ms)

    def keep(self, answer: DrillAnswer, who: Person, command: str) -> DrillAnswer:
        """Keep an answer. A question is answered once; a second answer to it gets the receipt of the first."""
        parse_decision(answer.position)
        entry = self._once(who, command, f"answer {answer.position}", answer.event())
        return next(answered_of(event, entry.time_ms) for event in contents(entry).events)

    def hand_in(self, test: Tested, who: Person) -> Tested:
        """Keep a test. A paper is handed in once; a second try gets the receipt of the first."""
        if len(test.answers) != QUESTIONS:
            raise Refused(f"a sheet of {len(test.answers)} answers; a test has {QUESTIONS} questions")
        entry = self._once(who, _command(test.certificate), f"hand in a test of {test.game}", test.event())
        return next(read_test(event, entry) for event in contents(entry).events)

    def answers(self, name: str) -> list[DrillAnswer]:
        """All that somebody has answered in drills, in order."""
        return [answered_of(event, entry.time_ms) for entry, event in self._events(name) if event["event"] == ANSWERED]

    def tests(self, name: str) -> list[Tested]:
        """The tests that somebody has handed in, the latest first."""
        return [read_test(event, entry) for entry, event in self._events(name) if event["event"] == TESTED][::-1]

    def certificate(self, id: str) -> Tested:
        """The test that a certificate is about, out of the record."""
        receipt = self._store.receipt(_command(id))
        for entry in () if receipt is None else receipt.entries:
            for event in contents(entry).events:
                if entry.stream.startswith(PREFIX) and event["event"] == TESTED:
                    return read_test(event, entry)
        raise NoSuchCertificate(id)

    def _events(self, name: str) -> list[tuple[Entry, Event]]:
        return [(entry, event) for entry in self._store.read(PREFIX + name) for event in contents(entry).events]

    def _once(self, who: Person, command: str, request: str, event: dict[str, Any]) -> Entry:
        check_may(who, Duty.PRACTISE)
        receipt = receipt_of(self._store, who, command, same_request(PREFIX + who.name, request))
        if receipt is None:
            write = Write(PREFIX + who.name, None, (event,))
            receipt = self._store.commit(unit_of(who, command, self.now_ms(), request, write))
        return receipt.entries[0]


def _command(certificate: str) -> str:
    return f"certificate/{certificate}"
