"""A test of a hundred decisions, marked: what was right, what it cost, and how learnable strategies would have done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.errors import Refused
from croupier.strategy.drills.habits import choice_of, compared
from croupier.strategy.drills.position import Position


@dataclass(frozen=True, slots=True)
class Score:
    """How somebody, or a strategy, did on a paper."""

    title: str
    right: int
    cost: Fraction
    """In base bets, over the whole paper."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A paper with its answers: every position, what was chosen, and the scores."""

    positions: tuple[Position, ...]
    answers: tuple[str, ...]
    own: Score
    others: tuple[Score, ...]


def marked(positions: Sequence[Position], answers: Sequence[str]) -> Marked:
    """The paper marked by the exact value of every choice. Each question has an answer."""
    if len(positions) != len(answers):
        raise Refused(f"{len(answers)} answers to {len(positions)} questions; answer every one")
    others = [
        _score(strategy.title, positions, [choice_of(strategy, each) for each in positions])
        for strategy in compared(positions[0].game)
    ]
    return Marked(tuple(positions), tuple(answers), _score("You", positions, answers), tuple(others))


def _score(title: str, positions: Sequence[Position], answers: Sequence[str]) -> Score:
    costs = [found.cost(choice) for found, choice in zip(positions, answers, strict=True)]
    return Score(title, sum(not cost for cost in costs), sum(costs, Fraction(0)))
