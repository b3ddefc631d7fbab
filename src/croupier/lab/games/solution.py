"""A solved game: what a round is worth, how far it swings, how much is bet and how often each decision is made."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.games.uth import BLIND, UTH
from croupier.lab.uth.distribution import Distribution, moment
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """One way to play a game, the best or another, over every deal.

    tables       the pay tables of the base bets
    unit         units in a base bet
    net          every result of a round in units, lowest first
    ways         of each, how many deals end in it
    bet          all money bet over all deals, in units
    frequencies  by street: the share of all rounds in which each choice is made
    """

    game: Game
    tables: Mapping[str, Paytable]
    unit: int
    net: NDArray[np.int64]
    ways: NDArray[np.int64]
    bet: int
    frequencies: Mapping[str, Mapping[str, Fraction]]

    @property
    def deals(self) -> int:
        """All deals of the game."""
        return int(self.ways.sum())

    @property
    def value(self) -> Fraction:
        """What a round is worth to the player, in base bets."""
        return self._moment(1)

    @property
    def edge(self) -> Fraction:
        """The house edge of the base bet."""
        return -self.value

    @property
    def average_bet(self) -> Fraction:
        """All money bet in a round, in base bets."""
        return Fraction(self.bet, self.unit * self.deals)

    @property
    def edge_of_action(self) -> Fraction:
        """The house edge of all money bet."""
        return self.edge / self.average_bet

    @property
    def variance(self) -> Fraction:
        """The variance of a round, in base bets squared."""
        return self._moment(2) - self.value**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round in base bets."""
        return math.sqrt(self.variance)

    @property
    def win_chance(self) -> Fraction:
        """How often a round ends ahead."""
        return Fraction(int(self.ways[self.net > 0].sum()), self.deals)

    def _moment(self, power: int) -> Fraction:
        return moment(self.net, self.ways, self.unit, power)

    def to_dict(self) -> dict[str, Any]:
        """The figures, for machines."""
        value = self.value
        return {
            "game": self.game.key,
            "paytables": {bet: table.name for bet, table in self.tables.items()},
            "deals": self.deals,
            "edge": float(self.edge),
            "edge_of_action": float(self.edge_of_action),
            "average_bet": float(self.average_bet),
            "standard_deviation": self.standard_deviation,
            "win_chance": float(self.win_chance),
            "exact_value": {"numerator": value.numerator, "denominator": value.denominator},
            "frequencies": {
                street: {choice: float(share) for choice, share in shares.items()}
                for street, shares in self.frequencies.items()
            },
            "results": [
                {"net": int(net) / self.unit, "deals": int(ways), "chance": int(ways) / self.deals}
                for net, ways in zip(self.net, self.ways, strict=True)
            ],
        }


def holdem_solution(spread: Distribution) -> Solution:
    """Ultimate Texas Hold'em played in the way that a distribution was counted for."""
    outcome = spread.outcome
    return Solution(
        game=UTH,
        tables={BLIND: spread.blind},
        unit=spread.unit,
        net=spread.net,
        ways=spread.deals,
        bet=int(outcome.average_bet * spread.unit * outcome.deals),
        frequencies=by_street(outcome.frequencies),
    )


def by_street(decided: Mapping[str, Fraction]) -> dict[str, dict[str, Fraction]]:
    """How often each choice of Ultimate Texas Hold'em is made, from how often each is the one that decides a round."""
    later = decided["bet2"] + decided["bet1"] + decided["fold"]
    return {
        "preflop": {"bet4": decided["bet4"], "bet3": decided["bet3"], "check": later},
        "flop": {"bet2": decided["bet2"], "check": later - decided["bet2"]},
        "river": {"bet1": decided["bet1"], "fold": decided["fold"]},
    }
