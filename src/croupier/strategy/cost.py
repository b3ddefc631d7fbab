"""What a strategy costs over the whole game, exactly, against the best play."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from croupier.lab.known import solved
from croupier.lab.uth.playout import Outcome, play_out
from croupier.rules.paytables import Paytable
from croupier.strategy.decide import decisions
from croupier.strategy.readable import Readable


@dataclass(frozen=True, slots=True)
class Cost:
    """A strategy priced: edges are fractions of the Ante, positive for the house."""

    strategy: Readable
    edge: Fraction
    best_edge: Fraction
    outcome: Outcome

    @property
    def mistakes(self) -> Fraction:
        """What the strategy gives up beyond the best play."""
        return self.edge - self.best_edge

    @property
    def edge_of_action(self) -> Fraction:
        return self.edge / self.outcome.average_bet

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.strategy.to_dict(),
            "edge_of_ante": float(self.edge),
            "edge_of_action": float(self.edge_of_action),
            "best_edge": float(self.best_edge),
            "mistakes": float(self.mistakes),
            "average_bet": float(self.outcome.average_bet),
            "frequencies": {name: float(share) for name, share in self.outcome.frequencies.items()},
            "exact": {"numerator": -self.edge.numerator, "denominator": self.edge.denominator},
        }


def cost(strategy: Readable, blind: Paytable | None = None) -> Cost:
    """The strategy played through every deal of the game."""
    outcome = played(strategy)
    return Cost(strategy, -outcome.value(blind), solved(blind).edge, outcome)


@cache
def played(strategy: Readable) -> Outcome:
    """Every deal of the game, played by the strategy; small enough to remember, slow enough to be worth it."""
    return play_out(decisions(strategy))
