"""The spots of a felt, and what a seat may put down on them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from croupier.errors import Refused
from croupier.money import Cents, dollars

BASE = "base"
"""How an order names the bet that every round of a game begins with, whatever the felt calls it."""
PROGRESSIVE = "progressive"
ENVY = "envy"
"""The two spots of a progressive link, which are the same in every game."""
OWN = "own_"
"""How the spot of a side bet of one's own begins, in every order and record: no bet of the house is called so."""


class BadWager(Refused):
    """A wager that the rules or the table's limits do not allow."""


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most that may lie on a spot."""

    minimum: Cents
    maximum: Cents

    @property
    def words(self) -> str:
        return f"{dollars(self.minimum)} to {dollars(self.maximum)}"


class Placed(Enum):
    """When money comes onto a spot."""

    BEFORE = "before the deal"
    DECIDED = "by a decision"
    WON = "never: it is won without a bet of its own"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place on the felt where money can lie, or be won.

    `limits` are the customary ones of a spot whose amount its player chooses. A spot that `follows` another always
    holds the same, so nobody names it. What it `needs` must be bet with it. `letter` is its key. `pays` names
    the pay table of the base game by which it pays, where that is not called like the spot.
    """

    key: str
    felt: str
    placed: Placed = Placed.BEFORE
    limits: Range | None = None
    follows: str | None = None
    needs: tuple[str, ...] = ()
    letter: str = ""
    pays: str = ""


class Stakes(dict[str, Cents]):
    """Amounts by spot, each more than zero; a value, not to be changed.

    >>> Stakes(ante=1000, trips=500).on("trips")
    500
    """

    def on(self, spot: str) -> Cents:
        """The amount on one spot; 0 where nothing lies."""
        return self.get(spot, 0)

    @property
    def total(self) -> Cents:
        return sum(self.values())

    def without(self, spot: str) -> Stakes:
        """The same stakes, but for one spot."""
        return Stakes({key: amount for key, amount in self.items() if key != spot})
