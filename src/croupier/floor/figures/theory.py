"""What play should have brought the house, and how far chance alone may have moved it.

For every wager the exact edge of the best play is multiplied by its stake, and its exact variance by the stake squared.
The bets of a seat, and the seats of a round, are correlated: the covariance is exact where it has been computed, and
measured elsewhere. `docs/figures.md` says what that leaves out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final

from croupier.floor.figures.tally import BetKey, Tally
from croupier.lab.prices import covariance, covariance_of_seats, is_priced
from croupier.lab.table_prices import any_price
from croupier.money import Cents

FLAGGED: Final = 3.0
"""So many standard deviations off, a result is looked at."""
FEWEST: Final = 100
"""Of fewer even bets one long shot that hits is many deviations, and says nothing."""


@dataclass(frozen=True, slots=True)
class Theory:
    """What a tally's bets should have won, beside what they did. `deviation` is one standard deviation, in cents."""

    win: Cents
    expected: Cents
    deviation: Cents
    off: float | None
    """How many deviations the result is above theory, below it if negative; nothing where nothing was bet."""
    bets: float = FEWEST
    """So many bets of one size would be as unsteady."""

    @property
    def is_telling(self) -> bool:
        """Whether there are bets enough for the deviations to say something."""
        return self.bets >= FEWEST

    @property
    def flagged(self) -> bool:
        return self.off is not None and self.is_telling and abs(self.off) > FLAGGED

    @property
    def words(self) -> str:
        """How far off the result is: `3.4 deviations below`."""
        if self.off is None:
            return ""
        if not self.is_telling:
            return "too few bets to say"
        side = "below" if self.off < 0 else "above"
        return f"{abs(self.off):.1f} deviations {side}" if self.flagged else f"{abs(self.off):.1f} {side}"


def theory(tally: Tally) -> Theory:
    """The theory of all bets that the house banked and whose price is known."""
    return _theory(tally, {bet for bet in tally.bets if is_priced(bet.price)})


def theory_of(tally: Tally, bet: str, game: str) -> Theory:
    """The theory of one bet alone."""
    return _theory(tally, {one for one in tally.bets if (one.game, one.key) == (game, bet) and is_priced(one.price)})


def _theory(tally: Tally, bets: set[BetKey]) -> Theory:
    won, expected, variance, staked, squares = 0, Fraction(0), 0.0, 0, 0
    for bet in bets:
        amounts, cost = tally.bets[bet], any_price(bet.price)
        won += amounts.win
        expected += amounts.stake * cost.edge
        variance += amounts.squares * float(cost.variance)
        staked += amounts.stake
        squares += amounts.squares
    for (one, other), products in tally.together.items():
        if one in bets and other in bets:
            keys, names = (one.key, other.key), (one.price, other.price)
            between = products.between * covariance_of_seats(one.game, keys, names)
            within = products.within * covariance(one.game, keys, names) if products.within else 0.0
            variance += between if one == other else 2 * (within + between)
    deviation = sqrt(max(variance, 0.0))
    off = (won - float(expected)) / deviation if deviation else None
    return Theory(won, round(expected), round(deviation), off, staked * staked / squares if squares else 0.0)
