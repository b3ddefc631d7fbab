"""A decision somebody faces, with the exact value of every choice: what a drill asks and how it judges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from croupier.cards import Cards, cards_text
from croupier.errors import Refused
from croupier.lab.solver import solver
from croupier.rules.game import Game
from croupier.school.decision import Decision, NoSuchPosition, decision, parse_decision
from croupier.strategy.words import CHOICE_WORDS


@dataclass(frozen=True, slots=True)
class DrillPosition(Decision):
    """A decision and what its choices are worth, in base bets, best first."""

    choices: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        return next(iter(self.choices))

    @property
    def margin(self) -> Fraction:
        """What is at stake: how much the next best choice costs."""
        values = list(self.choices.values())
        return values[0] - values[1]

    def cost(self, choice: str) -> Fraction:
        """What a choice gives up against the best one, in base bets; equal choices give up nothing."""
        if choice not in self.choices:
            raise Refused(f"{choice!r} is no choice here; want one of {', '.join(self.choices)}")
        return self.choices[self.best] - self.choices[choice]

    def to_dict(self) -> dict[str, Any]:
        """The question and its answer, for machines."""
        return {
            "game": self.game.key,
            "street": self.game.streets[self.street].key,
            "own": cards_text(self.own),
            "board": cards_text(self.board),
            "up": cards_text(self.up),
            "hand": self.made,
            "best": self.best,
            "choices": [
                {
                    "choice": choice,
                    "words": CHOICE_WORDS[choice],
                    "value": float(value),
                    "cost": float(self.cost(choice)),
                }
                for choice, value in self.choices.items()
            ],
        }


def judge_decision(decision: Decision) -> DrillPosition:
    """A decision with the value of every choice."""
    game, own, board, up = decision.game, decision.own, decision.board, decision.up
    advice = solver(game).advise(own, board, up)
    return DrillPosition(game, decision.street, own, board, up, MappingProxyType(dict(advice)))


def position(game: Game, own: Cards, board: Cards = (), up: Cards = ()) -> DrillPosition:
    """The decision with those cards in sight, judged."""
    return judge_decision(decision(game, own, board, up))


def parse_position(text: str) -> DrillPosition:
    """The position that a key names."""
    try:
        return judge_decision(parse_decision(text))
    except NoSuchPosition:
        raise
    except Refused as why:
        raise NoSuchPosition(text, why) from None
