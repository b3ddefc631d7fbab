"""Answers marked: what they cost, and what the strategies that one compares with would have done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.school.decision import Decision
from croupier.strategy.drills.position import DrillPosition
from croupier.strategy.drills.reasons import explained
from croupier.strategy.explanation import strategies_named
from croupier.strategy.language.strategy import Strategy


def strategies_to_compare(game: Game) -> list[Strategy]:
    """The strategies that a player of this game may be compared with, the one that is taught first."""
    return strategies_named(game, game.teaching.drills)


def choice_of(strategy: Strategy, decision: Decision) -> str:
    """What the strategy does here."""
    return explained(strategy, decision).choice


@dataclass(frozen=True, slots=True)
class Score:
    """How somebody, or a strategy, did on a paper."""

    title: str
    right: int
    cost: Fraction
    """In base bets, over the whole paper."""


@dataclass(frozen=True, slots=True)
class MarkedDrill:
    """A paper with its answers: every position, what was chosen, and the scores."""

    positions: tuple[DrillPosition, ...]
    answers: tuple[str, ...]
    own: Score
    others: tuple[Score, ...]


def mark_paper(positions: Sequence[DrillPosition], answers: Sequence[str]) -> MarkedDrill:
    """The paper marked by the exact value of every choice. Each question has an answer."""
    if len(positions) != len(answers):
        raise Refused(f"{len(answers)} answers to {len(positions)} questions; answer every one")
    others = [
        _score(strategy.title, positions, [choice_of(strategy, each) for each in positions])
        for strategy in strategies_to_compare(positions[0].game)
    ]
    return MarkedDrill(tuple(positions), tuple(answers), _score("You", positions, answers), tuple(others))


def _score(title: str, positions: Sequence[DrillPosition], answers: Sequence[str]) -> Score:
    costs = [position.cost(choice) for position, choice in zip(positions, answers, strict=True)]
    return Score(title, sum(not cost for cost in costs), sum(costs, Fraction(0)))
