"""What a table of several seats wins for the house, how much it swings, and how many chips its tray needs.

    seats = two_seats(decisions, net_results(), 2)    # or what was measured of another game, as `SeatSwings`
    table = Hold(seats=seats, players=6, ante=2500, rounds_per_hour=30, hours=8)
    table.expected(240), table.deviation(240)      # cents in a shift

Rounds are independent, seats of one round are not: with variance v of a seat and covariance c of two, a round of n
seats has n v + n (n - 1) c.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources

import numpy as np

from croupier.errors import Refused
from croupier.games.uth import UTH
from croupier.lab.chance.shifts import Shifts
from croupier.lab.chance.two_seats import TwoSeats

MOST_PLAYERS = 6


class NotATable(Refused):
    """A table that cannot be, or a risk that cannot be asked for."""


@dataclass(frozen=True, slots=True)
class SeatSwings:
    """What a round nets a seat in base bets, its variance, and the covariance of two seats' rounds, both squared."""

    value: Fraction
    variance: float
    covariance: float

    @property
    def correlation(self) -> float:
        """From -1 to 1: how far two seats win and lose together."""
        return self.covariance / self.variance


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A table: what two of its seats do, how many there are, what each bets, how fast the rounds come."""

    seats: TwoSeats | SeatSwings
    players: int
    ante: int
    rounds_per_hour: int
    hours: int

    def __post_init__(self) -> None:
        if not 1 <= self.players <= MOST_PLAYERS:
            raise NotATable(f"{self.players} players cannot sit at a table; want 1 to {MOST_PLAYERS}")
        if self.ante < 1:
            raise NotATable("an Ante of nothing; want a positive amount, such as 25")
        if not 1 <= self.rounds_per_hour <= 1000:
            raise NotATable(f"{self.rounds_per_hour} rounds an hour; want 1 to 1,000")
        if not 1 <= self.hours <= 24:
            raise NotATable(f"a shift of {self.hours} hours; want 1 to 24")

    @property
    def rounds(self) -> int:
        """In a shift."""
        return self.rounds_per_hour * self.hours

    @property
    def round_variance(self) -> Fraction | float:
        """Of the house's result in one round, in Antes squared."""
        seats = self.seats
        return self.players * seats.variance + self.players * (self.players - 1) * seats.covariance

    def expected(self, rounds: int) -> float:
        """What the house wins in so many rounds, in cents."""
        return float(-self.seats.value * self.players * rounds * self.ante)

    def deviation(self, rounds: int) -> float:
        """The standard deviation of that, in cents."""
        return math.sqrt(self.round_variance * rounds) * self.ante

    @property
    def rounds_to_be_ahead(self) -> int:
        """Rounds after which the house's expectation is two standard deviations: before, luck outweighs the edge."""
        a_round = -self.seats.value * self.players
        return math.ceil(4 * self.round_variance / a_round**2) if a_round > 0 else 0


@dataclass(frozen=True, slots=True)
class Tray:
    """How far below its start a table falls in a shift, of shifts dealt at random; in cents.

    needed          chips that suffice but for `risk` of the shifts
    least, most     95 % between, since the shifts are a sample
    behind          the share of shifts that end with a loss for the house
    """

    risk: float
    needed: int
    least: int
    most: int
    behind: float
    shifts: int


def check_risk(shifts: int, risk: float) -> None:
    """Refuse a risk that so many shifts tell nothing of."""
    if not 0 < risk < 0.5:
        raise NotATable(f"a risk of {risk:.1%}; want more than 0 % and less than 50 %")
    if shifts * risk < 20:
        raise NotATable(
            f"{shifts:,} shifts tell nothing of a risk of {risk:.3%}; want {math.ceil(20 / risk):,} or more"
        )


def tray(played: Shifts, cents_a_unit: Fraction, risk: float) -> Tray:
    """The tray that suffices but for `risk` of the shifts that were played."""
    shifts = len(played.lowest)
    check_risk(shifts, risk)
    fallen = [math.floor(int(units) * cents_a_unit) for units in np.sort(-played.lowest)[::-1]]
    place = shifts * risk
    reach = 1.96 * math.sqrt(shifts * risk * (1 - risk))
    least, most = fallen[math.ceil(place + reach)], fallen[max(0, math.floor(place - reach))]
    behind = float((played.final < 0).mean())
    return Tray(risk, fallen[math.floor(place)], least, most, behind, shifts)


@cache
def known_seats(game: str = UTH.key) -> Mapping[str, TwoSeats]:
    """Two seats of a game without side bets, at the best play (`optimal`) and by strategies that come with it: worked
    out before, since each takes a minute. Of other games than the house's own nobody has counted them."""
    if game != UTH.key:
        return {}
    text = resources.files("croupier.lab.chance").joinpath("two_seats.json").read_text(encoding="utf-8")
    return {name: TwoSeats(**sums) for name, sums in json.loads(text).items()}
