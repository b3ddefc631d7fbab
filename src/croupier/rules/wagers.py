"""The wagers of the felt, and what a seat may put down before the deal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from croupier.errors import Refused
from croupier.money import Cents
from croupier.rules.paytables import Bet


class Wager(Enum):
    """The places on the felt where money can lie, and Envy, which is won without a bet of its own."""

    ANTE = "ante"
    BLIND = "blind"
    PLAY = "play"
    TRIPS = "trips"
    BAD_BEAT = "bad_beat"
    PAIRS = "pairs"
    PROGRESSIVE = "progressive"
    ENVY = "envy"

    @property
    def felt(self) -> str:
        """The word as printed on the felt."""
        return _FELT[self]

    # Members are singletons; the default hash goes through the name and costs more than settlement.
    __hash__ = object.__hash__


_FELT = {
    Wager.ANTE: "Ante",
    Wager.BLIND: "Blind",
    Wager.PLAY: "Play",
    Wager.TRIPS: "Trips",
    Wager.BAD_BEAT: "Bad Beat",
    Wager.PAIRS: "Pairs",
    Wager.PROGRESSIVE: "Progressive",
    Wager.ENVY: "Envy",
}

BET_OF = {
    Wager.BLIND: Bet.BLIND,
    Wager.TRIPS: Bet.TRIPS,
    Wager.BAD_BEAT: Bet.BAD_BEAT,
    Wager.PAIRS: Bet.PAIRS,
    Wager.PROGRESSIVE: Bet.PROGRESSIVE,
}
"""The pay table's name for each wager that has one."""

OPTIONAL = (Wager.TRIPS, Wager.BAD_BEAT, Wager.PAIRS, Wager.PROGRESSIVE)
"""The bets a player may add to Ante and Blind, in the order of the felt."""


class BadWager(Refused):
    """A wager that the rules or the table's limits do not allow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What a seat puts down before the deal. The Blind always equals the Ante (R6), so it is never stored."""

    ante: Cents
    trips: Cents = 0
    bad_beat: Cents = 0
    pairs: Cents = 0
    progressive: Cents = 0

    @property
    def blind(self) -> Cents:
        return self.ante

    def on(self, wager: Wager) -> Cents:
        """The amount on one wager; 0 where nothing lies."""
        match wager:
            case Wager.ANTE | Wager.BLIND:
                return self.ante
            case Wager.TRIPS:
                return self.trips
            case Wager.BAD_BEAT:
                return self.bad_beat
            case Wager.PAIRS:
                return self.pairs
            case Wager.PROGRESSIVE:
                return self.progressive
            case Wager.PLAY | Wager.ENVY:
                return 0

    @property
    def games(self) -> int:
        """How many games this is by R8: the base game and each optional bet."""
        return 1 + (self.trips > 0) + (self.bad_beat > 0) + (self.pairs > 0) + (self.progressive > 0)

    @property
    def total(self) -> Cents:
        """All the money down before the deal."""
        return 2 * self.ante + self.trips + self.bad_beat + self.pairs + self.progressive


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most that may lie on a spot."""

    minimum: Cents
    maximum: Cents
