"""What a readable strategy does at one decision, and the rule that it goes by there, in words."""

from __future__ import annotations

from typing import Final

from croupier.games.uth import UTH
from croupier.school.decision import Decision
from croupier.strategy.drills.position import Position
from croupier.strategy.games.readable import strategies_of
from croupier.strategy.readable import HOUSE, WIZARD
from croupier.strategy.said import Said, Strategy, said, taught_strategy
from croupier.strategy.words import CHOICE_WORDS

_FOR_MEASURE: Final = ("like-the-dealer", "every-hand", "pairs")
"""Strategies that nobody is advised to play."""


def taught(asked: Decision) -> tuple[Strategy, ...]:
    """The strategies that a player of this game may be compared with, the one that is taught first."""
    first = taught_strategy(asked.game)
    if asked.game is UTH:
        return WIZARD, HOUSE
    found = (one for name, one in strategies_of(asked.game).items() if name not in _FOR_MEASURE)
    return (first, *(one for one in found if one.name != first.name))


def choice_of(strategy: Strategy, asked: Decision) -> str:
    """What the strategy does here."""
    return _said(strategy, asked).choice


def rule_words(found: Position) -> str:
    """The rule that applies here, in words: of the first strategy that plays this position best."""
    for strategy in taught(found):
        rule = _said(strategy, found)
        if not found.cost(rule.choice):
            return f"{rule.sentence[:1].upper()}{rule.sentence[1:]}."
    return f"No simple rule says so: only counting shows that to {CHOICE_WORDS[found.best]} is best here."


def _said(strategy: Strategy, asked: Decision) -> Said:
    return said(strategy, asked.own, asked.board, asked.up)
