"""What a winning Blind pays, in whole units.

The unit is the common denominator of the pays, so that 3 to 2 is a whole number too: with the approved
table a unit is half an Ante.
"""

from __future__ import annotations

from math import lcm

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.games.uth import BLIND
from croupier.hands import BY_KEY
from croupier.rules.paytables import Paytable, To

# Sums over the deals of a starting hand, twelve holes of it, must stay below 2^63.
LARGEST_BONUS = 36_000_000


class NotABlind(Refused):
    """A pay table that the Blind cannot use."""


def blind_bonus(blind: Paytable) -> tuple[int, NDArray[np.int64]]:
    """The units in an Ante, and what a winning Blind pays in units by category; 0 for no hand at all."""
    if blind.bet != BLIND:
        raise NotABlind(f"{blind.name!r} is a table for {blind.bet}; want one for the Blind")
    pays: dict[str, To] = {}
    for line, pay in blind.pays.items():
        if not isinstance(pay, To) or pay.win < 0 or pay.per < 1 or line not in BY_KEY:
            raise NotABlind(f"{blind.name!r} pays {pay} for {line!r}; the Blind pays 'x to y' for a hand")
        pays[line] = pay
    unit = lcm(*(pay.per for pay in pays.values()))
    bonuses = {BY_KEY[line]: pay.win * unit // pay.per for line, pay in pays.items()}
    if max(bonuses.values(), default=0) + 6 * unit > LARGEST_BONUS:
        raise NotABlind(f"{blind.name!r} pays too much, or in too many different fractions, to be summed")
    bonus = np.zeros(256, np.int64)
    for category, units in bonuses.items():
        bonus[category] = units
    return unit, bonus
