"""The best decision with the cards that can be seen, and what every other one costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.cards import Card, Cards, WrongNumberOfCards, cards_text, check_distinct
from croupier.hands import describe, strength
from croupier.lab.known import solved
from croupier.lab.uth.solution import GameSolution


@dataclass(frozen=True, slots=True)
class Advice:
    """What each choice is worth in Antes, exactly, best first; equal values prefer the bet."""

    hole: Cards
    board: Cards
    choices: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        return next(iter(self.choices))

    def cost(self, choice: str) -> Fraction:
        """What is given up by that choice instead of the best one, in Antes."""
        return self.choices[self.best] - self.choices[choice]

    @property
    def made(self) -> str | None:
        """The hand so far in words, once there is a flop."""
        return describe(strength((*self.hole, *self.board))) if self.board else None

    def to_dict(self) -> dict[str, Any]:
        return {
            "hole": cards_text(self.hole),
            "board": cards_text(self.board),
            "hand": self.made,
            "best": self.best,
            "choices": [
                {
                    "choice": choice,
                    "value": float(value),
                    "cost": float(self.cost(choice)),
                    "exact": {"numerator": value.numerator, "denominator": value.denominator},
                }
                for choice, value in self.choices.items()
            ],
        }


def advise(hole: Cards, board: Cards = (), solution: GameSolution | None = None) -> Advice:
    """The value of every choice with those cards in sight: the hole alone, with the flop, or with all five."""
    if len(hole) != 2:
        raise WrongNumberOfCards("a hand", 2, len(hole))
    if len(board) not in (0, 3, 5):
        raise WrongNumberOfCards("the board", 3 if len(board) < 4 else 5, len(board))
    check_distinct((*hole, *board))
    found = (solution or solved()).choices(hole, board)
    # Where values are equal a bet comes before a check or a fold, and the larger bet before the smaller.
    order = sorted(found, key=lambda choice: (-found[choice], -_PLAY[choice]))
    return Advice(tuple(map(Card, hole)), tuple(map(Card, board)), {choice: found[choice] for choice in order})


_PLAY = {"bet4": 4, "bet3": 3, "bet2": 2, "bet1": 1, "check": 0, "fold": 0}
