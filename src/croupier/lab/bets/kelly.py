"""Which share of a bankroll a bet is worth: the one at which the bankroll grows fastest.

    best = kelly(wagers_of(bet))
    best.share, best.growth                     # of the bankroll; of its logarithm, a wager

The expected logarithm of the bankroll is maximised over the whole distribution of a wager. It is concave, so its slope
is followed to nothing by halving. A bet below fair is worth no share at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log1p

from croupier.lab.bets.progressive import ProgressivePrice
from croupier.rules.paytables import Share

_HALVINGS = 200


@dataclass(frozen=True, slots=True)
class Wager:
    """What one unit staked may bring: results, beside losing it, with the chance of each."""

    wins: Sequence[tuple[Fraction, Fraction]]
    """(chance, what comes back beyond the stake)."""

    @property
    def loses(self) -> Fraction:
        """The chance that the stake is gone."""
        return 1 - sum((chance for chance, _ in self.wins), Fraction())

    @property
    def value(self) -> Fraction:
        """What one unit staked is worth."""
        return sum((chance * won for chance, won in self.wins), Fraction()) - self.loses

    def growth(self, share: float) -> float:
        """What the logarithm of a bankroll gains by a wager of that share of it."""
        lost = float(self.loses) * log1p(-share) if self.loses else 0.0
        return lost + sum(float(chance) * log1p(share * float(won)) for chance, won in self.wins)

    def _slope(self, share: float) -> float:
        lost = float(self.loses) / (1 - share)
        return sum(float(chance) * float(won) / (1 + share * float(won)) for chance, won in self.wins) - lost


@dataclass(frozen=True, slots=True)
class Kelly:
    """The best share, and what it brings."""

    share: float
    growth: float


def wager_of(bet: ProgressivePrice) -> Wager:
    """A progressive wager at its meters as they stand: its own lines, taxed; envy is others' luck and left out."""
    after_tax = 1 - bet.tax
    return Wager(
        tuple(
            (line.probability, line.award * (after_tax if isinstance(line.pay, Share) else 1) / bet.stake - 1)
            for line in bet.lines
            if line.ways
        )
    )


def kelly(wager: Wager) -> Kelly:
    """The share of a bankroll at which it grows fastest, nothing where the wager is not above fair.

    >>> best = kelly(Wager([(Fraction(51, 100), Fraction(1))]))
    >>> round(best.share, 12)
    0.02
    """
    if wager.value <= 0:
        return Kelly(0.0, 0.0)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if wager._slope(middle) > 0 else (low, middle)
    return Kelly(low, wager.growth(low))
