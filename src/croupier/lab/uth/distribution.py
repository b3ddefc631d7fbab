"""The exact distribution of what a round nets.

    spread = distribution()                     # optimal play with the approved Blind
    spread.standard_deviation, spread.expected["blind"]

Every net result that can happen, in units of 1/`unit` Ante, with the number of deals that end in it: whole
numbers that sum to all 27,813,810,024,000.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.games.uth import BLIND
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.playout import Outcome, bet_results, net_results, play_out
from croupier.lab.uth.solve import solve_game
from croupier.rules.paytables import Paytable, paytable


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """What a round nets the player, and how many deals end so.

    unit      units in an Ante
    net       the possible results in units, lowest first
    deals     of each, how many deals end in it
    expected  what each of Ante, Blind and Play is worth to the player, in Antes
    outcome   the finer table all this is drawn from
    """

    blind: Paytable
    unit: int
    net: NDArray[np.int64]
    deals: NDArray[np.int64]
    expected: dict[str, Fraction]
    outcome: Outcome

    @property
    def all_deals(self) -> int:
        """All deals of the game."""
        return int(self.deals.sum())

    @property
    def value(self) -> Fraction:
        """The player's expected result in Antes."""
        return self._moment(1)

    @property
    def variance(self) -> Fraction:
        """The variance of the result, in Antes squared."""
        return self._moment(2) - self.value**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the result in Antes."""
        return math.sqrt(self.variance)

    def _moment(self, power: int) -> Fraction:
        return moment(self.net, self.deals, self.unit, power)

    def to_dict(self) -> dict[str, object]:
        """Results in Antes with their deals and chances, and the figures drawn from them."""
        every = self.all_deals
        return {
            "blind": self.blind.name,
            "value": float(self.value),
            "standard_deviation": self.standard_deviation,
            "expected": {bet: float(worth) for bet, worth in self.expected.items()},
            "deals": every,
            "results": [
                {"net": int(net) / self.unit, "deals": int(n), "chance": int(n) / every}
                for net, n in zip(self.net, self.deals, strict=True)
            ],
        }


def distribution(blind: Paytable | None = None, decisions: Decisions | None = None) -> Distribution:
    """The distribution of a round under `decisions`; without any, under the best ones for this Blind."""
    blind = blind or paytable("BLIND", BLIND)
    outcome = play_out(solve_game(blind).decisions if decisions is None else decisions)
    return distribution_of(outcome, blind)


def distribution_of(outcome: Outcome, blind: Paytable | None = None) -> Distribution:
    """The distribution of a round whose deals are already counted."""
    blind = blind or paytable("BLIND", BLIND)
    unit, _ = blind_bonus(blind)
    net, deals = histogram(net_results(blind), outcome.joint)
    every = outcome.deals
    expected = {
        bet: Fraction(
            sum(int(a) * int(b) for a, b in zip(results.ravel(), outcome.joint.ravel(), strict=True) if b),
            unit * every,
        )
        for bet, results in bet_results(blind).items()
    }
    return Distribution(
        blind=blind,
        unit=unit,
        net=net,
        deals=deals,
        expected=expected,
        outcome=outcome,
    )


def moment(net: NDArray[np.int64], ways: NDArray[np.int64], unit: int, power: int) -> Fraction:
    """The mean of a power of the results, which are in units: 1 for the mean itself, 2 for the mean of the squares."""
    total = sum(int(result) ** power * int(many) for result, many in zip(net, ways, strict=True))
    return Fraction(total, unit**power * int(ways.sum()))


def histogram(net: NDArray[np.int64], counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The results that happen, lowest first, and how often, from what each cell nets and counts."""
    values, place = np.unique(net, return_inverse=True)
    often = np.zeros(len(values), np.int64)
    np.add.at(often, place.ravel(), counts.ravel())
    return values[often > 0], often[often > 0]
