"""What a readable strategy does at one decision, and the rule that it goes by there, in words."""

from __future__ import annotations

from croupier.rules.game import Game
from croupier.school.decision import Decision
from croupier.strategy.drills.position import Position
from croupier.strategy.explanation import Explanation, explain, strategies_named
from croupier.strategy.language.strategy import Strategy
from croupier.strategy.words import CHOICE_WORDS


def compared(game: Game) -> list[Strategy]:
    """The strategies that a player of this game may be compared with, the one that is taught first."""
    return strategies_named(game, game.teaching.drills)


def choice_of(strategy: Strategy, asked: Decision) -> str:
    """What the strategy does here."""
    return _explained(strategy, asked).choice


def rule_words(found: Position) -> str:
    """The rule that applies here, in words: of the first strategy that plays this position best."""
    for strategy in compared(found.game):
        rule = _explained(strategy, found)
        if not found.cost(rule.choice):
            return f"{rule.sentence[:1].upper()}{rule.sentence[1:]}."
    return f"No simple rule says so: only counting shows that to {CHOICE_WORDS[found.best]} is best here."


def _explained(strategy: Strategy, asked: Decision) -> Explanation:
    return explain(strategy, asked.own, asked.board, asked.up)
